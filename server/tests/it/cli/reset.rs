//! A password that `thicket admin reset-password` has set: good once, for a day, to choose another one.

use super::admin::{PASSWORD, done, member};
use super::*;
use crate::common::client::Person;
use crate::common::cluster::buses;
use crate::common::server::Server;

const CHOOSE: &str = "/sign-in/new-password";

/// The password that the command prints.
pub(super) async fn reset(base: &Base, name: &str) -> String {
    let said = done(base, &["reset-password", name]).await;
    assert!(said.contains("It works once, until 20"), "{said}");
    let line = said.lines().next().unwrap();
    line.strip_prefix(&format!("The new password of {name} is "))
        .unwrap()
        .to_owned()
}

/// Sends a form; the status, where it leads, and the same browser with the first cookie that is set.
async fn send(person: &Person, path: &str, form: &[(&str, &str)]) -> (u16, String, Person) {
    let answer = person.post(path).form(form).send().await.unwrap();
    let header = |name| {
        answer
            .headers()
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
            .to_owned()
    };
    let set = header("set-cookie")
        .split(';')
        .next()
        .filter(|set| !set.is_empty())
        .map(str::to_owned);
    let cookie = set.or(person.cookie.clone());
    (
        answer.status().as_u16(),
        header("location"),
        Person {
            cookie,
            ..person.clone()
        },
    )
}

async fn sign_in(person: &Person, password: &str) -> (u16, String, Person) {
    let form = [("name", "Ann"), ("password", password), ("next", "/rules/bushka")];
    send(person, "/sign-in", &form).await
}

async fn is_signed_in(person: &Person) -> bool {
    person.read("/rules").await.contains("<b><bdi>Ann</bdi></b>")
}

both! {
    async fn a_reset_password_is_good_once_to_choose_another(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        member(&server, "Ann").await;
        let password = reset(&base, "Ann").await;
        assert_eq!(sign_in(&nobody, PASSWORD).await.0, 422);
        let (status, place, browser) = sign_in(&nobody, &password).await;
        assert_eq!((status, place.as_str()), (303, "/sign-in/new-password?next=%2Frules%2Fbushka"));
        assert!(!is_signed_in(&browser).await, "before a new password is chosen");
        assert!(browser.read("/session").await.is_empty(), "it leads to the home page");
        assert_eq!(sign_in(&nobody, &password).await.0, 422, "it is used up");
        // Whoever comes back to the page to sign in is led on.
        let answer = browser.get("/sign-in").send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.headers()["location"].to_str().unwrap()), (303, CHOOSE));
        let page = browser.read(&place).await;
        assert!(page.contains("Choose a new password") && page.contains("value=\"/rules/bushka\""), "{page}");
        // Nobody else is: the browser has a cookie for it.
        let answer = nobody.get(&place).send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.headers()["location"].to_str().unwrap()), (303, "/sign-in"));

        for (new, why) in [("short", "Use at least 8 characters."), ("annannann1973", "little more than a name"), (password.as_str(), "is for one use only")] {
            let answer = browser.post(CHOOSE).form(&[("new", new)]).send().await.unwrap();
            assert_eq!(answer.status(), 422, "{new}");
            let page = answer.text().await.unwrap();
            assert!(page.contains(why) && !page.contains(new), "{why}: {page}");
        }
        let form = [("new", "grey stone wall"), ("next", "/rules/bushka")];
        assert_eq!(send(&nobody, CHOOSE, &form).await.1, "/sign-in");
        let (status, place, ann) = send(&browser, CHOOSE, &form).await;
        assert_eq!((status, place.as_str()), (303, "/rules/bushka"));
        assert!(is_signed_in(&ann).await);
        assert_eq!(send(&browser, CHOOSE, &form).await.1, "/sign-in", "once");
        assert_eq!(sign_in(&nobody, &password).await.0, 422);
        let (status, place, ann) = sign_in(&nobody, "grey stone wall").await;
        assert_eq!((status, place.as_str()), (303, "/rules/bushka"));
        assert!(is_signed_in(&ann).await);
        server.stop().await;
    }

    async fn a_reset_password_is_good_for_a_day_and_the_choice_for_an_hour(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        member(&server, "Ann").await;
        let age = async |hours: i64| {
            let older = format!("UPDATE accounts SET password_expires_at = password_expires_at - {}", hours * 3_600_000);
            base.rival().await.execute(older).await;
        };
        let password = reset(&base, "Ann").await;
        age(24).await;
        assert_eq!(sign_in(&nobody, &password).await.0, 422, "after a day");
        let password = reset(&base, "Ann").await;
        age(23).await;
        let (status, _, browser) = sign_in(&nobody, &password).await;
        assert_eq!(status, 303, "within a day");
        age(1).await;
        let form = [("new", "grey stone wall")];
        assert_eq!(send(&browser, CHOOSE, &form).await.1, "/sign-in", "too late");
        // A second reset takes back what the first one allowed, and so does blocking.
        let password = reset(&base, "Ann").await;
        let (_, _, browser) = sign_in(&nobody, &password).await;
        let password = reset(&base, "Ann").await;
        assert_eq!(send(&browser, CHOOSE, &form).await.1, "/sign-in");
        let (_, _, browser) = sign_in(&nobody, &password).await;
        done(&base, &["block", "Ann"]).await;
        assert_eq!(send(&browser, CHOOSE, &form).await.1, "/sign-in");
        server.stop().await;
    }

    async fn the_seats_of_a_guest_come_along_with_a_reset_password_too(base: Base) {
        let server = Server::start(&base).await;
        member(&server, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let code = ben.create(2, "seated", false).await;
        let password = reset(&base, "Ann").await;
        let form = [("name", "Ann"), ("password", password.as_str()), ("seats", "take")];
        let (status, place, _) = send(&ben, "/sign-in", &form[..2]).await;
        assert_eq!((status, place.as_str()), (422, ""), "the password is not used up by the question about seats");
        let (status, place, with_ticket) = send(&ben, "/sign-in", &form).await;
        assert_eq!((status, place.as_str()), (303, "/sign-in/new-password?seats=take"));
        let both = format!("{}; {}", ben.cookie.unwrap(), with_ticket.cookie.unwrap());
        let browser = Person { cookie: Some(both), ..Person::nobody(server.address) };
        let (status, _, ann) = send(&browser, CHOOSE, &[("new", "grey stone wall"), ("seats", "take")]).await;
        assert_eq!(status, 303);
        assert!(ann.read("/my").await.contains(&code));
        server.stop().await;
    }
}

buses! {
    async fn a_reset_password_is_used_at_one_node_and_gone_at_all(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| Person::nobody(cluster.nodes[place].address));
        member(&cluster.nodes[0], "Ann").await;
        let password = reset(&cluster.base, "Ann").await;
        let (one, other) = tokio::join!(sign_in(&a, &password), sign_in(&b, &password));
        let mut statuses = [one.0, other.0];
        statuses.sort_unstable();
        assert_eq!(statuses, [303, 422]);
        let (used_at, elsewhere) = if one.0 == 303 { (one.2, b) } else { (other.2, a) };
        let form = [("new", "grey stone wall")];
        let (status, _, ann) = send(&used_at.at(elsewhere.server), CHOOSE, &form).await;
        assert_eq!(status, 303);
        assert!(is_signed_in(&ann.at(used_at.server)).await);
        cluster.stop().await;
    }
}
