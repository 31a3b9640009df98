//! `thicket admin`: players, games and lines of chats, beside a server that runs.

use serde_json::{Value, json};

use super::*;
use crate::common::client::{Person, TIMEOUT};
use crate::common::party::Party;
use crate::common::server::Server;

pub(super) const PASSWORD: &str = "quiet green moss";

async fn admin(base: &Base, args: &[&str]) -> Ended {
    let all: Vec<&str> = ["admin", "--database-url", &base.url]
        .iter()
        .chain(args)
        .copied()
        .collect();
    run(&all, "").await
}

/// What it says; it has to succeed.
pub(super) async fn done(base: &Base, args: &[&str]) -> String {
    let ended = admin(base, args).await;
    assert_eq!((ended.status, ended.complained.as_str()), (0, ""), "{args:?}");
    ended.said
}

/// Its complaint; it has to fail with one line.
async fn refused(base: &Base, args: &[&str]) -> String {
    let ended = admin(base, args).await;
    assert_eq!((ended.status, ended.said.as_str()), (1, ""), "{args:?}");
    assert_eq!(
        ended.complained.trim_end().lines().count(),
        1,
        "{}",
        ended.complained
    );
    ended.complained
}

async fn signed_in(server: &Server, path: &str, name: &str, password: &str) -> Option<Person> {
    let nobody = Person::nobody(server.address);
    let answer = nobody
        .post(path)
        .form(&[("name", name), ("password", password)])
        .send()
        .await
        .unwrap();
    let set = answer.headers().get("set-cookie")?.to_str().unwrap().to_owned();
    let cookie = set.split(';').next().map(str::to_owned);
    Some(Person {
        name: name.to_owned(),
        cookie,
        ..nobody
    })
}

pub(crate) async fn member(server: &Server, name: &str) -> Person {
    signed_in(server, "/sign-up", name, PASSWORD)
        .await
        .expect("an account")
}

/// Waits until a page contains a text, or does not.
async fn until(person: &Person, path: &str, text: &str, contained: bool) {
    let shown = async {
        while person.read(path).await.contains(text) != contained {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let shown = tokio::time::timeout(TIMEOUT, shown).await;
    assert!(shown.is_ok(), "{path}: {text} {contained}");
}

both! {
    async fn passwords_are_reset_and_accounts_blocked_beside_a_server(base: Base) {
        let server = Server::start(&base).await;
        let ann = member(&server, "Ann").await;
        let code = ann.create(2, "seated", false).await;
        let mut socket = ann.join(&code).await;
        let bea = member(&server, "Bea").await;
        let mut there = bea.join(&code).await;
        super::reset::reset(&base, "Bea").await;
        assert_eq!(there.until_closed().await, Some(3000), "she is signed out");
        assert!(signed_in(&server, "/sign-in", "Bea", PASSWORD).await.is_none());

        assert_eq!(done(&base, &["block", "Ann"]).await, "Ann is blocked.\n");
        assert_eq!(socket.until_closed().await, Some(3000));
        assert!(signed_in(&server, "/sign-in", "Ann", PASSWORD).await.is_none());
        assert_eq!(done(&base, &["unblock", "Ann"]).await, "Ann can sign in again.\n");
        assert!(refused(&base, &["unblock", "Ann"]).await.contains("is not blocked"));
        assert!(signed_in(&server, "/sign-in", "Ann", PASSWORD).await.is_some());
        let mut socket = signed_in(&server, "/sign-in", "Ann", PASSWORD).await.unwrap().join(&code).await;
        let mut guest = Person::named(server.address, "Gus").await.join(&code).await;
        assert_eq!(done(&base, &["sign-out", "ann"]).await, "Ann is signed out everywhere.\n");
        assert_eq!(socket.until_closed().await, Some(3000));
        let mut socket = signed_in(&server, "/sign-in", "Ann", PASSWORD).await.unwrap().join(&code).await;
        assert_eq!(done(&base, &["sign-out", "--all"]).await, "All accounts are signed out.\n");
        assert_eq!(socket.until_closed().await, Some(3000));
        guest.must(json!({ "t": "say", "text": "still here" })).await;
        assert_eq!(admin(&base, &["sign-out"]).await.status, 2);
        for command in ["reset-password", "sign-out", "block", "unblock"] {
            assert_eq!(refused(&base, &[command, "Eve"]).await, "thicket: there is no account “Eve”\n");
        }
        server.stop().await;
    }

    async fn players_are_renamed_at_open_tables_and_in_records(base: Base) {
        let server = Server::start(&base).await;
        let mut over = Party::started(server.address, 2).await;
        over.play("e5").await;
        over.resign(1).await;
        let [ann, ben] = [over.people[0].clone(), over.people[1].clone()];
        let record = format!("/g/{}", over.code);
        assert!(ben.read(&record).await.contains("<bdi>Ann</bdi>"));
        let code = ann.create(2, "seated", true).await;
        let mut watcher = Person::nobody(server.address).join(&code).await;
        member(&server, "Wilma").await;
        assert!(refused(&base, &["rename", "Ann", "WILMA"]).await.contains("is the name of another account"));
        assert!(refused(&base, &["rename", "Ann", " "]).await.contains("this cannot be a name"));
        assert_eq!(done(&base, &["rename", "Ann", "Anna"]).await, "Ann is now Anna.\n");
        let snapshot = watcher.until(|message| message["t"] == "snapshot").await;
        assert_eq!(snapshot["table"]["chairs"][0]["name"], "Anna", "{snapshot}");
        until(&ben, &record, "<bdi>Anna</bdi>", true).await;
        until(&ben, "/", "Anna", true).await;

        // Of several guests one is named by the id.
        let other = Person::named(server.address, "Anna").await;
        let complaint = refused(&base, &["rename", "Anna", "Hannah"]).await;
        assert!(complaint.contains(&ann.id) && complaint.contains(&other.id), "{complaint}");
        done(&base, &["rename", &other.id, "Hannah"]).await;
        assert!(refused(&base, &["rename", "Nobody", "Eve"]).await.contains("there is no player “Nobody”"));
        server.stop().await;
    }

    async fn a_deleted_player_leaves_beside_a_server(base: Base) {
        let server = Server::start(&base).await;
        let ann = member(&server, "Wilma").await;
        let mut party = Party::of(vec![ann, Person::named(server.address, "Ben").await], false).await.begun().await;
        let said = done(&base, &["delete", "Wilma"]).await;
        assert!(said.starts_with("Wilma is deleted."), "{said}");
        let dropped = party.sockets[1].until_event("dropped").await;
        assert!(dropped["event"]["ending"].is_object(), "{dropped}");
        assert_eq!(party.sockets[0].until_closed().await, Some(3000));
        let ben = &party.people[1];
        let record: Value = ben.get(&format!("/g/{}/record.json", party.code)).send().await.unwrap().json().await.unwrap();
        assert_eq!(record["seats"][0]["name"], "Deleted player", "{record}");
        server.stop().await;
    }

    async fn games_are_hidden_and_lines_deleted(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let friends = vec![ann.clone(), Person::named(server.address, "Ben").await];
        let mut party = Party::of(friends, true).await.begun().await;
        let nobody = Person::nobody(server.address);
        party.sockets[0].must(json!({ "t": "say", "text": "good luck" })).await;
        party.sockets[1].must(json!({ "t": "say", "text": "something rude" })).await;
        let listed = done(&base, &["chat", &party.code]).await;
        assert!(listed.lines().count() == 2 && listed.ends_with("Ben: something rude\n"), "{listed}");
        assert_eq!(done(&base, &["delete-line", &party.code, "2"]).await, "Line 2 is deleted.\n");
        let chat = party.sockets[0].until(|message| message["t"] == "chat").await;
        assert!(chat.to_string().contains("good luck") && !chat.to_string().contains("rude"), "{chat}");
        assert!(refused(&base, &["delete-line", &party.code, "9"]).await.contains("has no line 9"));
        // The numbers go on, so that nobody misses what is said next.
        party.sockets[1].must(json!({ "t": "say", "text": "sorry" })).await;
        party.sockets[0].until_line("sorry").await;

        until(&nobody, "/", &party.code, true).await;
        assert_eq!(done(&base, &["hide", &party.code]).await, format!("{} is listed no longer.\n", party.code));
        until(&nobody, "/", &party.code, false).await;
        party.play("e5").await;
        party.resign(0).await;
        assert!(!nobody.read("/records").await.contains(&party.code), "nor is its record");
        assert!(ann.read("/records").await.contains(&party.code), "those who played find it");
        assert!(refused(&base, &["hide", &party.code]).await.contains("is not public"));
        assert!(refused(&base, &["hide", "no/../code"]).await.contains("there is no table"));
        let mut over = Party::of(vec![ann.clone(), nobody.clone().give_name("Cem").await], true).await.begun().await;
        over.play("e5").await;
        over.resign(0).await;
        until(&nobody, "/records", &over.code, true).await;
        done(&base, &["hide", &over.code]).await;
        assert!(!nobody.read("/records").await.contains(&over.code));
        server.stop().await;
    }
}

#[tokio::test]
async fn without_a_database_none_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nothing.db");
    let url = format!("sqlite:{}", file.display());
    let ended = run(&["admin", "--database-url", &url, "block", "Ann"], "").await;
    assert_eq!(ended.status, 1);
    assert!(
        ended.complained.contains("there is no database at"),
        "{}",
        ended.complained
    );
    assert!(!file.exists());
}
