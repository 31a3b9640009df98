//! The examples on the page `/api`: each is played against a real server, and its answer looks like the one that is shown.
//!
//! `THICKET_WRITE_EXAMPLES=1 cargo test --workspace --test it api::examples` writes `server/src/api/examples.json` again.

use std::collections::BTreeMap;
use std::path::Path;

use reqwest::RequestBuilder;
use serde_json::{Map, Value, json};

use super::contract::Program;
use crate::accounts::tokens::make_token;
use crate::cli::admin::member;
use crate::common::base::Base;
use crate::common::client::Person;
use crate::common::party::Party;
use crate::common::server::Server;
use crate::tournaments::soon;
use thicket_server::time::monotonic_unix_ms;

/// The code in the examples.
const CODE: &str = "abcdefghjkmn";
/// The code of a table that waits for players.
const OPEN: &str = "nmkjhgfedcba";
/// The id of a tournament that begins in a few minutes.
const CUP: &str = "01a21af0-5e0a-7bb3-9d6c-3f3c7c1d2e4f";
/// The id of a club.
const CLUB: &str = "01a22b03-7c4d-7e1f-8a26-51d3c9e0b7f4";
/// When the tournament begins that is created.
const STARTS_AT: i64 = 1_795_982_400_000;
/// How many items of a list are shown.
const SHOWN: usize = 2;
/// The longest text that is shown whole.
const LONGEST: usize = 400;

/// For each operation the address and what is sent, in an order in which each can be answered.
fn requests() -> Vec<(&'static str, &'static str, String, Option<Value>)> {
    let at = |path: &str| {
        path.replace("{code}", CODE)
            .replace("{open}", OPEN)
            .replace("{cup}", CUP)
            .replace("{club}", CLUB)
    };
    let question = json!({ "game": "bushwhacked", "seats": 2, "turns": ["e5", "f9"], "steps": ["e6"] });
    vec![
        ("games", "GET", at("/api/games"), None),
        ("game", "GET", at("/api/games/bushi?seats=2&variant=9x9"), None),
        ("position", "POST", at("/api/positions"), Some(question)),
        ("table", "GET", at("/api/tables/{code}"), None),
        ("events", "GET", at("/api/tables/{code}/events?after=3"), None),
        (
            "board_svg",
            "GET",
            at("/api/tables/{code}/board.svg?turn=1"),
            None,
        ),
        ("board_png", "GET", at("/api/tables/{code}/board.png"), None),
        ("lobby", "GET", at("/api/lobby"), None),
        ("follow_lobby", "GET", at("/api/lobby/stream"), None),
        ("records", "GET", at("/api/records?player=Ann&limit=30"), None),
        (
            "record_lines",
            "GET",
            at("/api/records.ndjson?game=bushwhacked"),
            None,
        ),
        ("record", "GET", at("/api/records/{code}"), None),
        ("record_text", "GET", at("/api/records/{code}/text"), None),
        ("make_review", "POST", at("/api/records/{code}/review"), None),
        ("review", "GET", at("/api/records/{code}/review"), None),
        ("players", "GET", at("/api/players?name=an"), None),
        ("player", "GET", at("/api/players/Ann"), None),
        ("leaderboard", "GET", at("/api/leaderboards/bushwhacked"), None),
        ("statistics", "GET", at("/api/statistics/bushwhacked"), None),
        ("token", "GET", at("/api/token"), None),
        (
            "open_table",
            "POST",
            at("/api/tables"),
            Some(json!({ "game": "bushwhacked", "seats": 3, "clock": "600+10" })),
        ),
        ("follow_own", "GET", at("/api/stream"), None),
        (
            "quick",
            "POST",
            at("/api/quick"),
            Some(json!({ "game": "bushi" })),
        ),
        ("rematch", "POST", at("/api/tables/{code}/rematch"), None),
        ("sit", "POST", at("/api/tables/{open}/seat"), None),
        (
            "command",
            "POST",
            at("/api/tables/{open}/commands"),
            Some(json!({ "command": { "t": "say", "text": "Good luck!" } })),
        ),
        ("plan", "GET", at("/api/tables/{code}/plan"), None),
        ("chat", "GET", at("/api/tables/{open}/chat?after=0"), None),
        (
            "create_tournament",
            "POST",
            at("/api/tournaments"),
            Some(json!({
                "name": "Winter Cup", "game": "bushi", "clock": "600+10", "format": "swiss", "rounds": 5,
                "starts_at": STARTS_AT, "most": 16,
            })),
        ),
        ("tournaments", "GET", at("/api/tournaments?status=open"), None),
        ("sign_up", "POST", at("/api/tournaments/{cup}/sign-up"), None),
        ("confirm", "POST", at("/api/tournaments/{cup}/confirm"), None),
        ("tournament", "GET", at("/api/tournaments/{cup}"), None),
        (
            "follow_tournament",
            "GET",
            at("/api/tournaments/{cup}/stream"),
            None,
        ),
        ("withdraw", "POST", at("/api/tournaments/{cup}/withdraw"), None),
        ("clubs", "GET", at("/api/clubs"), None),
        ("club", "GET", at("/api/clubs/{club}"), None),
    ]
}

/// What is shown of an answer: lists and long texts are shortened.
fn shortened(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().take(SHOWN).map(shortened).collect(),
        Value::Object(object) => {
            let parts = object.into_iter().map(|(name, part)| (name, shortened(part)));
            Value::Object(parts.collect::<Map<String, Value>>())
        }
        Value::String(text) if text.chars().count() > LONGEST => {
            json!(text.chars().take(LONGEST).collect::<String>() + " …")
        }
        other => other,
    }
}

/// What an answer looks like: its fields and the types of its values; of a kind of game, which
/// is the same every time, all there is.
fn shape(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(shape).collect(),
        Value::Object(object) => {
            let part_shape = |(name, part): (&String, &Value)| {
                // Which turn a search finds best, and so what that turn does, depends on how far it sees.
                let shape = match part {
                    Value::Object(best) if name == "best" => json!(best.keys().collect::<Vec<_>>()),
                    Value::Object(_) if name == "kind" => part.clone(),
                    _ => shape(part),
                };
                (name.clone(), shape)
            };
            Value::Object(object.iter().map(part_shape).collect::<Map<String, Value>>())
        }
        Value::Null => Value::Null,
        Value::Bool(_) => json!("true or false"),
        Value::Number(_) => json!("number"),
        Value::String(_) => json!("text"),
    }
}

/// Lines of JSON as a list, other JSON as it is, and text as text.
fn shown(mime: &str, body: &[u8]) -> Value {
    let text = String::from_utf8_lossy(body);
    let lines = text.lines().filter(|line| !line.is_empty());
    shortened(match mime.split(';').next().unwrap() {
        "application/x-ndjson" => lines.map(|line| line.parse::<Value>().unwrap()).collect(),
        "application/json" => text.parse().unwrap(),
        "image/png" => json!("(the bytes of the picture)"),
        _ => json!(text),
    })
}

async fn answered(
    program: &Program,
    token: &str,
    (method, path): (&str, &str),
    body: Option<&Value>,
) -> (String, Vec<u8>) {
    let template = program.template(method, path).unwrap();
    let needs_token = program.api["paths"][template][method.to_lowercase()]["security"].is_array();
    let known = |request: RequestBuilder| match needs_token {
        true => request.bearer_auth(token),
        false => request,
    };
    if path.ends_with("/stream") {
        // It does not end by itself: its first line is enough.
        let mut answer = known(program.person.get(path)).send().await.unwrap();
        let mut read = Vec::new();
        while !read.ends_with(b"}\n") {
            read.extend_from_slice(&answer.chunk().await.unwrap().unwrap());
        }
        return ("application/x-ndjson".to_owned(), read);
    }
    let request = match (method, body) {
        ("GET", _) => program.person.get(path),
        (_, Some(body)) => program.person.http.post(program.person.url(path)).json(body),
        (_, None) => program.person.http.post(program.person.url(path)),
    };
    let answer = program.send(method, path, known(request)).await;
    assert_eq!(answer.status, 200, "{method} {path}: {}", answer.text());
    (answer.header("content-type").to_owned(), answer.body)
}

#[tokio::test]
async fn each_example_is_answered_as_it_is_shown() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--bot-think", "20ms"]).await;
    let people = vec![member(&server, "Ann").await, member(&server, "Ben").await];
    let token = make_token(&people[0], &["read", "play", "host"]).await;
    let about = [
        ("title", "Tuesdays"),
        ("text", "We play every Tuesday evening."),
        ("joining", "open"),
    ];
    let founded = people[0].post("/clubs").form(&about).send().await.unwrap();
    let club = founded.headers()["location"].to_str().unwrap();
    let club = club.strip_prefix("/clubs/").unwrap();
    let waiting = people[1].create(2, "random", true).await;
    let _open = people[1].join(&waiting).await;
    let mut party = Party::of(people, true).await.begun().await;
    for turn in ["e5", "f9"] {
        party.play(turn).await;
    }
    party.resign(0).await;
    let director = Person::named(server.address, "Dora").await;
    let cup = soon(&server.store, &director).await.to_string();
    let program = Program::new(Person::nobody(server.address)).await;
    let mut made = BTreeMap::new();
    for (id, method, path, body) in requests() {
        let real = path
            .replace(CODE, &party.code)
            .replace(OPEN, &waiting)
            .replace(CUP, &cup)
            .replace(CLUB, club);
        // Examples stay what they are as time passes.
        let body = body.map(|mut body| {
            if body["starts_at"] == STARTS_AT {
                body["starts_at"] = json!((monotonic_unix_ms() + 24 * 60 * 60 * 1000).0);
            }
            body
        });
        let (mime, answer) = answered(&program, &token, (method, &real), body.as_ref()).await;
        let answer = String::from_utf8_lossy(&answer)
            .replace(&party.code, CODE)
            .replace(&waiting, OPEN)
            .replace(&cup, CUP)
            .replace(club, CLUB);
        let mut example = json!({ "path": path, "answer": shown(&mime, answer.as_bytes()) });
        if let Some(mut body) = body {
            if body["starts_at"].is_number() {
                body["starts_at"] = json!(STARTS_AT);
            }
            example["body"] = body;
        }
        made.insert(id, example);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api/examples.json");
    if std::env::var_os("THICKET_WRITE_EXAMPLES").is_some() {
        std::fs::write(&file, serde_json::to_string_pretty(&made).unwrap() + "\n").unwrap();
    }
    let kept: BTreeMap<String, Value> =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    for (id, example) in &made {
        assert_eq!(
            kept.get(*id).map(shape),
            Some(shape(example)),
            "{id}: write the examples again"
        );
    }
    let operations = program.api["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|item| {
            let operations = item.as_object().unwrap().values();
            operations.map(|operation| operation["operationId"].as_str().unwrap().to_owned())
        });
    let mut operations: Vec<String> = operations.collect();
    operations.sort_unstable();
    assert_eq!(
        operations,
        made.keys().copied().collect::<Vec<_>>(),
        "each operation has an example"
    );
    assert_eq!(operations, kept.into_keys().collect::<Vec<_>>());
    server.stop().await;
}
