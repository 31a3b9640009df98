//! The chat of a table, for each as far as they may read it.

use serde_json::{Value, json};
use uuid::Uuid;

use super::acting::{ALL, commands, member};
use super::contract::{Answer, Program};
use crate::common::base::both;
use crate::common::client::Person;
use crate::common::server::Server;

impl Program {
    async fn chat(&self, token: Option<&str>, code: &str, after: u64) -> Answer {
        let path = format!("/api/tables/{code}/chat?after={after}");
        let request = self.person.get(&path);
        let request = match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        self.send("GET", &path, request).await
    }

    async fn say(&self, token: &str, code: &str, text: &str) {
        let said = json!({ "command": { "t": "say", "text": text } });
        let answer = self.act(token, &commands(code), &said).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

fn texts(chat: &Value) -> Vec<&str> {
    let lines = chat["lines"].as_array().unwrap().iter();
    lines.map(|line| line["text"].as_str().unwrap()).collect()
}

both! {
    async fn a_chat_is_read_as_far_as_a_page_shows_it(base: Base) {
        let server = Server::start(&base).await;
        let (_, ann) = member(&server, "Ann", ALL).await;
        let (_, ben) = member(&server, "Ben", ALL).await;
        let (_, cem) = member(&server, "Cem", ALL).await;
        let (_, dee) = member(&server, "Dee", &["play"]).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let code = program.open(&ann, Uuid::now_v7(), &json!({})).await;
        let empty = program.chat(None, &code, 0).await.json();
        assert_eq!((&empty["n"], texts(&empty)), (&json!(0), vec![]));
        program.act(&ben, &format!("/api/tables/{code}/seat"), &json!({})).await;
        program.say(&ann, &code, "Hello!").await;
        let before = program.chat(None, &code, 0).await.json();
        assert_eq!((&before["reads"], texts(&before)), (&json!("all"), vec!["Hello!"]));
        let events = format!("/api/tables/{code}/events");
        let here = [program.follow_as(&ann, &events).await, program.follow_as(&ben, &events).await];
        program.begun(&code).await;
        program.say(&ben, &code, "Among players").await;
        program.say(&cem, &code, "Among watchers").await;
        let n = before["n"].as_u64().unwrap();
        for (token, reads, own) in [
            (Some(&ann), "players", "Among players"),
            (Some(&ben), "players", "Among players"),
            (Some(&cem), "watchers", "Among watchers"),
            (None, "watchers", "Among watchers"),
        ] {
            let token = token.map(String::as_str);
            let chat = program.chat(token, &code, 0).await.json();
            assert_eq!((&chat["reads"], texts(&chat)), (&json!(reads), vec!["Hello!", own]));
            assert_eq!(texts(&program.chat(token, &code, n).await.json()), [own], "only what came later");
        }
        let refused = program.chat(Some(&dee), &code, 0).await;
        assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("insufficient_scope")));
        let resign = json!({ "command": { "t": "resign" } });
        assert_eq!(program.act(&ben, &commands(&code), &resign).await.status, 200);
        drop(here);
        server.stop().await;

        let server = Server::start(&base).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let after = program.chat(None, &code, 0).await.json();
        assert_eq!((&after["reads"], texts(&after)), (&json!("all"), vec!["Hello!", "Among players", "Among watchers"]));
        server.stop().await;
    }
}
