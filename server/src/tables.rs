//! What one can do with tables: create, find, list, open, and pass a seat to another device.
//!
//! Pages and sockets go through here, so that each of these things is done in one way.

mod bots;
mod companions;
mod continue_game;
mod leaving;
mod listing;
mod quick;
mod rematch;
mod take_over;
mod writers;

pub use continue_game::terms as continued_terms;
pub use listing::Opener;
pub use take_over::TakenOver;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use thicket_rules::SetupError;
use tokio::sync::Mutex;
use tracing::{info, warn};

use crate::http::limits::TooMuch;
use crate::ids::{CommandId, EventId, PlayerId, SessionToken, TableCode, TableId};
use crate::model::log::action::{Action, Command};
use crate::model::log::decision::{Context, Patience};
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
use crate::room::{LoadError, Room, load};
use crate::store::NewEntry;
use crate::store::{AppendError, ListedPlayer, ListedTable, Step, Store, StoreError, TableRow, missing};
use crate::time::{monotonic_unix_ms, now_ms};

/// How long a seat transfer link is valid.
const LINK_LIFE: Duration = Duration::from_secs(15 * 60);
/// Tables whose list entry is missing are filled in groups of this size.
const FILL_GROUP: usize = 10;
/// How many tables are looked at for that at once.
const FILL_WALK: i64 = 500;
/// Old chats are looked for in groups of this size, and deleted one by one.
const DELETE_GROUP: i64 = 100;

/// All tables, served and stored. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tables {
    store: Store,
    rooms: Rooms,
    /// Those who open public tables, or want a quick game, are served one after the other.
    listing: Arc<Mutex<()>>,
}

/// Something could not be done with a table.
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

/// A link that was made for a seat.
#[derive(Debug)]
pub struct NewLink {
    /// The secret that stands in it.
    pub secret: SessionToken,
    /// Until when it is valid, in unix milliseconds.
    pub expires_at: i64,
}

/// The seat that a link transfers.
#[derive(Debug)]
pub struct LinkedSeat {
    /// The player who holds it, or held it when the link was used.
    pub holder: PlayerId,
    pub name: String,
    /// The player who used the link already, if anybody did.
    pub used_by: Option<PlayerId>,
    hash: [u8; 32],
}

impl TableError {
    /// A game cannot be set up like that.
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
    /// The tables of a store, served by these rooms.
    pub fn new(store: Store, rooms: Rooms) -> Tables {
        Tables {
            store,
            rooms,
            listing: Arc::default(),
        }
    }

    /// The table at this address.
    pub async fn find(&self, code: &TableCode) -> Result<Option<TableRow>, StoreError> {
        self.store.table_by_code(code).await
    }

    /// Creates a table whose host sits on the first chair.
    pub async fn create(
        &self,
        terms: Terms,
        host: PlayerId,
        name: PlayerName,
    ) -> Result<TableCode, AppendError> {
        self.create_as(TableId::fresh(), terms, host, name).await
    }

    async fn create_as(
        &self,
        id: TableId,
        terms: Terms,
        host: PlayerId,
        name: PlayerName,
    ) -> Result<TableCode, AppendError> {
        let code = TableCode::fresh();
        let creation = Creation {
            id,
            code: code.clone(),
            terms,
            host,
            name,
            kept: None,
        };
        self.append_creation(creation).await?;
        Ok(code)
    }

    async fn append_creation(&self, creation: Creation) -> Result<(), AppendError> {
        let context = Context {
            now: monotonic_unix_ms(),
            event_id: EventId::fresh(),
            dice: rand::rng().random(),
            away: HashMap::new(),
            patience: Patience::default(),
            present: Vec::new(),
            finished: HashMap::new(),
            members: Vec::new(),
            outages: Arc::default(),
        };
        let mut decision = create(creation, &context);
        self.store.append(NewEntry::of(&mut decision)).await.map(drop)
    }

    /// Whether this node is cut off from its database while others work.
    pub fn cut_off(&self) -> &CutOff {
        self.rooms.cut_off()
    }

    /// Whether other nodes may have written to open tables while this process stood still.
    pub fn may_have_missed(&self) -> bool {
        self.rooms.may_have_missed()
    }

    /// Waits until open tables have what others have written while this process stood still.
    pub async fn until_minded(&self) {
        self.rooms.until_minded().await;
    }

    /// The room of a table, opened if need be.
    ///
    /// # Errors
    /// When the table cannot be loaded now.
    pub async fn open(&self, row: &TableRow) -> Result<Room, LoadError> {
        self.rooms.room(row).await
    }

    /// The room of a table that is known by its id; none if there is no such table.
    ///
    /// # Errors
    /// When the table cannot be loaded now.
    pub async fn open_by_id(&self, id: TableId) -> Result<Option<Room>, LoadError> {
        if let Some(room) = self.rooms.if_open(id) {
            self.rooms.until_minded().await;
            return Ok(Some(room));
        }
        match self.store.table(id).await? {
            Some(row) => self.open(&row).await.map(Some),
            None => Ok(None),
        }
    }

    /// What was written at a table whose game is over; none if nothing was, or it cannot be read now.
    pub async fn chat(&self, table: TableId) -> Option<ChatView> {
        let rows = self.store.chat_after(table, 0).await;
        let rows = rows.inspect_err(|error| warn!(%table, %error, "a chat could not be read"));
        let chat = Lines::of(rows.ok()?).view(Reads::All, None);
        (!chat.lines.is_empty()).then_some(chat)
    }

    /// Deletes the chats that have been kept for long enough.
    ///
    /// # Errors
    /// When the store does not answer. What is left is deleted the next time.
    pub async fn delete_outdated_chats(&self, now: i64) -> Result<(), StoreError> {
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

    /// At most so many of the unfinished tables where a player sits: those where it is their turn, then other games, then
    /// those that wait.
    pub async fn of_player(&self, player: PlayerId, limit: i64) -> Result<Vec<ListedTable>, StoreError> {
        self.store.tables_of(player, limit).await
    }

    /// The player whom somebody means: themselves, or one of those who sit at the table on their device.
    ///
    /// # Errors
    /// When the one who is meant does not sit there, or the table cannot be loaded now.
    pub async fn acting_player(
        &self,
        row: &TableRow,
        user: PlayerId,
        companion: Option<PlayerId>,
    ) -> Result<PlayerId, TableError> {
        let room = self.open(row).await?;
        Ok(room.table().state.acting(user, companion)?)
    }

    /// Makes a link for a player's seat. An older link for the same seat is no longer valid.
    ///
    /// # Errors
    /// When the player has no seat, or the link could not be stored.
    pub async fn make_link(&self, row: &TableRow, player: PlayerId) -> Result<NewLink, TableError> {
        if !self.open(row).await?.table().state.is_seated(player) {
            return Err(Refusal::new(Code::NotSeated, "You do not sit at this table.").into());
        }
        let (secret, now) = (SessionToken::fresh(), now_ms());
        let expires_at = now + LINK_LIFE.as_millis() as i64;
        self.store
            .make_transfer_link(secret.hash(), row.id, player, expires_at, now)
            .await?;
        Ok(NewLink { secret, expires_at })
    }

    /// Makes the link for a player's seat invalid.
    ///
    /// # Errors
    /// When that could not be stored.
    pub async fn revoke_link(&self, row: &TableRow, player: PlayerId) -> Result<(), TableError> {
        Ok(self.store.revoke_transfer_links(row.id, player).await?)
    }

    /// The seat that the link with this secret transfers. Changes nothing.
    ///
    /// # Errors
    /// When the link is not valid, or the one who asks cannot use it.
    pub async fn linked_seat(
        &self,
        row: &TableRow,
        secret: &str,
        asker: Option<PlayerId>,
    ) -> Result<LinkedSeat, TableError> {
        match self.inspect_link(row, secret, asker).await {
            // The asker may have used the link between the look at the link and the look at the table.
            Err(TableError::Refused(_)) => self.inspect_link(row, secret, asker).await,
            inspected => inspected,
        }
    }

    async fn inspect_link(
        &self,
        row: &TableRow,
        secret: &str,
        asker: Option<PlayerId>,
    ) -> Result<LinkedSeat, TableError> {
        let room = self.open(row).await?;
        let secret: SessionToken = secret.parse().map_err(|_| Refusal::link_used())?;
        let hash = secret.hash();
        let link = self.store.transfer_link(row.id, hash, now_ms()).await?;
        let link = link.ok_or_else(Refusal::link_used)?;
        let table = room.table();
        let used_by_asker = link.used_by.is_some() && link.used_by == asker;
        if used_by_asker || link.used_by.is_none() {
            let is_seated = |player| table.state.is_seated(player);
            if !used_by_asker && asker.is_some_and(is_seated) {
                return Err(Refusal::new(Code::AlreadySeated, "You sit at this table already.").into());
            }
            if used_by_asker || is_seated(link.player) {
                return Ok(LinkedSeat {
                    holder: link.player,
                    name: table.player(link.player).name,
                    used_by: link.used_by,
                    hash,
                });
            }
        }
        Err(Refusal::link_used().into())
    }

    /// Gives the seat of a link to a player. The same link again for the same player changes nothing and succeeds.
    ///
    /// # Errors
    /// When the link is not valid any more, or the seat cannot be given to this player.
    pub async fn take_seat(
        &self,
        row: &TableRow,
        seat: &LinkedSeat,
        player: PlayerId,
        with_device: bool,
    ) -> Result<(), TableError> {
        if seat.used_by == Some(player) {
            return Ok(());
        }
        let command = Command {
            id: CommandId::fresh(),
            by: player,
            action: Action::TakeSeat {
                from: seat.holder,
                link: seat.hash,
                with_device,
            },
        };
        let Err(refusal) = self.open(row).await?.submit(command).await else {
            return Ok(());
        };
        // The same request may have arrived twice, and the other one was first.
        let link = self.store.transfer_link(row.id, seat.hash, now_ms()).await?;
        match link.is_some_and(|link| link.used_by == Some(player)) {
            true => Ok(()),
            false => Err(refusal.into()),
        }
    }

    /// Fills in the list entries of some of the tables after one that were stored before there were any; none if there are no
    /// more tables.
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

fn listed_players(state: &State) -> Vec<ListedPlayer> {
    let players = state.players().into_iter();
    let listed = |player: PlayerId| {
        Some(ListedPlayer {
            seat: state.place_of(player)?,
            player,
            name: state.name(player).unwrap_or_default().to_owned(),
            nudged: false,
        })
    };
    players.filter_map(listed).collect()
}
