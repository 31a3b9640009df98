//! Rated games between accounts, over real connections: who may sit there, and what pages and records say afterwards.

use std::time::Duration;

use reqwest::Response;
use serde_json::{Value, json};
use thicket_rules::GameKind;
use tokio::time::sleep;

use super::accounts::bots::{at_work, make_bot};
use super::accounts::guessing::keeping_cookies;
use super::accounts::{PASSWORD, send, sign_in, sign_up};
use super::common::base::both;
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

/// Sends the form that opens a table.
async fn open(person: &Person, clock: &str, rated: bool) -> Response {
    let rated = rated.to_string();
    let form = [
        ("kind", "bushwhacked"),
        ("seats", "2"),
        ("starter", "seated"),
        ("public", "true"),
        ("name", person.name.as_str()),
        ("clock", clock),
        ("rated", &rated),
    ];
    send(person, "/tables", &form).await
}

/// Opens a rated table; its code.
async fn rated_table(person: &Person) -> String {
    let answer = open(person, "300+5", true).await;
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let place = answer.headers()["location"].to_str().unwrap();
    place.strip_prefix("/g/").unwrap().to_owned()
}

/// Two accounts at a rated table whose game has begun.
async fn rated_party(people: [Person; 2]) -> Party {
    let code = rated_table(&people[0]).await;
    let mut sockets = vec![people[0].join(&code).await, people[1].join(&code).await];
    sockets[1].sit(&people[1], 1).await;
    let game = GameKind::Bushwhacked.start(2, "").unwrap();
    let people = people.to_vec();
    let party = Party {
        code,
        people,
        sockets,
        game,
    };
    party.begun().await
}

async fn members(server: &Server, names: [&str; 2]) -> [Person; 2] {
    let nobody = Person::nobody(server.address);
    [sign_up(&nobody, names[0]).await, sign_up(&nobody, names[1]).await]
}

both! {
    async fn in_rated_games_with_a_real_time_clock_nobody_plans(base: Base) {
        let server = Server::start(&base).await;
        let mut party = rated_party(members(&server, ["Ann", "Ben"]).await).await;
        let answers = json!([{ "to": "e5", "play": "e6" }]);
        let plan = json!({ "t": "plan", "turn": 0, "plan": { "what": "answers", "answers": answers } });
        party.sockets[1].refused(plan, "rated").await;
        let page = party.people[1].get(&format!("/g/{}/plan", party.code)).send().await.unwrap();
        assert_eq!(page.status(), 303);
        server.stop().await;
    }

    async fn rated_tables_are_opened_and_joined_by_accounts_with_a_clock(base: Base) {
        let server = Server::start(&base).await;
        let guest = Person::named(server.address, "Gus").await;
        let refused = open(&guest, "300+5", true).await;
        assert_eq!(refused.status(), 422);
        assert!(refused.text().await.unwrap().contains("Rated games are for accounts."));
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        let refused = open(&ann, "untimed", true).await;
        assert_eq!(refused.status(), 422);
        assert!(refused.text().await.unwrap().contains("A rated game needs a clock."));

        let code = rated_table(&ann).await;
        let mut host = ann.join(&code).await;
        let mut outsider = guest.join(&code).await;
        outsider.refused(json!({ "t": "sit", "chair": 1, "name": "Gus" }), "rated").await;
        host.refused(json!({ "t": "seat_bot", "chair": 1, "level": 1 }), "rated").await;
        let untimed = json!({ "clock": "untimed", "minutes": "", "seconds": "", "days": "", "hours": "", "cap": "", "grace": "" });
        host.refused(json!({ "t": "change_clock", "clock": untimed }), "rated").await;
        let companion = ann.post(&format!("/g/{code}/companions")).json(&json!({ "name": "Kid" })).send().await.unwrap();
        assert!(companion.status().is_client_error(), "{companion:?}");
        let page = guest.read(&format!("/g/{code}")).await;
        assert!(page.contains("This game is rated") && page.contains("href=\"/sign-up\""), "{page}");
        // Lists follow a moment later.
        while !guest.read("/").await.contains("· 5+5 · rated") {
            sleep(Duration::from_millis(50)).await;
        }
        ben.join(&code).await.sit(&ben, 1).await;
        server.stop().await;
    }

    async fn a_rated_game_changes_ratings_and_everything_shows_it(base: Base) {
        let server = Server::start(&base).await;
        let markup = "<b>Dan</b>";
        let [ann, dan] = members(&server, ["Ann", markup]).await;
        let mut party = rated_party([ann.clone(), dan.clone()]).await;
        party.play("e5").await;
        party.play("e6").await;
        party.resign(0).await;
        let code = party.code.clone();
        let record: Value = ann.get(&format!("/g/{code}/record.json")).send().await.unwrap().json().await.unwrap();
        assert_eq!(record["rated"], true);
        let rating = |seat: usize, when: &str| record["seats"][seat]["rating"][when]["rating"].as_f64().unwrap();
        assert_eq!((rating(0, "before"), rating(1, "before")), (1500.0, 1500.0));
        let gained = rating(1, "after") - 1500.0;
        assert!(gained > 30.0 && (1500.0 - rating(0, "after") - gained).abs() < 1e-6, "{record}");
        let change = format!("1500 → {}", rating(1, "after").round());

        let nobody = Person::nobody(server.address);
        let dans = "/@%3Cb%3EDan%3C%2Fb%3E";
        for path in [format!("/g/{code}"), "/records?rated=yes".to_owned(), dans.to_owned()] {
            let page = nobody.read(&path).await;
            assert!(!page.contains(markup), "{path}: {page}");
            assert!(page.contains(&change) && page.contains(&format!("href=\"{dans}\"")), "{path}: {page}");
        }
        assert!(!nobody.read("/records?rated=no").await.contains(&code));
        let page = nobody.read(dans).await;
        for words in ["1 rated game, provisional until there are 20", "Stayed to the end in 100% of 1 game", "1 of 1", "href=\"/@Ann\""] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert!(dan.read("/rules").await.contains(&format!("id=\"you\" href=\"{dans}\"")));
        let data: Value = dan.get("/session/data").send().await.unwrap().json().await.unwrap();
        assert_eq!(data["games"][0]["rating"], record["seats"][1]["rating"], "{data}");

        // Other forms of a name lead to the one that the account has.
        let other = nobody.get("/@ANN").send().await.unwrap();
        assert_eq!((other.status().as_u16(), other.headers()["location"].to_str().unwrap()), (303, "/@Ann"));
        for nowhere in ["/@Nobody", "/@", "/@%00", "/@..", "/ratings/chess", "/statistics/chess"] {
            assert_eq!(nobody.get(nowhere).send().await.unwrap().status(), 404, "{nowhere}");
        }
        assert!(nobody.read("/ratings").await.contains("Everybody begins with 1500."));
        assert!(nobody.read("/ratings/bushwhacked").await.contains("Nobody has played 20 rated games"));
        let statistics = nobody.read("/statistics/bushwhacked?opponents=people").await;
        assert!(statistics.contains("1 game between people") && statistics.contains("100%"), "{statistics}");

        // A rematch is rated, too.
        let answer = send(&ann, &format!("/g/{code}/rematch"), &[]).await;
        let next = answer.headers()["location"].to_str().unwrap().to_owned();
        assert!(nobody.read(&next).await.contains(">rated</a>"));
        server.stop().await;
    }

    async fn a_rated_game_that_hardly_began_changes_nothing_and_says_so(base: Base) {
        let server = Server::start(&base).await;
        let mut party = rated_party(members(&server, ["Ann", "Ben"]).await).await;
        party.play("e5").await;
        party.resign(1).await;
        let code = party.code.clone();
        let note = "The game ended before every player had a turn, so it changed no ratings.";
        let ann = &party.people[0];
        let page = ann.read(&format!("/g/{code}")).await;
        assert!(page.contains(note) && page.contains("/ratings#fair"), "{page}");
        let record: Value = ann.get(&format!("/g/{code}/record.json")).send().await.unwrap().json().await.unwrap();
        assert_eq!((&record["rating_note"], &record["seats"][0]["rating"]), (&json!(note), &Value::Null), "{record}");
        assert!(ann.read("/@Ann").await.contains("No rated games yet."));
        assert!(ann.read("/ratings").await.contains("a tenth less than the one before"));
        server.stop().await;
    }

    async fn the_second_game_of_two_players_counts_less(base: Base) {
        let server = Server::start(&base).await;
        let people = members(&server, ["Ann", "Ben"]).await;
        let mut notes = Vec::new();
        for _ in 0..2 {
            let mut party = rated_party(people.clone()).await;
            party.play("e5").await;
            party.play("e6").await;
            party.resign(0).await;
            let path = format!("/g/{}/record.json", party.code);
            let record: Value = people[0].get(&path).send().await.unwrap().json().await.unwrap();
            notes.push((record["rating_weights"].clone(), record["rating_note"].clone()));
        }
        let less = "Results between some of these players did not count in full.";
        assert_eq!(notes, [(json!([1.0]), Value::Null), (json!([0.9]), json!(less))]);
        server.stop().await;
    }

    async fn a_bot_plays_rated_games_at_its_own_tables_but_none_with_its_owner(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        let (ann, _) = make_bot(ann, "Robo").await;
        let robo = at_work(&server, "Robo").await;
        let code = rated_table(&ben).await;
        robo.join(&code).await.refused(json!({ "t": "sit", "chair": 1, "name": "Robo" }), "rated").await;
        let mut records = Vec::new();
        for person in [&ben, &ann] {
            let mut party = rated_party([robo.clone(), person.clone()]).await;
            party.play("e5").await;
            party.play("e6").await;
            party.resign(1).await;
            let record: Value = serde_json::from_str(&ben.read(&format!("/g/{}/record.json", party.code)).await).unwrap();
            let seat = &record["seats"][0];
            assert_eq!((&seat["program"], &seat["owner"], &seat["guest"]), (&json!(true), &json!("Ann"), &json!(false)), "{record}");
            let text = ben.read(&format!("/g/{}/record.txt", party.code)).await;
            assert!(text.contains("[Seat1 \"Robo (bot of Ann)\"]"), "{text}");
            assert!(ben.read(&format!("/g/{}", party.code)).await.contains("bot of Ann"));
            records.push((seat["rating"].is_null(), record["rating_weights"].clone()));
        }
        assert_eq!(records, [(false, json!([1.0])), (true, json!([0.0]))]);
        let robo: Value = serde_json::from_str(&ben.read("/api/players/Robo").await).unwrap();
        assert_eq!((&robo["owner"], &robo["ratings"][0]["games"]), (&json!("Ann"), &json!(1)), "{robo}");
        server.stop().await;
    }

    async fn accounts_of_one_browser_are_not_rated_against_each_other(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let signed_up = send(&nobody, "/sign-up", &[("name", "Ann"), ("password", PASSWORD)]).await;
        let browser = keeping_cookies(&nobody, &signed_up);
        let ben = sign_up(&nobody, "Ben").await;
        // Ben signs in once where Ann has signed up, and plays on his own device.
        let browser = keeping_cookies(&browser, &send(&browser, "/session/end", &[]).await);
        for name in ["Ben", "Ann"] {
            let signed_in = send(&browser, "/sign-in", &[("name", name), ("password", PASSWORD)]).await;
            assert_eq!(signed_in.status(), 303);
        }
        let ann = sign_in(&nobody, "Ann").await;
        let cem = sign_up(&Person::nobody(server.address), "Cem").await;
        let mut party = rated_party([ann.clone(), ben]).await;
        party.play("e5").await;
        party.play("e6").await;
        party.resign(0).await;
        let record: Value = ann.get(&format!("/g/{}/record.json", party.code)).send().await.unwrap().json().await.unwrap();
        assert_eq!((&record["rating_weights"], &record["rating_note"]), (&json!([0.0]), &json!("The game changed no ratings.")));
        assert!(ann.read("/@Ann").await.contains("No rated games yet."));
        let mut party = rated_party([ann.clone(), cem]).await;
        party.play("e5").await;
        party.play("e6").await;
        party.resign(0).await;
        assert!(ann.read("/@Ann").await.contains("1 rated game,"));
        server.stop().await;
    }
}
