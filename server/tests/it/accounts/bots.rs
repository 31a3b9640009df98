//! Bots of members: made on the page of the account, marked wherever they are shown, and met by those alone who have chosen to.

use thicket_server::ids::SessionToken;
use thicket_server::store::{NewSession, Token};
use thicket_server::time::now_ms;

use super::tokens::{TOKENS, hidden, secret};
use super::*;

/// A browser that is signed in as a bot, which only a test can have: bots play by tokens.
pub(crate) async fn at_work(server: &Server, bot: &str) -> Person {
    let account = server.store.account_named(bot).await.unwrap().unwrap();
    let (token, now) = (SessionToken::fresh(), now_ms());
    let session = NewSession {
        hash: token.hash(),
        now,
        expires: now + 3_600_000,
        ends: now + 3_600_000,
        agent: String::new(),
        instead_of: None,
        browser: [7; 32],
    };
    assert!(
        server
            .store
            .start_session(account.player.id, session)
            .await
            .unwrap()
    );
    Person {
        id: account.player.id.to_string(),
        name: bot.to_owned(),
        cookie: Some(format!("thicket={}", token.cookie_text())),
        ..Person::nobody(server.address)
    }
}

async fn send_form(owner: &Person, name: &str, password: &str) -> Response {
    send(owner, "/session/bots", &[("bot", name), ("password", password)]).await
}

/// The owner, whose cookie is replaced, and the secret of the bot's token.
pub(crate) async fn make_bot(owner: Person, name: &str) -> (Person, String) {
    let answer = send_form(&owner, name, PASSWORD).await;
    let cookie = set_cookie(&answer);
    let page = told(answer, 200).await;
    (Person { cookie, ..owner }, secret(&page).expect("a secret"))
}

both! {
    async fn a_member_makes_a_bot_that_nobody_signs_in_as(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        assert_eq!(place(&send_form(&ben, "Robo", PASSWORD).await), "/sign-in");
        for (name, password, why) in [
            ("", PASSWORD, "A name needs"),
            ("Robo", "not my password", "That is not your password."),
            ("ann", PASSWORD, "That is the name of an account"),
        ] {
            let page = told(send_form(&ann, name, password).await, 422).await;
            assert!(page.contains(why) && secret(&page).is_none(), "{page}");
        }
        let (mut ann, _) = make_bot(ann, "Robo").await;
        let page = ann.read(TOKENS).await;
        assert!(page.contains("<bdi>Robo</bdi></a></b>"), "{page}");
        for password in ["", PASSWORD] {
            assert_eq!(send(&nobody, "/sign-in", &[("name", "Robo"), ("password", password)]).await.status(), 422);
        }
        let profile = nobody.read("/@Robo").await;
        assert!(profile.contains("A program of <a href=\"/@Ann\"><bdi>Ann</bdi></a>"), "{profile}");
        // A bot has no bots.
        let robo = at_work(&server, "Robo").await;
        assert_eq!(send_form(&robo, "Robo II", "").await.status(), 422);
        for number in 2..=5 {
            (ann, _) = make_bot(ann, &format!("Robo {number}")).await;
        }
        let page = told(send_form(&ann, "Robo 6", PASSWORD).await, 422).await;
        assert!(page.contains("you have as many as an account can have"), "{page}");
        let data: Value = ann.get("/session/data").send().await.unwrap().json().await.unwrap();
        assert_eq!(data["bots"], json!(["Robo", "Robo 2", "Robo 3", "Robo 4", "Robo 5"]));

        // Only the owner deletes it, with the password.
        let delete = async |person: &Person, password: &str| {
            send(person, "/session/bots/delete", &[("which", &robo.id), ("password", password)]).await
        };
        let eve = sign_up(&nobody, "Eve").await;
        assert_eq!(delete(&eve, PASSWORD).await.status(), 422);
        let page = told(delete(&ann, "not my password").await, 422).await;
        assert!(page.contains("That is not your password."), "{page}");
        let ann = sign_in(&nobody, "Ann").await;
        assert_eq!(delete(&ann, PASSWORD).await.status(), 303);
        assert_eq!(nobody.get("/@Robo").send().await.unwrap().status(), 404);
        server.stop().await;
    }

    async fn the_tokens_of_a_bot_are_its_owners_and_end_with_them(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let (ann, secret) = make_bot(ann, "Robo").await;
        assert!(secret.starts_with("thicket_"), "{secret}");
        let bot = server.store.account_named("Robo").await.unwrap().unwrap().player.id;
        let owner = server.store.account_named("Ann").await.unwrap().unwrap().player.id;
        let id = hidden(&ann.read(TOKENS).await, "id");
        let form = [("id", id.as_str()), ("label", "laptop"), ("bot", &bot.to_string()), ("play", "on"), ("days", "0"), ("password", PASSWORD)];
        let page = told(send(&ann, TOKENS, &form).await, 200).await;
        assert!(page.contains("for <bdi>Robo</bdi>"), "{page}");
        let listed = server.store.tokens_of(owner).await.unwrap();
        let named = |token: &Token| (token.name.clone(), token.bot.clone());
        let robo = || Some("Robo".to_owned());
        assert_eq!(listed.iter().map(named).collect::<Vec<_>>(), [("laptop".to_owned(), robo()), ("First token".to_owned(), robo())]);
        server.store.delete_player(owner, now_ms()).await.unwrap();
        assert!(server.store.account_of(bot).await.unwrap().is_none(), "they go together");
        assert_eq!(server.store.tokens_of(owner).await.unwrap(), []);
        server.stop().await;
    }

    async fn a_bot_is_marked_and_sits_only_where_it_is_wanted(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        make_bot(ann, "Robo").await;
        let robo = at_work(&server, "Robo").await;
        let ben = Person::named(server.address, "Ben").await;
        // Not at a public table of a person,
        let public = ben.create(2, "seated", true).await;
        let mut socket = robo.join(&public).await;
        socket.refused(json!({ "t": "sit", "chair": 1, "name": "Robo" }), "bots_elsewhere").await;
        // but at a private one, where everybody sees whose it is.
        let private = ben.create(2, "seated", false).await;
        let mut watcher = nobody.join(&private).await;
        let mut socket = robo.join(&private).await;
        socket.must(json!({ "t": "sit", "chair": 1, "name": "Robo" })).await;
        let sat = watcher.until_event("sat").await;
        let player = &sat["event"]["player"];
        assert_eq!((&player["kind"], &player["owner"], &player["name"]), (&json!("bot"), &json!("Ann"), &json!("Robo")), "{sat}");
        let page = nobody.read(&format!("/g/{private}")).await;
        assert!(page.contains("bot of Ann"), "{page}");
        assert!(robo.read("/my").await.contains("Robo (bot of Ann)"));
        // At its own public table anybody sits down, but nobody is led there who asked for any opponent.
        let own = robo.create(2, "seated", true).await;
        let (lobby, data) = (nobody.read("/lists/lobby").await, nobody.read("/api/lobby").await);
        assert!(lobby.contains("Robo (bot of Ann)") && data.contains(r#""owner":"Ann""#), "{lobby} {data}");
        let cem = Person::nobody(server.address);
        let quick = send(&cem, "/quick", &[("kind", "bushwhacked"), ("name", "Cem")]).await;
        assert!(![&own, &private].into_iter().any(|code| place(&quick).contains(code.as_str())));
        let mut socket = ben.join(&own).await;
        socket.must(json!({ "t": "sit", "chair": 1, "name": "Ben" })).await;
        server.stop().await;
    }

    async fn chats_sentences_and_found_names_say_whose_bot_it_is(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let ann = sign_up(&nobody, "Ann").await;
        make_bot(ann, "Robo").await;
        let robo = at_work(&server, "Robo").await;
        let ben = Person::named(server.address, "Ben").await;
        let found = nobody.read("/players?name=ro").await;
        assert!(found.contains("<span class=\"tag\">bot of <bdi>Ann</bdi></span>"), "{found}");
        let found: Value = serde_json::from_str(&nobody.read("/api/players?name=ro").await).unwrap();
        assert_eq!(found, json!({ "names": ["Robo"], "owners": { "Robo": "Ann" } }));
        let code = ben.create(2, "seated", false).await;
        let (mut host, mut watcher) = (ben.join(&code).await, nobody.join(&code).await);
        let mut socket = robo.join(&code).await;
        socket.must(json!({ "t": "sit", "chair": 1, "name": "Robo" })).await;
        socket.must(json!({ "t": "say", "text": "Good luck!" })).await;
        let said = watcher.until(|message| message.to_string().contains("Good luck!")).await.to_string();
        assert!(said.contains(r#""owner":"Ann""#), "{said}");
        host.until_event("started").await;
        socket.must(json!({ "t": "resign" })).await;
        server.stop().await;

        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let chat: Value = serde_json::from_str(&nobody.read(&format!("/api/tables/{code}/chat")).await).unwrap();
        assert_eq!(chat["lines"][0]["by"]["owner"], "Ann", "{chat}");
        let record = nobody.read(&format!("/g/{code}")).await;
        assert!(record.contains("Robo (bot of Ann)"), "{record}");
        server.stop().await;
    }
}
