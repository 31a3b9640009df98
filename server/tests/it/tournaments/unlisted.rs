//! Tournaments that no list shows: whoever has the link comes.

use thicket_server::model::club::TournamentClub;

use super::*;
use crate::cli::admin::member;

both! {
    async fn an_unlisted_tournament_is_found_by_its_link_alone(base: Base) {
        let server = Server::start(&base).await;
        let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
        let gus = Person::named(server.address, "Gus").await;
        let id_of = async |name: &str| server.store.account_named(name).await.unwrap().unwrap().player.id;
        let (director, friend) = (id_of("Ann").await, id_of("Ben").await);
        let founded = ann.post("/clubs").form(&[("title", "Tuesdays"), ("joining", "open")]).send().await.unwrap();
        let club = founded.headers()["location"].to_str().unwrap().to_owned();
        let tournaments = Tournaments::new(server.store.clone());
        let quiet = TermsForm {
            name: TournamentName::parse("Birthday").unwrap(),
            public: false,
            club: Some(TournamentClub {
                id: club.strip_prefix("/clubs/").unwrap().parse().unwrap(),
                members_only: false,
            }),
            ..form(GameKind::Bushka, 2, Format::Swiss { rounds: 1 }, SIGN_UP)
        };
        let id = create(&tournaments, quiet, director).await.unwrap();
        let link = format!("/tournaments/{id}");
        let page = gus.read(&link).await;
        assert!(page.contains("no list shows it") && page.contains("noindex"), "{page}");
        for person in [&ann, &ben] {
            let signed = person.post(&format!("{link}/sign-up")).form(&[("name", "")]).send().await.unwrap();
            assert_eq!(signed.status(), 303);
        }
        let shows = async |person: &Person, path: &str| person.read(path).await.contains("Birthday");
        for path in ["/tournaments", "/", "/api/tournaments", "/api/tournaments?status=running", club.as_str(), "/@Ben"] {
            assert!(!shows(&gus, path).await, "{path}");
        }
        assert!(shows(&ann, &club).await && !shows(&ben, &club).await, "members see it at their club");
        assert!(shows(&ben, "/@Ben").await && !shows(&ann, "/@Ben").await, "players see it among their own");
        let mut cup = Cup {
            people: [(director, Person { id: director.to_string(), ..ann }), (friend, Person { id: friend.to_string(), ..ben })].into(),
            tournaments,
            id,
            kind: GameKind::Bushka,
            dice: Dice(5),
            store: server.store.clone(),
        };
        let state = cup.play().await;
        let code = state.rounds()[0].tables[0].paired.game.as_ref().unwrap().code.to_string();
        assert!(gus.read(&format!("/g/{code}")).await.contains("Birthday"), "whoever has the link of its game sees it");
        assert!(!gus.read("/records").await.contains(&code), "lists do not show it");
        server.stop().await;
    }

    async fn the_operator_finds_another_director_or_cancels(base: Base) {
        let server = Server::start(&base).await;
        let (ann, _) = (member(&server, "Ann").await, member(&server, "Ben").await);
        let gone = Person::named(server.address, "Gus").await;
        let id = announced(&server.store, &gone).await;
        let page = format!("/tournaments/{id}");
        let why = [("why", "Nobody has time.")];
        let cancel = async || ann.post(&format!("{page}/cancel")).form(&why).send().await.unwrap().status();
        assert_eq!(cancel().await, 422, "somebody else directs it");
        let id = id.to_string();
        let admin = async |rest: &[&str]| {
            let command = [&["admin", "--database-url", &base.url], rest].concat();
            program(&command).output().await.unwrap()
        };
        let refused = admin(&["direct", &id, "Nobody"]).await;
        assert!(!refused.status.success(), "{refused:?}");
        let done = admin(&["direct", &id, "ann"]).await;
        assert!(done.status.success(), "while the server runs: {done:?}");
        let again = admin(&["direct", &id, "Ann"]).await;
        assert!(String::from_utf8_lossy(&again.stderr).contains("direct the tournament already"), "{again:?}");
        assert!(ann.read(&page).await.contains("Ann directs the tournament now."));
        assert_eq!(cancel().await, 303);
        let over = admin(&["cancel-tournament", &id, "Too late."]).await;
        assert!(String::from_utf8_lossy(&over.stderr).contains("is over"), "{over:?}");

        let other = announced(&server.store, &gone).await.to_string();
        let done = admin(&["cancel-tournament", &other, "Its name was an insult."]).await;
        assert!(done.status.success(), "{done:?}");
        let read = ann.read(&format!("/tournaments/{other}")).await;
        for words in ["Whoever runs this server cancelled the tournament.", "Its name was an insult."] {
            assert!(read.contains(words), "{words}: {read}");
        }
        let nothing = admin(&["cancel-tournament", "nothing", "Why?"]).await;
        assert!(String::from_utf8_lossy(&nothing.stderr).contains("there is no tournament"), "{nothing:?}");
        server.stop().await;
    }
}
