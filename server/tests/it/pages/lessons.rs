//! Rules and lessons.

use super::*;

#[tokio::test]
async fn the_rules_can_be_read_without_scripts() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let page = text(&nobody, "/rules/bushwhacked").await;
    for words in [
        "Kevin Reilly",
        "not affiliated",
        "2 to 4 players",
        "<figcaption>",
        "href=\"#rule-pierce\"",
    ] {
        assert!(page.contains(words), "{words}");
    }
    for address in ["/", "/rules/bushwhacked", "/learn/bushwhacked"] {
        assert!(
            text(&nobody, address).await.contains("href=\"/rules\""),
            "{address}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn steps_are_tried_in_a_lesson_and_judged() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let attempt = async |lesson: usize, steps: &[&str]| {
        let body = json!({ "lesson": lesson, "steps": steps });
        let answer = nobody
            .post("/learn/bushwhacked")
            .json(&body)
            .send()
            .await
            .unwrap();
        (
            answer.status().as_u16(),
            answer.json::<Value>().await.unwrap_or_default(),
        )
    };
    let (status, judged) = attempt(0, &[]).await;
    assert_eq!((status, &judged["reached"]), (200, &json!(false)));
    assert!(judged["preview"]["clicks"]["pass"].is_string(), "{judged}");
    let (_, judged) = attempt(0, &["h8"]).await;
    assert_eq!(
        (&judged["preview"]["complete"], &judged["reached"]),
        (&json!(true), &json!(true))
    );
    let (_, judged) = attempt(0, &["pass"]).await;
    assert_eq!(
        (&judged["preview"]["complete"], &judged["reached"]),
        (&json!(true), &json!(false))
    );
    let (status, refusal) = attempt(0, &["i9"]).await;
    assert_eq!((status, &refusal["code"]), (422, &json!("illegal_step")));
    assert!(
        refusal["sentence"]
            .as_str()
            .is_some_and(|sentence| sentence.contains("i9"))
    );
    assert_eq!(attempt(99, &[]).await.0, 404);
    let many = ["h8"; 2_000];
    assert_eq!(attempt(0, &many).await.0, 422);
    server.stop().await;
}
