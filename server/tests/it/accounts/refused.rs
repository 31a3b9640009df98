//! What is refused: cookies that are guessed, kept or planted, requests of other sites, floods, and what is too large.

use thicket_server::ids::SessionToken;

use super::*;

/// A form of a page of another site.
async fn from_elsewhere(person: &Person, path: &str, form: &[(&str, &str)]) -> u16 {
    let mut request = person
        .http
        .post(person.url(path))
        .header("origin", "https://evil.example");
    if let Some(cookie) = &person.cookie {
        request = request.header("cookie", cookie);
    }
    let answer = request
        .header("sec-fetch-site", "cross-site")
        .form(form)
        .send()
        .await
        .unwrap();
    assert_eq!(set_cookie(&answer), None, "{path}");
    answer.status().as_u16()
}

both! {
    async fn a_planted_cookie_is_worth_nothing_after_signing_in(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        // Eve gives Ann's browser the cookie of a session of her own, or one that she made up.
        let eve = Person::named(server.address, "Eve").await;
        let made_up = Person {
            cookie: Some(format!("thicket={}", SessionToken::fresh().cookie_text())),
            ..Person::nobody(server.address)
        };
        for planted in [&eve, &made_up] {
            let signed_in = sign_in(planted, "Ann").await;
            assert_ne!(signed_in.cookie, planted.cookie);
            assert_eq!(name_of(&signed_in).await.as_deref(), Some("Ann"));
            assert_eq!(name_of(planted).await, None, "whoever planted it is nobody");
        }
        // Signing up and signing out change the cookie as well.
        let cem = Person::named(server.address, "Cem").await;
        let member = sign_up(&cem, "Cem").await;
        assert_eq!((name_of(&cem).await, name_of(&member).await.as_deref()), (None, Some("Cem")));
        let ended = send(&member, "/session/end", &[]).await;
        assert_ne!(set_cookie(&ended), member.cookie);
        assert_eq!(name_of(&ann).await.as_deref(), Some("Ann"));
        server.stop().await;
    }

    async fn a_session_of_somebody_else_cannot_be_ended_or_used(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let phone = sign_in(&Person::nobody(server.address), "Ann").await;
        let eve = sign_up(&Person::nobody(server.address), "Eve").await;
        let page = ann.read("/session").await;
        let (_, rest) = page.split_once("name=\"which\" value=\"").unwrap();
        let id = rest.split('"').next().unwrap();
        let answer = send(&eve, "/session/end-one", &[("which", id), ("password", PASSWORD)]).await;
        assert_eq!(answer.status(), 303);
        assert_eq!(name_of(&phone).await.as_deref(), Some("Ann"));
        // What pages show of a session does not open it.
        let forged = Person { cookie: Some(format!("thicket={id}")), ..eve.clone() };
        assert_eq!(name_of(&forged).await, None);
        for broken in ["", "x", &"A".repeat(43), &"A".repeat(5_000)] {
            let answer = send(&eve, "/session/end-one", &[("which", broken), ("password", PASSWORD)]).await;
            assert!([303, 422].contains(&answer.status().as_u16()), "{broken}");
        }
        for path in ["/session/end-all", "/session/delete"] {
            send(&Person::nobody(server.address), path, &[("password", PASSWORD)]).await;
        }
        assert_eq!(name_of(&phone).await.as_deref(), Some("Ann"));
        server.stop().await;
    }

    async fn nothing_is_done_for_the_pages_of_other_sites(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let form = [("name", "Ann"), ("password", PASSWORD)];
        for path in ["/sign-in", "/sign-up"] {
            assert_eq!(from_elsewhere(&Person::nobody(server.address), path, &form).await, 403, "{path}");
        }
        for (path, form) in [
            ("/session/end", &[][..]),
            ("/session/end-all", &[]),
            ("/session/end-one", &[("which", "x")]),
            ("/session/password", &[("password", PASSWORD), ("new", "grey stone wall")]),
            ("/session/delete", &[("password", PASSWORD)]),
            ("/session/passkeys", &[("label", "Eve"), ("credential", "{}")]),
            ("/session/passkeys/options", &[]),
            ("/session/passkeys/remove", &[("which", "AAAA")]),
            ("/session/tokens", &[("label", "Eve"), ("password", PASSWORD)]),
            ("/session/tokens/revoke", &[("which", "x")]),
            ("/sign-in/passkey", &[("credential", "{}")]),
            ("/sign-in/passkey/options", &[]),
        ] {
            assert_eq!(from_elsewhere(&ann, path, form).await, 403, "{path}");
        }
        assert_eq!(name_of(&ann).await.as_deref(), Some("Ann"));
        // A socket that another site's page opens is told nothing.
        let code = ann.create(2, "seated", false).await;
        let mut socket = ann.connect_from(&code, Some("https://evil.example")).await.unwrap();
        let refused = socket.receive().await.unwrap();
        assert_eq!(refused["code"], "other_address");
        assert_eq!(socket.receive().await, None);
        server.stop().await;
    }

    async fn unknown_names_and_wrong_passwords_are_answered_alike(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        sign_up(&nobody, "Ann").await;
        let mut answers = Vec::new();
        for name in ["Ann", "Eve"] {
            let answer = send(&nobody, "/sign-in", &[("name", name), ("password", "not my password")]).await;
            let mut headers: Vec<String> = answer.headers().keys().map(ToString::to_string).collect();
            headers.sort();
            let page = told(answer, 422).await;
            assert!(page.contains("The name or the password is wrong."), "{page}");
            answers.push((headers, page.replace(name, "…")));
        }
        assert_eq!(answers[0], answers[1]);
        server.stop().await;
    }

    async fn attempts_are_limited_by_account_and_by_address_also_for_unknown_names(base: Base) {
        let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
        let nobody = Person::nobody(server.address);
        sign_up(&nobody, "Ann").await;
        let attempt = async |name: &str, address: String| {
            let request = nobody.post("/sign-in").header("x-forwarded-for", address);
            let answer = request.form(&[("name", name), ("password", "not my password")]).send().await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        for name in ["Ann", "Eve"] {
            let mut refused = None;
            for number in 0..80 {
                // Each address tries once, so that only the account counts.
                let (status, page) = attempt(name, format!("203.0.113.{}", 100 + number)).await;
                if status == 429 {
                    assert!(page.contains("There were many attempts to sign in. Please wait a minute, or"), "{page}");
                    refused = Some(number);
                    break;
                }
            }
            // On a slow machine one more becomes free meanwhile.
            assert!(refused.is_some_and(|number| number >= 50), "{name}: {refused:?}");
        }
        let mut statuses = Vec::new();
        for number in 0..30 {
            statuses.push(attempt(&format!("Name {number}"), "203.0.113.9".to_owned()).await.0);
        }
        assert_eq!(statuses[..20], [422; 20]);
        assert!(statuses[20..].contains(&429), "{statuses:?}");
        // The counts are in the database: a server that was started anew goes on with them.
        server.stop().await;
        let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
        let again = nobody.at(server.address).post("/sign-in").header("x-forwarded-for", "203.0.113.250");
        let again = again.form(&[("name", "ANN"), ("password", PASSWORD)]).send().await.unwrap();
        assert_eq!(again.status(), 429);
        server.stop().await;
    }
}

#[tokio::test]
async fn bad_forms_get_clear_answers() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let ann = sign_up(&nobody, "Ann").await;
    for (name, password, sentence) in [
        ("", PASSWORD, "A name needs at least one letter"),
        ("Ben", "short", "Use at least 8 characters."),
        ("Ben", "aaaaaaaaaaaa", "That is easy to guess."),
        ("Benjamin", "benjamin", "That is little more than a name"),
        ("Benjamin", "Benjamin7", "That is little more than a name"),
        ("Benjamin", "12nimajneb!", "That is little more than a name"),
        ("Ben", "thicket1", "That is little more than a name"),
        ("Ben", &"abcdefgh".repeat(20), "Use at most 128 characters."),
        ("ANN", PASSWORD, "That is the name of an account"),
    ] {
        let answer = send(&nobody, "/sign-up", &[("name", name), ("password", password)]).await;
        assert_eq!(set_cookie(&answer), None);
        let page = told(answer, 422).await;
        assert!(
            page.contains(sentence) && !page.contains(password),
            "{sentence}: {page}"
        );
    }
    let large = "x".repeat(100_000);
    for path in [
        "/sign-in",
        "/sign-in/passkey",
        "/sign-up",
        "/session/end-one",
        "/session/end-all",
        "/session/password",
        "/session/passkeys",
        "/session/passkeys/remove",
        "/session/tokens",
        "/session/tokens/revoke",
        "/session/delete",
    ] {
        let form = [("name", "Ann"), ("password", large.as_str()), ("new", "")];
        assert_eq!(send(&ann, path, &form).await.status(), 413, "{path}");
        let answer = ann.post(path).body("no form").send().await.unwrap();
        assert!(answer.status().is_client_error(), "{path}");
    }
    // Nobody is led to another site.
    for next in [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "/rules\tbushka",
        "/.//evil.example",
        "/rules/../session/end",
        "javascript:alert(1)",
    ] {
        let form = [("name", "Ann"), ("password", PASSWORD), ("next", next)];
        assert_eq!(place(&send(&nobody, "/sign-in", &form).await), "/");
    }
    let form = [("name", "Ann"), ("password", PASSWORD), ("next", "/rules/bushka")];
    assert_eq!(place(&send(&nobody, "/sign-in", &form).await), "/rules/bushka");
    server.stop().await;
}

#[tokio::test]
async fn behind_https_signing_in_sets_a_cookie_of_this_host() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--public-url", "https://play.example"]).await;
    let nobody = Person::nobody(server.address);
    let post = |path: &str| {
        nobody
            .http
            .post(nobody.url(path))
            .header("origin", "https://play.example")
    };
    let mut cookie = String::new();
    for path in ["/sign-up", "/sign-in"] {
        let answer = post(path)
            .form(&[("name", "Ann"), ("password", PASSWORD)])
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 303);
        let set = answer.headers()[SET_COOKIE].to_str().unwrap();
        assert!(set.starts_with("__Host-thicket="), "{set}");
        for attribute in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"] {
            assert!(set.contains(attribute), "{set}");
        }
        set.split(';').next().unwrap().clone_into(&mut cookie);
    }
    // Without the prefix a neighbouring host may have set it, to have somebody play as somebody else.
    let planted = cookie.replace("__Host-thicket", "thicket");
    for (cookie, name) in [(cookie, Some("Ann")), (planted, None)] {
        let ann = Person {
            cookie: Some(cookie),
            ..nobody.clone()
        };
        assert_eq!(name_of(&ann).await.as_deref(), name);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_name_with_markup_is_text_on_every_page() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let name = "<img src=x onerror=a()>";
    let ann = sign_up(&Person::nobody(server.address), name).await;
    let ben = Person::named(server.address, "Ben").await;
    let mut party = Party::of(vec![ann.clone(), ben], true).await.begun().await;
    let table = format!("/g/{}", party.code);
    let check = async |paths: &[&str]| {
        for path in paths {
            let page = ann.read(path).await;
            assert!(!page.contains("<img src=x"), "{path}: {page}");
            assert!(
                page.contains("img src=x") || !page.contains("onerror"),
                "{path}: the name is there as text"
            );
        }
    };
    check(&["/", "/my", "/session", "/session/delete", &table]).await;
    party.play("e5").await;
    party.resign(1).await;
    let profile = "/@%3Cimg%20src%3Dx%20onerror%3Da%28%29%3E";
    check(&[
        "/records",
        "/my",
        &table,
        profile,
        "/ratings",
        "/statistics/bushwhacked",
    ])
    .await;
    let encoded = profile.trim_start_matches("/@");
    check(&[
        &format!("{table}?turn=1"),
        &format!("{table}/explore?at=1"),
        &format!("{table}/continue?turn=1"),
        &format!("/embed/{}", party.code),
        &format!("/records?player={encoded}"),
        &format!("/records?player={encoded}&player=Ben"),
    ])
    .await;
    // Somebody else sees it on the page of a link, in a list, in the chat, and in files.
    let waiting = ann.create(2, "seated", true).await;
    let mut socket = ann.join(&waiting).await;
    socket.must(json!({ "t": "say", "text": name })).await;
    let guest = Person::named(server.address, "<img src=x onerror=g()>").await;
    let alone = guest.create(2, "seated", true).await;
    for reader in [&Person::nobody(server.address), &guest] {
        for path in [
            "/",
            "/records",
            "/sign-in",
            "/sign-up",
            "/session",
            "/my",
            &format!("/g/{waiting}"),
            &format!("/g/{alone}"),
        ] {
            let page = reader.read(path).await;
            assert!(!page.contains("<img src=x"), "{path}: {page}");
        }
    }
    let board = ann.read(&format!("{table}/board.svg")).await;
    assert!(board.starts_with("<svg") && !board.contains("onerror"), "{board}");
    for (file, kind) in [
        ("record.txt", "text/plain; charset=utf-8"),
        ("record.json", "application/json"),
    ] {
        let answer = ann.get(&format!("{table}/{file}")).send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], kind, "{file}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{file}");
        assert!(
            answer.text().await.unwrap().contains("img src=x"),
            "{file} has it as it is"
        );
    }
    let refused = send(
        &Person::nobody(server.address),
        "/sign-up",
        &[("name", name), ("password", "x")],
    )
    .await;
    assert!(!refused.text().await.unwrap().contains("<img src=x"));
    let refused = send(
        &Person::nobody(server.address),
        "/sign-in",
        &[("name", name), ("password", "x")],
    )
    .await;
    assert!(!refused.text().await.unwrap().contains("<img src=x"));
    server.stop().await;
}
