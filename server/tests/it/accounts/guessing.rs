//! Guessing passwords: strangers are slowed down, and whoever was signed in before, or is, never waits for them.

use thicket_server::store::Subject;
use thicket_server::time::now_ms;

use super::passkeys::{OPTIONS, add, ask, send_used, truth};
use super::*;

const PROXY: &[&str] = &["--trusted-proxies", "127.0.0.1"];
const MANY: &str =
    "There were many attempts to sign in. Please wait a minute, or sign in where you have done so before.";

/// This browser with all the cookies that an answer sets, and without those that it takes away.
pub(crate) fn keeping_cookies(person: &Person, answer: &Response) -> Person {
    let name = |cookie: &str| cookie.split('=').next().map(str::to_owned);
    let mut kept: Vec<String> = person
        .cookie
        .iter()
        .flat_map(|all| all.split("; "))
        .map(str::to_owned)
        .collect();
    for set in answer.headers().get_all(SET_COOKIE) {
        let cookie = set.to_str().unwrap().split(';').next().unwrap();
        kept.retain(|other| name(other) != name(cookie));
        if !cookie.ends_with('=') {
            kept.push(cookie.to_owned());
        }
    }
    Person {
        cookie: (!kept.is_empty()).then(|| kept.join("; ")),
        ..person.clone()
    }
}

async fn guess(person: &Person, name: &str, password: &str) -> (u16, Person) {
    let answer = send(person, "/sign-in", &[("name", name), ("password", password)]).await;
    (answer.status().as_u16(), keeping_cookies(person, &answer))
}

/// Signs up, and out again: the browser has been signed in before.
async fn known_browser(from: &Person) -> Person {
    let answer = send(from, "/sign-up", &[("name", "Ann"), ("password", PASSWORD)]).await;
    let ann = keeping_cookies(from, &answer);
    let answer = send(&ann, "/session/end", &[]).await;
    keeping_cookies(&ann, &answer)
}

/// Uses up what strangers may try, as if they had tried it.
async fn used_up(server: &Server, what: &str, of: &str) {
    let rate = (50, std::time::Duration::from_secs(60));
    while server
        .store
        .count_attempt(Subject::new(what, of), rate, now_ms())
        .await
        .unwrap()
    {}
}

both! {
    async fn strangers_who_guess_do_not_keep_out_who_was_signed_in_before(base: Base) {
        let server = Server::with(&base, PROXY).await;
        let nobody = Person::nobody(server.address);
        let ann = known_browser(&nobody.behind("203.0.113.7")).await;
        let mut tried = 0;
        // From Ann's own network, until its address is refused, and then from several others.
        for address in ["203.0.113.7", "203.0.113.8", "203.0.113.9", "203.0.113.10", "2001:db8::1", "2001:db8:1::1"] {
            while guess(&nobody.behind(address), "Ann", "not my password").await.0 != 429 {
                tried += 1;
                assert!(tried < 200, "there is no end of guesses");
            }
        }
        assert!(tried >= 50, "{tried}");
        let stranger = nobody.behind("203.0.113.50");
        let page = told(send(&stranger, "/sign-in", &[("name", "Ann"), ("password", PASSWORD)]).await, 429).await;
        assert!(page.contains(MANY), "{page}");
        // Ann is told apart wherever she is, also after a restart.
        for address in ["203.0.113.7", "203.0.113.99"] {
            let (status, signed_in) = guess(&ann.behind(address), "Ann", PASSWORD).await;
            assert_eq!((status, name_of(&signed_in).await.as_deref()), (303, Some("Ann")), "{address}");
        }
        server.stop().await;
        let server = Server::with(&base, PROXY).await;
        assert_eq!(guess(&ann.at(server.address), "ANN", "not my password").await.0, 422);
        assert_eq!(guess(&ann.at(server.address), "ANN", PASSWORD).await.0, 303);
        // Her browser is known for her account alone.
        sign_up(&nobody.at(server.address), "Ben").await;
        used_up(&server, "sign in to", "ben").await;
        assert_eq!(guess(&ann.at(server.address), "Ben", PASSWORD).await.0, 429);
        server.stop().await;
    }

    async fn in_an_open_session_the_password_is_changed_however_many_guess(base: Base) {
        let server = Server::with(&base, PROXY).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody.behind("203.0.113.7"), "Ann").await;
        used_up(&server, "sign in to", "ann").await;
        used_up(&server, "sign in from", "203.0.113.7").await;
        assert_eq!(guess(&nobody.behind("203.0.113.8"), "Ann", PASSWORD).await.0, 429);
        let form = [("password", PASSWORD), ("new", "grey stone wall")];
        assert_eq!(send(&ann, "/session/password", &form).await.status(), 200);
        server.stop().await;
    }

    async fn guesses_at_a_known_browser_and_in_a_session_are_limited_too(base: Base) {
        let server = Server::with(&base, PROXY).await;
        let nobody = Person::nobody(server.address);
        let ann = known_browser(&nobody).await;
        let (status, phone) = guess(&nobody, "Ann", PASSWORD).await;
        assert_eq!(status, 303);
        let mut statuses = Vec::new();
        for _ in 0..30 {
            statuses.push(guess(&ann, "Ann", "not my password").await.0);
        }
        assert_eq!(statuses[..20], [422; 20]);
        assert!(statuses[20..].contains(&429), "{statuses:?}");
        // In her other browser, where she is signed in.
        let sign_out = async |password| {
            let form = [("which", "everywhere"), ("password", password)];
            send(&phone, "/session/end-all", &form).await.status().as_u16()
        };
        let mut statuses = Vec::new();
        for _ in 0..30 {
            statuses.push(sign_out("not my password").await);
        }
        assert_eq!(statuses[..20], [422; 20]);
        assert!(statuses[20..].contains(&429), "{statuses:?}");
        server.stop().await;
    }

    async fn only_wrong_passwords_count(base: Base) {
        let server = Server::with(&base, PROXY).await;
        let nobody = Person::nobody(server.address).behind("203.0.113.7");
        sign_up(&nobody, "Ann").await;
        sign_up(&nobody, "Eve").await;
        for time in 0..25 {
            assert_eq!(guess(&nobody, "Ann", PASSWORD).await.0, 303, "{time}");
        }
        // A right password takes back nothing but itself.
        for time in 0..19 {
            assert_eq!(guess(&nobody, "Ann", "not my password").await.0, 422, "{time}");
        }
        assert_eq!(guess(&nobody, "Eve", PASSWORD).await.0, 303);
        let mut statuses = Vec::new();
        for _ in 0..6 {
            statuses.push(guess(&nobody, "Ann", "not my password").await.0);
        }
        // On a slow machine some become free meanwhile.
        assert!(statuses.contains(&429), "{statuses:?}");
        server.stop().await;
    }

    async fn wrong_passwords_do_not_keep_a_passkey_out(base: Base) {
        let server = Server::with(&base, &[OPTIONS, PROXY].concat()).await;
        let nobody = Person::nobody(server.address).behind("203.0.113.7");
        let key = add(&sign_up(&nobody, "Ann").await).await;
        used_up(&server, "sign in to", "ann").await;
        used_up(&server, "sign in from", "203.0.113.7").await;
        let (options, browser) = ask(&nobody).await;
        assert_eq!(send_used(&browser, &key.get(&truth(&options))).await.status(), 303);
        server.stop().await;
    }
}
