//! The lobby, quick games, and the lists of one's own tables.

use futures_util::future::join_all;
use reqwest::header::SET_COOKIE;
use serde_json::json;
use thicket_rules::GameKind;
use tokio::time::{Duration, Instant, sleep};

use super::common::base::both;
use super::common::client::{Person, TIMEOUT};
use super::common::cluster::buses;
use super::common::lists::Lists;
use super::common::party::Party;
use super::common::server::Server;

async fn text(person: &Person, path: &str) -> String {
    person.read(path).await
}

/// The part of a page that is about this list.
fn section<'p>(page: &'p str, list: &str) -> &'p str {
    let rest = page
        .split_once(&format!("id=\"{list}-title\""))
        .map_or("", |(_, rest)| rest);
    rest.split_once("</section>").map_or("", |(section, _)| section)
}

/// Presses the button for a quick game; the code of the table.
async fn quick(person: &Person, kind: GameKind) -> String {
    let form = [("kind", kind.to_string()), ("name", person.name.clone())];
    let answer = person.post("/quick").form(&form).send().await.unwrap();
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let place = answer.headers()["location"].to_str().unwrap();
    place.strip_prefix("/g/").unwrap().to_owned()
}

/// Waits until a page has these words, or has not.
async fn until_page(person: &Person, path: &str, words: &str, has: bool) -> String {
    let since = Instant::now();
    loop {
        let page = text(person, path).await;
        if page.contains(words) == has {
            return page;
        }
        assert!(since.elapsed() < TIMEOUT, "{words:?} {has}: {page}");
        sleep(Duration::from_millis(50)).await;
    }
}

both! {
    async fn the_lobby_follows_every_change(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let mut eve = Lists::open(&Person::nobody(server.address), "/lobby/socket").await;
        eve.until_rows("waiting", &[]).await;
        eve.hears_nothing_more().await;
        let hidden = ann.create(2, "seated", false).await;
        let code = ann.create(2, "seated", true).await;
        eve.until_rows("waiting", &[(&code, "1 of 2 players, away")]).await;
        let mut a = ann.join(&code).await;
        eve.until_rows("waiting", &[(&code, "1 of 2 players")]).await;
        // Whoever comes later sees the same.
        let mut late = Lists::open(&ben, "/lobby/socket").await;
        late.until_rows("waiting", &[(&code, "1 of 2 players")]).await;
        let mut b = ben.join(&code).await;
        b.sit(&ben, 1).await;
        eve.until_rows("playing", &[(&code, "being played")]).await;
        eve.until_rows("waiting", &[]).await;
        assert!(!text(&ann, "/lists/lobby").await.contains(&hidden));
        late.until_turns(&[]).await;
        a.until_event("started").await;
        a.must(json!({ "t": "resign" })).await;
        eve.until_rows("playing", &[]).await;
        server.stop().await;
        // A page that is told so connects to the next server at once.
        while eve.receive().await || late.receive().await {}
        assert_eq!((eve.closed, late.closed), (Some(1012), Some(1012)));
    }

    async fn a_waiting_table_where_nobody_is_leaves_the_lobby_until_somebody_comes_back(base: Base) {
        let server = Server::with(&base, &["--lobby-away", "1s"]).await;
        let ann = Person::named(server.address, "Ann").await;
        let mut eve = Lists::open(&Person::nobody(server.address), "/lobby/socket").await;
        let code = ann.create(2, "seated", true).await;
        eve.until_rows("waiting", &[(&code, "1 of 2 players, away")]).await;
        eve.until_rows("waiting", &[]).await;
        let notice = "was closed, since nobody was there";
        for page in ["/", "/my"] {
            let page = until_page(&ann, page, notice, true).await;
            assert!(page.contains("1 of 2 players, closed"), "{page}");
        }
        assert!(!text(&Person::nobody(server.address), "/").await.contains(notice));
        // The link is as good as ever.
        let here = ann.join(&code).await;
        eve.until_rows("waiting", &[(&code, "1 of 2 players")]).await;
        until_page(&ann, "/my", notice, false).await;
        drop(here);
        eve.until_rows("waiting", &[]).await;
        until_page(&ann, "/my", notice, true).await;
        server.stop().await;
    }

    async fn a_quick_game_joins_a_table_where_somebody_waits_or_opens_one(base: Base) {
        let server = Server::start(&base).await;
        let people = join_all(["Ann", "Ben", "Cem", "Dee", "Eva"].map(|name| Person::named(server.address, name))).await;
        let [ann, ben, cem, dee, eva] = &people[..] else { panic!("five people") };
        // Two at the same moment meet.
        let (first, second) = tokio::join!(quick(ann, GameKind::Bushi), quick(ben, GameKind::Bushi));
        assert_eq!(first, second);
        let mut a = ann.join(&first).await;
        let _b = ben.join(&first).await;
        a.until_event("started").await;
        // A table that is full, one of another game, and one that is not public do not fit.
        let hidden = cem.create_of(GameKind::Bushi, 2, "seated", false).await;
        let other = cem.create_of(GameKind::Bushka, 2, "seated", true).await;
        let _c = (cem.join(&hidden).await, cem.join(&other).await);
        let third = quick(dee, GameKind::Bushi).await;
        assert!(![&first, &hidden, &other].contains(&&third));
        assert_eq!(quick(dee, GameKind::Bushi).await, third, "who sits there already comes back");
        // A larger table that lacks one player begins as soon as a small one.
        let four = cem.create(4, "seated", true).await;
        let mut c = cem.join(&four).await;
        for (person, chair) in [(ann, 1), (ben, 2)] {
            person.join(&four).await.sit(person, chair).await;
        }
        assert_eq!(quick(eva, GameKind::Bushwhacked).await, four);
        c.until(|message| message["event"]["player"]["name"] == "Eva").await;
        server.stop().await;
    }

    async fn a_quick_game_finds_the_table_that_waits_among_many_others(base: Base) {
        let server = Server::start(&base).await;
        let (ann, ben) = (Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await);
        let waiting = quick(&ann, GameKind::Bushi).await;
        let _here = ann.join(&waiting).await;
        for _ in 0..30 {
            let other = Person::named(server.address, "Cem").await;
            for kind in [GameKind::Bushka, GameKind::Antipode] {
                other.create_of(kind, 2, "seated", true).await;
            }
        }
        // They were seen later, however often it is noted that Ann is there: they come first in the lobby.
        let later = format!("UPDATE lobby_tables SET present_at = present_at + 3600000
            WHERE table_id <> (SELECT id FROM tables WHERE code = '{waiting}')");
        base.rival().await.execute(later).await;
        assert_eq!(quick(&ben, GameKind::Bushi).await, waiting);
        server.stop().await;
    }

    async fn one_player_and_one_network_have_few_tables_in_the_lobby(base: Base) {
        let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
        let here = "203.0.113.9";
        let open = async |person: &Person, public: bool| {
            let form = [("kind", "bushi"), ("seats", "2"), ("starter", "seated"), ("name", &person.name),
                ("public", if public { "true" } else { "false" })];
            let answer = person.post("/tables").form(&form).send().await.unwrap();
            let status = answer.status().as_u16();
            (status, answer.text().await.unwrap())
        };
        let mut people = Vec::new();
        for name in ["Ann", "Ben", "Cem", "Dee"] {
            people.push(Person::nobody(server.address).behind(here).give_name(name).await);
        }
        for person in &people[..3] {
            assert_eq!([open(person, true).await.0, open(person, true).await.0], [303, 303]);
        }
        let (status, page) = open(&people[0], true).await;
        assert_eq!(status, 422);
        assert!(page.contains("You already have two tables waiting in the lobby."), "{page}");
        assert!(page.contains("value=\"true\" checked> Public"), "nothing that was chosen is lost: {page}");
        assert_eq!(open(&people[0], false).await.0, 303, "by its link");
        let quick = people[0].post("/quick").form(&[("kind", "bushka"), ("name", "Ann")]).send().await.unwrap();
        assert_eq!(quick.status(), 422);
        assert!(quick.text().await.unwrap().contains("You already have two tables"));
        let (status, page) = open(&people[3], true).await;
        assert_eq!(status, 422);
        assert!(page.contains("Several tables from your network are already waiting in the lobby."), "{page}");
        // Somewhere else the same person may; and here, once tables are no longer listed.
        assert_eq!(open(&people[3].behind("203.0.113.10"), true).await.0, 303);
        base.rival().await.execute("UPDATE lobby_tables SET present_at = 0").await;
        assert_eq!(open(&people[0], true).await.0, 303);
        server.stop().await;
    }

    async fn however_many_one_player_has_opened_the_lobby_shows_two(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let codes = [ann.create(2, "seated", true).await, ann.create(2, "seated", true).await];
        // As several nodes may let it happen in the same instant, or rematches.
        let others = [Person::named(server.address, "Ben").await, Person::named(server.address, "Cem").await];
        let third = others[0].create(2, "seated", true).await;
        let fourth = others[1].create(2, "seated", true).await;
        let mut rival = base.rival().await;
        rival.execute(format!("UPDATE lobby_tables SET opened_by = (SELECT opened_by FROM lobby_tables l JOIN tables t
            ON t.id = l.table_id WHERE t.code = '{}') WHERE table_id = (SELECT id FROM tables WHERE code = '{third}')", codes[0])).await;
        let mut lobby = Lists::open(&Person::nobody(server.address), "/lobby/socket").await;
        let row = "1 of 2 players, away";
        lobby.until_rows("waiting", &[(&fourth, row), (&codes[1], row), (&codes[0], row)]).await;
        server.stop().await;
    }

    async fn a_quick_game_needs_no_name_before_and_counts_once(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let form = [("kind", "bushi"), ("name", "Newcomer"), ("form", "0191d1b0-0000-7000-8000-000000000001")];
        let first = nobody.post("/quick").form(&form).send().await.unwrap();
        assert!(first.headers().contains_key(SET_COOKIE));
        let again = nobody.post("/quick").form(&form).send().await.unwrap();
        assert_eq!(first.headers()["location"], again.headers()["location"], "a double tap");
        for (kind, name) in [("bushi", ""), ("solitaire", "Ann"), ("", "")] {
            let answer = nobody.post("/quick").form(&[("kind", kind), ("name", name)]).send().await.unwrap();
            assert_eq!(answer.status(), 422, "{kind} {name}");
        }
        server.stop().await;
    }

    async fn a_turn_is_told_to_the_other_pages_of_its_players_without_a_look_at_their_tables(base: Base) {
        let server = Server::start(&base).await;
        let people = [Person::named(server.address, "Ann").await, Person::named(server.address, "Ben").await];
        let begin = async || Party::of(people.to_vec(), false).await.begun().await;
        let (mut first, second) = (begin().await, begin().await);
        let mut at_second = people[0].join(&second.code).await;
        // The page may be open before it is known whose turn it is in the first game.
        let waiting = json!([first.code]);
        at_second.until(|message| message["t"] == "turns" && message["tables"] == waiting).await;
        let mut rival = base.rival().await;
        rival.hide("table_players").await;
        first.play("e5").await;
        // Something else has changed at the table in the same instant, which cannot be read.
        first.offer(0, 1, json!({ "what": "take_back", "turns": 1 })).await;
        at_second.until(|message| message["t"] == "turns" && message["tables"] == json!([])).await;
        rival.show("table_players").await;
        server.stop().await;
    }

    async fn ones_own_tables_are_listed_with_those_first_where_it_is_ones_turn(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        assert!(text(&Person::nobody(server.address), "/my").await.contains("You are not at a table"));
        let mut mine = Lists::open(&ann, "/my/socket").await;
        let begin = async |people: [&Person; 2]| Party::of(people.map(Person::clone).to_vec(), false).await.begun().await;
        let mut first = begin([&ann, &ben]).await;
        let mut theirs = begin([&ben, &ann]).await;
        let mut second = begin([&ann, &ben]).await;
        let mut over = begin([&ann, &ben]).await;
        over.resign(1).await;
        let waiting = ann.create(2, "seated", true).await;
        mine.until_turns(&[&first.code, &second.code]).await;
        mine.hears_nothing_more().await;

        let page = text(&ann, "/my").await;
        let place = |list: &str, code: &str| section(&page, list).find(code).unwrap_or(usize::MAX);
        assert!(place("turns", &first.code) < place("turns", &second.code), "the longest wait comes first: {page}");
        for (list, code) in [("turns", &second.code), ("playing", &theirs.code), ("waiting", &waiting), ("finished", &over.code)] {
            assert_eq!(page.matches(&format!("<li><a href=\"/g/{code}")).count(), 1, "{page}");
            assert_ne!(place(list, code), usize::MAX, "{list}: {page}");
        }
        assert!(!text(&ben, "/my").await.contains(&waiting));

        // At another table the count follows, and what is played elsewhere changes it.
        let mut at_theirs = ann.join(&theirs.code).await;
        at_theirs.until(|message| message["t"] == "turns").await;
        first.play("e5").await;
        let turns = at_theirs.until(|message| message["t"] == "turns").await;
        assert_eq!(turns["tables"], json!([second.code]));
        mine.until_turns(&[&second.code]).await;
        // Whose turn it is at the table itself its page knows without being told.
        theirs.play("e5").await;
        mine.until_turns(&[&second.code, &theirs.code]).await;
        second.play("e5").await;
        let turns = at_theirs.until(|message| message["t"] == "turns").await;
        assert_eq!(turns["tables"], json!([]));
        // A page that comes back may have known of turns that were played meanwhile.
        let mut again = ann.join(&theirs.code).await;
        let turns = again.until(|message| message["t"] == "turns").await;
        assert_eq!(turns["tables"], json!([]));
        server.stop().await;
    }
}

buses! {
    async fn lists_are_kept_right_over_nodes(cluster: Cluster) {
        let cluster = cluster.with(2, &["--countdown", "0s"]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let (ann, ben) = (Person::named(a, "Ann").await, Person::named(b, "Ben").await);
        let mut lobby = Lists::open(&Person::nobody(b), "/lobby/socket").await;
        let mut turns = Lists::open(&ben, "/my/socket").await;
        let mut party = Party::of(vec![ann.clone(), ben.at(a)], true).await;
        lobby.until_rows("playing", &[(&party.code, "being played")]).await;
        party = party.begun().await;
        party.play("e5").await;
        let played = Instant::now();
        turns.until_turns(&[&party.code]).await;
        eprintln!("known at the other node after {:?}", played.elapsed());
        let waiting = ann.create(2, "seated", true).await;
        let _here = ann.join(&waiting).await;
        lobby.until_rows("waiting", &[(&waiting, "1 of 2 players")]).await;
        assert_eq!(quick(&ben, GameKind::Bushwhacked).await, waiting, "somebody waits at the other node");
        cluster.stop().await;
    }

    async fn who_wants_a_quick_game_at_two_nodes_in_the_same_instant_meets_at_one_table(cluster: Cluster) {
        let cluster = cluster.with(2, &["--countdown", "60s"]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        for round in 0..8 {
            let people = join_all([a, b, b, a].map(|address| Person::named(address, "Ann"))).await;
            let mut codes = join_all(people.iter().zip(["Ann", "Ben", "Cem", "Dee"]).map(|(person, name)| {
                let person = Person { name: name.to_owned(), ..person.clone() };
                async move { quick(&person, GameKind::Bushi).await }
            })).await;
            codes.sort();
            assert!(codes[0] == codes[1] && codes[2] == codes[3] && codes[1] != codes[2], "round {round}: {codes:?}");
        }
        cluster.stop().await;
    }
}
