//! Tokens on the page of an account: made with the password, shown once, listed, and revoked.

use super::*;

pub(crate) const TOKENS: &str = "/session/tokens";

/// The value of a hidden field of the page of tokens, after this text.
pub(crate) fn hidden(page: &str, name: &str) -> String {
    let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).expect(name);
    rest.split('"').next().unwrap().to_owned()
}

/// Sends the form for a new token with these scopes; further fields override those here.
async fn send_form(person: &Person, id: &str, scopes: &[&str], others: &[(&str, &str)]) -> Response {
    let mut form = vec![
        ("id", id),
        ("label", "Ann's program"),
        ("days", "30"),
        ("password", PASSWORD),
    ];
    form.retain(|(name, _)| !others.iter().any(|(other, _)| other == name));
    form.extend(others);
    form.extend(scopes.iter().map(|scope| (*scope, "on")));
    send(person, TOKENS, &form).await
}

/// The secret of a new token with these scopes.
pub(crate) async fn make_token(person: &Person, scopes: &[&str]) -> String {
    let id = hidden(&person.read(TOKENS).await, "id");
    let page = told(send_form(person, &id, scopes, &[]).await, 200).await;
    secret(&page).expect("a secret")
}

pub(crate) fn secret(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("class=\"secret\">")?;
    Some(rest.split('<').next()?.to_owned())
}

both! {
    async fn a_token_is_made_with_the_password_and_shown_once(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let page = ann.read(TOKENS).await;
        assert!(page.contains("You have no tokens."), "{page}");
        let id = hidden(&page, "id");
        for (scopes, others, sentence) in [
            (&["read"][..], &[("password", "not my password")][..], "That is not your password."),
            (&["read"], &[("label", " ")], "Give the token a name"),
            (&[], &[], "Choose at least one thing"),
        ] {
            let page = told(send_form(&ann, &id, scopes, others).await, 422).await;
            assert!(page.contains(sentence) && secret(&page).is_none(), "{page}");
        }
        assert_eq!(send_form(&ann, &id, &["read"], &[("days", "7")]).await.status(), 422);
        assert_eq!(send_form(&ann, &id, &["everything"], &[]).await.status(), 422);
        let answer = send_form(&ann, &id, &["read", "play"], &[]).await;
        assert_eq!(answer.headers()["cache-control"], "no-store");
        // The secret of the session is replaced whenever a password was typed.
        let ann = Person { cookie: set_cookie(&answer), ..ann };
        let page = told(answer, 200).await;
        let shown = secret(&page).unwrap();
        assert!(shown.starts_with("thicket_") && shown.len() == 64, "{shown}");
        // Sent twice, the form makes one token.
        let again = told(send_form(&ann, &id, &["read", "play"], &[]).await, 422).await;
        assert!(again.contains("the form was sent twice"), "{again}");
        let ann = sign_in(&ann, "Ann").await;
        let page = ann.read(TOKENS).await;
        assert!(!page.contains(&shown) && page.contains("Ann&#39;s program"), "{page}");
        assert!(page.contains("not used yet") && page.contains(">read</span>"), "{page}");
        let data: Value = ann.get("/session/data").send().await.unwrap().json().await.unwrap();
        let listed = &data["tokens"][0];
        assert_eq!((&listed["name"], &listed["scopes"], &listed["last_used"]), (&json!("Ann's program"), &json!("read play"), &Value::Null));
        assert!(!data.to_string().contains(&shown[8..]));

        // Only she revokes it.
        let which = hidden(&page, "which");
        let eve = sign_up(&Person::nobody(server.address), "Eve").await;
        for person in [&eve, &Person::nobody(server.address)] {
            assert_eq!(send(person, "/session/tokens/revoke", &[("which", &which)]).await.status(), 303);
        }
        assert!(ann.read(TOKENS).await.contains("Ann&#39;s program"));
        assert_eq!(place(&send(&ann, "/session/tokens/revoke", &[("which", &which)]).await), TOKENS);
        assert!(ann.read(TOKENS).await.contains("You have no tokens."));
        server.stop().await;
    }

    async fn a_token_opens_no_page(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let secret = make_token(&ann, &["read", "play", "host"]).await;
        for path in ["/session", TOKENS, "/session/data", "/session/delete"] {
            let answer = nobody.get(path).bearer_auth(&secret).send().await.unwrap();
            assert_eq!(answer.status(), 303, "{path}");
        }
        for path in ["/session/tokens", "/session/password", "/session/delete", "/session/end-all"] {
            let form = [("which", "everywhere"), ("password", PASSWORD), ("new", "grey stone wall")];
            let answer = nobody.post(path).bearer_auth(&secret).form(&form).send().await.unwrap();
            assert!(matches!(answer.status().as_u16(), 303 | 422), "{path}");
        }
        let page = nobody.get("/rules").bearer_auth(&secret).send().await.unwrap().text().await.unwrap();
        assert!(!page.contains("<bdi>Ann</bdi>"), "{page}");
        let created = nobody.post("/tables").bearer_auth(&secret).form(&[("kind", "bushka"), ("seats", "2")]).send().await.unwrap();
        assert_ne!(created.status(), 303, "nobody opens a table without a name");
        sign_in(&nobody, "Ann").await;
        server.stop().await;
    }
}

#[tokio::test]
async fn an_account_has_only_so_many_tokens_and_a_guest_none() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let guest = Person::named(server.address, "Ben").await;
    let answer = guest.get(TOKENS).send().await.unwrap();
    assert_eq!((answer.status().as_u16(), place(&answer)), (303, "/sign-in"));
    let mut ann = sign_up(&Person::nobody(server.address), "Ann").await;
    for number in 0..=20 {
        let id = hidden(&ann.read(TOKENS).await, "id");
        let answer = send_form(&ann, &id, &["read"], &[("days", "0")]).await;
        let status = answer.status();
        let cookie = set_cookie(&answer);
        let page = answer.text().await.unwrap();
        assert_eq!(status == 200, number < 20, "{number}: {page}");
        ann = Person {
            cookie: cookie.or(ann.cookie.clone()),
            ..ann
        };
    }
    server.stop().await;
}
