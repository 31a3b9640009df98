//! Messages that cannot be acted on are refused with a code and a sentence, and the room goes on.

use serde_json::{Value, json};
use thicket_server::protocol::VERSION;
use tokio_tungstenite::tungstenite::Message;

use super::common::base::Base;
use super::common::client::{Person, Socket, frame, fresh_id, hello};
use super::common::party::{Dice, Party};
use super::common::server::Server;

/// A game in progress, and another tab of its first player, which sends nonsense.
struct Scene {
    server: Server,
    party: Party,
    tab: Socket,
    dice: Dice,
    _base: Base,
}

impl Scene {
    async fn start() -> Scene {
        let base = Base::sqlite();
        let server = Server::start(&base).await;
        let party = Party::started(server.address, 2).await;
        let tab = party.people[0].join(&party.code).await;
        Scene {
            server,
            party,
            tab,
            dice: Dice(5),
            _base: base,
        }
    }

    /// Sends something from the tab that has to be refused with this code.
    async fn refused(&mut self, message: &str, code: &str, id: Value) {
        self.tab.send_frame(Message::text(message)).await.unwrap();
        self.is_refused(message, code, id).await;
    }

    /// The next refusal in the tab has this code.
    async fn is_refused(&mut self, message: &str, code: &str, id: Value) {
        let message: String = message.chars().take(200).collect();
        let answer = self.tab.until(|message| message["t"] == "refused").await;
        assert_eq!((&answer["code"], &answer["id"]), (&json!(code), &id), "{message}");
        let sentence = answer["sentence"].as_str().unwrap();
        assert!(
            sentence.ends_with('.') && sentence.len() < 200,
            "{message}: {sentence}"
        );
    }

    /// A player at each seat plays a turn.
    async fn round(&mut self) {
        self.plays_on().await;
        self.plays_on().await;
    }

    /// The next turn is played, and the tab that sent nonsense receives it too.
    async fn plays_on(&mut self) {
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
async fn malformed_messages_are_refused() {
    let mut scene = Scene::start().await;
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
        r#"{"t":"hello","version":4,"have":3}"#,
        r#"{"t":"hello","version":4,"have":{"table":-1}}"#,
        r#"{"t":"hello","version":4,"have":{"chat":1}}"#,
        r#"{"t":"ping","more":1}"#,
        r#"{"command":{"t":"sit","chair":0,"name":"Ann"}}"#,
        r#"{"id":"nope","command":{"t":"resign"}}"#,
        r#"{"id":7,"command":{"t":"resign"}}"#,
        r#"{"id":"","command":{"t":"resign"}}"#,
        "{\"t\":\"ping\"}\u{0}",
    ];
    for message in strange {
        scene.refused(message, "malformed", Value::Null).await;
        scene.plays_on().await;
    }
    // The id of these can be read, so the refusal carries it.
    let id = fresh_id();
    let wrong = [
        json!({ "t": "dance" }),
        json!({ "t": "resign", "more": true }),
        json!({ "t": "resign", "turn": 0 }),
        json!({ "t": "play", "steps": ["e5"] }),
        json!({ "t": "offer", "turn": 0 }),
        json!({ "t": "offer", "turn": 0, "proposal": { "what": "peace" } }),
        json!({ "t": "offer", "turn": 0, "proposal": { "what": "take_back" } }),
        json!({ "t": "answer", "offer": -1, "agree": true }),
        json!({ "t": "answer", "agree": true }),
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
    for mut message in wrong {
        message["id"] = json!(id);
        let text = frame(message).to_string();
        scene.refused(&text, "malformed", json!(id)).await;
        scene.plays_on().await;
    }
    scene
        .tab
        .send_frame(Message::binary(br#"{"t":"ping"}"#.to_vec()))
        .await
        .unwrap();
    scene.is_refused("binary", "malformed", Value::Null).await;
    scene.plays_on().await;
    scene.server.stop().await;
}

#[tokio::test]
async fn messages_that_are_too_large_are_refused() {
    let mut scene = Scene::start().await;
    let padded = |size: usize| r#"{"t":"ping"}"#.to_owned() + &" ".repeat(size - 12);
    scene
        .tab
        .send_frame(Message::text(padded(8 * 1024)))
        .await
        .unwrap();
    scene.tab.until(|message| message["t"] == "pong").await;
    for size in [8 * 1024 + 1, 60 * 1024] {
        scene.refused(&padded(size), "too_large", Value::Null).await;
        scene.plays_on().await;
    }
    let id = fresh_id();
    for kind in ["play", "preview"] {
        let with = |steps: usize| {
            let steps = vec!["e5"; steps];
            frame(json!({ "t": kind, "id": id, "turn": 0, "steps": steps })).to_string()
        };
        scene.refused(&with(201), "too_large", json!(id)).await;
        scene.refused(&with(200), "wrong_turn", json!(id)).await;
        scene.plays_on().await;
    }
    // A message beyond what is read at all ends the socket, and only that socket.
    drop(scene.tab.send_frame(Message::text(padded(80 * 1024))).await);
    scene.tab.until_closed().await;
    scene.tab = scene.party.people[0].join(&scene.party.code).await;
    scene.plays_on().await;
    scene.server.stop().await;
}

#[tokio::test]
async fn steps_and_names_of_any_spelling_are_refused() {
    let mut scene = Scene::start().await;
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
            let (id, turn) = (fresh_id(), scene.party.game.ply_count());
            let message = frame(json!({ "t": kind, "id": id, "turn": turn, "steps": [spelling] }));
            scene
                .refused(&message.to_string(), "illegal_step", json!(id))
                .await;
        }
        // Each plays a turn, so that it is Ann's turn again.
        scene.round().await;
    }
    for name in ["Ann\u{0}", "\u{0}", "\u{200d}", "\u{202e}", "A\u{7f}"] {
        let id = fresh_id();
        let message = frame(json!({ "t": "sit", "id": id, "chair": 0, "name": name }));
        scene.refused(&message.to_string(), "bad_name", json!(id)).await;
    }
    scene.plays_on().await;
    scene.server.stop().await;
}

#[tokio::test]
async fn too_many_previews_are_refused() {
    let mut scene = Scene::start().await;
    for _ in 0..60 {
        let ask = json!({ "t": "preview", "id": fresh_id(), "turn": 0, "steps": [] });
        scene.tab.send(ask).await;
    }
    let mut fast = 0;
    for _ in 0..60 {
        let answer = scene.tab.until(|message| !message["id"].is_null()).await;
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
    assert_eq!(scene.party.sockets[0].command(ask.clone()).await["t"], "preview");
    scene.plays_on().await;
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let ask = json!({ "t": "preview", "turn": 1, "steps": [] });
    assert_eq!(scene.tab.command(ask).await["t"], "preview");
    scene.server.stop().await;
}

#[tokio::test]
async fn hello_comes_first_and_in_this_version() {
    let mut scene = Scene::start().await;
    let ann = scene.party.people[0].clone();
    let mut socket = ann.connect(&scene.party.code).await.unwrap();
    socket.send(json!({ "t": "ping" })).await;
    socket.until(|message| message["t"] == "pong").await;
    let commands = [
        json!({ "t": "play", "turn": 0, "steps": ["e5"] }),
        json!({ "t": "preview", "turn": 0, "steps": [] }),
        json!({ "t": "sit", "chair": 0, "name": "Ann" }),
        json!({ "t": "stand" }),
        json!({ "t": "remove", "player": ann.id }),
        json!({ "t": "hold_start", "held": true }),
        json!({ "t": "resign" }),
    ];
    for command in &commands {
        socket.refused(command.clone(), "no_hello").await;
    }
    for version in [0, VERSION - 1, VERSION + 1, 1_000_000] {
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
    scene.plays_on().await;
    socket.until_event("played").await;
    scene.server.stop().await;
}

#[tokio::test]
async fn hello_is_answered_only_so_often() {
    let mut scene = Scene::start().await;
    const HELLOS: usize = 40;
    for _ in 0..HELLOS {
        scene.tab.send(hello(None)).await;
    }
    let (mut snapshots, mut refused) = (0, 0);
    while snapshots + refused < HELLOS {
        let message = scene.tab.receive().await.unwrap();
        match message["t"].as_str().unwrap() {
            "snapshot" => snapshots += 1,
            "refused" => {
                assert_eq!(message["code"], "too_fast");
                refused += 1;
            }
            _ => (),
        }
    }
    assert!(
        snapshots >= 5 && refused >= 5,
        "{snapshots} snapshots, {refused} refusals"
    );
    // The socket goes on, and follows the table.
    scene.plays_on().await;
    scene.server.stop().await;
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

/// The sentence with which the socket of a page is refused before it closes.
async fn turned_away(person: &Person, code: &str, origin: &str) -> String {
    let mut socket = person.connect_from(code, Some(origin)).await.unwrap();
    let refused = socket.receive().await.unwrap();
    assert_eq!(
        (&refused["t"], &refused["code"]),
        (&json!("refused"), &json!("other_address")),
        "{origin}: {refused}"
    );
    assert_eq!(socket.until_closed().await, Some(1008), "{origin}");
    refused["sentence"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_socket_of_another_page_is_refused() {
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
        let sentence = turned_away(&ann, &code, origin).await;
        assert!(
            sentence.contains("You cannot play at this address"),
            "{origin}: {sentence}"
        );
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
        let sentence = turned_away(&ann, &code, origin).await;
        assert!(
            sentence.ends_with(&format!(" https://play.example/g/{code}")),
            "{sentence}"
        );
    }
    assert_eq!(identity(&ann, &code, None).await, Value::Null);
    assert_eq!(
        identity(&ann, &code, Some("https://play.example")).await,
        json!(ann.id)
    );
    server.stop().await;
}
