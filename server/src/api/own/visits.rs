//! Where the player of a stream is present: at the tables that it tells of, as on their pages.

use crate::ids::{PlayerId, TableId};
use crate::lobby::OwnSeat;
use crate::model::log::projection::TablePhase;
use crate::room::Room;
use crate::room::presence::Visit;
use crate::tables::Tables;

/// At how many tables a program is present at once: rooms stay open for those who are there. It is at those that wait for their players
/// rather than at others, since these begin only when all are there.
const MAX_VISITS: usize = 200;

/// The tables where a program is present, until this is dropped.
pub(super) struct Visits {
    tables: Tables,
    player: PlayerId,
    visited: Vec<Visited>,
}

struct Visited {
    table: TableId,
    waits: bool,
    room: Room,
    _visit: Visit,
}

impl Visits {
    pub(super) fn new(tables: Tables, player: PlayerId) -> Visits {
        Visits {
            tables,
            player,
            visited: Vec::new(),
        }
    }

    /// Comes to a table or leaves it, as its seat demands. A table that cannot be opened now is tried again with its next news.
    pub(super) async fn follow(&mut self, OwnSeat { own, is_listed }: &OwnSeat) {
        let waits = own.phase == TablePhase::Waiting;
        if !is_listed || own.invited {
            self.visited.retain(|visited| visited.table != own.table);
            return;
        }
        if let Some(visited) = self.visited.iter_mut().find(|visited| visited.table == own.table) {
            visited.waits = waits;
            return;
        }
        if self.visited.len() >= MAX_VISITS {
            let Some(other) = self.visited.iter().position(|visited| waits && !visited.waits) else {
                return;
            };
            self.visited.swap_remove(other);
        }
        self.visit(own.table, waits).await;
    }

    /// The room of a table where the program is present.
    pub(super) fn room(&self, table: TableId) -> Option<Room> {
        let visited = self.visited.iter().find(|visited| visited.table == table);
        visited.map(|visited| visited.room.clone())
    }

    /// Comes back to the tables whose rooms have ended meanwhile.
    pub(super) async fn renew(&mut self) {
        let ended = |visited: &mut Visited| visited.room.status().has_changed().is_err();
        let ended: Vec<Visited> = self.visited.extract_if(.., ended).collect();
        for Visited { table, waits, .. } in ended {
            self.visit(table, waits).await;
        }
    }

    async fn visit(&mut self, table: TableId, waits: bool) {
        if let Ok(Some(room)) = self.tables.open_by_id(table).await {
            self.visited.push(Visited {
                table,
                waits,
                _visit: room.presence.visit(Some(self.player)),
                room,
            });
        }
    }
}
