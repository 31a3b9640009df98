//! Passkeys: added, used and removed with a software authenticator, and everything that must not sign anybody in.

use super::*;
use crate::common::authenticator::{Attestation, Authenticator, Said};
use crate::common::cluster::buses;
use thicket_server::time::UnixMs;

const PARTY: &str = "play.example";
const ORIGIN: &str = "https://play.example";
pub(super) const OPTIONS: &[&str] = &["--public-url", ORIGIN];

/// The truth about a ceremony.
pub(super) fn truth(options: &Value) -> Said {
    Said::to(&options["challenge"], PARTY, ORIGIN)
}

/// Asks what the browser is to make.
pub(super) async fn ask_for_new(person: &Person, password: &str) -> Response {
    let request = person.post("/session/passkeys/options");
    request
        .json(&json!({ "password": password }))
        .send()
        .await
        .unwrap()
}

pub(super) async fn new_options(person: &Person) -> Value {
    let answer = ask_for_new(person, PASSWORD).await;
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

pub(super) async fn send_new(person: &Person, credential: &Value) -> Response {
    let form = [("label", "Ann's phone"), ("credential", &*credential.to_string())];
    send(person, "/session/passkeys", &form).await
}

/// Adds a passkey to somebody's account.
pub(super) async fn add(person: &Person) -> Authenticator {
    let options = new_options(person).await;
    let mut key = Authenticator::new();
    let made = key.create(&options, &truth(&options), Attestation::None);
    let answer = send_new(person, &made).await;
    assert_eq!(
        (answer.status().as_u16(), place(&answer)),
        (303, "/session#passkeys")
    );
    key
}

/// Asks what is to be signed, and returns the browser with its new cookie as well.
pub(super) async fn ask(person: &Person) -> (Value, Person) {
    let answer = person.post("/sign-in/passkey/options").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let set = answer.headers()[SET_COOKIE].to_str().unwrap();
    assert!(
        set.contains("HttpOnly") && set.contains("SameSite=Strict") && set.contains("Secure"),
        "{set}"
    );
    let ticket = set_cookie(&answer).unwrap();
    let cookie = match &person.cookie {
        Some(cookie) => format!("{cookie}; {ticket}"),
        None => ticket,
    };
    let person = Person {
        cookie: Some(cookie),
        ..person.clone()
    };
    (answer.json().await.unwrap(), person)
}

pub(super) async fn send_used(person: &Person, credential: &Value) -> Response {
    let form = [("credential", &*credential.to_string()), ("next", "/my")];
    send(person, "/sign-in/passkey", &form).await
}

/// The sentence by which a passkey is refused.
async fn refusal(answer: Response) -> String {
    let page = told(answer, 422).await;
    let (_, rest) = page.split_once("id=\"passkey-problem\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    rest.split_once('<').unwrap().0.to_owned()
}

const TOO_LATE: &str = "That took too long, or was sent twice. Please try again.";
const UNCHECKED: &str = "This passkey could not be checked. Please try again, or sign in with your password.";
const UNKNOWN: &str = "No account here has this passkey. It may have been removed.";
const NOT_ADDED: &str =
    "This passkey could not be added. It may be in use already, or you have as many as an account can have.";

both! {
    async fn a_passkey_is_added_used_and_removed(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let key = add(&ann).await;
        let page = ann.read("/session").await;
        assert!(page.contains("<b><bdi>Ann&#39;s phone</bdi></b>") && page.contains("not used yet"), "{page}");

        let (options, browser) = ask(&nobody).await;
        let answer = send_used(&browser, &key.get(&truth(&options))).await;
        assert_eq!(place(&answer), "/my");
        let phone = with_cookie(&browser, "Ann", &answer);
        assert_eq!(name_of(&phone).await.as_deref(), Some("Ann"));
        let data: Value = phone.get("/session/data").send().await.unwrap().json().await.unwrap();
        let listed = &data["passkeys"][0];
        assert_eq!(listed["name"], "Ann's phone");
        assert!(listed["last_used"].as_str().unwrap().ends_with('Z'), "{data}");
        assert_eq!(data["sessions"].as_array().unwrap().len(), 2);

        let id = new_options(&phone).await["excludeCredentials"][0]["id"].as_str().unwrap().to_owned();
        // Nobody else removes it.
        let eve = sign_up(&nobody, "Eve").await;
        let remove = async |person, id, password| {
            send(person, "/session/passkeys/remove", &[("which", id), ("password", password)]).await
        };
        for person in [&eve, &nobody] {
            assert_eq!(remove(person, &id, PASSWORD).await.status(), 303);
        }
        assert_eq!(remove(&ann, "?", PASSWORD).await.status(), 422);
        let page = told(remove(&ann, &id, "not my password").await, 422).await;
        assert!(page.contains("That is not your password."), "{page}");
        assert!(ann.read("/session").await.contains("Ann&#39;s phone"));
        let answer = remove(&ann, &id, PASSWORD).await;
        assert_eq!(place(&answer), "/session#passkeys");
        assert!(!ann.read("/session").await.contains("Ann&#39;s phone"));
        let (options, browser) = ask(&nobody).await;
        assert_eq!(refusal(send_used(&browser, &key.get(&truth(&options))).await).await, UNKNOWN);
        // The password is always left.
        sign_in(&nobody, "Ann").await;
        server.stop().await;
    }

    async fn forged_passkeys_sign_nobody_in(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let key = add(&sign_up(&nobody, "Ann").await).await;
        let eves = add(&sign_up(&nobody, "Eve").await).await;
        let mut pretended = Authenticator::new();
        (pretended.credential, pretended.user) = (key.credential.clone(), key.user.clone());
        let mut foreign = add(&sign_up(&nobody, "Cem").await).await;
        foreign.user.clone_from(&key.user);
        type Change = fn(Said) -> Said;
        let honest: Change = |said| said;
        let cases: [(&str, &Authenticator, Change, &str); 8] = [
            ("another key", &pretended, honest, UNCHECKED),
            ("the passkey of somebody else", &foreign, honest, UNCHECKED),
            ("another site", &key, |said| said.with("origin", json!("https://evil.example")), UNCHECKED),
            ("a frame of another site", &key, |said| said.with("crossOrigin", json!(true)), UNCHECKED),
            ("another relying party", &key, |said| Said { party: "evil.example".into(), ..said }, UNCHECKED),
            ("the other ceremony", &key, |said| said.with("type", json!("webauthn.create")), UNCHECKED),
            ("nobody verified", &key, |said| Said { flags: 1, ..said }, UNCHECKED),
            ("another challenge", &key, |said| said.with("challenge", json!("AAAA")), TOO_LATE),
        ];
        for (what, key, change, expected) in cases {
            let (options, browser) = ask(&nobody).await;
            let answer = send_used(&browser, &key.get(&change(truth(&options)))).await;
            assert_eq!(set_cookie(&answer), None, "{what}");
            assert_eq!(refusal(answer).await, expected, "{what}");
            // One try for each challenge, even for the right key.
            let answer = send_used(&browser, &key.get(&truth(&options))).await;
            assert_eq!(answer.status().is_redirection(), expected == TOO_LATE, "{what}");
        }
        for junk in [json!(null), json!({}), json!("x"), json!({ "id": "AA", "type": "public-key", "response": {} })] {
            let (_, browser) = ask(&nobody).await;
            assert_eq!(refusal(send_used(&browser, &junk).await).await, UNCHECKED, "{junk}");
        }
        // The keys are right, each for its owner.
        let (options, browser) = ask(&nobody).await;
        let answer = send_used(&browser, &eves.get(&truth(&options))).await;
        assert_eq!(name_of(&with_cookie(&browser, "Eve", &answer)).await.as_deref(), Some("Eve"));
        server.stop().await;
    }

    async fn a_challenge_is_good_once_and_for_the_browser_that_was_sent_it(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let key = add(&ann).await;

        let (options, browser) = ask(&nobody).await;
        let signed = key.get(&truth(&options));
        let (_, other) = ask(&nobody).await;
        for thief in [&other, &nobody] {
            assert_eq!(refusal(send_used(thief, &signed).await).await, TOO_LATE);
        }
        assert_eq!(send_used(&browser, &signed).await.status(), 303);
        assert_eq!(refusal(send_used(&browser, &signed).await).await, TOO_LATE, "again");

        // Another tab of the same browser can be answered as well.
        let (first, browser) = ask(&nobody).await;
        let (second, _) = ask(&browser).await;
        for options in [second, first] {
            assert_eq!(send_used(&browser, &key.get(&truth(&options))).await.status(), 303);
        }

        let (options, browser) = ask(&nobody).await;
        base.rival().await.execute("UPDATE passkey_challenges SET expires_at = expires_at - 300000").await;
        assert_eq!(refusal(send_used(&browser, &key.get(&truth(&options))).await).await, TOO_LATE, "too old");

        // What was sent to add a passkey does not sign in, and the other way round.
        let options = new_options(&ann).await;
        assert_eq!(refusal(send_used(&ann, &key.get(&truth(&options))).await).await, TOO_LATE);
        let (options, browser) = ask(&ann).await;
        let made = Authenticator::new().create(&new_options(&ann).await, &truth(&options), Attestation::None);
        assert_eq!(refusal(send_new(&browser, &made).await).await, TOO_LATE);
        server.store.delete_expired(UnixMs(i64::MAX)).await.unwrap();
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM passkey_challenges").await, 0);
        server.stop().await;
    }

    async fn a_passkey_is_added_by_its_owner_alone(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let (ann, eve) = (sign_up(&nobody, "Ann").await, sign_up(&nobody, "Eve").await);
        // Whoever has nothing but Ann's session cannot add one.
        let answer = ask_for_new(&ann, "not my password").await;
        assert_eq!(answer.status(), 422);
        assert_eq!(answer.json::<Value>().await.unwrap()["sentence"], "That is not your password.");
        assert_eq!(ask_for_new(&nobody, PASSWORD).await.status(), 422);
        let guest = Person::named(server.address, "Ben").await;
        assert_eq!(ask_for_new(&guest, PASSWORD).await.status(), 422);

        let mut key = Authenticator::new();
        let options = new_options(&ann).await;
        let made = key.create(&options, &truth(&options), Attestation::None);
        let phone = sign_in(&nobody, "Ann").await;
        for person in [&eve, &phone] {
            assert_eq!(refusal(send_new(person, &made).await).await, TOO_LATE, "another session");
        }
        assert_eq!(place(&send_new(&nobody, &made).await), "/sign-in");
        assert_eq!(send_new(&ann, &made).await.status(), 303);
        assert_eq!(refusal(send_new(&ann, &made).await).await, TOO_LATE, "again");
        // A passkey has one owner.
        let options = new_options(&eve).await;
        let made = key.create(&options, &truth(&options), Attestation::None);
        assert_eq!(refusal(send_new(&eve, &made).await).await, NOT_ADDED);
        for change in [("origin", json!("https://evil.example")), ("type", json!("webauthn.get"))] {
            let options = new_options(&eve).await;
            let said = truth(&options).with(change.0, change.1);
            let made = Authenticator::new().create(&options, &said, Attestation::None);
            assert_eq!(refusal(send_new(&eve, &made).await).await, UNCHECKED);
        }
        assert!(!eve.read("/session").await.contains("Ann&#39;s phone"));
        server.stop().await;
    }

    async fn a_copied_passkey_is_noticed_by_its_counter(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let key = add(&sign_up(&nobody, "Ann").await).await;
        for (sign_count, fine) in [(3, true), (4, true), (4, false), (2, false), (0, false), (5, true)] {
            let (options, browser) = ask(&nobody).await;
            let said = Said { sign_count, ..truth(&options) };
            let answer = send_used(&browser, &key.get(&said)).await;
            assert_eq!(answer.status().is_redirection(), fine, "{sign_count}");
        }
        server.stop().await;
    }

    async fn passkeys_end_with_what_they_open(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let key = add(&ann).await;
        let player = server.store.account_named("Ann").await.unwrap().unwrap().player.id;
        let now = 1_763_640_000_000;
        let attempt = async || {
            let (options, browser) = ask(&nobody).await;
            send_used(&browser, &key.get(&truth(&options))).await
        };
        server.store.block(player, UnixMs(now)).await.unwrap();
        assert_eq!(refusal(attempt().await).await, "This account is blocked. Please ask whoever runs this server.");
        server.store.unblock(player).await.unwrap();
        assert_eq!(attempt().await.status(), 303);
        // Whoever has somebody's password reset may not know who else is in the account.
        server.store.reset_password(player, "no hash at all".to_owned(), UnixMs(now + 1), UnixMs(now)).await.unwrap();
        assert_eq!(refusal(attempt().await).await, UNKNOWN);
        let eve = sign_up(&nobody, "Eve").await;
        add(&eve).await;
        assert_eq!(send(&eve, "/session/delete", &[("password", PASSWORD)]).await.status(), 303);
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM passkeys").await, 0);
        server.stop().await;
    }

    async fn a_guest_is_asked_about_seats_with_a_passkey_too(base: Base) {
        let server = Server::with(&base, OPTIONS).await;
        let key = add(&sign_up(&Person::nobody(server.address), "Wilma").await).await;
        let ben = Person::named(server.address, "Ben").await;
        let code = ben.create(2, "seated", false).await;
        let (options, guest) = ask(&ben).await;
        let signed = key.get(&truth(&options)).to_string();
        let page = told(send(&guest, "/sign-in/passkey", &[("credential", &signed)]).await, 422).await;
        assert!(page.contains("Please choose what happens to this seat."), "{page}");
        // The challenge is not used up by that.
        let answer = send(&guest, "/sign-in/passkey", &[("credential", &signed), ("seats", "take")]).await;
        let wilma = with_cookie(&guest, "Wilma", &answer);
        assert!(wilma.read("/my").await.contains(&code));
        server.stop().await;
    }
}

buses! {
    async fn a_challenge_of_one_node_is_answered_at_another_once(cluster: Cluster) {
        let cluster = cluster.with(2, OPTIONS).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let key = add(&sign_up(&Person::nobody(a), "Ann").await).await;
        let (options, browser) = ask(&Person::nobody(a)).await;
        let signed = key.get(&truth(&options));
        assert_eq!(send_used(&browser.at(b), &signed).await.status(), 303);
        assert_eq!(refusal(send_used(&browser, &signed).await).await, TOO_LATE);
        cluster.stop().await;
    }
}

#[tokio::test]
async fn without_https_there_are_no_passkeys() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let ann = sign_up(&nobody, "Ann").await;
    assert!(!nobody.read("/sign-in").await.contains("passkey"));
    assert!(!ann.read("/session").await.contains("asskey"));
    let answer = nobody.post("/sign-in/passkey/options").send().await.unwrap();
    assert_eq!((answer.status().as_u16(), set_cookie(&answer)), (422, None));
    assert_eq!(ask_for_new(&ann, PASSWORD).await.status(), 422);
    // On this machine browsers have them.
    let here = nobody
        .get("/sign-in")
        .header("host", "localhost:8080")
        .send()
        .await
        .unwrap();
    assert!(here.text().await.unwrap().contains("id=\"use-passkey\""));
    server.stop().await;
}

#[tokio::test]
async fn an_account_has_only_so_many_passkeys() {
    let base = Base::sqlite();
    let server = Server::with(&base, OPTIONS).await;
    let ann = sign_up(&Person::nobody(server.address), "Ann").await;
    for _ in 0..20 {
        add(&ann).await;
    }
    let options = new_options(&ann).await;
    let made = Authenticator::new().create(&options, &truth(&options), Attestation::None);
    assert_eq!(refusal(send_new(&ann, &made).await).await, NOT_ADDED);
    server.stop().await;
}
