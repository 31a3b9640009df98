//! The durable log and everything else that lasts, in SQLite or in Postgres.
//!
//! Everything that is written goes through one writer, which groups what is waiting into one commit: an append
//! ([`Store::append`]) that returned is on disk. Everything that is read is a query on a pool, with a deadline. The queries
//! are written once for both engines; see `sql.rs`. What returns a [`StoreError`] fails when the database fails or does not
//! answer in time.

mod backfills;
mod bot_owners;
mod clubs;
mod delivery;
pub(super) mod dump;
mod engine;
mod log;
mod log_entry;
mod open;
mod people;
mod players_on;
mod records;
mod tournaments;
mod writer;

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use crate::bus::Bus;
pub use crate::model::player::Player;
pub use backfills::{Backfilled, Step, missing};
pub use clubs::changes::ClubTerms;
pub use clubs::games::ClubResult;
pub use clubs::read::{Club, ClubPlayer, OwnClub};
pub use delivery::channels::{Channel, ChannelForm, Failing, NewChannel};
pub use delivery::link_mails::{DueLinkMail, LinkMail, LinkPurpose};
pub use delivery::mail::{MailAddress, NewMailChannel};
pub use delivery::outbox::{About, AfterSending, Due, DueNotice, Release};
pub use delivery::push::{NewPushChannel, Outdated, PushChannel};
pub use dump::{DUMPED_TABLES, DumpedTable, MoveError, Reading, Restore, SKIPPED_TABLES, Snapshot};
pub use engine::durability::Durability;
pub use engine::error::StoreError;
pub use engine::migrations::schema;
#[cfg(test)]
pub(crate) use engine::open::CONNECT_TIMEOUT;
pub use engine::open_error::OpenError;
pub use engine::reconnects::Reconnects;
pub use log::alive::ALIVE_FOR;
pub use log::append::{AppendError, Appended};
pub use log::chat::{ChatRow, NewChat, WrittenChat};
pub use log::invitations::{INVITATIONS, INVITED_MS, Invitation};
pub use log::lobby::{Fitting, OwnTable, TableSeat};
pub use log::moderation::DELETED_LINE;
pub use log::new_entry::NewEntry;
pub use log::plans::{PlanFate, StoredPlan};
pub use log::quick::QuickTurn;
pub use log::rematches::RematchRow;
pub use log::stale::{Stale, TablePlayer};
pub use log::table_state::{ListedPlayer, ListedTable};
pub use log::tables::TableRow;
pub use log::transfer_links::TransferLink;
pub use people::accounts::{Account, NewAccount};
pub use people::attempts::Subject;
pub use people::bot_accounts::NewBot;
pub use people::deletion::DELETED;
pub use people::follows::{Choice, Chosen, Relation};
pub use people::known_browsers::{KNOWN_MS, MAX_KNOWN_BROWSERS};
pub use people::my_data::MyData;
pub use people::notes::StoredNote;
pub use people::passkeys::{Challenge, Passkey};
pub use people::profile::{Opponent, PROFILE_GAMES, SeatTally};
pub use people::sessions::{ListedSession, NewSession, Session};
pub use people::tokens::{Bearer, ENDED_TOKENS_MS, NewToken, Token};
pub use records::RecordStore;
pub use records::finished_games::FinishedGames;
pub use records::game_rows::{FROM_LOGS, GameRows, Known, Row};
pub use records::head_to_head::HeadToHead;
pub use records::ladder::Ladder;
pub use records::page::{CANDIDATES, RecordList, RecordsPage};
pub use records::practice::{Looked, NewPractice, PracticeRow};
pub use records::rated_games::{RatedGame, RatedSeat, Standing};
pub use records::rated_pairs::RatedPair;
pub use records::ratings::{Listed, RatedKind};
pub use records::reviews::NewReview;
pub use records::statistics::GameTally;
pub use tournaments::due::EndedGame;
pub use tournaments::notices::{ListedEntrant, TableRound};
pub use tournaments::read::ListedTournament;
pub use writer::signals::{DirtyTables, Signals};
pub use writer::tally::Groups;

use engine::answers::Answers;
use engine::sql::{Conn, Pools, on};
use writer::queue::Queue;
use writer::ready::Readiness;
use writer::tally::Tally;

/// How long closing may take.
const CLOSE: Duration = Duration::from_secs(5);
/// The time limit after a failed transaction: what is queued would most likely fail too.
const CLOSE_FAILING: Duration = Duration::from_millis(500);

/// An open database. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pools: Pools,
    writer: Queue<NewEntry>,
    tally: Arc<Tally>,
    readiness: Arc<Readiness>,
    answers: Arc<Answers>,
    signals: Arc<Signals>,
    bus: Bus,
    /// Held as long as the store is open.
    _lock: Option<Arc<File>>,
}

impl Store {
    pub async fn durability(&self) -> Result<Durability, StoreError> {
        self.writer.durability().await
    }

    #[must_use]
    pub fn bus(&self) -> &Bus {
        &self.bus
    }

    /// Changes since they were last taken.
    #[must_use]
    pub fn changes(&self) -> &Signals {
        &self.signals
    }

    #[must_use]
    pub fn groups(&self) -> Groups {
        self.tally.groups()
    }

    /// Writes what is queued, accepts nothing more, and closes all connections. A database that cannot be written or
    /// does not answer is soon given up.
    pub async fn close(&self) {
        let limit = if self.tally.is_failing() {
            CLOSE_FAILING
        } else {
            CLOSE
        };
        let conn = timeout(limit, self.writer.close()).await.ok().flatten();
        let pools = on!(&self.pools, pool => timeout(limit, pool.close()).await);
        if pools.is_err() {
            tracing::warn!("some connections did not close in time");
        }
        // The last connection to a SQLite file folds its journal into it, which connections for reading cannot do.
        if let Some(conn) = conn {
            close_writer(conn).await;
        }
    }
}

async fn close_writer(conn: Conn) {
    match timeout(CLOSE, conn.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "the writer's connection did not close cleanly"),
        Err(_) => tracing::warn!("the writer's connection did not close in time"),
    }
}
