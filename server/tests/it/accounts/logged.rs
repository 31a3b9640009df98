//! What the log says of those who sign in, and of what was denied: who and from where, and nothing that they typed.

use thicket_server::store::Store;

use super::*;
use crate::common::client::TIMEOUT;
use crate::common::process::Process;

/// The fields of the first line of the log that fits, as soon as there is one.
async fn line(process: &Process, fits: impl Fn(&Value) -> bool) -> Value {
    let found = async {
        loop {
            let log = process.log();
            let lines = log
                .lines()
                .filter_map(|line| serde_json::from_str::<Value>(line).ok());
            if let Some(found) = lines
                .map(|line| line["fields"].clone())
                .find(|fields| fits(fields))
            {
                return found;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, found)
        .await
        .unwrap_or_else(|_| panic!("no such line in {}", process.log()))
}

/// The line with this message about this player, or about nobody.
async fn said(process: &Process, message: &str, player: &Value) -> Value {
    line(process, |fields| {
        fields["message"] == message && fields["player"] == *player
    })
    .await
}

#[tokio::test]
async fn who_signs_in_and_who_is_denied_something_is_in_the_log() {
    let base = Base::sqlite();
    let process = Process::with_options(&base, "info", &["--trusted-proxies", "127.0.0.1"]).await;
    let ann = sign_up(
        &Person::nobody(process.address).behind("203.0.113.7"),
        "Wilhelmina",
    )
    .await;
    let store = Store::open_existing(&base.url).await.unwrap();
    let id = json!(
        store
            .account_named("Wilhelmina")
            .await
            .unwrap()
            .unwrap()
            .player
            .id
            .to_string()
    );
    store.close().await;
    assert_eq!(
        said(&process, "somebody signed up", &id).await["from"],
        "203.0.113.7"
    );
    let there = Person::nobody(process.address).behind("203.0.113.8");
    let sign_in = async |name, password| {
        send(&there, "/sign-in", &[("name", name), ("password", password)])
            .await
            .status()
    };
    assert_eq!(sign_in("wilhelmina", "typed by mistake").await, 422);
    let refused = said(&process, "a sign-in was refused", &id).await;
    assert_eq!(
        (&refused["from"], &refused["why"]),
        (&json!("203.0.113.8"), &json!("the password is another"))
    );
    assert_eq!(sign_in("Typed Password", "whatever it is").await, 422);
    let refused = said(&process, "a sign-in was refused", &Value::Null).await;
    assert_eq!(
        (&refused["from"], &refused["why"]),
        (&json!("203.0.113.8"), &json!("no account has the name"))
    );
    assert_eq!(sign_in("Wilhelmina", PASSWORD).await, 303);
    let signed_in = said(&process, "somebody signed in", &id).await;
    assert_eq!(
        (&signed_in["from"], &signed_in["by"]),
        (&json!("203.0.113.8"), &json!("password"))
    );

    // In an open session.
    let form = [("which", "everywhere"), ("password", "typed by mistake")];
    assert_eq!(send(&ann, "/session/end-all", &form).await.status(), 422);
    assert_eq!(
        said(&process, "a password was not confirmed", &id).await["from"],
        "203.0.113.7"
    );
    let form = [("password", PASSWORD), ("new", "grey stone wall")];
    assert_eq!(send(&ann, "/session/password", &form).await.status(), 200);
    assert_eq!(
        said(&process, "a password was changed", &id).await["from"],
        "203.0.113.7"
    );

    // What is denied, by a request and by a socket.
    let guest = Person::named(process.address, "Gus").await;
    let foreign = guest
        .http
        .post(guest.url("/tables"))
        .header("origin", "https://evil.example");
    let foreign = foreign
        .header("x-forwarded-for", "203.0.113.9")
        .header("sec-fetch-site", "cross-site");
    assert_eq!(foreign.send().await.unwrap().status(), 403);
    let denied = line(&process, |fields| fields["code"] == "other_site").await;
    assert_eq!(
        (&denied["message"], &denied["from"]),
        (&json!("denied"), &json!("203.0.113.9"))
    );
    assert_eq!(denied["path"], "/tables");
    let code = guest.create(2, "seated", false).await;
    let eve = Person::named(process.address, "Eve").await;
    let denied = async |code| {
        line(&process, |fields| {
            fields["code"] == code && fields["player"] == eve.id.as_str()
        })
        .await
    };
    let added = eve
        .post(&format!("/g/{code}/companions"))
        .json(&json!({ "name": "Mallory" }))
        .send()
        .await
        .unwrap();
    assert_eq!(added.status(), 403);
    assert_eq!(denied("not_seated").await["path"], "/g/{code}/companions");
    let mut socket = eve.join(&code).await;
    socket
        .refused(json!({ "t": "remove", "player": guest.id }), "not_host")
        .await;
    assert_eq!(denied("not_host").await["message"], "denied");

    let log = process.log();
    for secret in [
        "Wilhelmina",
        "wilhelmina",
        "Typed Password",
        "typed by mistake",
        PASSWORD,
        "grey stone wall",
        &code,
    ] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
    process.terminate().await;
    assert!(process.ended().await.success());
}
