//! A reader of a table's events gets the past from the log, and is cut off when it falls too far behind.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use thicket_rules::GameKind;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::auth::OpenSessions;
use crate::config::Timings;
use crate::http::limits::Limits;
use crate::ids::{CommandId, PlayerId};
use crate::model::log::action::{Action, Command};
use crate::model::terms::{ClockTerms, Starter, Terms};
use crate::names::PlayerName;
use crate::pool::COMPUTATIONS;
use crate::room::rooms::Rooms;
use crate::store::Store;
use crate::tables::NewTable;

/// A table where its host does one thing after the other.
struct Club {
    tables: Tables,
    row: TableRow,
    host: PlayerId,
    _folder: TempDir,
}

impl Club {
    async fn open() -> Result<Club> {
        let folder = tempfile::tempdir()?;
        let url = format!("sqlite:{}", folder.path().join("thicket.db").display());
        let store = Store::open(&url).await?;
        let (bots, _) = mpsc::unbounded_channel();
        let rooms = Rooms::new(store.clone(), Timings::default(), bots, CancellationToken::new());
        let tables = Tables::new(store.clone(), rooms);
        let host = PlayerId::fresh();
        let guest = store.create_guest(host, "Ann", [7; 32], UnixMs(0), UnixMs(i64::MAX));
        guest.await?;
        let terms = Terms {
            kind: GameKind::Bushwhacked,
            seats: 2,
            variant: String::new(),
            starter: Starter::Seated,
            public: false,
            clock: ClockTerms::Untimed,
            explorable: true,
            keeps_lines: false,
            pie_rule: false,
            rated: false,
            from: None,
            club: None,
            tournament: None,
        };
        let code = tables
            .create(NewTable::new(terms, host, PlayerName::parse("Ann")?))
            .await?;
        let row = tables.find(&code).await?.context("the table is missing")?;
        Ok(Club {
            tables,
            row,
            host,
            _folder: folder,
        })
    }

    /// The host stops the start of the game, or lets it go on, so often.
    async fn hold(&self, times: usize) -> Result<()> {
        let room = self.tables.open(&self.row).await?;
        for _ in 0..times {
            let held = room.table().shown().table().held_by.is_none();
            let command = Command {
                id: CommandId::fresh(),
                by: self.host,
                action: Action::HoldStart { held },
            };
            let done = room.submit(command).await;
            ensure!(done.is_ok(), "{done:?}");
        }
        Ok(())
    }

    async fn reader(&self, after: u64) -> Result<Reader> {
        let room = self.tables.open(&self.row).await?;
        let from = ClientAddress::of_peer([127, 0, 0, 1].into());
        Ok(Reader {
            status: room.status(),
            visit: room.presence.visit(None),
            session: OpenSessions::default().open(None, CancellationToken::new()),
            pulse: pulse(Duration::from_secs(3600)),
            tables: self.tables.clone(),
            pool: Pool::of(1, COMPUTATIONS),
            row: self.row.clone(),
            place: Limits::default().socket(self.row.id, from)?,
            room,
            sent: Seq(after),
            sent_at: None,
            live: false,
        })
    }
}

fn lines(bytes: &Bytes) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

#[tokio::test]
async fn a_reader_who_falls_behind_is_cut_off_and_one_who_begins_is_not() -> Result<()> {
    let club = Club::open().await?;
    club.hold(30).await?;
    let mut reader = club.reader(0).await?;
    // The past is read from the log, in one piece here.
    assert_eq!(reader.read().await.as_ref().map(lines), Ok(31));
    club.hold(3).await?;
    assert_eq!(
        reader.read().await.as_ref().map(lines),
        Ok(3),
        "what the feed still has"
    );
    club.hold(30).await?;
    assert_eq!(reader.read().await, Err(StreamEnd::TooSlow));
    let mut again = club.reader(34).await?;
    assert_eq!(again.read().await.as_ref().map(lines), Ok(30));
    again.session.serving.cancel();
    assert_eq!(again.read().await, Err(StreamEnd::Restart));
    Ok(())
}

#[tokio::test]
async fn a_long_past_is_sent_piece_by_piece() -> Result<()> {
    let club = Club::open().await?;
    club.hold(PAST_EVENTS + 20).await?;
    let mut reader = club.reader(0).await?;
    assert_eq!(reader.read().await.as_ref().map(lines), Ok(PAST_EVENTS));
    assert_eq!(reader.read().await.as_ref().map(lines), Ok(21));
    reader.sent = Seq(1_000);
    assert_eq!(reader.read().await, Err(StreamEnd::EventsLost));
    Ok(())
}
