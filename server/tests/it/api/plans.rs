//! Plans that programs make.

use serde_json::json;
use uuid::Uuid;

use super::acting::{ALL, commands, member, play};
use super::contract::Program;
use crate::common::base::both;
use crate::common::client::Person;
use crate::common::server::Server;
use crate::plans::until_events;

both! {
    async fn programs_plan_too(base: Base) {
        let server = Server::start(&base).await;
        let (_, ann) = member(&server, "Ann", ALL).await;
        let (_, ben) = member(&server, "Ben", &["play"]).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let code = program.open(&ann, Uuid::now_v7(), &json!({ "game": "bushwhacked", "seats": 2 })).await;
        program.act(&ben, &format!("/api/tables/{code}/seat"), &json!({})).await;
        let events = format!("/api/tables/{code}/events");
        let here = [program.follow_as(&ann, &events).await, program.follow_as(&ben, &events).await];
        program.begun(&code).await;
        let path = format!("/api/tables/{code}/plan");
        let plan = json!({ "turn": 0, "command": { "t": "plan", "plan": { "what": "answers", "answers": [{ "to": "e5", "play": "e6" }] } } });
        assert_eq!(program.act(&ben, &commands(&code), &plan).await.status, 200);
        let of = async |token: &String| program.send("GET", &path, program.person.get(&path).bearer_auth(token)).await.json();
        assert_eq!(of(&ben).await["plan"]["answers"], json!([{ "to": "e5", "play": "e6", "then": [] }]));
        assert!(of(&ann).await["plan"].is_null());
        let refused = program.act(&ann, &commands(&code), &plan).await;
        assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("bad_plan")));
        assert_eq!(program.act(&ann, &commands(&code), &play(0, "e5")).await.status, 200);
        until_events(&server.store, &code, 5).await;
        assert!(of(&ben).await["plan"].is_null());
        drop(here);
        server.stop().await;
    }
}
