//! Opening: what is created, what is refused, and in which words.

use std::fs;

use thicket_server::store::OpenError;

use super::*;
use crate::common::base::both;

both! {
    async fn migrations_run_once(base: Base) {
        let table = {
            let store = base.open().await;
            let table = table(&store).await;
            store.close().await;
            table
        };
        let (first, second) = (base.open().await, base.open().await);
        assert_eq!(first.table(table.id).await.unwrap(), Some(table.clone().into()));
        assert_eq!(second.table(table.id).await.unwrap(), Some(table.into()));
        assert!(first.ready().await.is_ok());
    }

    async fn a_store_opens_in_a_task(base: Base) {
        let url = base.url.clone();
        let opened = tokio::spawn(async move { Store::open(&url).await.map(drop) });
        assert!(opened.await.unwrap().is_ok());
    }
}

async fn refusal(url: &str) -> String {
    Store::open(url).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_url_for_something_else_is_refused_without_its_password() {
    let refusal = refusal("mysql://ann:secret@host/db").await;
    assert!(
        refusal.contains("sqlite:") && refusal.contains("postgres:") && refusal.contains("mysql"),
        "{refusal}"
    );
    assert!(!refusal.contains("secret"), "{refusal}");
}

#[tokio::test]
async fn no_part_of_a_password_is_repeated() {
    for password in [
        "12/34secret",
        "12?34secret",
        "12#34secret",
        "a/34secret",
        "12@34/34secret",
        "a/b?34secret=#c",
    ] {
        let refusal = refusal(&format!("postgres://ann:{password}@127.0.0.1:9/games")).await;
        assert!(
            !refusal.contains("34") && !refusal.contains("secret"),
            "{password}: {refusal}"
        );
        assert!(
            refusal.contains("PGPASSWORD") && refusal.contains("%2F"),
            "{password}: {refusal}"
        );
    }
    // Written as it has to be, or without one of these characters, it is only used.
    for password in ["12%2F34secret", "12%3F34secret%40%23", "12+34secret="] {
        let refusal = refusal(&format!("postgres://ann:{password}@127.0.0.1:9/games")).await;
        assert!(
            refusal.contains("games on 127.0.0.1, port 9"),
            "{password}: {refusal}"
        );
        assert!(!refusal.contains("34"), "{password}: {refusal}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_is_waited_for_in_vain_for_ten_seconds() {
    // It is never accepted, which takes no time here: the clock jumps ahead while everything waits.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let begun = tokio::time::Instant::now();
    let refusal = refusal(&format!("postgres://ann@{}/games", silent.local_addr().unwrap())).await;
    assert!(refusal.contains("did not answer within 10 s"), "{refusal}");
    assert_eq!(begun.elapsed().as_secs(), 10);
}

#[tokio::test]
async fn a_url_without_a_scheme_or_a_file_is_refused() {
    assert!(matches!(
        Store::open("thicket.db").await,
        Err(OpenError::NoScheme)
    ));
    for url in ["sqlite:", "sqlite::memory:", "sqlite:x.db?mode=memory"] {
        assert!(matches!(Store::open(url).await, Err(OpenError::NoFile)), "{url}");
    }
    assert!(matches!(
        Store::open("sqlite:x.db?mode=odd").await,
        Err(OpenError::Url(_))
    ));
    assert!(matches!(
        Store::open("postgres://host:no-port/x").await,
        Err(OpenError::Url(_))
    ));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_without_its_password() {
    let refusal = refusal("postgres://hetty:secret@127.0.0.1:9/games").await;
    assert!(refusal.contains("games on 127.0.0.1, port 9"), "{refusal}");
    assert!(
        !refusal.contains("secret") && !refusal.contains("hetty"),
        "{refusal}"
    );
}

#[tokio::test]
async fn the_file_and_its_folders_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/er/thicket.db");
    let store = Store::open(&format!("sqlite:{}", file.display())).await.unwrap();
    table(&store).await;
    assert!(file.exists());
    store.close().await;
    let left: Vec<_> = fs::read_dir(file.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(
        left,
        ["thicket.db"],
        "a clean end folds the journal into the file"
    );
}

#[tokio::test]
async fn a_file_of_another_kind_is_left_as_it_is() {
    for content in ["my diary, 20 November", &"my long diary\n".repeat(1000)] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("diary.txt");
        fs::write(&file, content).unwrap();
        let refusal = refusal(&format!("sqlite:{}", file.display())).await;
        assert!(
            refusal.contains("diary.txt is not a SQLite database"),
            "{refusal}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let refusal = refusal(&format!("sqlite:{}/file/thicket.db", folder.path().display())).await;
    assert!(
        refusal.contains("cannot create the folder") && refusal.contains("/file"),
        "{refusal}"
    );
}
