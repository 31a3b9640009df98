//! Names and kinds of players follow their accounts: at tables, in chats, and for everybody on a device.

use super::*;
use crate::common::client::hello;

/// Who sits at a table, as the lists know it.
async fn names_at(server: &Server, code: &str) -> Vec<String> {
    let table = server
        .store
        .table_by_code(&code.parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    let people = server.store.people_at(table.id).await.unwrap();
    let mut names: Vec<String> = people.into_iter().map(|person| person.name).collect();
    names.sort();
    names
}

/// The kinds of those who wrote the lines of a chat, as a page is sent it.
fn kinds_of_lines(chat: &Value) -> Vec<&str> {
    let lines = chat["chat"]["lines"].as_array().unwrap();
    lines
        .iter()
        .map(|line| line["by"]["kind"].as_str().unwrap())
        .collect()
}

both! {
    async fn a_guest_who_signs_up_under_another_name_has_it_where_they_sit(base: Base) {
        let server = Server::start(&base).await;
        let guest = Person::named(server.address, "Annika").await;
        let friends = async || vec![guest.clone(), Person::named(server.address, "Ben").await];
        let mut over = Party::of(friends().await, false).await.begun().await;
        over.resign(0).await;
        let running = Party::of(friends().await, false).await.begun().await;
        let waiting = guest.create(3, "seated", false).await;
        // At one table somebody has a name that looks like the new one.
        let alike = Person::named(server.address, "ann").await.create(3, "seated", false).await;
        guest.join(&alike).await.sit(&guest, 2).await;

        let mut watcher = Person::nobody(server.address).join(&waiting).await;
        sign_up(&guest, "Ann").await;
        let after = watcher.until(|message| message["t"] == "snapshot").await;
        let host = &after["table"]["chairs"][0];
        assert_eq!((&host["name"], &host["kind"]), (&json!("Ann"), &json!("member")));
        assert_eq!(names_at(&server, &waiting).await, ["Ann"]);
        assert_eq!(names_at(&server, &running.code).await, ["Ann", "Ben"]);
        assert_eq!(names_at(&server, &alike).await, ["Annika", "ann"], "nobody there can be confused");
        assert_eq!(names_at(&server, &over.code).await, ["Annika", "Ben"], "as the game was played");
        server.stop().await;
    }

    async fn a_guest_changes_their_name_on_the_page_of_their_session(base: Base) {
        let server = Server::start(&base).await;
        sign_up(&Person::nobody(server.address), "Ann").await;
        let guest = Person::named(server.address, "Annika").await;
        assert_eq!(send(&guest, "/session/name", &[("name", "Anni")]).await.status(), 303);
        assert!(guest.read("/session").await.contains("You play as <bdi>Anni</bdi>"));
        for (name, why) in [("ann", "name of an account"), ("", "A name needs")] {
            let page = told(send(&guest, "/session/name", &[("name", name)]).await, 422).await;
            assert!(page.contains("id=\"name-problem\"") && page.contains(why), "{page}");
        }
        assert!(guest.read("/session").await.contains("You play as <bdi>Anni</bdi>"));
        // Members are known by the names of their accounts.
        let member = sign_up(&Person::nobody(server.address), "Ben").await;
        assert_eq!(send(&member, "/session/name", &[("name", "Benno")]).await.status(), 303);
        assert!(member.read("/session").await.contains("<bdi>Ben</bdi>"));
        server.stop().await;
    }

    async fn the_next_page_says_what_was_done_and_only_that_one(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let says = async |answer: Response, path: &str, sentence: &str| {
            assert_eq!(answer.status(), 303);
            let cookies = answer.headers().get_all("set-cookie").into_iter();
            let done = cookies.map(|cookie| cookie.to_str().unwrap()).find(|cookie| cookie.starts_with("thicket-done="));
            let cookie = done.unwrap().split(';').next().unwrap();
            // A part of a page, which another tab asks for, does not say it.
            let part = nobody.get("/lists/yours").header("cookie", cookie).send().await.unwrap();
            assert!(!part.headers().contains_key("set-cookie") && !part.text().await.unwrap().contains(sentence));
            let next = nobody.get(path).header("cookie", cookie).header("accept-encoding", "gzip").send().await.unwrap();
            let cleared = next.headers()["set-cookie"].to_str().unwrap().to_owned();
            assert!(cleared.starts_with("thicket-done=; ") && cleared.contains("Max-Age=0"), "{cleared}");
            let page = next.text().await.unwrap();
            assert!(page.contains(sentence), "{page}");
        };
        let answer = send(&nobody, "/sign-up", &[("name", "Ann"), ("password", PASSWORD)]).await;
        let ann = with_cookie(&nobody, "Ann", &answer);
        says(answer, "/", "You now have an account.").await;
        says(send(&ann, "/session/end", &[]).await, "/rules", "You are signed out.").await;
        let ann = sign_in(&nobody, "Ann").await;
        let deleted = send(&ann, "/session/delete", &[("password", PASSWORD)]).await;
        says(deleted, "/", "Everything about you has been deleted.").await;
        let other = nobody.get("/").header("cookie", "thicket-done=<b>").send().await.unwrap();
        assert!(!other.text().await.unwrap().contains("role=\"status\""));
        server.stop().await;
    }

    async fn an_error_leads_back_to_the_page_before(base: Base) {
        let server = Server::start(&base).await;
        let nobody = Person::nobody(server.address);
        let from = |page: &str| format!("http://{}{page}", server.address);
        let lost = async |referer: &str| nobody.get("/nowhere").header("referer", from(referer)).send().await.unwrap().text().await.unwrap();
        assert!(lost("/records?player=Ann&seats=2").await.contains("href=\"/records?player=Ann&#38;seats=2\">Back</a>"));
        for without in ["/", "/nowhere", "//evil.example/"] {
            assert!(!lost(without).await.contains(">Back</a>"), "{without}");
        }
        server.stop().await;
    }

    async fn events_say_who_has_an_account_also_after_a_restart(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let cem = sign_up(&Person::nobody(server.address), "Cem").await;
        let ben = Person::named(server.address, "Ben").await;
        let party = Party::of(vec![ann.clone(), ben], false).await.begun().await;
        drop(party.sockets);
        server.stop().await;

        let server = Server::with(&base, &["--away-nudge", "0s"]).await;
        let mut ben = party.people[1].at(server.address).connect(&party.code).await.unwrap();
        ben.seq = 1;
        ben.send(hello(Some(1))).await;
        let started = ben.until_event("started").await;
        let kinds = ["member", "guest"];
        for (seat, kind) in started["event"]["seats"].as_array().unwrap().iter().zip(kinds) {
            assert_eq!(seat["kind"], kind, "{started}");
        }
        // Nor is a member a guest who only asks for a seat.
        let mut cem = cem.at(server.address).join(&party.code).await;
        let ask = json!({ "t": "ask_for_seat", "turn": 0, "seat": 1, "name": "Cem" });
        while cem.command(ask.clone()).await["t"] != "done" {}
        let asked = ben.until_event("seat_asked").await;
        assert_eq!(asked["event"]["player"]["kind"], "member");
        server.stop().await;
    }

    async fn lines_say_who_has_an_account(base: Base) {
        let server = Server::start(&base).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let code = ann.create(3, "seated", false).await;
        let (mut hers, mut his) = (ann.join(&code).await, ben.join(&code).await);
        hers.must(json!({ "t": "say", "text": "hello" })).await;
        let chat = his.until(|message| message["t"] == "chat").await;
        assert_eq!(kinds_of_lines(&chat), ["member"]);
        his.sit(&ben, 2).await;
        his.must(json!({ "t": "say", "text": "hi" })).await;
        let said = hers.until(|message| message["t"] == "said").await;
        assert_eq!(said["line"]["by"]["kind"], "guest");
        let mut late = Person::nobody(server.address).connect(&code).await.unwrap();
        late.send(hello(None)).await;
        let chat = late.until(|message| message["t"] == "chat").await;
        assert_eq!(kinds_of_lines(&chat), ["member", "guest"]);
        sign_up(&ben, "Ben").await;
        let chat = late.until(|message| message["t"] == "chat").await;
        assert_eq!(kinds_of_lines(&chat), ["member", "member"]);
        server.stop().await;
    }

    async fn everybody_on_the_device_comes_along_to_the_account(base: Base) {
        let server = Server::start(&base).await;
        sign_up(&Person::nobody(server.address), "Wilma").await;
        let wilma = server.store.account_named("Wilma").await.unwrap().unwrap().player.id.to_string();
        let guest = Person::named(server.address, "Ben").await;
        let code = guest.create(4, "seated", false).await;
        let added = guest.post(&format!("/g/{code}/companions")).json(&json!({ "name": "Cem" })).send().await.unwrap();
        let cem: Value = added.json().await.unwrap();
        let mut watcher = Person::nobody(server.address).join(&code).await;
        let form = [("name", "Wilma"), ("password", PASSWORD), ("seats", "take"), ("next", "/my")];
        let member = with_cookie(&guest, "Wilma", &send(&guest, "/sign-in", &form).await);
        let moved = watcher.until_event("seat_transferred").await;
        assert_eq!(moved["event"]["with_device"], true, "{moved}");
        let after = watcher.until(|message| message["t"] == "snapshot").await;
        let chairs = &after["table"]["chairs"];
        assert_eq!((&chairs[0]["name"], &chairs[0]["kind"]), (&json!("Wilma"), &json!("member")));
        assert_eq!((&chairs[1]["name"], &chairs[1]["companion_of"]), (&json!("Cem"), &json!(wilma)));
        let mut socket = member.join(&code).await;
        socket.must(json!({ "t": "stand", "as": cem["id"] })).await;
        // A repeated name is the same player.
        let again = member.post(&format!("/g/{code}/companions")).json(&json!({ "name": "Cem" })).send().await.unwrap();
        assert_eq!(again.json::<Value>().await.unwrap()["id"], cem["id"]);
        server.stop().await;
    }
}
