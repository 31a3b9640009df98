//! Tournaments that members create, by the form of the page and by the API.

use serde_json::{Value, json};

use super::*;
use crate::accounts::tokens::make_token;
use crate::cli::admin::member;

/// What the form of a tournament for two sends, with a start in a day.
fn fields() -> Vec<(&'static str, String)> {
    let tomorrow = thicket_server::time::list_day(monotonic_unix_ms() + 24 * 60 * 60 * 1000);
    [
        ("title", "Winter Cup"),
        ("text", "Bring tea.\r\nAnd <biscuits>."),
        ("kind", "bushi"),
        ("seats-bushi", "2"),
        ("variant-bushi", "9x9"),
        ("seats-btt", "5"),
        ("fewer", "1"),
        ("rated", "true"),
        ("format", "everybody"),
        ("rounds", "5"),
        ("most_rounds", ""),
        ("day", tomorrow.as_str()),
        ("time", "20:30"),
        ("zone", "Europe/Berlin"),
        ("most", "12"),
        ("lowest", ""),
        ("highest", "1800"),
        ("clock", "600+10"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into()
}

fn with(name: &'static str, value: &str) -> Vec<(&'static str, String)> {
    let mut fields = fields();
    fields.retain(|(known, _)| *known != name);
    fields.push((name, value.to_owned()));
    fields
}

both! {
    async fn a_member_announces_a_tournament_by_the_form(base: Base) {
        let server = Server::start(&base).await;
        let ann = member(&server, "Ann").await;
        let guest = Person::named(server.address, "Ben").await;
        assert!(guest.read("/tournaments/new").await.contains("needs an account"));
        let refused = guest.post("/tournaments").form(&fields()).send().await.unwrap();
        assert_eq!(refused.status(), 422);

        // What is wrong is said, and what was typed is there again.
        for (name, value, sentence) in [
            ("title", " ", "A tournament needs a name."),
            ("day", "", "Please give the day and the time of the start."),
            ("day", "2020-01-01", "A tournament begins in the future, within a year."),
            ("zone", "Atlantis", "There is no such time zone."),
            ("most", "many", "“many” is not a number that fits there."),
            ("most", "", "In this format 2 to 64 players can take part."),
            ("lowest", "1900", "The lower bound of ratings is above the upper one."),
            ("clock", "untimed", "A tournament needs a clock"),
            ("format", "knockout", "There is no such format."),
        ] {
            let answer = ann.post("/tournaments").form(&with(name, value)).send().await.unwrap();
            assert_eq!(answer.status(), 422, "{name}={value}");
            let page = answer.text().await.unwrap();
            assert!(page.contains(sentence), "{sentence}: {page}");
            assert!(page.contains("And &#60;biscuits&#62;.") && page.contains("value=\"1800\""), "{page}");
        }
        let none = ann.read("/tournaments").await;
        assert!(none.contains("There is none yet."), "{none}");

        // Sent twice it makes one.
        let key = TournamentId::fresh().to_string();
        let mut pages = BTreeSet::new();
        for _ in 0..2 {
            let mut fields = with("form", &key);
            fields.retain(|(name, _)| *name != "highest");
            let answer = ann.post("/tournaments").form(&fields).send().await.unwrap();
            assert_eq!(answer.status(), 303);
            pages.insert(answer.headers()["location"].to_str().unwrap().to_owned());
        }
        let [page] = Vec::from_iter(pages).try_into().unwrap();
        let read = guest.read(&page).await;
        for words in ["Winter Cup", "Bring tea.\nAnd &#60;biscuits&#62;.", "Bushi 9x9 · 10+10", "for accounts"] {
            assert!(read.contains(words), "{words}: {read}");
        }
        let id: TournamentId = page.rsplit('/').next().unwrap().parse().unwrap();
        let state = Tournaments::new(server.store.clone()).read(id).await.unwrap();
        assert_eq!(state.terms.format(), Format::RoundRobin { second_leg: false });
        let results: Value = guest.read(&format!("{page}/results.json")).await.parse().unwrap();
        assert_eq!((&results["director"], &results["players"][0]["name"]), (&results["players"][0]["id"], &json!("Ann")));
        let listed = guest.read("/tournaments").await;
        assert_eq!(listed.matches("Winter Cup").count(), 1, "{listed}");
        let calendar = guest.read(&format!("{page}/start.ics")).await;
        assert!(calendar.contains("SUMMARY:Winter Cup") && calendar.contains("DTSTART:2"), "{calendar}");

        // Whoever has the page asks whether there is news.
        let mark = "data-tag=\"";
        let tag = &read[read.find(mark).unwrap() + mark.len()..];
        let tag = tag[..tag.find("\" data-follows").unwrap()].replace("&#34;", "\"");
        let again = async |tag: &str| guest.get(&page).header("if-none-match", tag).send().await.unwrap().status();
        // The minute may just have changed.
        let now = again(&tag).await;
        assert!(now == 304 || again(&tag).await == 200);
        let signed = ann.post(&format!("{page}/sign-up")).form(&[("form", TournamentId::fresh())]).send().await.unwrap();
        assert_eq!(signed.status(), 303);
        assert_eq!(again(&tag).await, 200, "somebody has signed up");
        server.stop().await;
    }

    async fn a_program_creates_a_tournament_takes_part_and_follows_it(base: Base) {
        let server = Server::start(&base).await;
        let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
        let tokens = [make_token(&ann, &["host"]).await, make_token(&ben, &["play"]).await];
        let starts_at = (monotonic_unix_ms() + 60 * 60 * 1000).0;
        let wanted = json!({
            "name": "Program Cup", "game": "bushka", "clock": "7d+12h, cap 14d, grace 12h",
            "format": "swiss", "rounds": 3, "starts_at": starts_at, "most": 8,
        });
        let http = &ann.http;
        let create = async |wanted: &Value, token: &str, key: &str| {
            let sent = http.post(ann.url("/api/tournaments")).bearer_auth(token).json(wanted);
            sent.header("idempotency-key", key).send().await.unwrap()
        };
        let keys = [TournamentId::fresh().to_string(), TournamentId::fresh().to_string()];
        let made: Value = create(&wanted, &tokens[0], &keys[0]).await.json().await.unwrap();
        let again: Value = create(&wanted, &tokens[0], &keys[0]).await.json().await.unwrap();
        assert_eq!(made, again, "the key is the tournament");
        assert_eq!(create(&wanted, &tokens[1], &keys[1]).await.status(), 403, "it needs the scope");
        let bad = json!({ "name": "Cup", "game": "bushka", "clock": "600+10", "format": "knockout", "starts_at": starts_at, "most": 8 });
        assert_eq!(create(&bad, &tokens[0], &keys[1]).await.status(), 422);

        let path = format!("/api/tournaments/{}", made["id"].as_str().unwrap());
        let mut stream = http.get(ann.url(&format!("{path}/stream"))).send().await.unwrap();
        let mut read = Vec::new();
        let mut line = async || {
            while !read.contains(&b'{') || !read.ends_with(b"\n") {
                read.extend_from_slice(&stream.chunk().await.unwrap().unwrap());
            }
            let line: Value = serde_json::from_slice(&std::mem::take(&mut read)).unwrap();
            line
        };
        assert_eq!(line().await["tournament"]["players"].as_array().unwrap().len(), 1, "the director");
        let act = async |what: &str| {
            let sent = http.post(ann.url(&format!("{path}/{what}"))).bearer_auth(&tokens[1]);
            sent.send().await.unwrap()
        };
        for _ in 0..2 {
            let signed: Value = act("sign-up").await.json().await.unwrap();
            assert_eq!(signed["players"][1]["name"], "Ben");
            assert_eq!(signed["players"][1]["present"], true);
        }
        assert_eq!(line().await["tournament"]["players"][1]["name"], "Ben");
        assert_eq!(act("confirm").await.status(), 409, "nobody has to confirm");
        let out: Value = act("withdraw").await.json().await.unwrap();
        assert_eq!(out["players"][1]["present"], false);
        let listed: Value = ben.read("/api/tournaments").await.parse().unwrap();
        assert_eq!(listed["tournaments"][0]["name"], "Program Cup");
        let strange = ben.get("/api/tournaments?status=lost").send().await.unwrap();
        assert_eq!(strange.status(), 422);
        server.stop().await;
    }
}
