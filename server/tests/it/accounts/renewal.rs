//! What follows a password that was typed again: another secret for the session, and nothing else.

use thicket_server::ids::SessionToken;
use thicket_server::time::now_ms;

use super::passkeys::{OPTIONS, add, ask_for_new, new_options, send_new};
use super::*;
use crate::common::authenticator::{Attestation, Authenticator};

const MINUTE: i64 = 60_000;

/// The hash of the secret in the cookie of a session.
fn secret_of(person: &Person) -> [u8; 32] {
    let (_, token) = person.cookie.as_ref().unwrap().split_once('=').unwrap();
    token.parse::<SessionToken>().unwrap().hash()
}

both! {
    async fn a_password_that_is_confirmed_renews_the_secret_of_the_session(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        sign_in(&nobody, "Ann").await;
        let code = ann.create(2, "seated", false).await;
        let mut socket = ann.join(&code).await;
        let page = ann.read("/session").await;
        let (_, rest) = page.split_once("name=\"which\" value=\"").unwrap();
        let id = rest.split('"').next().unwrap();
        let end_one = async |password| send(&ann, "/session/end-one", &[("which", id), ("password", password)]).await;
        assert_eq!(set_cookie(&end_one("not my password").await), None, "nothing was confirmed");
        let renewed = with_cookie(&ann, "Ann", &end_one(PASSWORD).await);
        assert_ne!(renewed.cookie, ann.cookie);
        // The answer may have been lost, so the old secret is good until the new one was used, and a minute longer for other
        // tabs. Open sockets go on.
        assert_eq!(name_of(&ann).await.as_deref(), Some("Ann"));
        assert_eq!(name_of(&renewed).await.as_deref(), Some("Ann"));
        assert_eq!(name_of(&ann).await.as_deref(), Some("Ann"), "another tab");
        let open = async |person: &Person, at| server.store.session(secret_of(person), at).await.unwrap().is_some();
        let later = now_ms() + MINUTE + 1;
        assert_eq!((open(&ann, later).await, open(&renewed, later).await), (false, true));
        socket.must(json!({ "t": "stand" })).await;
        assert_eq!(renewed.read("/session").await.matches("<li>\n<span><b>").count(), 1, "it is one session");
        server.stop().await;
    }

    async fn a_passkey_is_added_with_the_renewed_secret(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let answer = ask_for_new(&ann, PASSWORD).await;
        let cookie = set_cookie(&answer);
        assert!(cookie.is_some() && cookie != ann.cookie);
        let renewed = Person { cookie, ..ann };
        let options: Value = answer.json().await.unwrap();
        let made = Authenticator::new().create(&options, &super::passkeys::truth(&options), Attestation::None);
        assert_eq!(send_new(&renewed, &made).await.status(), 303);
        server.stop().await;
    }

    async fn removing_a_passkey_ends_other_sessions_if_asked(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        for ends in [false, true] {
            add(&ann).await;
            let phone = sign_in(&nobody, "Ann").await;
            let code = phone.create(2, "seated", false).await;
            let mut there = phone.connect_from(&code, Some("https://play.example")).await.unwrap();
            there.send(crate::common::client::hello(None)).await;
            there.until(|message| message["t"] == "snapshot").await;
            assert!(ann.read("/session").await.contains("name=\"others\""));
            let id = new_options(&ann).await["excludeCredentials"][0]["id"].as_str().unwrap().to_owned();
            let mut form = vec![("which", id.as_str()), ("password", PASSWORD)];
            if ends {
                form.push(("others", "end"));
            }
            let answer = send(&ann, "/session/passkeys/remove", &form).await;
            assert_eq!(place(&answer), "/session#passkeys");
            assert_eq!(name_of(&ann).await.as_deref(), Some("Ann"), "this browser stays");
            if ends {
                assert_eq!(there.until_closed().await, Some(3000));
                assert_eq!(name_of(&phone).await, None);
            } else {
                there.must(json!({ "t": "stand" })).await;
                assert_eq!(name_of(&phone).await.as_deref(), Some("Ann"));
            }
        }
        server.stop().await;
    }
}
