//! The files of a SQLite database: who can open them, and what stands in them after it was deleted.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;
use tokio::time::{Duration, sleep, timeout};

use super::accounts::{send, sign_up};
use super::common::base::Base;
use super::common::client::{Person, TIMEOUT};
use super::common::party::Party;
use super::common::process::Process;

/// The files in a folder with their modes.
fn modes(folder: &Path) -> BTreeMap<String, u32> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let files = files.filter(|file| file.file_type().unwrap().is_file());
    let mode = |file: &fs::DirEntry| file.metadata().unwrap().permissions().mode() & 0o777;
    files
        .map(|file| (file.file_name().into_string().unwrap(), mode(&file)))
        .collect()
}

/// The program with the umask of most shells, which lets others read new files.
fn program(args: &[&str]) -> Command {
    let mut command = Command::new("/bin/sh");
    command
        .args([
            "-c",
            "umask 022 && exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_thicket"),
        ])
        .args(args)
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Runs a server until it listens, looks at its files, and stops it. Returns the modes and the log.
async fn served(folder: &Path, url: &str) -> (BTreeMap<String, u32>, String) {
    let mut server = program(&["serve", "--listen", "127.0.0.1:0", "--database-url", url])
        .spawn()
        .unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
    let line = timeout(TIMEOUT, said.next_line()).await.unwrap().unwrap();
    assert!(line.unwrap().starts_with("Thicket is open"));
    let modes = modes(folder);
    let pid = server.id().unwrap().to_string();
    Command::new("kill").args(["-TERM", &pid]).status().await.unwrap();
    let mut log = String::new();
    let mut stderr = server.stderr.take().unwrap();
    timeout(TIMEOUT, stderr.read_to_string(&mut log))
        .await
        .unwrap()
        .unwrap();
    assert!(server.wait().await.unwrap().success());
    (modes, log)
}

#[tokio::test]
async fn only_their_owner_opens_the_files_of_a_database_in_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
    let file = folder.path().join("thicket.db");
    let url = format!("sqlite:{}", file.display());
    let (modes, log) = served(folder.path(), &url).await;
    let names = [
        "thicket.db",
        "thicket.db-lock",
        "thicket.db-shm",
        "thicket.db-wal",
    ];
    assert!(modes.keys().eq(names.iter()), "{modes:?}");
    assert!(modes.values().all(|&mode| mode == 0o600), "{modes:?}");
    assert!(!log.contains("others could open"), "{log}");

    // As an earlier version, or a copy of a backup, left them.
    for name in ["thicket.db", "thicket.db-lock"] {
        fs::set_permissions(folder.path().join(name), Permissions::from_mode(0o644)).unwrap();
    }
    let (modes, log) = served(folder.path(), &url).await;
    assert!(modes.values().all(|&mode| mode == 0o600), "{modes:?}");
    for name in ["thicket.db", "thicket.db-lock"] {
        let line = log
            .lines()
            .find(|line| line.contains(&folder.path().join(name).display().to_string()));
        assert!(
            line.is_some_and(|line| line.contains("others could open this file") && line.contains("0644")),
            "{log}"
        );
    }

    let exported = folder.path().join("export");
    fs::create_dir(&exported).unwrap();
    fs::set_permissions(&exported, Permissions::from_mode(0o777)).unwrap();
    let export = program(&["export", "--database-url", &url, exported.to_str().unwrap()]);
    assert!({ export }.output().await.unwrap().status.success());
    let modes = self::modes(&exported);
    assert!(
        modes.len() > 1 && modes.values().all(|&mode| mode == 0o600),
        "{modes:?}"
    );
}

/// Which of the files of a database hold one of these texts.
pub(crate) fn holding(base: &Base, texts: &[&str]) -> Vec<String> {
    let file = base.url.strip_prefix("sqlite:").unwrap();
    let holds = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|found| found == text.as_bytes());
    let mut found = Vec::new();
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let bytes = fs::read(format!("{file}{suffix}")).unwrap_or_default();
        found.extend(
            texts
                .iter()
                .filter(|text| holds(&bytes, text))
                .map(|text| format!("{text} in {file}{suffix}")),
        );
    }
    found
}

#[tokio::test]
async fn the_name_of_a_deleted_player_is_in_no_file() {
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let zoe = Person::named(server.address, "Zoe Quill").await;
    let ben = Person::named(server.address, "Ben").await;
    let mut over = Party::of(vec![zoe, ben], true).await.begun().await;
    over.play("e5").await;
    let say = json!({ "t": "say", "text": "a quokka is watching" });
    over.sockets[0].must(say).await;
    over.resign(1).await;
    let member = sign_up(&over.people[0], "Zoe Quokka").await;
    member.create(2, "seated", true).await;
    let names = ["Zoe Quokka", "zoe quokka", "a quokka is watching"];
    assert!(!holding(&base, &names).is_empty());

    let password = super::accounts::PASSWORD;
    let answer = send(&member, "/session/delete", &[("password", password)]).await;
    assert_eq!(answer.status(), 303);
    let gone = async {
        while !holding(&base, &names).is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let gone = timeout(TIMEOUT, gone).await;
    assert!(gone.is_ok(), "{:?}", holding(&base, &names));
    // Nor does the end bring it back.
    server.terminate().await;
    assert!(server.ended().await.success());
    assert_eq!(holding(&base, &names), Vec::<String>::new());
}

/// A command beside a running server, and a line of a chat.
#[tokio::test]
async fn what_an_admin_deletes_is_in_no_file() {
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    let say = json!({ "t": "say", "text": "the quokka knows it all" });
    party.sockets[0].must(say).await;
    party.sockets[1].until_line("the quokka knows it all").await;
    let id = party.people[1].id.clone();
    for args in [
        vec!["delete-line", &party.code, "1"],
        vec!["rename", &id, "Vera Numbat"],
        vec!["delete", &id],
    ] {
        let deleted = program(&[&["admin", "--database-url", &base.url][..], &args].concat())
            .output()
            .await;
        let deleted = deleted.unwrap();
        assert!(deleted.status.success(), "{deleted:?}");
    }
    let names = ["the quokka knows it all", "Vera Numbat", "vera numbat"];
    let gone = async {
        while !holding(&base, &names).is_empty() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    let gone = timeout(TIMEOUT, gone).await;
    assert!(gone.is_ok(), "{:?}", holding(&base, &names));
    server.kill().await;
}
