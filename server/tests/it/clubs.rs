//! Clubs by their pages: people join in each way, officers decide, and what is played there is listed and counted.

use reqwest::StatusCode;
use serde_json::{Value, json};
use thicket_rules::GameKind;
use thicket_server::ids::{ClubId, IdempotencyKey, PlayerId};
use thicket_server::model::club::Role;
use thicket_server::time::{list_day, monotonic_unix_ms};

use crate::cli::admin::member;
use crate::common::base::{Base, both};
use crate::common::client::Person;
use crate::common::party::Party;
use crate::common::process::program;
use crate::common::server::Server;

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn send(person: &Person, path: &str, fields: &[(&str, &str)]) -> StatusCode {
    person.post(path).form(fields).send().await.unwrap().status()
}

/// The page of a new club.
async fn founded(founder: &Person, name: &str, joining: &str) -> String {
    let fields = [("title", name), ("text", "Come <in>."), ("joining", joining)];
    let answer = founder.post("/clubs").form(&fields).send().await.unwrap();
    assert_eq!(answer.status(), 303);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

async fn player(server: &Server, name: &str) -> PlayerId {
    server.store.account_named(name).await.unwrap().unwrap().player.id
}

/// What programs are told.
async fn told(person: &Person, path: &str) -> Value {
    serde_json::from_str(&person.read(path).await).unwrap()
}

fn id_of(club: &str) -> ClubId {
    club.strip_prefix("/clubs/").unwrap().parse().unwrap()
}

/// The path of the officers' link, as their page shows it.
async fn link(officer: &Person, club: &str) -> String {
    let page = officer.read(club).await;
    let (_, after) = page.split_once("id=\"invitation\" value=\"").unwrap();
    let (link, _) = after.split_once('"').unwrap();
    let (_, path) = link.split_once("/clubs/").unwrap();
    format!("/clubs/{path}")
}

both! {
    async fn people_join_a_club_in_each_way(base: Base) {
        let server = Server::start(&base).await;
        let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
        let guest = Person::named(server.address, "Gus").await;
        assert!(guest.read("/clubs/new").await.contains("Clubs are for accounts"));
        assert_eq!(send(&guest, "/clubs", &[("title", "Guests"), ("joining", "open")]).await, 422);
        let key = IdempotencyKey::fresh().to_string();
        let mut places = Vec::new();
        for _ in 0..2 {
            let fields = [("title", "Tuesdays"), ("text", "Come <in>."), ("joining", "open"), ("form", &key)];
            let answer = ann.post("/clubs").form(&fields).send().await.unwrap();
            places.push(answer.headers()["location"].to_str().unwrap().to_owned());
        }
        assert_eq!(places[0], places[1], "sent twice it founds one");
        let taken = ben.post("/clubs").form(&[("title", "tuesdays"), ("joining", "open")]).send().await.unwrap();
        assert_eq!(taken.status(), 422);
        assert!(taken.text().await.unwrap().contains("There is a club with that name already."));

        let open = &places[0];
        let page = guest.read(open).await;
        for words in ["Come &#60;in&#62;.", "A club of 1 member", "Everybody with an account can join.", "Sign in"] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert!(!page.contains("invitation"), "only officers see the link: {page}");
        assert_eq!(send(&guest, &format!("{open}/join"), &[]).await, 409);
        for _ in 0..2 {
            assert_eq!(send(&ben, &format!("{open}/join"), &[]).await, 303);
        }
        assert!(ben.read(open).await.contains("You belong to this club"));
        let id = id_of(open);
        let ids = [player(&server, "Ann").await, player(&server, "Ben").await];
        let role = async |person: &Person, id| {
            let player = ids[usize::from(person.name == "Ben")];
            server.store.club_role(id, player).await.unwrap()
        };
        let ben_id = ids[1].to_string();
        assert_eq!(role(&ben, id).await, Some(Role::Member));

        let asked = founded(&ann, "On request", "on_request").await;
        for _ in 0..2 {
            assert_eq!(send(&ben, &format!("{asked}/join"), &[]).await, 303);
        }
        assert!(ben.read(&asked).await.contains("You have asked to join."));
        assert!(ben.read("/clubs").await.contains("asked to join"));
        assert!(ann.read(&asked).await.contains("Accept Ben"));
        let answer = [("player", ben_id.as_str()), ("change", "accept")];
        assert_eq!(send(&ben, &format!("{asked}/members"), &answer).await, 409, "nobody accepts themselves");
        assert_eq!(send(&ann, &format!("{asked}/members"), &answer).await, 303);
        assert_eq!(role(&ben, id_of(&asked)).await, Some(Role::Member));

        let closed = founded(&ann, "By invitation", "invited").await;
        assert_eq!(send(&ben, &format!("{closed}/join"), &[]).await, 409);
        let path = link(&ann, &closed).await;
        let (_, secret) = path.split_once("invitation=").unwrap();
        assert!(ben.read(&path).await.contains("You are invited"));
        assert_eq!(send(&ann, &format!("{closed}/link"), &[]).await, 303);
        assert_eq!(send(&ben, &format!("{closed}/join"), &[("invitation", secret)]).await, 409, "the old link");
        let path = link(&ann, &closed).await;
        let (_, secret) = path.split_once("invitation=").unwrap();
        assert_eq!(send(&ben, &format!("{closed}/join"), &[("invitation", secret)]).await, 303);

        // Who is removed does not come back by the link; who is made an officer stays when the last one goes.
        let change = |change| [("player", ben_id.as_str()), ("change", change)];
        let members = format!("{closed}/members");
        assert_eq!(send(&ann, &members, &change("remove")).await, 303);
        assert_eq!(send(&ben, &format!("{closed}/join"), &[("invitation", secret)]).await, 409);
        assert!(ben.read(&closed).await.contains("have removed you"));
        assert_eq!(send(&ann, &members, &change("let_back")).await, 303);
        assert_eq!(send(&ben, &format!("{closed}/join"), &[("invitation", secret)]).await, 303);
        assert_eq!(send(&ann, &members, &change("promote")).await, 303);
        assert_eq!(send(&ann, &members, &change("remove")).await, 409, "an officer is not removed");
        assert_eq!(send(&ann, &format!("{closed}/step-down"), &[]).await, 303);
        let edit = [("title", "Renamed"), ("text", ""), ("joining", "open")];
        assert_eq!(send(&ann, &format!("{closed}/edit"), &edit).await, 409);
        assert_eq!(send(&ben, &format!("{closed}/edit"), &edit).await, 303);
        let long = [("title", "Renamed"), ("text", &"x".repeat(2_001)), ("joining", "open")];
        let refused = ben.post(&format!("{closed}/edit")).form(&long).send().await.unwrap();
        assert_eq!(refused.status(), 409);
        assert!(refused.text().await.unwrap().contains("at most 2000 characters"));
        assert!(ann.read(&closed).await.contains("Renamed"));
        for _ in 0..2 {
            assert_eq!(send(&ann, &format!("{closed}/leave"), &[]).await, 303);
        }
        assert_eq!(role(&ann, id_of(&closed)).await, None);
        assert!(ben.read("/@Ben").await.contains("Renamed"), "profiles name clubs");
        let data: Value = serde_json::from_str(&ben.read("/session/data").await).unwrap();
        assert!(data["clubs"].to_string().contains("\"Renamed\",\"officer\""), "{data}");
        for place in ["/clubs", "/api/clubs"] {
            let nothing = ben.get(&format!("{place}/{}", ClubId::fresh())).send().await.unwrap();
            assert_eq!(nothing.status(), 404);
        }
        server.stop().await;

        // It moves with its server.
        let (folder, other) = (tempfile::tempdir().unwrap(), Base::sqlite());
        let moved = folder.path().join("moved");
        for (command, url) in [("export", &base.url), ("import", &other.url)] {
            let done = program(&[command, "--database-url", url, moved.to_str().unwrap()]).output().await.unwrap();
            assert!(done.status.success(), "{command}: {done:?}");
        }
        let there = other.open().await;
        assert_eq!(there.club(id).await.unwrap().unwrap().members, 2);
    }

    async fn what_is_played_in_a_club_is_listed_and_counted(base: Base) {
        let server = Server::start(&base).await;
        let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
        let gus = Person::named(server.address, "Gus").await;
        let club = founded(&ann, "Tuesdays", "open").await;
        assert_eq!(send(&ben, &format!("{club}/join"), &[]).await, 303);
        let id = id_of(&club).to_string();
        let form = ann.read(&format!("/?club={id}")).await;
        assert!(form.contains("A table of <a href=\"/clubs/"), "{form}");
        assert!(form.contains("name=\"public\" value=\"true\" checked"), "{form}");
        assert!(!gus.read(&format!("/?club={id}")).await.contains("A table of"), "he is no member");
        let fields = |name| {
            [("kind", "bushka"), ("seats", "2"), ("starter", "seated"), ("public", "true"), ("name", name), ("club", &id)]
        };
        let refused = gus.post("/tables").form(&fields("Gus")).send().await.unwrap();
        assert_eq!(refused.status(), 409);
        let opened = ann.post("/tables").form(&fields("Ann")).send().await.unwrap();
        assert_eq!(opened.status(), 303);
        let code = opened.headers()["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
        assert!(ann.read(&format!("/g/{code}")).await.contains("A table of <a href=\"/clubs/"));
        let page = ben.read(&club).await;
        assert!(page.contains(&format!("/g/{code}")), "{page}");
        assert!(page.contains("No member has finished"), "{page}");
        let listed = told(&gus, "/api/clubs").await;
        assert_eq!(listed["clubs"][0]["id"], id.as_str());
        assert_eq!(listed["clubs"][0]["members"], 2);
        let api = format!("/api{club}");
        let told_first = told(&gus, &api).await;
        assert_eq!(told_first["tables"], json!([code]));
        assert_eq!([&told_first["leaderboard"], &told_first["games"]], [&json!([]), &json!([])]);
        let officers = told_first["players"].as_array().unwrap().iter().map(|player| (&player["name"], &player["officer"]));
        assert_eq!(officers.collect::<Vec<_>>(), [(&json!("Ann"), &json!(true)), (&json!("Ben"), &json!(false))]);

        let people = vec![ann.clone(), ben.clone()];
        let mut party = Party::sit_down(GameKind::Bushka, code.clone(), people).await.begun().await;
        let to_move = party.to_move();
        party.resign(to_move).await;
        let winner = ["Ann", "Ben"][1 - to_move];
        let page = ben.read(&club).await;
        let row = format!("<bdi>{winner}</bdi></a></th><td><b>1</b></td><td>1</td><td>1</td>");
        assert!(page.contains(&row), "{row}: {page}");
        assert!(page.contains("Latest games") && page.contains(&format!("/g/{code}\"")), "{page}");
        assert!(ben.read(&format!("{club}/records")).await.contains(&format!("/g/{code}\"")));
        let told_then = told(&gus, &api).await;
        let first = &told_then["leaderboard"][0];
        assert_eq!(first["player"], player(&server, winner).await.to_string());
        assert_eq!([&first["rank"], &first["firsts"], &first["games"]], [1, 1, 1]);
        assert_eq!(first["points"], 1.0);
        assert_eq!([&told_then["tables"], &told_then["games"][0]["code"]], [&json!([]), &json!(code)]);
        let rest = ben.read(&format!("{club}/records?before={}", thicket_server::ids::TableId::earliest(monotonic_unix_ms() - DAY))).await;
        assert!(rest.contains("No games yet."), "{rest}");

        // An officer takes a table off; it stays where else it is.
        let code_field = [("code", code.as_str())];
        assert_eq!(send(&ben, &format!("{club}/remove-table"), &code_field).await, 409);
        assert_eq!(send(&ann, &format!("{club}/remove-table"), &code_field).await, 303);
        assert!(!ben.read(&club).await.contains(&format!("/g/{code}")));
        assert!(ben.read("/records").await.contains(&format!("/g/{code}")));
        server.stop().await;
        let verified = program(&["verify", "--database-url", &base.url]).output().await.unwrap();
        assert!(verified.status.success(), "{verified:?}");
    }

    async fn a_club_holds_tournaments(base: Base) {
        let server = Server::start(&base).await;
        let (ann, ben) = (member(&server, "Ann").await, member(&server, "Ben").await);
        let (cem, gus) = (member(&server, "Cem").await, Person::named(server.address, "Gus").await);
        let club = founded(&ann, "Tuesdays", "open").await;
        let id = id_of(&club).to_string();
        assert_eq!(send(&ben, &format!("{club}/join"), &[]).await, 303);
        let day = list_day(monotonic_unix_ms() + DAY);
        let announce = async |person: &Person, title: &str, only: &str| {
            let fields = [
                ("title", title), ("kind", "bushka"), ("seats", "2"), ("rated", "false"), ("format", "swiss"),
                ("rounds", "3"), ("day", &day), ("time", "20:00"), ("most", "8"), ("clock", "600+10"),
                ("club", &id), ("members_only", only),
            ];
            person.post("/tournaments").form(&fields).send().await.unwrap()
        };
        let refused = announce(&ben, "Ben’s", "true").await;
        assert_eq!(refused.status(), 422);
        assert!(refused.text().await.unwrap().contains("Only officers announce tournaments of a club."));
        assert!(ann.read(&format!("/tournaments/new?club={id}")).await.contains(&format!("value=\"{id}\" selected")));
        let made = announce(&ann, "For members", "true").await;
        let closed = made.headers()["location"].to_str().unwrap().to_owned();
        let made = announce(&ann, "For all", "false").await;
        let open = made.headers()["location"].to_str().unwrap().to_owned();
        let page = ben.read(&club).await;
        assert!(page.contains("For members") && page.contains("For all"), "{page}");
        let tournaments = told(&gus, &format!("/api{club}")).await["tournaments"].to_string();
        assert!(tournaments.contains("For members") && tournaments.contains("For all"), "{tournaments}");
        let page = gus.read(&closed).await;
        assert!(page.contains("Tuesdays") && page.contains("This tournament is for the members of its club."), "{page}");
        for (person, path, status) in [
            (&ben, &closed, 303),
            (&cem, &closed, 422),
            (&gus, &closed, 422),
            (&gus, &open, 303),
        ] {
            assert_eq!(send(person, &format!("{path}/sign-up"), &[]).await, status, "{} {path}", person.name);
        }

        // Officers direct what others of them have announced.
        let why = [("why", "Nobody has time.")];
        assert_eq!(send(&ben, &format!("{open}/cancel"), &why).await, 422);
        assert_eq!(send(&ann, &format!("{club}/members"), &[("player", player(&server, "Ben").await.to_string().as_str()), ("change", "promote")]).await, 303);
        assert!(ben.read(&open).await.contains("Cancel it for good"));
        assert_eq!(send(&ben, &format!("{open}/cancel"), &why).await, 303);
        assert!(!ben.read(&club).await.contains("For all"), "what was called off is not listed");

        // An operator removes the club: the tournament stays.
        server.stop().await;
        let removed = program(&["admin", "--database-url", &base.url, "remove-club", &id]).output().await.unwrap();
        assert!(removed.status.success(), "{removed:?}");
        let again = program(&["admin", "--database-url", &base.url, "remove-club", &id]).output().await.unwrap();
        assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("no club"), "{again:?}");
        let server = Server::start(&base).await;
        let ben = ben.at(server.address);
        assert_eq!(ben.get(&club).send().await.unwrap().status(), 404);
        let page = ben.read(&closed).await;
        assert!(page.contains("For members") && !page.contains("Tuesdays"), "{page}");
        server.stop().await;
    }
}
