//! `docs/write-a-bot.md`, followed word for word: its commands and its program are those that are run.

use std::fmt::Write as _;
use std::fs::{File, read_to_string};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::contract::Program;
use crate::accounts::bots::make_bot;
use crate::accounts::sign_up;
use crate::accounts::tokens::make_token;
use crate::common::base::Base;
use crate::common::client::Person;
use crate::common::process::Process;

const TUTORIAL: &str = include_str!("../../../../docs/write-a-bot.md");

/// What a reader does: the program is written block by block, and commands are run as they come.
fn script(server: &str, token: &str) -> String {
    let mut script = String::new();
    for block in TUTORIAL.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        match language {
            "sh" => writeln!(script, "{text}").unwrap(),
            "python" => writeln!(script, "cat >> bot.py <<'EOF'\n{text}\nEOF").unwrap(),
            other => panic!("a block of {other}"),
        }
    }
    for example in ["https://thicket.example", "thicket_…"] {
        assert_eq!(script.matches(example).count(), 1, "{example}");
    }
    script
        .replace("https://thicket.example", server)
        .replace("thicket_…", token)
}

/// A shell and the programs that it runs, until this is dropped.
struct Shell(Child);

impl Drop for Shell {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.wait();
    }
}

impl Shell {
    fn run(script: &str, folder: &Path) -> Shell {
        let file = |name: &str| File::create(folder.join(name)).unwrap();
        let shell = Command::new("sh")
            .args(["-e", "-c", script])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(file("out"))
            .stderr(file("err"))
            .process_group(0)
            .spawn();
        Shell(shell.unwrap())
    }
}

/// Waits until there is something, while the programs run.
async fn until<T>(shell: &mut Shell, folder: &Path, look: impl AsyncFn() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if shell.0.try_wait().unwrap().is_some() {
                panic!("it ended: {}", read_to_string(folder.join("err")).unwrap());
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(300), found)
        .await
        .expect("the end of a game in time")
}

#[tokio::test]
async fn a_stranger_writes_a_bot_that_plays_to_the_end() {
    let base = Base::sqlite();
    let process = Process::with_options(&base, "info", &["--bot-think", "20ms", "--bot-pace", "20ms"]).await;
    let ann = sign_up(&Person::nobody(process.address), "Ann").await;
    let (ann, token) = make_bot(ann, "Robo").await;
    let own = make_token(&ann, &["play", "host"]).await;
    let program = Program::new(Person::nobody(process.address)).await;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut shell = Shell::run(&script(&format!("http://{}", process.address), &token), folder);

    // The first run says its name, the second one has played when it says the places.
    let played = async || {
        let out = read_to_string(folder.join("out")).unwrap();
        (out.lines().count() == 5).then_some(out)
    };
    let out = until(&mut shell, folder, played).await;
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["I am Robo", "I am Robo"]);
    let code = lines[2].rsplit_once("/g/").unwrap().1;
    let over = program.read(&format!("/api/tables/{code}")).await["table"].take();
    assert_eq!(over["phase"], "over");
    assert!(lines[3..].iter().any(|line| line.ends_with(" Robo")), "{out}");

    // The third one plays where it is invited.
    let act = async |path: &str, body: Value| {
        let request = program.person.http.post(program.person.url(path));
        let request = request.bearer_auth(&own).json(&body);
        let answer = program.send("POST", path, request).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    };
    let wanted = json!({ "game": "bushka", "seats": 2, "invite": ["Robo"] });
    let code = act("/api/tables", wanted).await["code"]
        .as_str()
        .unwrap()
        .to_owned();
    let (path, commands) = (
        format!("/api/tables/{code}"),
        format!("/api/tables/{code}/commands"),
    );
    let seated = async || (!program.read(&path).await["table"]["chairs"][1].is_null()).then_some(());
    until(&mut shell, folder, seated).await;
    act(&commands, json!({ "command": { "t": "stand" } })).await;
    act(
        &commands,
        json!({ "command": { "t": "seat_bot", "chair": 0, "level": 1 } }),
    )
    .await;
    let done = async || (program.read(&path).await["table"]["phase"] == "over").then_some(());
    until(&mut shell, folder, done).await;
    drop(shell);
    process.kill().await;
}
