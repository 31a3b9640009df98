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
