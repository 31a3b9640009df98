//! The pie rule for programs.

use serde_json::json;
use thicket_rules::GameKind;
use uuid::Uuid;

use super::acting::{ALL, commands, member, play};
use super::contract::Program;
use crate::common::base::both;
use crate::common::client::Person;
use crate::common::party::Dice;
use crate::common::server::Server;

both! {
    async fn a_table_with_the_pie_rule_is_opened_and_a_side_taken(base: Base) {
        let server = Server::start(&base).await;
        let (_, ann) = member(&server, "Ann", ALL).await;
        let (_, ben) = member(&server, "Ben", &["play"]).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let three = json!({ "game": "bushwhacked", "seats": 3, "pie_rule": true });
        let refused = program.act(&ann, "/api/tables", &three).await;
        assert_eq!(refused.json()["code"], "no_such_setup", "{}", refused.text());
        let code = program
            .open(&ann, Uuid::now_v7(), &json!({ "pie_rule": true }))
            .await;
        let path = format!("/api/tables/{code}");
        assert_eq!(
            program
                .act(&ben, &format!("{path}/seat"), &json!({}))
                .await
                .status,
            200
        );
        let events = format!("{path}/events");
        let _here = [program.follow_as(&ann, &events).await, program.follow_as(&ben, &events).await];
        program.begun(&code).await;
        let game = GameKind::Bushka.start(2, "").unwrap();
        let turn = Dice(1).turn(game.as_ref());
        assert_eq!(
            program.act(&ann, &commands(&code), &play(0, &turn)).await.status,
            200
        );
        let swap = json!({ "turn": 1, "command": { "t": "swap_sides" } });
        let done = program.act(&ben, &commands(&code), &swap).await;
        assert_eq!(done.status, 200, "{}", done.text());
        let table = program.read(&path).await["table"].clone();
        assert_eq!(
            (&table["pie_rule"], &table["sides_swapped"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(
            (&table["chairs"][0]["name"], &table["chairs"][1]["name"]),
            (&json!("Ben"), &json!("Ann"))
        );
        let late = program
            .act(
                &ann,
                &commands(&code),
                &json!({ "turn": 2, "command": { "t": "swap_sides" } }),
            )
            .await;
        assert_eq!(late.json()["code"], "no_swap", "{}", late.text());
    }
}
