//! The unfinished tables of a player and of those on their device, with what pages are told of them.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::ids::{PlayerId, TableCode, TableId};
use crate::lobby::{hash_of, version_text};
use crate::model::game::playing::Playing;
use crate::model::table::state::State;
use crate::store::OwnTable;
use crate::time::UnixMs;

/// The most tables named to one player.
const MAX_TURNS: usize = 50;

/// Where it is a player's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turns {
    /// The codes of the tables, where it has been for longest first.
    pub tables: Vec<TableCode>,
    /// Where the others have nudged the player, who has not been there since.
    pub nudged: Vec<TableCode>,
    /// The version of all of the player's tables.
    pub version: String,
}

/// A table, and who sits there: of those on one device there may be several.
type Seat = (TableId, PlayerId);

#[derive(Debug, Default)]
pub(crate) struct Tables {
    seats: BTreeMap<Seat, OwnTable>,
    /// Where it is somebody's turn, and since when.
    turns: BTreeSet<(UnixMs, Seat)>,
    /// The sum of the hashes of the seats, so that one that changes costs no look at the others.
    version: u64,
}

impl Tables {
    /// A seat, unless something newer is known of it.
    pub(crate) fn put(&mut self, own: OwnTable) {
        let seat = (own.table, own.sitter);
        if self.seats.get(&seat).is_some_and(|known| known.seq > own.seq) {
            return;
        }
        self.remove(seat);
        self.version = self.version.wrapping_add(hash_of(&own));
        if own.to_move {
            self.turns.insert((own.changed_at, seat));
        }
        self.seats.insert(seat, own);
    }

    pub(crate) fn remove(&mut self, seat: Seat) {
        if let Some(own) = self.seats.remove(&seat) {
            self.version = self.version.wrapping_sub(hash_of(&own));
            self.turns.remove(&(own.changed_at, seat));
        }
    }

    /// At a table somebody has played, and the same people sit there.
    pub(crate) fn update_turn(&mut self, table: TableId, state: &State) {
        let to_move = state.playing().ok().and_then(Playing::to_move);
        let seats = self.seats.range((table, PlayerId(Uuid::nil()))..);
        let seats: Vec<OwnTable> = seats
            .map(|(_, own)| own)
            .take_while(|own| own.table == table)
            .cloned()
            .collect();
        for own in seats {
            self.put(OwnTable {
                seq: state.seq,
                changed_at: state.changed_at(),
                to_move: to_move == Some(own.sitter),
                ..own
            });
        }
    }

    /// What stands for all of them in messages and pages.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn turns(&self) -> Turns {
        let turns = self.turns.iter().filter_map(|(_, seat)| self.seats.get(seat));
        let turns: Vec<&OwnTable> = turns.take(MAX_TURNS).collect();
        let code = |own: &&OwnTable| own.code.clone();
        Turns {
            tables: turns.iter().map(code).collect(),
            nudged: turns.iter().filter(|own| own.nudged).map(code).collect(),
            version: version_text(self.version),
        }
    }
}
