//! The unfinished tables of a player and of those on their device, with what pages are told of them.

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
    /// The codes of the tables: where the clock runs out first is first. Those without a clock come after them, where it has been for
    /// longest first.
    pub tables: Vec<TableCode>,
    /// Where the others have nudged the player, who has not been there since.
    pub nudged: Vec<TableCode>,
    /// The version of all of the player's tables.
    pub version: String,
}

/// A table, and who sits there: of those on one device there may be several.
type Seat = (TableId, PlayerId);

/// The place of a turn among others: when its clock runs out, and since when it is that player's turn.
type Urgency = (UnixMs, UnixMs);

/// Vectors in order: most players have one table, for which a map would reserve the space of eleven.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    seats: Vec<OwnTable>,
    /// Where it is somebody's turn.
    turns: Vec<(Urgency, Seat)>,
    /// The sum of the hashes of the seats, so that one that changes costs no look at the others.
    version: u64,
}

/// Makes room for one in a vector that is empty, which would else reserve that of four.
pub(super) fn reserve_first<T>(vector: &mut Vec<T>) {
    if vector.is_empty() {
        vector.reserve_exact(1);
    }
}

fn seat(own: &OwnTable) -> Seat {
    (own.table, own.sitter)
}

fn turn(own: &OwnTable) -> (Urgency, Seat) {
    let urgency = (own.deadline.unwrap_or(UnixMs::MAX), own.changed_at);
    (urgency, seat(own))
}

impl Tables {
    /// A seat, unless something newer is known of it.
    pub(crate) fn put(&mut self, own: OwnTable) {
        let place = self.place(seat(&own));
        if place.is_ok_and(|at| self.seats[at].seq > own.seq) {
            return;
        }
        if let Ok(at) = place {
            self.discount(at);
        }
        self.version = self.version.wrapping_add(hash_of(&own));
        let turn = turn(&own);
        if own.to_move
            && let Err(at) = self.turns.binary_search(&turn)
        {
            reserve_first(&mut self.turns);
            self.turns.insert(at, turn);
        }
        match place {
            Ok(at) => self.seats[at] = own,
            Err(at) => {
                reserve_first(&mut self.seats);
                self.seats.insert(at, own);
            }
        }
    }

    /// In order of their tables.
    pub(crate) fn seats(&self) -> &[OwnTable] {
        &self.seats
    }

    /// The seats at one table.
    pub(crate) fn at(&self, table: TableId) -> &[OwnTable] {
        let first = self.seats.partition_point(|own| own.table < table);
        let here = self.seats[first..].partition_point(|own| own.table == table);
        &self.seats[first..first + here]
    }

    /// What is known of the same seat.
    pub(crate) fn get(&self, other: &OwnTable) -> Option<&OwnTable> {
        self.place(seat(other)).ok().map(|at| &self.seats[at])
    }

    pub(crate) fn has(&self, other: &OwnTable) -> bool {
        self.get(other).is_some()
    }

    pub(crate) fn remove(&mut self, seat: Seat) {
        if let Ok(at) = self.place(seat) {
            self.discount(at);
            self.seats.remove(at);
        }
    }

    /// Where a seat is, or belongs.
    fn place(&self, wanted: Seat) -> Result<usize, usize> {
        self.seats.binary_search_by_key(&wanted, seat)
    }

    /// Takes a seat that is about to go out of what is known of all.
    fn discount(&mut self, at: usize) {
        let own = &self.seats[at];
        self.version = self.version.wrapping_sub(hash_of(own));
        if let Ok(at) = self.turns.binary_search(&turn(own)) {
            self.turns.remove(at);
        }
    }

    /// At a table somebody has played, and the same people sit there.
    pub(crate) fn update_turn(&mut self, table: TableId, state: &State) {
        let to_move = state.playing().ok().and_then(Playing::to_move);
        let deadline = state.deadline(&[]).filter(|_| state.has_running_clock());
        for own in self.at(table).to_vec() {
            self.put(OwnTable {
                seq: state.seq,
                changed_at: state.changed_at(),
                to_move: to_move == Some(own.sitter),
                deadline: deadline.filter(|_| to_move == Some(own.sitter)),
                ..own
            });
        }
    }

    /// What stands for all of them in messages and pages.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn turns(&self) -> Turns {
        let own = |&(_, seat): &(Urgency, Seat)| self.place(seat).ok().map(|at| &self.seats[at]);
        let turns: Vec<&OwnTable> = self.turns.iter().filter_map(own).take(MAX_TURNS).collect();
        let code = |own: &&OwnTable| own.code.clone();
        Turns {
            tables: turns.iter().map(code).collect(),
            nudged: turns.iter().filter(|own| own.nudged).map(code).collect(),
            version: version_text(self.version),
        }
    }
}
