//! Records from outside on the board.

use reqwest::multipart::{Form, Part};

use super::*;

const TEXT: &str = "[Game \"bushi\"]\n[Seats \"2\"]\n[Variant \"9x9\"]\n[Seat1 \"<script>alert(1)</script>\"]\n[Seat2 \"Ben\"]\n";

async fn send(person: &Person, form: Form) -> (u16, String) {
    let answer = person.post("/import").multipart(form).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

fn file(text: impl Into<String>) -> Form {
    let part = Part::bytes(text.into().into_bytes()).file_name("../../etc/passwd<b>");
    Form::new().text("text", "").part("file", part)
}

#[tokio::test]
async fn a_record_from_outside_is_shown_and_not_stored() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let code = finished(people(&server, ["Ann <b>", "Ben"]).await, true).await;
    let reader = Person::nobody(server.address);
    let mut rival = base.rival().await;
    let stored = "SELECT (SELECT COUNT(*) FROM tables) + (SELECT COUNT(*) FROM records) + (SELECT COUNT(*) FROM players)";
    let before = rival.count(stored).await;
    let empty = reader.read("/import").await;
    assert!(
        empty.contains("<textarea") && empty.contains("multipart/form-data"),
        "{empty}"
    );
    for name in ["record.txt", "record.json"] {
        let record = reader.read(&format!("/g/{code}/{name}")).await;
        for form in [Form::new().text("text", record.clone()), file(record)] {
            let (status, page) = send(&reader, form).await;
            assert_eq!(status, 200, "{name}: {page}");
            for part in [
                "Ann &#60;b&#62;",
                "Ben wins",
                ">f6</span>",
                "data:image/svg+xml;base64,",
                "not stored",
            ] {
                assert!(page.contains(part), "{name}: {part}: {page}");
            }
            assert!(!page.contains(&code) && !page.contains("Ann <b>"), "{name}");
        }
    }
    let (status, page) = send(&reader, Form::new().text("text", TEXT)).await;
    assert_eq!(status, 200);
    assert!(
        !page.contains("<script>alert") && page.contains("\\u003cscript>alert"),
        "{page}"
    );
    assert!(
        page.contains("&#60;script&#62;alert(1)&#60;/script&#62;’s turn."),
        "{page}"
    );
    let game = include_str!("../../../../rules/fixtures/bushwhacked/three-friends.txt");
    let (status, page) = send(&reader, file(game)).await;
    assert_eq!(status, 200);
    assert!(page.contains("<noscript>, captures "), "{page}");
    assert!(!page.contains("href=\"/@"), "these may be other people: {page}");
    assert_eq!(rival.count(stored).await, before);
    server.stop().await;
}

/// A record as JSON with one part changed.
fn with(record: &Value, part: &str, value: Value) -> String {
    let mut record = record.clone();
    *record.pointer_mut(part).unwrap() = value;
    record.to_string()
}

#[tokio::test]
async fn a_record_that_was_changed_is_not_shown_as_genuine() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let code = finished(people(&server, ["Ann", "Ben"]).await, true).await;
    let reader = Person::nobody(server.address);
    let text = reader.read(&format!("/g/{code}/record.txt")).await;
    let json = reader.read(&format!("/g/{code}/record.json")).await;
    let record: Value = serde_json::from_str(&json).unwrap();
    let events = record["events"].as_array().unwrap();
    let played = |step: &str| {
        let is_it = |event: &Value| event["event"]["steps"] == json!([step]);
        events.iter().position(is_it).unwrap()
    };
    let (second, last) = (played("f6"), events.len() - 1);
    let sum = record["sha256"].as_str().unwrap();
    let mut bare = record.clone();
    for part in ["sha256", "events"] {
        bare.as_object_mut().unwrap().remove(part);
    }
    let alert = |why: &str| format!("role=\"alert\"><strong>This record was changed:</strong> {why}.");
    for (sent, said) in [
        (json.clone(), format!("<code>{sum}</code>")),
        (text, "it has no checksum.".to_owned()),
        (bare.to_string(), "it has no checksum.".to_owned()),
        (
            with(&record, &format!("/events/{second}/event/steps"), json!(["h8"])),
            alert(&format!("event {} was changed (turn 2)", second + 1)),
        ),
        (
            with(&record, &format!("/events/{last}/at"), json!(1)),
            alert(&format!("event {} was changed (turn 4)", last + 1)),
        ),
        (
            with(&record, &format!("/events/{second}/link"), json!("00000000")),
            alert(&format!(
                "the link of event {} was changed, and no event",
                second + 1
            )),
        ),
        (
            with(&record, "/sha256", json!(sum.replace(|digit| digit != '0', "0"))),
            alert("the checksum is not that of the events"),
        ),
        (
            with(&record, "/sha256", Value::Null),
            alert("its checksum is missing"),
        ),
        (
            with(&record, "/sha256", json!("?")),
            alert("its checksum cannot be read"),
        ),
        (
            with(&record, "/events", json!([])),
            alert("its events are missing"),
        ),
        (
            with(&record, "/turns/1/turn", json!("f7")),
            alert("its &#34;turns&#34; are not those of its events"),
        ),
    ] {
        let (status, page) = send(&reader, file(sent)).await;
        assert_eq!(status, 200, "{said}: {page}");
        assert!(page.contains(&said), "{said}: {page}");
        let is_changed = said.starts_with("role=");
        assert_eq!(page.contains("This record was changed"), is_changed, "{said}");
        assert_eq!(page.contains("from a changed record"), is_changed, "{said}");
        assert_eq!(
            page.contains("This record fits its checksum"),
            said.starts_with("<code>"),
            "{said}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_record_is_said_beside_the_form() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let reader = Person::nobody(server.address);
    for (text, sentence) in [
        (
            String::new(),
            "Please paste the text of a record, or choose a file.",
        ),
        (
            format!("{TEXT}\n1. zz </textarea><b>"),
            "In turn 1 (zz), step zz: ",
        ),
        ("[Game \"chess\"]".to_owned(), "there is no game "),
        ("[".repeat(70_000), "A record can have at most 64 kB."),
        (
            format!("{TEXT}\n{}", "a1 ".repeat(1_001)),
            "A record can have at most 1000 turns.",
        ),
        ("[".repeat(60_000), "This cannot be read: "),
        (
            format!("{{\"a\":{}", "[".repeat(60_000)),
            "This is not valid JSON: ",
        ),
        ("{\"format\":7}".to_owned(), "format 7 of records is not known"),
    ] {
        for form in [Form::new().text("text", text.clone()), file(text.clone())] {
            let (status, page) = send(&reader, form).await;
            assert_eq!(status, 422, "{sentence}");
            assert!(page.contains(sentence), "{sentence}: {:.2000}", page);
            assert!(
                page.contains("<textarea") && !page.contains("</textarea><b>"),
                "{sentence}"
            );
        }
    }
    let (status, _) = send(&reader, file("x".repeat(200_000))).await;
    assert_eq!(status, 413);
    let plain = reader
        .post("/import")
        .form(&[("text", TEXT)])
        .send()
        .await
        .unwrap();
    assert_eq!(plain.status(), 422, "the form has another encoding");
    // A place comes back every three seconds, so a slow machine gets more than twenty.
    let mut shown = 0;
    let refused = loop {
        let request = reader.post("/import").header("x-forwarded-for", "203.0.113.7");
        let form = Form::new().text("text", TEXT);
        let status = request.multipart(form).send().await.unwrap().status();
        if status != 200 || shown > 100 {
            break status;
        }
        shown += 1;
    };
    assert_eq!(refused, 429, "after {shown} were shown");
    assert!(shown >= 20, "only {shown} were shown");
    server.stop().await;
}
