//! Accounts: signing up, in and out, over real connections; what becomes of sockets, seats and names; and what is refused.

pub(crate) mod bots;
mod deleting;
pub(crate) mod guessing;
mod logged;
mod names;
mod passkeys;
mod preferences;
mod refused;
mod renewal;
pub(crate) mod tokens;

use reqwest::Response;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

pub(crate) const PASSWORD: &str = "quiet green moss";

/// The cookie that an answer sets, without its attributes.
fn set_cookie(answer: &Response) -> Option<String> {
    let set = answer.headers().get(SET_COOKIE)?.to_str().unwrap();
    set.split(';').next().map(str::to_owned)
}

fn place(answer: &Response) -> &str {
    answer.headers()["location"].to_str().unwrap()
}

/// What the header of a page calls the reader; none if they are nobody.
async fn name_of(person: &Person) -> Option<String> {
    let page = person.read("/rules").await;
    let (_, rest) = page.split_once("<b><bdi>")?;
    Some(rest.split_once("</bdi>")?.0.to_owned()).filter(|name| !name.is_empty())
}

pub(crate) async fn send(person: &Person, path: &str, form: &[(&str, &str)]) -> Response {
    person.post(path).form(form).send().await.unwrap()
}

/// This browser with the cookie that an answer sets.
fn with_cookie(person: &Person, name: &str, answer: &Response) -> Person {
    assert_eq!(answer.status(), 303, "{name}");
    Person {
        name: name.to_owned(),
        cookie: Some(set_cookie(answer).expect("a cookie")),
        ..person.clone()
    }
}

pub(crate) async fn sign_up(person: &Person, name: &str) -> Person {
    let answer = send(person, "/sign-up", &[("name", name), ("password", PASSWORD)]).await;
    with_cookie(person, name, &answer)
}

pub(crate) async fn sign_in(person: &Person, name: &str) -> Person {
    let answer = send(person, "/sign-in", &[("name", name), ("password", PASSWORD)]).await;
    with_cookie(person, name, &answer)
}

/// The text of the answer, whose status has to be this.
async fn told(answer: Response, status: u16) -> String {
    assert_eq!(answer.status(), status);
    answer.text().await.unwrap()
}

both! {
    async fn a_guest_who_signs_up_keeps_tables_and_games(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let ann = party.people[0].clone();
        let waiting = ann.create(3, "random", true).await;
        let member = sign_up(&ann, "Ann").await;
        assert_ne!(member.cookie, ann.cookie);
        assert_eq!(name_of(&member).await.as_deref(), Some("Ann"));
        assert_eq!(name_of(&ann).await, None, "the cookie from before is good for nothing");
        // Her open page was told to come back, and plays on.
        assert_eq!(party.sockets[0].until_closed().await, Some(3000));
        party.sockets[0] = member.join(&party.code).await;
        party.play("e5").await;
        let own = member.read("/my").await;
        assert!(own.contains(&party.code) && own.contains(&waiting), "{own}");
        party.play("e6").await;
        party.resign(0).await;
        let record: Value = member.get(&format!("/g/{}/record.json", party.code)).send().await.unwrap().json().await.unwrap();
        let guests: Vec<&Value> = record["seats"].as_array().unwrap().iter().map(|seat| &seat["guest"]).collect();
        assert_eq!(guests, [&json!(false), &json!(true)]);
        server.stop().await;
    }

    async fn signing_out_ends_the_session_and_its_sockets_at_once(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let phone = sign_in(&Person::nobody(server.address), "ann").await;
        let code = ann.create(2, "seated", false).await;
        let (mut here, mut there) = (ann.join(&code).await, phone.join(&code).await);

        let answer = send(&phone, "/session/end", &[]).await;
        assert_eq!((answer.status().as_u16(), place(&answer)), (303, "/"));
        assert!(set_cookie(&answer).is_some_and(|cookie| cookie.ends_with('=')), "the browser forgets it");
        assert_eq!(there.until_closed().await, Some(3000));
        assert_eq!(name_of(&phone).await, None);
        here.must(json!({ "t": "stand" })).await;

        // One of the others, from the list.
        let tablet = sign_in(&Person::nobody(server.address), "Ann").await;
        let mut there = tablet.join(&code).await;
        let page = ann.read("/session").await;
        let (_, rest) = page.split_once("name=\"which\" value=\"").unwrap();
        let id = rest.split('"').next().unwrap();
        let end_one = async |password| send(&ann, "/session/end-one", &[("which", id), ("password", password)]).await;
        let refused = told(end_one("not my password").await, 422).await;
        assert!(refused.contains("That is not your password.") && refused.contains("<details class=\"confirm\" open>"), "{refused}");
        assert_eq!(name_of(&tablet).await.as_deref(), Some("Ann"), "nothing has happened");
        assert_eq!(place(&end_one(PASSWORD).await), "/session");
        assert_eq!(there.until_closed().await, Some(3000));
        assert_eq!((name_of(&tablet).await, name_of(&ann).await.as_deref()), (None, Some("Ann")));

        // Everywhere.
        let laptop = sign_in(&Person::nobody(server.address), "Ann").await;
        let mut there = laptop.join(&code).await;
        assert_eq!(send(&ann, "/session/end-all", &[]).await.status(), 422, "without the password");
        told(send(&ann, "/session/end-all", &[("which", "everywhere"), ("password", "not my password")]).await, 422).await;
        assert_eq!(name_of(&laptop).await.as_deref(), Some("Ann"), "nothing has happened");
        send(&ann, "/session/end-all", &[("which", "everywhere"), ("password", PASSWORD)]).await;
        assert_eq!((here.until_closed().await, there.until_closed().await), (Some(3000), Some(3000)));
        assert_eq!((name_of(&ann).await, name_of(&laptop).await), (None, None));
        server.stop().await;
    }

    async fn a_new_password_signs_out_all_other_browsers(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let phone = sign_in(&nobody, "Ann").await;
        let change = async |password: &str, new: &str| {
            send(&ann, "/session/password", &[("password", password), ("new", new)]).await
        };
        let page = told(change("not my password", "grey stone wall").await, 422).await;
        assert!(page.contains("That is not your password."), "{page}");
        let page = told(change(PASSWORD, "short").await, 422).await;
        assert!(page.contains("Use at least 8 characters."), "{page}");
        assert_eq!(name_of(&phone).await.as_deref(), Some("Ann"), "nothing has changed");
        let page = told(change(PASSWORD, "Password1").await, 422).await;
        assert!(page.contains("This password is very common"), "{page}");
        let answer = change(PASSWORD, "grey stone wall").await;
        let again = Person { cookie: set_cookie(&answer), ..ann.clone() };
        let page = told(answer, 200).await;
        assert!(page.contains("Your password was changed") && page.contains("this browser"), "{page}");
        assert_eq!((name_of(&phone).await, name_of(&again).await.as_deref()), (None, Some("Ann")));
        assert_eq!(name_of(&ann).await, None, "whoever has the cookie from before is signed out, too");
        let answer = send(&nobody, "/sign-in", &[("name", "Ann"), ("password", PASSWORD)]).await;
        assert_eq!(answer.status(), 422, "the old password");
        let answer = send(&nobody, "/sign-in", &[("name", "Ann"), ("password", "grey stone wall")]).await;
        assert_eq!(answer.status(), 303);
        server.stop().await;
    }

    async fn the_seats_of_a_guest_come_along_only_if_asked(base: Base) {
        let server = Server::start(&base).await;
        sign_up(&Person::nobody(server.address), "Wilma").await;
        for choice in ["leave", "take"] {
            let mut party = Party::started(server.address, 2).await;
            let guest = party.people[1].clone();
            let page = guest.read("/sign-in").await;
            assert!(page.contains("you sit at one unfinished table"), "{page}");
            let mut form = vec![("name", "Wilma"), ("password", PASSWORD), ("next", "/my")];
            let page = told(send(&guest, "/sign-in", &form).await, 422).await;
            assert!(page.contains("Please choose what happens to this seat."), "{page}");
            assert_eq!(name_of(&guest).await.as_deref(), Some("Ben"), "nothing has happened");
            form.push(("seats", choice));
            let answer = send(&guest, "/sign-in", &form).await;
            assert_eq!(place(&answer), "/my");
            let wilma = with_cookie(&guest, "Wilma", &answer);
            assert_eq!(wilma.read("/my").await.contains(&party.code), choice == "take");
            party.sockets[1] = wilma.join(&party.code).await;
            party.play("e5").await;
            let turn = party.sockets[1].play(1, &["e6"]).await;
            assert_eq!(turn["t"] == "done", choice == "take", "{turn}");
        }
        server.stop().await;
    }

    async fn a_seat_at_a_table_where_the_account_sits_stays_with_the_guest(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let guest = Person::named(server.address, "Ben").await;
        let _playing = Party::of(vec![ann, guest.clone()], false).await.begun().await;
        let form = [("name", "Ann"), ("password", PASSWORD), ("seats", "take")];
        let answer = send(&guest, "/sign-in", &form).await;
        assert!(set_cookie(&answer).is_some());
        let page = told(answer, 200).await;
        assert!(page.contains("You are signed in") && page.contains("One seat stayed with the guest"), "{page}");
        server.stop().await;
    }

    async fn who_has_an_account_plays_under_its_name(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let code = ann.create(3, "seated", false).await;
        let table = format!("/g/{code}");
        assert!(ann.read(&table).await.contains("<b><bdi>Ann</bdi></b>"));
        // Whatever is typed into forms or sent by sockets.
        let answer = ann.post("/guest").json(&json!({ "name": "Somebody" })).send().await.unwrap();
        let view: Value = answer.json().await.unwrap();
        assert_eq!((&view["name"], &view["kind"]), (&json!("Ann"), &json!("member")));
        let mut socket = ann.join(&code).await;
        socket.must(json!({ "t": "stand" })).await;
        socket.must(json!({ "t": "sit", "chair": 1, "name": "Somebody" })).await;
        let sat = socket.events.iter().rev().find(|event| event["event"]["e"] == "sat").unwrap();
        assert_eq!(sat["event"]["player"]["name"], "Ann", "{sat}");
        server.stop().await;
    }

    async fn nobody_takes_the_name_of_an_account(base: Base) {
        let server = Server::start(&base).await;
        let guest_before = Person::named(server.address, "ivan").await;
        let ivan = sign_up(&Person::nobody(server.address), "Ivan").await;
        let code = ivan.create(4, "seated", true).await;
        let guest = Person::named(server.address, "Ben").await;
        let taken = "That is the name of an account, or looks like one.";
        for name in ["Ivan", "IVAN", "lvan", "Іvаn"] {
            let answer = Person::nobody(server.address).post("/guest").json(&json!({ "name": name })).send().await.unwrap();
            assert_eq!((answer.status().as_u16(), set_cookie(&answer)), (422, None), "{name}");
            let problem: Value = answer.json().await.unwrap();
            assert_eq!(problem["code"], "bad_name");
            assert!(problem["sentence"].as_str().unwrap().starts_with(taken), "{problem}");
            let form = [("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "true"), ("name", name)];
            let page = told(send(&guest, "/tables", &form).await, 422).await;
            assert!(page.contains(taken), "{page}");
            let page = told(send(&guest, "/quick", &[("kind", "bushi"), ("name", name)]).await, 422).await;
            assert!(page.contains(taken), "{page}");
            let page = told(send(&guest, "/bots", &[("kind", "bushi"), ("level", "1"), ("name", name)]).await, 422).await;
            assert!(page.contains(taken) && page.contains("<form class=\"play\""), "{page}");
            let mut socket = guest.join(&code).await;
            socket.refused(json!({ "t": "sit", "chair": 2, "name": name }), "bad_name").await;
        }
        // A guest who had the name first keeps it where they sit, and needs another one for what is to come.
        let mut socket = guest_before.join(&code).await;
        socket.refused(json!({ "t": "sit", "chair": 2, "name": "ivan" }), "bad_name").await;
        let mut socket = guest.join(&code).await;
        socket.sit(&guest, 2).await;
        let added = guest.post(&format!("/g/{code}/companions")).json(&json!({ "name": "Ivan" })).send().await.unwrap();
        assert_eq!(added.status(), 422);
        server.stop().await;
    }
}
