//! Invitations that lead to no seat.

use serde_json::json;
use uuid::Uuid;

use super::acting::{ALL, member};
use super::contract::Program;
use crate::common::base::both;
use crate::common::client::Person;
use crate::common::server::Server;

both! {
    async fn who_is_invited_to_a_full_table_is_told_so_and_the_invitation_ends(base: Base) {
        let server = Server::start(&base).await;
        let (_, ann) = member(&server, "Ann", ALL).await;
        let (_, ben) = member(&server, "Ben", ALL).await;
        let (_, cem) = member(&server, "Cem", ALL).await;
        let program = Program::new(Person::nobody(server.address)).await;
        let mut stream = program.follow_as(&ben, "/api/stream").await;
        let code = program.open(&ann, Uuid::now_v7(), &json!({ "invite": ["Ben"] })).await;
        stream.until(&code, |line| line["place"] == "invited").await;
        let seat = format!("/api/tables/{code}/seat");
        assert_eq!(program.act(&cem, &seat, &json!({})).await.status, 200);
        let refused = program.act(&ben, &seat, &json!({})).await;
        assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("chair_taken")));
        assert!(refused.text().contains("your invitation has ended"), "{}", refused.text());
        let left = stream.until(&code, |line| line["place"] == "left").await;
        assert_eq!(left["news"], json!([]));
        let again = program.act(&ben, &seat, &json!({})).await;
        assert!(!again.text().contains("invitation"), "it has ended: {}", again.text());
        server.stop().await;
    }
}
