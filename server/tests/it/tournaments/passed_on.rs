//! Guests of a tournament who sign in: their account goes on in their place.

use super::*;
use crate::accounts::{PASSWORD, send};
use crate::cli::admin::member;

both! {
    async fn who_signs_in_keeps_their_place(base: Base) {
        let server = Server::start(&base).await;
        member(&server, "Wilma").await;
        let wilma = server.store.account_named("Wilma").await.unwrap().unwrap().player.id;
        let form = form(GameKind::Bushka, 2, Format::Swiss { rounds: 2 }, SIGN_UP);
        let mut cup = Cup::of(&[server.address], &server.store, 4, form).await;
        let state = cup.until(|state| state.rounds().len() == 1).await;
        let guest = *cup.people.keys().nth(1).unwrap();
        let browser = cup.people.remove(&guest).unwrap();
        let guest_name = browser.name.clone();
        let tables = state.tables_of(guest);
        let game = tables[0].game.as_ref().unwrap();
        cup.until_begun(game.id).await;
        let asked = browser.read("/sign-in").await;
        assert!(asked.contains("sit at one unfinished table and take part in one tournament as the guest"), "{asked}");
        let fields = [("name", "Wilma"), ("password", PASSWORD), ("next", "/my"), ("seats", "take")];
        assert_eq!(send(&browser, "/sign-in", &fields[..3]).await.status(), 422, "what happens to the places is chosen");
        let entered = send(&browser, "/sign-in", &fields).await;
        let cookie = entered.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let signed_in = Person { id: wilma.to_string(), name: "Wilma".into(), cookie: Some(cookie), ..browser };
        let page = signed_in.read(&format!("/tournaments/{}", cup.id)).await;
        for words in ["You take part", &format!("id=\"own-table\" href=\"/g/{}\"", game.code)] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert!(!page.contains(&format!("<bdi>{guest_name}</bdi>")), "{page}");
        cup.people.insert(wilma, signed_in);
        let state = cup.play().await;
        let row = state.standings().into_iter().find(|row| row.player == wilma).unwrap();
        assert_eq!((row.standing.played, state.entrant(guest)), (2, None));
        cup.check(2).await;
        server.stop().await;
    }
}
