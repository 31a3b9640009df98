//! The programs in `examples/` play a game while the server is killed and started again.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use super::contract::Program;
use crate::accounts::bots::make_bot;
use crate::accounts::sign_up;
use crate::accounts::tokens::make_token;
use crate::common::base::Base;
use crate::common::client::Person;
use crate::common::process::Process;

const OPTIONS: &[&str] = &["--bot-think", "20ms", "--bot-pace", "20ms"];

/// A program in `examples/` that runs until this is dropped.
fn run(command: &str, file: &str, token: &str, process: &Process) -> Child {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    Command::new(command)
        .arg(examples.join(file))
        .arg(format!("http://{}", process.address))
        .arg("random")
        .env("THICKET_TOKEN", token)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

/// Waits until the table says this.
async fn until(program: &Program, code: &str, says: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/api/tables/{code}");
    let said = async {
        loop {
            let table = program.read(&path).await["table"].take();
            if says(&table) {
                return table;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(300), said)
        .await
        .expect("the table in time")
}

fn turns(table: &Value) -> usize {
    table["plies"].as_array().unwrap().len()
}

#[tokio::test]
async fn three_programs_and_a_bot_of_ours_play_to_the_end_through_a_crash() {
    let base = Base::sqlite();
    let process = Process::with_options(&base, "info", OPTIONS).await;
    let mut ann = sign_up(&Person::nobody(process.address), "Ann").await;
    let mut tokens = Vec::new();
    for name in ["Robo", "Tik", "Tok"] {
        let (owner, token) = make_bot(ann, name).await;
        (ann, tokens) = (owner, [tokens, vec![token]].concat());
    }
    let token = make_token(&ann, &["read", "play", "host"]).await;
    let programs = [
        run("python3", "bot.py", &tokens[0], &process),
        run("python3", "bot.py", &tokens[1], &process),
        run("node", "bot.mjs", &tokens[2], &process),
    ];
    let program = Program::new(Person::nobody(process.address)).await;
    let act = async |path: &str, body: Value| {
        let request = program
            .person
            .http
            .post(program.person.url(path))
            .bearer_auth(&token);
        let answer = program.send("POST", path, request.json(&body)).await;
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()
    };
    let wanted =
        json!({ "game": "bushwhacked", "seats": 4, "starter": "seated", "invite": ["Robo", "Tik", "Tok"] });
    let code = act("/api/tables", wanted).await["code"]
        .as_str()
        .unwrap()
        .to_owned();
    let commands = format!("/api/tables/{code}/commands");
    // Their owner leaves a chair to one of our bots.
    act(&commands, json!({ "command": { "t": "stand" } })).await;
    let free = |table: &Value| -> Vec<usize> {
        let chairs = table["chairs"].as_array().unwrap().iter().enumerate();
        chairs
            .filter(|(_, chair)| chair.is_null())
            .map(|(chair, _)| chair)
            .collect()
    };
    let waiting = until(&program, &code, |table| free(table).len() == 1).await;
    let ours = json!({ "t": "seat_bot", "chair": free(&waiting)[0], "level": 2 });
    act(&commands, json!({ "command": ours })).await;
    let table = until(&program, &code, |table| {
        table["phase"] == "playing" && turns(table) >= 8
    })
    .await;
    let address = process.address.to_string();
    process.kill().await;

    let process = Process::at(&address, &base, "info", OPTIONS).await;
    let over = until(&program, &code, |table| table["phase"] == "over").await;
    let (before, after) = (
        table["plies"].as_array().unwrap(),
        over["plies"].as_array().unwrap(),
    );
    assert!(after.len() > before.len());
    assert_eq!(after[..before.len()], before[..], "no turn is lost");
    for mut running in programs {
        assert_eq!(running.try_wait().unwrap(), None, "a program ended");
    }
    let refused = process.log();
    assert!(!refused.contains("ERROR"), "{refused}");
    process.kill().await;
}
