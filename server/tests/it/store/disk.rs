//! The folder of a SQLite file: who may look into it, and what happens when the disk is full.
//!
//! A small file system of its own takes root, and a system that lets root mount one: elsewhere these tests say that they
//! are skipped.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use thicket_server::store::{AppendError, OpenError, StoreError};

use super::*;

/// A file system in memory, with room for this many MiB.
struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(folder.path())
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self { folder });
        }
        eprintln!("skipped: a small file system can be mounted by root only");
        None
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn url(&self) -> String {
        format!("sqlite:{}", self.path().join("thicket.db").display())
    }

    /// Leaves not a byte.
    fn fill(&self) {
        let mut size = 1 << 20;
        let mut rest = fs::File::create(self.path().join("rest")).unwrap();
        while size > 0 {
            if std::io::Write::write_all(&mut rest, &vec![0; size]).is_err() {
                size /= 2;
            }
        }
    }

    fn make_room(&self) {
        fs::remove_file(self.path().join("rest")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[tokio::test]
async fn nobody_else_can_look_into_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let url = format!("sqlite:{}", data.join("thicket.db").display());
    Store::open(&url).await.unwrap().close().await;
    assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o700);
    // A folder that was there already is the operator's business.
    fs::set_permissions(&data, fs::Permissions::from_mode(0o750)).unwrap();
    Store::open(&url).await.unwrap().close().await;
    assert_eq!(fs::metadata(&data).unwrap().permissions().mode() & 0o777, 0o750);
}

#[tokio::test]
async fn a_start_on_a_full_disk_is_refused_in_one_sentence() {
    let Some(disk) = SmallDisk::mount(8) else { return };
    let refusal = Store::open(&disk.url()).await.unwrap_err();
    assert!(matches!(refusal, OpenError::DiskFull { .. }), "{refusal}");
    let said = refusal.to_string();
    assert!(
        said.contains("too little room") && said.contains(&disk.path().display().to_string()),
        "{said}"
    );
    assert!(!said.contains('\n'));
    assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_start_where_nothing_can_be_written_is_refused_in_one_sentence() {
    let Some(disk) = SmallDisk::mount(32) else { return };
    Store::open(&disk.url()).await.unwrap().close().await;
    let remounted = Command::new("mount")
        .args(["-o", "remount,ro"])
        .arg(disk.path())
        .status();
    assert!(remounted.unwrap().success());
    let refusal = Store::open(&disk.url()).await.unwrap_err();
    assert!(matches!(refusal, OpenError::ReadOnly(_)), "{refusal}");
    assert!(refusal.to_string().contains("cannot write to"), "{refusal}");
}

#[tokio::test]
async fn a_disk_that_was_full_hurts_nobody_afterwards() {
    let Some(disk) = SmallDisk::mount(24) else { return };
    let store = Store::open(&disk.url()).await.unwrap();
    let table = table(&store).await;
    let ann = player(&store, "Ann").await;
    let session = SessionToken::fresh().hash();
    store
        .create_guest(PlayerId::fresh(), "Ben", session, NOON, NOON + 9)
        .await
        .unwrap();
    disk.fill();

    let mut seq = 2;
    let refused = loop {
        match store.append(large(table.id, seq)).await {
            Ok(_) => seq += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, AppendError::Failed(_)), "{refused}");
    let token = SessionToken::fresh().hash();
    let guest = store
        .create_guest(PlayerId::fresh(), "Cid", token, NOON, NOON + 9)
        .await;
    assert!(matches!(guest, Err(StoreError::NotWritten(_))), "{guest:?}");
    // Many at once fail as surely, and reading goes on.
    let many = futures_util::future::join_all((0..20).map(|i| store.append(large(table.id, seq + i)))).await;
    assert!(
        many.iter()
            .all(|outcome| matches!(outcome, Err(AppendError::Failed(_)))),
        "{many:?}"
    );
    assert!(store.ready().await.is_err(), "nothing can be written");
    assert!(store.session(session, NOON).await.unwrap().is_some());
    assert_eq!(seqs(&store, table.id).await, (1..seq).collect::<Vec<_>>());

    disk.make_room();
    store.append(large(table.id, seq)).await.unwrap();
    store
        .create_guest(PlayerId::fresh(), "Cid", token, NOON, NOON + 9)
        .await
        .unwrap();
    store
        .make_transfer_link(token, table.id, ann, NOON + 9, NOON)
        .await
        .unwrap();
    store.prolong_session(session, NOON + 99, NOON).await.unwrap();
    for _ in 0..20 {
        assert!(store.session(token, NOON).await.unwrap().is_some());
    }
    assert_eq!(seqs(&store, table.id).await, (1..=seq).collect::<Vec<_>>());
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert!(store.ready().await.is_ok());
    store.close().await;
}

#[tokio::test]
async fn a_store_on_a_full_disk_closes_at_once() {
    let Some(disk) = SmallDisk::mount(24) else { return };
    let store = Store::open(&disk.url()).await.unwrap();
    let table = table(&store).await;
    disk.fill();
    let mut seq = 2;
    while store.append(large(table.id, seq)).await.is_ok() {
        seq += 1;
    }
    let begun = Instant::now();
    store.close().await;
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// An event that needs pages of its own.
fn large(table: TableId, seq: i64) -> NewEntry {
    let body = body(&json!({ "text": "x".repeat(20_000) }));
    with_body(event(table, seq), body)
}
