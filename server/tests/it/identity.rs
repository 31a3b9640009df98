//! Cookies and sessions: nobody loses a name or a seat, whatever happens to the database or to an answer.

use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use super::common::base::{Base, Rival, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn now_ms() -> i64 {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// The cookie that an answer sets, without its attributes.
fn set_cookie(answer: &reqwest::Response) -> Option<String> {
    let set = answer.headers().get(SET_COOKIE)?.to_str().unwrap();
    set.split(';').next().map(str::to_owned)
}

/// The name that the home page shows to a browser, and the cookie that it sets.
async fn home(person: &Person) -> (Option<String>, Option<String>) {
    let answer = person.get("/").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let cookie = set_cookie(&answer);
    (name_on(&answer.text().await.unwrap()), cookie)
}

fn name_on(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("<b><bdi>")?;
    Some(rest.split_once("</bdi>")?.0.to_owned())
}

/// What a browser gets that opens a page, rather than a script that asks for something.
async fn navigate(person: &Person) -> (Option<String>, Option<String>) {
    let request = person.get("/").header("sec-fetch-mode", "navigate");
    let answer = request.send().await.unwrap();
    let cookie = set_cookie(&answer);
    (name_on(&answer.text().await.unwrap()), cookie)
}

async fn players(rival: &mut Rival) -> i64 {
    rival.count("SELECT COUNT(*) FROM players").await
}

both! {
    async fn a_cookie_that_cannot_be_checked_is_never_nobody(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let (ann, code) = (party.people[0].clone(), party.code.clone());
        let mut rival = base.rival().await;
        let before = players(&mut rival).await;
        rival.hide("sessions").await;

        for path in ["/", "/records", &format!("/g/{code}")] {
            let answer = ann.get(path).send().await.unwrap();
            assert_eq!((answer.status().as_u16(), set_cookie(&answer)), (503, None), "{path}");
            let page = answer.text().await.unwrap();
            assert!(page.contains("cannot check who you are") && page.contains("href=\"/\""), "{page}");
        }
        let requests = [
            ann.post("/guest").json(&json!({ "name": "Stranger" })),
            ann.post(&format!("/g/{code}/transfer")),
            ann.post(&format!("/g/{code}/transfer/take")).json(&json!({ "secret": "x" })),
        ];
        for request in requests {
            let answer = request.send().await.unwrap();
            assert_eq!((answer.status().as_u16(), set_cookie(&answer)), (503, None));
            assert_eq!(answer.json::<Value>().await.unwrap()["code"], "unavailable");
        }
        let form = [
            ("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "true"), ("name", "Stranger"),
        ];
        let answer = ann.post("/tables").form(&form).send().await.unwrap();
        assert_eq!((answer.status().as_u16(), set_cookie(&answer)), (503, None));
        match ann.connect(&code).await {
            Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 503),
            other => panic!("{:?}", other.map(|_| "a socket without an identity")),
        }
        // A browser without a cookie has nothing to be checked, and an open socket was checked before.
        assert_eq!(home(&Person::nobody(server.address)).await.1, None);
        party.play("e5").await;

        rival.show("sessions").await;
        assert_eq!(players(&mut rival).await, before, "nobody was taken for somebody new");
        assert_eq!(home(&ann).await, (Some("Ann".to_owned()), ann.cookie.clone()));
        ann.join(&code).await.must(json!({ "t": "resign" })).await;
        server.stop().await;
    }

    async fn a_session_that_cannot_be_prolonged_is_still_good(base: Base) {
        let prolonged = format!("SELECT COUNT(*) FROM sessions WHERE expires_at > {}", now_ms() + 399 * DAY_MS);
        let prolonged: &'static str = prolonged.leak();
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let mut rival = base.rival().await;
        rival.execute(format!("UPDATE sessions SET expires_at = expires_at - {}", 3 * DAY_MS)).await;
        rival.forbid("UPDATE", "sessions").await;
        assert_eq!(home(&ann).await, (Some("Ann".to_owned()), ann.cookie.clone()));
        assert_eq!(rival.count(prolonged).await, 0);
        rival.allow("sessions").await;
        assert_eq!(home(&ann).await, (Some("Ann".to_owned()), ann.cookie.clone()));
        assert_eq!(rival.count(prolonged).await, 1, "the next request prolongs it");
        server.stop().await;
    }

    async fn an_old_session_is_replaced_and_no_answer_has_to_arrive(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let mut rival = base.rival().await;
        assert_eq!(navigate(&ann).await.1, ann.cookie, "a young session is kept");
        rival.execute(format!("UPDATE sessions SET created_at = created_at - {}", 31 * DAY_MS)).await;
        assert_eq!(home(&ann).await.1, ann.cookie, "scripts are not handed new sessions");

        // The answer with the first new one is lost: the old one is still good, and there will be another.
        let (_, lost) = navigate(&ann).await;
        assert!(lost.is_some() && lost != ann.cookie);
        let (name, fresh) = navigate(&ann).await;
        assert_eq!(name.as_deref(), Some("Ann"));
        assert!(fresh.is_some() && fresh != ann.cookie && fresh != lost);
        let soon = now_ms() + 3 * DAY_MS;
        let expiring = format!("SELECT COUNT(*) FROM sessions WHERE expires_at < {soon}");
        let expiring: &'static str = expiring.leak();
        assert_eq!(rival.count(expiring).await, 2, "new sessions that are never used expire");

        let renewed = Person { cookie: fresh.clone(), ..ann.clone() };
        assert_eq!(home(&renewed).await, (Some("Ann".to_owned()), fresh.clone()));
        assert_eq!(rival.count("SELECT COUNT(*) FROM sessions").await, 3);
        assert_eq!(rival.count(expiring).await, 2, "the new one lives, the old one expires");
        // Requests that were under way with the old one are still hers, but do not let it live on.
        assert_eq!(home(&ann).await.0.as_deref(), Some("Ann"));
        assert_eq!(rival.count(expiring).await, 2);
        rival.execute(format!("UPDATE sessions SET expires_at = expires_at - {}", 3 * DAY_MS)).await;
        assert_eq!(home(&renewed).await.0.as_deref(), Some("Ann"));
        let stranger = Person { cookie: lost, ..ann.clone() };
        for expired in [&ann, &stranger] {
            assert_eq!(home(expired).await.1, None, "it has expired");
        }
        server.stop().await;
    }

    async fn a_session_that_was_ended_is_nobody(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let other = Person::named(server.address, "Ben").await;
        base.rival().await.execute("DELETE FROM sessions WHERE player_id = (SELECT id FROM players WHERE name = 'Ann')").await;
        assert_eq!(home(&ann).await.1, None);
        assert_eq!(home(&other).await.0.as_deref(), Some("Ben"));
        server.stop().await;
    }
}

#[tokio::test]
async fn behind_https_an_older_cookie_is_replaced_by_one_of_this_host() {
    let base = Base::sqlite();
    let plain = Server::start(&base).await;
    let ann = Person::named(plain.address, "Ann").await;
    plain.stop().await;
    let server = Server::with(&base, &["--public-url", "https://play.example"]).await;
    let ann = ann.at(server.address);
    let token = ann.cookie.as_deref().unwrap().strip_prefix("thicket=").unwrap();
    let (name, cookie) = home(&ann).await;
    let own = format!("__Host-thicket={token}");
    assert_eq!((name.as_deref(), cookie.as_ref()), (Some("Ann"), Some(&own)));
    // Of both, the one that only this host can have set counts.
    let both = Person {
        cookie: Some(format!("thicket={}; {own}", "A".repeat(43))),
        ..ann.clone()
    };
    assert_eq!(home(&both).await.0.as_deref(), Some("Ann"));
    let foreign = Person {
        cookie: Some(format!("thicket={token}; __Host-thicket={}", "A".repeat(43))),
        ..ann
    };
    assert_eq!(home(&foreign).await.1, None);
    server.stop().await;
}
