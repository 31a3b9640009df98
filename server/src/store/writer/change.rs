//! All that the writer can be asked to write.

use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use crate::ids::{PlayerId, SessionId, TableId};
use crate::model::log::projection::{Projection, TableState};
use crate::model::record::chain::Chain;
use crate::model::record::{Record, RecordHead};
use crate::store::engine::backfills;
use crate::store::engine::sql::{Tx, on};
use crate::store::log::table_state;
use crate::store::log::table_state::ListedPlayer;
use crate::store::log::{alive, away, chat, lobby, moderation, transfer_links};
use crate::store::people::accounts::AccountChange;
use crate::store::people::attempts;
use crate::store::people::attempts::Subject;
use crate::store::people::passkeys::PasskeyChange;
use crate::store::people::sessions;
use crate::store::people::sessions::NewSession;
use crate::store::people::{companions, deletion, players};
use crate::store::records::day_lists::ListChange;
use crate::store::records::{chains, list, rated_pairs, ratings, reviews, statistics};
use crate::store::writer::Outcome;
use crate::store::{
    Backfilled, NewChat, NewEvent, NewReview, RatedGame, RatedPair, Standing, Store, StoreError,
};

/// How long a change that is no event may take.
pub(in crate::store) const TIMEOUT: Duration = Duration::from_secs(4);
/// What a row needs beside its text, in bytes.
const ROW_BYTES: usize = 128;
/// What the entry of one turn in a record needs beside its text.
const TURN_BYTES: usize = 40;

/// Something to be written.
#[derive(Debug)]
pub(in crate::store) enum Change {
    Event(NewEvent),
    Chat(NewChat),
    Other(Write),
}

/// A change that is no event.
#[derive(Debug)]
pub(in crate::store) enum Write {
    Guest {
        player: PlayerId,
        name: String,
        session: [u8; 32],
        now: i64,
        expires: i64,
    },
    Companion {
        player: PlayerId,
        name: String,
        owner: PlayerId,
        now: i64,
    },
    PassCompanion {
        player: PlayerId,
        from: PlayerId,
        to: PlayerId,
    },
    Name {
        player: PlayerId,
        name: String,
    },
    ProlongSession {
        session: [u8; 32],
        expires: i64,
        now: i64,
    },
    RotateSession {
        old: [u8; 32],
        new: [u8; 32],
        now: i64,
        expires: i64,
    },
    ConfirmSession {
        session: [u8; 32],
        expires: i64,
        old_expires: i64,
    },
    StartSession {
        player: PlayerId,
        session: NewSession,
    },
    EndSession {
        token: [u8; 32],
        now: i64,
    },
    EndSessionOf {
        player: PlayerId,
        session: SessionId,
        now: i64,
    },
    EndSessions {
        player: PlayerId,
        now: i64,
    },
    EndOtherSessions {
        player: PlayerId,
        session: SessionId,
        now: i64,
    },
    EndSessionsOfMembers {
        now: i64,
    },
    Account {
        player: PlayerId,
        now: i64,
        change: AccountChange,
    },
    Passkeys(PasskeyChange),
    HasLeft {
        player: PlayerId,
    },
    HideTable {
        table: TableId,
    },
    DeleteLine {
        table: TableId,
        n: i64,
        now: i64,
    },
    Attempt {
        subject: Subject,
        every: i64,
        ahead: i64,
        now: i64,
    },
    TakeBackAttempt {
        subject: Subject,
        every: i64,
    },
    ForgetExpired {
        now: i64,
    },
    TransferLink {
        hash: [u8; 32],
        table: TableId,
        player: PlayerId,
        expires: i64,
        now: i64,
    },
    RevokeTransferLinks {
        table: TableId,
        player: PlayerId,
    },
    TableState {
        table: TableId,
        state: TableState,
        people: Vec<ListedPlayer>,
    },
    Deadline {
        table: TableId,
        seq: i64,
        deadline: Option<i64>,
    },
    Present {
        tables: Vec<TableId>,
        now: i64,
    },
    DeleteChat {
        table: TableId,
    },
    Away {
        table: TableId,
        player: PlayerId,
        since: Option<i64>,
    },
    Nudge {
        table: TableId,
        player: PlayerId,
        at: i64,
    },
    RecordFilters(Vec<RecordHead>),
    RecordChains(Vec<(TableId, Chain)>),
    Lists(ListChange),
    CountGames(Vec<Record>),
    RatingChanges(Vec<RatedGame>),
    Standings(Vec<Standing>),
    RatedPairs {
        kind: String,
        pairs: Vec<RatedPair>,
    },
    DeleteStandings {
        kind: String,
        players: Vec<PlayerId>,
    },
    TakeBackfill {
        work: &'static str,
        node: Uuid,
        now: i64,
    },
    NoteBackfill {
        work: &'static str,
        node: Uuid,
        now: i64,
        state: Backfilled,
    },
    ReleaseBackfills {
        node: Uuid,
    },
    Review(Box<NewReview>),
    Heartbeat {
        row: i64,
        now: i64,
    },
    Alive {
        node: Uuid,
        now: i64,
        alive_since: i64,
    },
    Stopped {
        node: Uuid,
        now: i64,
    },
}

/// Changes that go into one transaction if they wait together. Lanes are written in this order.
///
/// Any node may note who is away, a deadline, or who is present, and often several note the same. Of each kind the rows of a
/// transaction come in their order, and it writes to nothing else: then nodes wait for each other, and neither for the
/// other's wait to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) enum Lane {
    /// Turns, which SQLite can write in one statement.
    Turns,
    /// Other events, and what nodes do not do at the same time.
    Main,
    /// Who is away, and who was nudged.
    Away,
    /// What tables wait for.
    Deadlines,
    /// Where somebody waits for players.
    Present,
    /// How often something was tried.
    Attempts,
    /// Whatever is wrong with chats, turns are written.
    Chats,
    /// Reviews of games.
    Reviews,
    /// What is filled in for rows of older versions.
    Backfills,
}

impl Store {
    /// Has a change written. Tells whether there was anything to change.
    pub(in crate::store) async fn change(&self, change: Change) -> Result<bool, StoreError> {
        let outcome = self.submit(change, Instant::now() + TIMEOUT).await?;
        Ok(outcome == Outcome::Written)
    }
}

impl Change {
    /// With which other changes this is written.
    pub(in crate::store) fn lane(&self) -> Lane {
        match self {
            Self::Chat(_) => Lane::Chats,
            Self::Other(Write::Away { .. } | Write::Nudge { .. }) => Lane::Away,
            Self::Other(Write::Deadline { .. }) => Lane::Deadlines,
            Self::Other(Write::Present { .. }) => Lane::Present,
            Self::Other(
                Write::Attempt { .. } | Write::TakeBackAttempt { .. } | Write::ForgetExpired { .. },
            ) => Lane::Attempts,
            Self::Other(Write::Review(_)) => Lane::Reviews,
            Self::Other(
                Write::RecordFilters(_)
                | Write::RecordChains(_)
                | Write::CountGames(_)
                | Write::Lists(_)
                | Write::TakeBackfill { .. }
                | Write::NoteBackfill { .. }
                | Write::ReleaseBackfills { .. },
            ) => Lane::Backfills,
            Self::Event(_) if self.turn().is_some() => Lane::Turns,
            Self::Event(_) | Self::Other(_) => Lane::Main,
        }
    }

    /// The event and how its table stands then, if it [is a turn](NewEvent::turn).
    pub(in crate::store) fn turn(&self) -> Option<(&NewEvent, &TableState)> {
        match self {
            Self::Event(event) => Some((event, event.turn()?)),
            Self::Chat(_) | Self::Other(_) => None,
        }
    }

    /// The first row that this changes, where rows come in their order.
    pub(in crate::store) fn row(&self) -> Option<(Uuid, Option<PlayerId>)> {
        match self {
            Self::Other(Write::Away { table, player, .. } | Write::Nudge { table, player, .. }) => {
                Some((table.0, Some(*player)))
            }
            Self::Other(Write::Deadline { table, .. }) => Some((table.0, None)),
            Self::Other(Write::Present { tables, .. }) => Some((tables.first()?.0, None)),
            Self::Other(Write::Review(review)) => Some((review.table.0, None)),
            Self::Other(Write::Attempt { subject, .. } | Write::TakeBackAttempt { subject, .. }) => {
                Some((subject.order(), None))
            }
            _ => None,
        }
    }

    /// Whether this may end sessions, or leave what nodes keep in memory stale.
    pub(in crate::store) fn may_end_sessions(&self) -> bool {
        match self {
            Self::Other(Write::StartSession { session, .. }) => session.instead_of.is_some(),
            Self::Other(write) => matches!(
                write,
                Write::EndSession { .. }
                    | Write::EndSessionOf { .. }
                    | Write::EndSessions { .. }
                    | Write::EndOtherSessions { .. }
                    | Write::EndSessionsOfMembers { .. }
                    | Write::Account { .. }
                    | Write::DeleteLine { .. }
            ),
            Self::Event(_) | Self::Chat(_) => false,
        }
    }

    /// Whether this takes away something that somebody has written, so that no copy of it should stay.
    pub(in crate::store) fn deletes(&self) -> bool {
        let Self::Other(write) = self else { return false };
        match write {
            Write::Account { change, .. } => change.deletes(),
            Write::DeleteLine { .. } | Write::DeleteChat { .. } => true,
            _ => false,
        }
    }

    /// About how large this is in the database's journal.
    pub(in crate::store) fn bytes(&self) -> usize {
        let event = match self {
            Self::Event(event) => event,
            Self::Chat(entry) => return ROW_BYTES + entry.row.text.len(),
            Self::Other(_) => return ROW_BYTES,
        };
        let projections = event.projections.iter().map(|projection| match projection {
            Projection::Record(record) => record.turns.iter().map(|turn| turn.text.len() + TURN_BYTES).sum(),
            _ => ROW_BYTES,
        });
        ROW_BYTES + event.body.get().len() + projections.sum::<usize>()
    }
}

impl Write {
    /// Writes this. Tells whether there was anything to change.
    pub(in crate::store) async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        match self {
            Self::Guest {
                player,
                name,
                session,
                now,
                expires,
            } => players::create(tx, *player, name, session, *now, *expires).await,
            Self::Companion {
                player,
                name,
                owner,
                now,
            } => companions::create(tx, *player, name, *owner, *now).await,
            Self::PassCompanion { player, from, to } => companions::pass_on(tx, *player, *from, *to).await,
            Self::Name { player, name } => players::rename(tx, *player, name).await,
            Self::ProlongSession {
                session,
                expires,
                now,
            } => sessions::prolong(tx, session, *expires, *now).await,
            Self::RotateSession {
                old,
                new,
                now,
                expires,
            } => sessions::rotate(tx, old, new, *now, *expires).await,
            Self::ConfirmSession {
                session,
                expires,
                old_expires,
            } => sessions::confirm(tx, session, *expires, *old_expires).await,
            Self::StartSession { player, session } => sessions::start(tx, *player, session).await,
            Self::EndSession { token, now } => sessions::end(tx, token, *now).await,
            Self::EndSessionOf { player, session, now } => {
                sessions::end_of(tx, *player, *session, *now).await
            }
            Self::EndSessions { player, now } => sessions::end_all(tx, *player, *now).await,
            Self::EndOtherSessions { player, session, now } => {
                sessions::end_others(tx, *player, *session, *now).await
            }
            Self::EndSessionsOfMembers { now } => sessions::end_of_members(tx, *now).await,
            Self::Account { player, now, change } => change.run(tx, *player, *now).await,
            Self::Passkeys(change) => change.run(tx).await,
            Self::HideTable { table } => moderation::hide_table(tx, *table).await,
            Self::DeleteLine { table, n, now } => moderation::delete_line(tx, *table, *n, *now).await,
            Self::HasLeft { player } => deletion::has_left(tx, *player).await,
            Self::Attempt {
                subject,
                every,
                ahead,
                now,
            } => attempts::count(tx, *subject, (*every, *ahead), *now).await,
            Self::TakeBackAttempt { subject, every } => attempts::take_back(tx, *subject, *every).await,
            Self::ForgetExpired { now } => attempts::forget(tx, *now).await,
            Self::TransferLink {
                hash,
                table,
                player,
                expires,
                now,
            } => transfer_links::make(tx, hash, *table, *player, *expires, *now).await,
            Self::RevokeTransferLinks { table, player } => transfer_links::revoke(tx, *table, *player).await,
            Self::TableState { table, state, people } => {
                table_state::put_with_people(tx, *table, state, people).await
            }
            Self::Deadline { table, seq, deadline } => {
                table_state::set_deadline(tx, *table, *seq, *deadline).await
            }
            Self::Present { tables, now } => lobby::note_present(tx, tables, *now).await,
            Self::DeleteChat { table } => chat::delete(tx, *table).await,
            Self::Away { table, player, since } => away::note(tx, *table, *player, *since).await,
            Self::Nudge { table, player, at } => away::nudge(tx, *table, *player, *at).await,
            Self::RecordFilters(heads) => list::fill(tx, heads).await,
            Self::RecordChains(chains) => chains::fill(tx, chains).await,
            Self::Lists(change) => change.run(tx).await,
            Self::CountGames(records) => statistics::count(tx, records).await,
            Self::RatingChanges(games) => ratings::put_changes(tx, games).await.map(|()| true),
            Self::Standings(standings) => ratings::put_standings(tx, standings).await.map(|()| true),
            Self::RatedPairs { kind, pairs } => rated_pairs::put_all(tx, kind, pairs).await.map(|()| true),
            Self::DeleteStandings { kind, players } => ratings::delete_standings(tx, kind, players).await,
            Self::TakeBackfill { work, node, now } => backfills::take(tx, work, *node, *now).await,
            Self::NoteBackfill {
                work,
                node,
                now,
                state,
            } => backfills::note(tx, work, *node, *now, state).await,
            Self::ReleaseBackfills { node } => backfills::release(tx, *node).await,
            Self::Review(review) => reviews::put(tx, review).await,
            Self::Heartbeat { row, now } => heartbeat(tx, *row, *now).await,
            Self::Alive {
                node,
                now,
                alive_since,
            } => alive::note(tx, *node, *now, *alive_since).await,
            Self::Stopped { node, now } => alive::stop(tx, *node, *now).await,
        }
    }
}

/// How long the heartbeats of servers that are gone are kept, in milliseconds.
const HEARTBEAT_KEPT: i64 = 24 * 60 * 60 * 1000;

async fn heartbeat(tx: &mut Tx<'_>, row: i64, now: i64) -> sqlx::Result<bool> {
    const BEAT: &str =
        "INSERT INTO heartbeat (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = excluded.at";
    const FORGET: &str = "DELETE FROM heartbeat WHERE at < $1";
    on!(tx, tx => {
        sqlx::query(BEAT).bind(row).bind(now).execute(&mut **tx).await?;
        sqlx::query(FORGET).bind(now - HEARTBEAT_KEPT).execute(&mut **tx).await?;
    });
    Ok(true)
}
