//! Games that leave the server as files, and what `thicket verify` says of these files.

mod importing;
mod lists;
mod moving;
mod open_data;

use std::path::Path;

use serde_json::{Value, json};

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::process::program;
use super::common::server::Server;

/// Ends a game after three turns; returns its code.
async fn finished(people: Vec<Person>, public: bool) -> String {
    let mut party = Party::of(people, public).await.begun().await;
    for turn in ["e5", "f6", "g7"] {
        party.play(turn).await;
    }
    party.resign(0).await;
    party.code
}

/// What a command says, and its status.
async fn thicket(args: &[&str]) -> (Option<i32>, String) {
    let output = program(args).output().await.unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

async fn verify(file: &Path) -> (Option<i32>, String) {
    thicket(&["verify", file.to_str().unwrap()]).await
}

async fn people(server: &Server, names: [&str; 2]) -> Vec<Person> {
    vec![
        Person::named(server.address, names[0]).await,
        Person::named(server.address, names[1]).await,
    ]
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

both! {
    async fn a_downloaded_record_is_checked_by_itself(base: Base) {
        let server = Server::start(&base).await;
        let code = finished(people(&server, ["Ann <b>", "Ben"]).await, true).await;
        let reader = Person::nobody(server.address);
        let record = reader.read(&format!("/g/{code}/record.json")).await;
        let text = reader.read(&format!("/g/{code}/record.txt")).await;
        server.stop().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("record.json");
        std::fs::write(&file, &record).unwrap();
        assert_eq!(verify(&file).await, (Some(0), "1 game checked; 0 wrong.\n".to_owned()));
        let json: Value = serde_json::from_str(&record).unwrap();
        assert_eq!((&json["format"], &json["seats"][0]["name"]), (&json!(1), &json!("Ann <b>")));
        let pretty = serde_json::to_string_pretty(&json).unwrap();
        std::fs::write(&file, pretty.replace("\"f6\"", "\"f7\"")).unwrap();
        let (status, said) = verify(&file).await;
        let event = json["events"].as_array().unwrap().iter().position(|event| event["event"]["steps"] == json!(["f6"]));
        let named = format!("{code}: event {} was changed (turn 2)\n1 game checked; 1 wrong.\n", event.unwrap() + 1);
        assert!(status == Some(1) && said.ends_with(&named), "{said}");

        std::fs::write(&file, &text).unwrap();
        assert_eq!(verify(&file).await.0, Some(0));
        std::fs::write(&file, text.replace("f6", "e5")).unwrap();
        let (status, said) = verify(&file).await;
        assert!(status == Some(1) && said.contains("turn 2 (e5), step e5: "), "{said}");
    }

    async fn the_games_of_a_search_are_sent_as_lines(base: Base) {
        let server = Server::start(&base).await;
        let friends = people(&server, ["Ann", "Ben"]).await;
        let mut public = Vec::new();
        for _ in 0..3 {
            public.push(finished(vec![friends[0].clone(), friends[1].clone()], true).await);
        }
        let others = finished(people(&server, ["Cem", "Dee"]).await, true).await;
        let hidden = finished(vec![friends[0].clone(), friends[1].clone()], false).await;

        let nobody = Person::nobody(server.address);
        let answer = nobody.get("/records.ndjson").send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], "application/x-ndjson");
        let all = answer.text().await.unwrap();
        let sent = lines(&all);
        assert_eq!(sent[0], json!({ "thicket": "games", "format": 1 }));
        assert_eq!(sent.last().unwrap()["end"]["lines"], json!(4));
        let codes = |sent: &[Value]| -> Vec<String> {
            sent[1..sent.len() - 1].iter().map(|record| record["code"].as_str().unwrap().to_owned()).collect()
        };
        public.reverse();
        assert_eq!(codes(&sent), [&[others.clone()][..], &public].concat());
        let of_ann = lines(&nobody.read("/records.ndjson?player=ann&game=bushwhacked").await);
        assert_eq!(codes(&of_ann), public);
        let own = lines(&friends[1].read("/records.ndjson?player=Ben").await);
        assert_eq!(codes(&own)[0], hidden, "one's own games by link are found, too");
        assert_eq!(lines(&nobody.read("/records.ndjson?game=antipode").await).len(), 2);
        assert_eq!(nobody.get("/records.ndjson?game=chess").send().await.unwrap().status(), 422);
        assert!(nobody.read("/records?player=ann").await.contains("/records.ndjson?player=ann"));

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.ndjson");
        std::fs::write(&file, &all).unwrap();
        assert_eq!(verify(&file).await, (Some(0), "4 games checked; 0 wrong.\n".to_owned()));
        // A download that broke off is told from a whole one.
        let cut = all.lines().take(3).collect::<Vec<_>>().join("\n") + "\n";
        std::fs::write(&file, cut).unwrap();
        let (status, said) = verify(&file).await;
        assert!(status == Some(1) && said.contains("line 4: the file ends too early"), "{said}");
        server.stop().await;
    }

    async fn records_of_older_versions_get_their_checksums_at_the_start(base: Base) {
        let server = Server::start(&base).await;
        let friends = people(&server, ["Ann", "Ben"]).await;
        let code = finished(friends.clone(), true).await;
        let path = format!("/g/{code}/record.json");
        let before = friends[0].read(&path).await;
        server.stop().await;
        let mut rival = base.rival().await;
        rival.execute("DELETE FROM record_chains").await;
        rival.execute("DELETE FROM backfills").await;
        rival.execute("UPDATE day_lists SET records = 0").await;
        let (status, said) = thicket(&["verify", "--database-url", &base.url]).await;
        assert!(status == Some(0) && said.contains("1 records have no checksum yet"), "{said}");
        let server = Server::start(&base).await;
        for _ in 0..200 {
            if rival.count("SELECT COUNT(*) FROM record_chains").await > 0 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(rival.count("SELECT COUNT(*) FROM record_chains").await, 1);
        assert_eq!(Person::nobody(server.address).read(&path).await, before);
        server.stop().await;
    }
}

#[tokio::test]
async fn downloads_of_lists_are_limited_by_address() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let nobody = Person::nobody(server.address);
    let mut statuses = Vec::new();
    for _ in 0..12 {
        let request = nobody
            .get("/records.ndjson")
            .header("x-forwarded-for", "203.0.113.7");
        statuses.push(request.send().await.unwrap().status().as_u16());
    }
    assert!(statuses[..10].iter().all(|&status| status == 200), "{statuses:?}");
    assert!(statuses[10..].contains(&429), "{statuses:?}");
    server.stop().await;
}
