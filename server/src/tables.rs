//! Operations on tables: create, find, list, open, and pass a seat to another device. Pages and sockets both use
//! them.

mod again;
mod bots;
mod companions;
mod continue_game;
mod holidays;
mod leaving;
mod links;
mod listing;
mod notes;
mod quick;
mod rematch;
mod take_over;
mod writers;

pub use continue_game::terms as continued_terms;
pub use links::{LinkedSeat, NewLink};
pub use listing::Opener;
pub use notes::SavedNote;
pub use quick::Asked;
pub use take_over::TakenOver;

use std::collections::HashMap;
use std::sync::Arc;

use rand::RngExt;
use thicket_rules::SetupError;
use tokio::sync::Mutex;
use tracing::{info, warn};

use crate::http::limits::TooMuch;
use crate::ids::{EventId, PlayerId, TableCode, TableId};
use crate::model::log::decision::{Context, Patience};
use crate::model::log::notice::{Notice, NoticeKind};
use crate::model::log::projection::Projection;
use crate::model::player::audience::Reads;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::table::state::State;
use crate::model::terms::Terms;
use crate::model::{Creation, create};
use crate::names::PlayerName;
use crate::protocol::ChatView;
use crate::room::chat::Lines;
use crate::room::cut_off::CutOff;
use crate::room::rooms::Rooms;
use crate::room::{LoadError, Log, Room, load};
use crate::store::NewEntry;
use crate::store::{AppendError, ListedPlayer, ListedTable, Step, Store, StoreError, TableRow, missing};
use crate::time::{UnixMs, monotonic_unix_ms};

/// Tables without a list entry are filled in groups of this size.
const FILL_GROUP: usize = 10;
/// How many tables are checked for that at once.
const FILL_WALK: i64 = 500;
/// Old chats are searched in groups of this size, and deleted one by one.
const DELETE_GROUP: i64 = 100;

/// All tables, served and stored. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tables {
    store: Store,
    rooms: Rooms,
    /// Opening public tables and quick games are served one after the other.
    listing: Arc<Mutex<()>>,
}

/// A table that somebody opens.
#[derive(Clone, Debug)]
pub struct NewTable {
    pub code: TableCode,
    pub terms: Terms,
    pub host: PlayerId,
    pub name: PlayerName,
    pub invited: Vec<PlayerId>,
}

impl NewTable {
    /// One with a code of its own, to which nobody is invited.
    pub fn new(terms: Terms, host: PlayerId, name: PlayerName) -> NewTable {
        NewTable {
            code: TableCode::fresh(),
            terms,
            host,
            name,
            invited: Vec::new(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{}", .0.sentence)]
    Refused(Refusal),
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl TableError {
    fn no_such_game(error: &SetupError) -> TableError {
        Refusal::new(Code::Malformed, format!("{error}.")).into()
    }
}

impl From<Refusal> for TableError {
    fn from(refusal: Refusal) -> TableError {
        TableError::Refused(refusal)
    }
}

impl Tables {
    pub fn new(store: Store, rooms: Rooms) -> Tables {
        Tables {
            store,
            rooms,
            listing: Arc::default(),
        }
    }

    /// Whether tables can be read and written now.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.store.ready().await
    }

    /// Whether a player sits at an unfinished table, or somebody on their device.
    pub async fn has_seated(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.store.sits_somewhere(player).await
    }

    pub async fn find(&self, code: &TableCode) -> Result<Option<TableRow>, StoreError> {
        self.store.table_by_code(code).await
    }

    /// Creates a table whose host sits on the first chair.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] if there is a table with this code.
    pub async fn create(&self, new: NewTable) -> Result<TableCode, AppendError> {
        self.create_as(TableId::fresh(), new).await
    }

    async fn create_as(&self, id: TableId, new: NewTable) -> Result<TableCode, AppendError> {
        let NewTable {
            code,
            terms,
            host,
            name,
            invited,
        } = new;
        let creation = Creation {
            id,
            code: code.clone(),
            terms,
            host,
            name,
            kept: None,
        };
        self.append_creation(creation, invited).await?;
        Ok(code)
    }

    async fn append_creation(&self, creation: Creation, invited: Vec<PlayerId>) -> Result<(), AppendError> {
        let by = creation.host;
        let mut decision = create(creation, &unattended());
        for player in invited {
            let kind = NoticeKind::Invitation;
            let notice = Projection::Notice(Notice { player, kind });
            decision
                .projections
                .extend([Projection::Invited { player, by }, notice]);
        }
        self.store.append(NewEntry::of(&mut decision)).await.map(drop)
    }

    pub fn cut_off(&self) -> &CutOff {
        self.rooms.cut_off()
    }

    pub fn may_have_missed(&self) -> bool {
        self.rooms.may_have_missed()
    }

    pub async fn until_caught_up(&self) {
        self.rooms.until_caught_up().await;
    }

    /// The room of a table, opened if need be.
    pub async fn open(&self, row: &TableRow) -> Result<Room, LoadError> {
        self.rooms.room(row).await
    }

    /// All that has happened at a table.
    pub async fn log(&self, row: &TableRow) -> Result<Log, LoadError> {
        Log::read(&self.store, row.id, &row.code).await
    }

    /// Whether a player has a table in sight, at whatever node.
    pub(crate) fn is_in_sight(&self, table: TableId, player: PlayerId) -> bool {
        self.rooms.is_in_sight(table, player)
    }

    /// The room of a table; `None` if there is no such table.
    pub async fn open_by_id(&self, id: TableId) -> Result<Option<Room>, LoadError> {
        if let Some(room) = self.rooms.if_open(id) {
            self.rooms.until_caught_up().await;
            return Ok(Some(room));
        }
        match self.store.table(id).await? {
            Some(row) => self.open(&row).await.map(Some),
            None => Ok(None),
        }
    }

    /// The chat of a table whose game is over; `None` if it is empty, or cannot be read now.
    pub async fn chat(&self, table: TableId) -> Option<ChatView> {
        let rows = self.store.chat_after(table, 0).await;
        let rows = rows.inspect_err(|error| warn!(%table, %error, "a chat could not be read"));
        let chat = Lines::of(rows.ok()?).view(Reads::All, None);
        (!chat.lines.is_empty()).then_some(chat)
    }

    /// Deletes the chats that have been kept for long enough. On an error the rest is deleted the next time.
    pub async fn delete_outdated_chats(&self, now: UnixMs) -> Result<(), StoreError> {
        loop {
            let tables = self.store.outdated_chats(now, DELETE_GROUP).await?;
            if tables.is_empty() {
                return Ok(());
            }
            for &table in &tables {
                self.store.delete_chat(table).await?;
            }
            info!(tables = tables.len(), "old chats were deleted");
        }
    }

    /// At most so many of the unfinished tables where a player sits: first those where it is their turn, then other
    /// games, then those that wait.
    pub async fn of_player(&self, player: PlayerId, limit: i64) -> Result<Vec<ListedTable>, StoreError> {
        self.store.tables_of(player, limit).await
    }

    /// How many turns and drops there were when a player who sits there last had a table in sight, if they ever had.
    pub async fn looked(&self, table: TableId, player: PlayerId) -> Result<Option<u32>, StoreError> {
        self.store.looked(table, player).await
    }

    /// A player has a table no longer in sight, at which there have been so many turns and drops.
    pub fn record_look(&self, table: TableId, player: PlayerId, plies: u32) {
        self.store.record_look(table, player, plies);
    }

    /// These tables, in the same order; missing ones are left out.
    pub async fn listed(&self, tables: &[TableId]) -> Result<Vec<ListedTable>, StoreError> {
        self.store.listed_tables(tables).await
    }

    /// The player to act for: the user, or the one who is named, who has to sit at the table on the user's device.
    pub async fn acting_player(
        &self,
        row: &TableRow,
        user: PlayerId,
        companion: Option<PlayerId>,
    ) -> Result<PlayerId, TableError> {
        let room = self.open(row).await?;
        Ok(room.table().state.acting(user, companion)?)
    }

    /// Fills in the list entries of some of the tables after `after` that were stored before there were any; `None`
    /// if there are no more tables.
    pub async fn fill_listings(&self, after: TableId) -> Result<Option<Step>, StoreError> {
        let tables = self.store.tables_with_states(after, FILL_WALK).await?;
        let Some((step, missing)) = missing(&tables, FILL_GROUP) else {
            return Ok(None);
        };
        for &table in &missing {
            if let Some(row) = self.store.table(table).await? {
                self.fill_listing(&row).await?;
            }
        }
        Ok(Some(step))
    }

    async fn fill_listing(&self, row: &TableRow) -> Result<(), StoreError> {
        match load(&self.store, row).await {
            Ok(table) => {
                let people = listed_players(&table.state);
                let state = table.state.table_state();
                self.store.put_table_state(row.id, state, people).await.map(drop)
            }
            Err(LoadError::Store(error)) => Err(error),
            Err(error) => {
                // One table that cannot be read does not keep the server from starting.
                warn!(table = %row.id, %error, "a table cannot be listed");
                Ok(())
            }
        }
    }
}

/// The context of what is decided without a room: nobody is there yet.
pub(crate) fn unattended() -> Context {
    Context {
        now: monotonic_unix_ms(),
        event_id: EventId::fresh(),
        dice: rand::rng().random(),
        away: HashMap::new(),
        patience: Patience::default(),
        present: Vec::new(),
        finished: HashMap::new(),
        members: Vec::new(),
        outages: Arc::default(),
        holidays: Arc::default(),
    }
}

fn listed_players(state: &State) -> Vec<ListedPlayer> {
    let players = state.players().into_iter();
    let listed = |player: PlayerId| {
        Some(ListedPlayer {
            seat: state.place_of(player)?,
            player,
            name: state.name(player).unwrap_or_default().to_owned(),
            owner: None,
            nudged: false,
            looked: None,
        })
    };
    players.filter_map(listed).collect()
}
