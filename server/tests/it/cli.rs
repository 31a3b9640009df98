//! The commands of the real program: what they read, what they write, and how they end.

pub(super) mod admin;
mod ratings;
mod reading;
mod reset;
mod start;
mod trace;
mod verify;

use std::process::Stdio;

use thicket_rules::GameKind;
use tokio::io::AsyncWriteExt;

use super::common::base::{Base, both};
use super::common::process::program;

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
struct Ended {
    status: i32,
    said: String,
    complained: String,
}

async fn run(args: &[&str], input: impl AsRef<[u8]>) -> Ended {
    let mut command = program(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A command that does not read may be gone by now.
    drop(stdin.write_all(input.as_ref()).await);
    drop(stdin);
    let output = child.wait_with_output().await.unwrap();
    Ended {
        status: output.status.code().expect("an end of its own"),
        said: String::from_utf8(output.stdout).unwrap(),
        complained: String::from_utf8(output.stderr).unwrap(),
    }
}

#[tokio::test]
async fn help_and_version_are_given() {
    let help = run(&["--help"], "").await;
    assert_eq!((help.status, help.complained.as_str()), (0, ""));
    let words = [
        "serve",
        "trace",
        "verify",
        "--listen",
        "THICKET_LISTEN",
        "--public-url",
        "--trusted-proxies",
        "--database-url",
        "--data-dir",
        "--log-format",
        "--metrics-listen",
        "--countdown",
        "--host-away",
        "--idle-room",
        "--pulse",
        "--silence",
        "--shutdown-grace",
        "--retry-wait",
    ];
    for word in words {
        assert!(help.said.contains(word), "{word}: {}", help.said);
    }
    for command in [
        "serve", "trace", "verify", "export", "import", "ratings", "arena", "admin",
    ] {
        let help = run(&[command, "--help"], "").await;
        assert_eq!((help.status, help.complained.as_str()), (0, ""), "{command}");
        assert!(
            help.said.contains(&format!("Usage: thicket {command}")),
            "{}",
            help.said
        );
    }
    let help = run(&["trace", "--help"], "").await;
    for kind in GameKind::ALL {
        assert!(help.said.contains(&kind.to_string()), "{kind}: {}", help.said);
    }
    let version = run(&["--version"], "").await;
    let wanted = format!("thicket {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((version.status, version.said.as_str()), (0, wanted.as_str()));
}

#[tokio::test]
async fn options_that_make_no_sense_are_named() {
    let wrong: [&[&str]; 15] = [
        &["--nonsense"],
        &["dance"],
        &["--listen", "here"],
        &["--public-url", "ftp://play.example"],
        &["--public-url", "https://play.example/path"],
        &["--trusted-proxies", "10.0.0.0/8,everybody"],
        &["--log-format", "xml"],
        &["--countdown", "soon"],
        &["--pulse", "0s"],
        &["trace", "bushi", "bushka"],
        &["trace"],
        &["trace", "bushwhacked", "--seats", "300"],
        &["arena", "bushi", "14", "1"],
        &["arena", "bushi", "5@many", "1"],
        &["arena", "bushi", "random"],
    ];
    for args in wrong {
        let ended = run(args, "").await;
        assert_eq!((ended.status, ended.said.as_str()), (2, ""), "{args:?}");
        assert!(ended.complained.starts_with("error: "), "{}", ended.complained);
        assert_eq!(ended.complained.lines().count(), 1, "{}", ended.complained);
    }
}

#[tokio::test]
async fn options_that_make_no_sense_together_are_one_clear_line() {
    let ended = run(&["--pulse", "30s", "--silence", "20s"], "").await;
    assert_eq!((ended.status, ended.said.as_str()), (1, ""), "{ended:?}");
    let wanted = "thicket: --silence (20s) has to be longer than --pulse (30s)\n";
    assert_eq!(ended.complained, wanted);
}

#[tokio::test]
async fn a_complaint_repeats_little_of_what_was_typed() {
    let long = format!("\u{1b}[31m{}\nsecond line", "x".repeat(500));
    let wrong: [&[&str]; 6] = [
        &[&long],
        &["trace", &long],
        &["trace", "bushwhacked", "--seats", &long],
        &["--listen", &long],
        &["--public-url", &long],
        &["--trusted-proxies", &long],
    ];
    for args in wrong {
        let ended = run(args, "").await;
        assert_eq!((ended.status, ended.said.as_str()), (2, ""), "{ended:?}");
        let line = ended.complained.strip_suffix('\n').unwrap();
        assert!(!line.chars().any(char::is_control), "{line:?}");
        assert!(!line.contains(&"x".repeat(41)), "{line}");
    }
    let option = format!("--{long}");
    for args in [&[option.as_str()][..], &["trace", "bushi", &option]] {
        let ended = run(args, "").await;
        assert_eq!(
            (ended.status, ended.complained.lines().count()),
            (2, 1),
            "{ended:?}"
        );
        assert!(!ended.complained.contains(&"x".repeat(41)), "{ended:?}");
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_is_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    std::fs::write(&file, "Dear Ann, this is no database at all. ".repeat(100)).unwrap();
    let urls = [
        "nonsense".to_owned(),
        "mysql://somewhere/thicket".to_owned(),
        "postgres://ann:geheim@127.0.0.1:1/thicket".to_owned(),
        "sqlite:/proc/nowhere/thicket.db".to_owned(),
        format!("sqlite:{}", file.display()),
        format!("sqlite:{}", folder.path().display()),
    ];
    for url in urls {
        for command in ["serve", "verify"] {
            let ended = run(&[command, "--database-url", &url], "").await;
            assert_eq!((ended.status, ended.said.as_str()), (1, ""), "{url}: {ended:?}");
            assert!(ended.complained.starts_with("thicket: "), "{url}: {ended:?}");
            assert_eq!(ended.complained.lines().count(), 1, "{url}: {ended:?}");
            assert!(!ended.complained.contains("geheim"), "{ended:?}");
        }
    }
}

#[tokio::test]
async fn an_address_that_is_taken_is_one_clear_line() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let base = Base::sqlite();
    let ended = run(&["--listen", &address, "--database-url", &base.url], "").await;
    let wanted = format!("thicket: cannot listen on {address}: ");
    assert_eq!((ended.status, ended.said.as_str()), (1, ""), "{ended:?}");
    assert!(ended.complained.starts_with(&wanted), "{ended:?}");
    assert_eq!(ended.complained.lines().count(), 1, "{ended:?}");
}

#[tokio::test]
async fn a_match_between_bots_is_reported() {
    let args = [
        "arena",
        "btt",
        "greedy",
        "random",
        "--seats",
        "3",
        "--games",
        "6",
        "--threads",
        "2",
    ];
    let played = run(&args, "").await;
    assert_eq!((played.status, played.complained.as_str()), (0, ""));
    assert!(
        played
            .said
            .starts_with("btt with 3 seats, greedy against random: "),
        "{}",
        played.said
    );
    let json = run(&[&args[..], &["--json"]].concat(), "").await;
    let result: serde_json::Value = serde_json::from_str(&json.said).unwrap();
    assert_eq!(
        (&result["games"], &result["first"]),
        (&6.into(), &"greedy".into())
    );
    let same = run(&[&args[..], &["--json"]].concat(), "").await;
    assert_eq!(same.said, json.said, "the same seed gives the same games");
    for (args, why) in [
        (
            ["arena", "chess", "1", "2"].as_slice(),
            "there is no game \"chess\"",
        ),
        (
            &["arena", "bushi", "1", "2", "--seats", "3"],
            "bushi has 2 to 2 seats, not 3",
        ),
    ] {
        let refused = run(args, "").await;
        assert_eq!((refused.status, refused.said.as_str()), (2, ""));
        assert!(refused.complained.starts_with(why), "{}", refused.complained);
    }
}
