//! Messages that cannot be acted on are refused with a code and a sentence, and the room goes on.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::common::base::Base;
use super::common::client::{Person, Socket, fresh_id, hello};
use super::common::party::{Dice, Party};
use super::common::server::Server;

/// A game in progress, and another tab of its first player, which sends nonsense.
struct Story {
    server: Server,
    party: Party,
    tab: Socket,
    dice: Dice,
    _base: Base,
}

impl Story {
    async fn begin() -> Story {
        let base = Base::sqlite();
        let server = Server::start(&base).await;
        let party = Party::started(server.address, 2).await;
        let tab = party.people[0].join(&party.code).await;
        Story {
            server,
            party,
            tab,
            dice: Dice(5),
            _base: base,
        }
    }

    /// Sends something from the tab that has to be refused with this code.
    async fn refused(&mut self, words: &str, code: &str, id: Value) {
        self.tab.send_frame(Message::text(words)).await.unwrap();
        self.is_refused(words, code, id).await;
    }

    /// The next refusal in the tab has this code.
    async fn is_refused(&mut self, words: &str, code: &str, id: Value) {
        let words: String = words.chars().take(200).collect();
        let answer = self.tab.until(|message| message["t"] == "refused").await;
        assert_eq!((&answer["code"], &answer["id"]), (&json!(code), &id), "{words}");
        let sentence = answer["sentence"].as_str().unwrap();
        assert!(
            sentence.ends_with('.') && sentence.len() < 200,
            "{words}: {sentence}"
        );
    }

    /// A player at each seat plays a turn.
    async fn round(&mut self) {
        self.goes_on().await;
        self.goes_on().await;
    }

    /// The next turn is played, and the tab that sent nonsense receives it too.
    async fn goes_on(&mut self) {
        let turn = self.dice.turn(self.party.game.as_ref());
        self.party.play(&turn).await;
        let played = self.tab.until_event("played").await;
        assert_eq!(
            played["event"]["ply"]["text"],
            self.party.game.plies().pop().unwrap()
        );
    }
}

#[tokio::test]
async fn what_is_not_a_message_is_refused() {
    let mut story = Story::begin().await;
    let strange = [
        "",
        "x",
        "{",
        "null",
        "[]",
        "{}",
        "7",
        r#"{"t":7}"#,
        r#"{"t":"dance"}"#,
        r#"{"t":"hello"}"#,
        r#"{"t":"hello","version":-1}"#,
        r#"{"t":"hello","version":2,"have":3}"#,
        r#"{"t":"hello","version":2,"have":{"table":-1}}"#,
        r#"{"t":"hello","version":2,"have":{"chat":1}}"#,
        r#"{"t":"ping","more":1}"#,
        r#"{"t":"sit","chair":0,"name":"Ann"}"#,
        r#"{"t":"resign","id":"nope"}"#,
        r#"{"t":"resign","id":7}"#,
        r#"{"t":"resign","id":""}"#,
        "{\"t\":\"ping\"}\u{0}",
    ];
    for words in strange {
        story.refused(words, "malformed", Value::Null).await;
        story.goes_on().await;
    }
    // The id of these can be read, so the refusal carries it.
    let id = fresh_id();
    let wrong = [
        json!({ "t": "dance" }),
        json!({ "t": "resign", "more": true }),
        json!({ "t": "offer_draw" }),
        json!({ "t": "play", "turn": 0 }),
        json!({ "t": "play", "turn": -1, "steps": ["e5"] }),
        json!({ "t": "play", "turn": 0.5, "steps": ["e5"] }),
        json!({ "t": "play", "turn": 1_u64 << 40, "steps": ["e5"] }),
        json!({ "t": "play", "turn": 0, "steps": "e5" }),
        json!({ "t": "play", "turn": 0, "steps": [5] }),
        json!({ "t": "sit", "chair": -1, "name": "Ann" }),
        json!({ "t": "sit", "chair": 256, "name": "Ann" }),
        json!({ "t": "sit", "chair": 0, "name": null }),
        json!({ "t": "remove", "player": "Ben" }),
        json!({ "t": "preview", "turn": 0, "steps": {} }),
    ];
    for mut words in wrong {
        words["id"] = json!(id);
        story.refused(&words.to_string(), "malformed", json!(id)).await;
        story.goes_on().await;
    }
    story
        .tab
        .send_frame(Message::binary(br#"{"t":"ping"}"#.to_vec()))
        .await
        .unwrap();
    story.is_refused("binary", "malformed", Value::Null).await;
    story.goes_on().await;
    story.server.stop().await;
}

#[tokio::test]
async fn what_is_too_large_is_refused() {
    let mut story = Story::begin().await;
    let padded = |size: usize| r#"{"t":"ping"}"#.to_owned() + &" ".repeat(size - 12);
    story
        .tab
        .send_frame(Message::text(padded(8 * 1024)))
        .await
        .unwrap();
    story.tab.until(|message| message["t"] == "pong").await;
    for size in [8 * 1024 + 1, 60 * 1024] {
        story.refused(&padded(size), "too_large", Value::Null).await;
        story.goes_on().await;
    }
    let id = fresh_id();
    for kind in ["play", "preview"] {
        let with = |steps: usize| {
            let steps = vec!["e5"; steps];
            json!({ "t": kind, "id": id, "turn": 0, "steps": steps }).to_string()
        };
        story.refused(&with(201), "too_large", json!(id)).await;
        story.refused(&with(200), "wrong_turn", json!(id)).await;
        story.goes_on().await;
    }
    // A message beyond what is read at all ends the socket, and only that socket.
    drop(story.tab.send_frame(Message::text(padded(80 * 1024))).await);
    story.tab.until_closed().await;
    story.tab = story.party.people[0].join(&story.party.code).await;
    story.goes_on().await;
    story.server.stop().await;
}

#[tokio::test]
async fn steps_and_names_of_any_spelling_are_refused() {
    let mut story = Story::begin().await;
    let long = "x".repeat(7000);
    let spellings = [
        "",
        " ",
        "\u{0}",
        "e5\u{0}",
        "e5\n",
        " e5",
        "e5,e6",
        "E5",
        "e05",
        "e+5",
        "r1",
        "a18",
        "a0",
        "é5",
        "x",
        "-",
        "xx5",
        "<script>",
        "\u{202e}e5",
        "drop:1",
        "end",
        "xe5",
        "-e5",
        &long,
    ];
    for spelling in spellings {
        for kind in ["play", "preview"] {
            let (id, turn) = (fresh_id(), story.party.game.ply_count());
            let words = json!({ "t": kind, "id": id, "turn": turn, "steps": [spelling] });
            story.refused(&words.to_string(), "illegal_step", json!(id)).await;
        }
        // Both play, so that it is Ann's turn again.
        story.round().await;
    }
    for name in ["Ann\u{0}", "\u{0}", "\u{200d}", "\u{202e}", "A\u{7f}"] {
        let id = fresh_id();
        let words = json!({ "t": "sit", "id": id, "chair": 0, "name": name });
        story.refused(&words.to_string(), "bad_name", json!(id)).await;
    }
    story.goes_on().await;
    story.server.stop().await;
}

#[tokio::test]
async fn too_many_previews_are_refused() {
    let mut story = Story::begin().await;
    for _ in 0..60 {
        let ask = json!({ "t": "preview", "id": fresh_id(), "turn": 0, "steps": [] });
        story.tab.send(ask).await;
    }
    let mut fast = 0;
    for _ in 0..60 {
        let answer = story.tab.until(|message| !message["id"].is_null()).await;
        match answer["t"].as_str().unwrap() {
            "preview" => (),
            _ => {
                assert_eq!(answer["code"], "too_fast");
                fast += 1;
            }
        }
    }
    assert!((1..=40).contains(&fast), "{fast}");
    // The limit is each tab's own.
    let ask = json!({ "t": "preview", "turn": 0, "steps": ["e5"] });
    assert_eq!(story.party.sockets[0].command(ask.clone()).await["t"], "preview");
    story.goes_on().await;
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let ask = json!({ "t": "preview", "turn": 1, "steps": [] });
    assert_eq!(story.tab.command(ask).await["t"], "preview");
    story.server.stop().await;
}

#[tokio::test]
async fn hello_comes_first_and_in_this_version() {
    let mut story = Story::begin().await;
    let ann = story.party.people[0].clone();
    let mut socket = ann.connect(&story.party.code).await.unwrap();
    socket.send(json!({ "t": "ping" })).await;
    socket.until(|message| message["t"] == "pong").await;
    let commands = [
        json!({ "t": "play", "turn": 0, "steps": ["e5"] }),
        json!({ "t": "preview", "turn": 0, "steps": [] }),
        json!({ "t": "sit", "chair": 0, "name": "Ann" }),
        json!({ "t": "stand" }),
        json!({ "t": "remove", "player": ann.id }),
        json!({ "t": "resign" }),
    ];
    for command in &commands {
        socket.refused(command.clone(), "no_hello").await;
    }
    for version in [0, 1, 3, 1_000_000] {
        socket
            .send(json!({ "t": "hello", "version": version, "have": { "table": 3 } }))
            .await;
        let refused = socket.until(|message| message["t"] == "refused").await;
        assert_eq!(refused["code"], "version");
    }
    socket.refused(commands[0].clone(), "no_hello").await;
    socket.seq = 3;
    socket.send(hello(Some(3))).await;
    socket.until(|message| message["t"] == "live").await;
    story.goes_on().await;
    socket.until_event("played").await;
    story.server.stop().await;
}

/// The player that a socket belongs to.
async fn identity(person: &Person, code: &str, origin: Option<&str>) -> Value {
    let mut socket = person.connect_from(code, origin).await.unwrap();
    socket.send(hello(None)).await;
    let you = socket.until(|message| message["t"] == "welcome").await["you"].take();
    let answer = socket.command(json!({ "t": "stand" })).await;
    assert_eq!(answer["code"] == "no_name", you.is_null(), "{answer}");
    you["id"].clone()
}

#[tokio::test]
async fn a_socket_of_another_page_has_no_identity() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let (code, own) = (ann.create(2, "seated", false).await, ann.url(""));
    let port = format!("http://127.0.0.1:{}", server.address.port() ^ 1);
    let foreign = [
        "https://evil.example",
        "http://127.0.0.1",
        "null",
        "nonsense",
        "",
        &port,
    ];
    for origin in foreign {
        assert_eq!(identity(&ann, &code, Some(origin)).await, Value::Null, "{origin}");
    }
    assert_eq!(identity(&ann, &code, None).await, Value::Null);
    assert_eq!(identity(&ann, &code, Some(&own)).await, json!(ann.id));
    server.stop().await;
}

#[tokio::test]
async fn with_a_public_url_only_its_pages_have_an_identity() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--public-url", "https://play.example"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let (code, inner) = (ann.create(2, "seated", false).await, ann.url(""));
    for origin in [
        &inner,
        "http://play.example",
        "https://play.example:444",
        "https://x.play.example",
    ] {
        assert_eq!(identity(&ann, &code, Some(origin)).await, Value::Null, "{origin}");
    }
    assert_eq!(identity(&ann, &code, None).await, Value::Null);
    assert_eq!(
        identity(&ann, &code, Some("https://play.example")).await,
        json!(ann.id)
    );
    server.stop().await;
}
