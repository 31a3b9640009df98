//! From the form of a new table to the link in a chat.

use super::*;

/// The content of a property of a page's head.
pub(super) fn property(page: &str, name: &str) -> String {
    let tag = format!("<meta property=\"{name}\" content=\"");
    let (_, rest) = page.split_once(&tag).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_link_shows_the_game_who_is_there_and_what_is_free() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let [ann, ben, cem] = [
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
        Person::nobody(server.address),
    ];
    let code = ann.create(4, "seated", false).await;
    let path = format!("/g/{code}");
    let card = async || {
        let page = text(&cem, &path).await;
        (property(&page, "og:title"), property(&page, "og:description"))
    };
    let (title, description) = card().await;
    assert_eq!(title, "Ann invites you to Bushwhacked · 3 of 4 seats free");
    assert_eq!(
        description,
        "Ann is at the table. Play in the browser, no account needed."
    );
    let mut socket = ben.join(&code).await;
    socket
        .must(json!({ "t": "sit", "chair": 2, "name": "Ben" }))
        .await;
    let (title, description) = card().await;
    assert_eq!(title, "Ann invites you to Bushwhacked · 2 of 4 seats free");
    assert!(
        description.starts_with("Ann and Ben are at the table."),
        "{description}"
    );
    assert_eq!(property(&text(&cem, &path).await, "og:url"), ann.url(&path));

    let mut party = Party::started(server.address, 2).await;
    let path = format!("/g/{}", party.code);
    let page = text(&cem, &path).await;
    let names = party.people.iter().map(|person| person.name.as_str());
    let names = Vec::from_iter(names).join(" and ");
    assert_eq!(property(&page, "og:title"), format!("Bushwhacked: {names}"));
    party.resign(0).await;
    let page = text(&cem, &path).await;
    let winner = &party.people[1].name;
    assert_eq!(property(&page, "og:title"), format!("Bushwhacked: {winner} wins"));
    server.stop().await;
}

#[tokio::test]
async fn a_form_of_another_browser_leads_to_a_table_of_its_own() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let nobody = Person::nobody(server.address);
    let ben = Person::named(server.address, "Ben").await;
    let send = async |person: &Person| {
        let form = [
            ("kind", "bushwhacked"),
            ("seats", "2"),
            ("starter", "seated"),
            ("public", "false"),
            ("name", "Eve"),
            ("form", "0191d1b0-0000-7000-8000-000000000002"),
        ];
        let answer = person.post("/tables").form(&form).send().await.unwrap();
        assert_eq!(answer.status(), 303);
        (header(&answer, "location"), header(&answer, "set-cookie"))
    };
    let session = |cookie: &str| cookie.split(';').next().unwrap().to_owned();
    let (place, cookie) = send(&nobody.behind("203.0.113.7")).await;
    // Whoever has a session keeps it, and sits at a table of their own.
    let (others, kept) = send(&ben).await;
    assert_ne!(others, place);
    assert_eq!(Some(session(&kept)), ben.cookie);
    // So does somebody elsewhere who has none.
    let (elsewhere, new) = send(&nobody.behind("203.0.113.8")).await;
    assert_ne!(elsewhere, place);
    assert_ne!(session(&new), session(&cookie));
    // Who comes back with the new cookie is led to the same table.
    let back = Person {
        cookie: Some(session(&cookie)),
        ..nobody.clone()
    };
    assert_eq!(send(&back).await.0, place);
    server.stop().await;
}

#[tokio::test]
async fn a_form_that_is_sent_twice_opens_one_table() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let page = text(&nobody, "/").await;
    let (_, rest) = page.split_once("name=\"form\" value=\"").unwrap();
    let id = rest.split('"').next().unwrap();
    let send = async |seats: &str, id: &str| {
        let form = [
            ("kind", "bushwhacked"),
            ("seats", seats),
            ("starter", "seated"),
            ("public", "false"),
            ("name", "Eve"),
            ("form", id),
        ];
        let answer = nobody.post("/tables").form(&form).send().await.unwrap();
        assert_eq!(answer.status(), 303);
        (header(&answer, "location"), header(&answer, "set-cookie"))
    };
    let (first, second) = tokio::join!(send("2", id), send("2", id));
    assert_eq!(first, second, "both lead the same player to the same table");
    assert_eq!(send("2", id).await, first);
    let other = text(&nobody, "/").await;
    assert!(!other.contains(id), "each page has a form of its own");
    let (place, _) = send("3", id).await;
    assert_ne!(
        place, first.0,
        "another table was asked for, from a page that was gone back to"
    );
    server.stop().await;
}
