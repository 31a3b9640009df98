//! Preferences: a guest's are in the browser, a member's in the account.

use super::*;

/// The first tag of a page, with what was chosen.
async fn root(person: &Person, path: &str) -> String {
    let page = person.read(path).await;
    let (_, rest) = page.split_once("<html").unwrap();
    rest.split_once('>').unwrap().0.to_owned()
}

async fn save(person: &Person, form: &[(&str, &str)]) -> Response {
    let answer = send(person, "/preferences", form).await;
    assert_eq!((answer.status().as_u16(), place(&answer)), (303, "/preferences"));
    answer
}

const DARK: &[(&str, &str)] = &[
    ("theme", "dark"),
    ("coordinates", "on"),
    ("sound-mine", "on"),
    ("vibrate", "on"),
];

both! {
    async fn what_a_guest_chooses_stays_in_the_browser_and_signs_up_with_them(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::nobody(server.address);
        assert_eq!(root(&ann, "/").await, " lang=\"en\"");
        let cookie = set_cookie(&save(&ann, DARK).await).unwrap();
        assert_eq!(cookie, "thicket-preferences=theme=dark");
        let browser = Person { cookie: Some(cookie), ..ann.clone() };
        for path in ["/", "/rules", "/learn/bushi", "/preferences"] {
            assert_eq!(root(&browser, path).await, " lang=\"en\" data-theme=\"dark\"", "{path}");
        }
        let missing = browser.get("/nothing/here").send().await.unwrap().text().await.unwrap();
        assert!(missing.contains("data-theme=\"dark\""), "{missing}");
        assert_eq!(root(&ann, "/rules").await, " lang=\"en\"", "nobody else's page is dark");
        sign_up(&browser, "Ann").await;
        let phone = sign_in(&ann, "Ann").await;
        assert_eq!(root(&phone, "/").await, " lang=\"en\" data-theme=\"dark\"");
        server.stop().await;
    }

    async fn what_a_member_chooses_is_in_the_account(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let phone = sign_in(&nobody, "Ann").await;
        save(&ann, &[("text", "large"), ("send", "confirm"), ("sound-end", "on")]).await;
        let chosen = " lang=\"en\" data-text=\"large\" data-coordinates=\"off\" data-send=\"confirm\" data-sound-mine=\"off\" \
            data-sound-end=\"on\" data-vibrate=\"off\"";
        assert_eq!(root(&phone, "/").await, chosen);
        // It counts more than what was chosen in that browser before.
        let both = format!("{}; thicket-preferences=theme=dark", phone.cookie.clone().unwrap());
        assert_eq!(root(&Person { cookie: Some(both), ..phone.clone() }, "/").await, chosen);
        let data: Value = phone.get("/session/data").send().await.unwrap().json().await.unwrap();
        let preferences = &data["account"]["preferences"];
        assert_eq!((&preferences["text"], &preferences["theme"]), (&json!("large"), &json!("system")));
        send(&ann, "/session/delete", &[("password", PASSWORD)]).await;
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM accounts WHERE preferences <> ''").await, 0);
        server.stop().await;
    }

    async fn what_cannot_be_chosen_is_refused_and_changes_nothing(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        save(&ann, DARK).await;
        for (form, sentence) in [
            (("theme", "pink"), "“pink” cannot be chosen for “theme”."),
            (("theme\"", "dark"), "There is no preference called"),
        ] {
            let answer = send(&ann, "/preferences", &[form]).await;
            let page = told(answer, 422).await;
            assert!(page.contains(sentence), "{page}");
        }
        assert_eq!(root(&ann, "/").await, " lang=\"en\" data-theme=\"dark\"");
        // A cookie that somebody has tampered with is as none.
        let odd = Person { cookie: Some("thicket-preferences=theme=<b>&text=".to_owned()), ..Person::nobody(server.address) };
        assert_eq!(root(&odd, "/").await, " lang=\"en\"");
        server.stop().await;
    }
}
