//! Every game can be chosen, with each of its seats and variants.

use thicket_rules::GameKind;

use super::*;

/// The seats and variants of a game; the empty variant is the default one.
fn choices(kind: GameKind) -> Vec<(u8, &'static str)> {
    let info = kind.info();
    let variants: Vec<&str> = info.variants.iter().copied().chain([""]).collect();
    let seats = info.seats.clone();
    seats
        .flat_map(|seats| {
            variants
                .iter()
                .map(move |&variant| (seats, variant))
                .collect::<Vec<_>>()
        })
        .collect()
}

async fn ask(person: &Person, kind: GameKind, seats: u8, variant: &str) -> Response {
    let form = [
        ("kind", kind.to_string()),
        ("seats", seats.to_string()),
        ("variant", variant.to_owned()),
        ("starter", "random".to_owned()),
        ("public", "false".to_owned()),
        ("name", person.name.clone()),
    ];
    person.post("/tables").form(&form).send().await.unwrap()
}

#[tokio::test]
async fn every_game_is_offered_with_its_seats_and_variants() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let home = text(&ann, "/").await;
    for &kind in GameKind::ALL {
        assert!(
            home.contains(&format!("name=\"kind\" value=\"{kind}\"")),
            "{kind}"
        );
        for (seats, variant) in choices(kind) {
            let what = format!("{kind} for {seats}, {variant:?}");
            assert!(
                home.contains(&format!("name=\"seats-{kind}\" value=\"{seats}\"")),
                "{what}"
            );
            assert!(
                variant.is_empty() || home.contains(&format!("name=\"variant-{kind}\" value=\"{variant}\"")),
                "{what}"
            );
            let answer = ask(&ann, kind, seats, variant).await;
            assert_eq!(answer.status(), 303, "{what}");
            let page = text(&ann, &header(&answer, "location")).await;
            let shown = if variant.is_empty() {
                kind.info().variants.first().copied().unwrap_or_default()
            } else {
                variant
            };
            let title = format!("<h1>{} {shown}", kind.info().title);
            assert!(page.contains(title.trim_end()), "{what}");
            let free = page.matches("is free</span>").count();
            assert_eq!(free, usize::from(seats) - 1, "{what}");
        }
        for (seats, variant) in [(7, ""), (0, ""), (kind.info().default_seats, "round")] {
            assert_eq!(
                ask(&ann, kind, seats, variant).await.status(),
                422,
                "{kind} for {seats}, {variant:?}"
            );
        }
    }
    let own = text(&ann, "/").await;
    for info in GameKind::ALL.iter().map(|kind| kind.info()) {
        for variant in info.variants {
            let title = format!("<b>{} {variant}</b>", info.title);
            assert!(own.contains(&title), "{title} is not among one's own tables");
        }
    }
    server.stop().await;
}
