//! What a stream has told of each table, by which a line says what is new in it.

use std::collections::BTreeMap;

use thicket_rules::Seat;

use crate::ids::{TableCode, TableId};
use crate::lobby::OwnSeat;
use crate::model::log::projection::TablePhase;
use crate::protocol::{News, OwnOffer, OwnTableView, Place};
use crate::room::Room;
use crate::seq::Seq;
use crate::store::OwnTable;
use crate::tables::Tables;

/// The tables that are not over, each as the last line had it: as many as its player has.
#[derive(Debug, Default)]
pub(super) struct Told(BTreeMap<TableId, Known>);

#[derive(Debug)]
struct Known {
    seq: Seq,
    phase: TablePhase,
    place: Place,
    your_turn: bool,
    /// The number of the turn, if it was known.
    turn: Option<u32>,
    offer: Option<OwnOffer>,
}

/// What a table itself knows besides what lists say of it.
#[derive(Debug, Default)]
struct Details {
    turn: Option<u32>,
    offer: Option<OwnOffer>,
    rematch: Option<TableCode>,
}

impl Told {
    /// The next line about a table, where the player may be present: in this room.
    pub(super) async fn next(
        &mut self,
        tables: &Tables,
        visited: Option<Room>,
        OwnSeat { own, is_listed }: OwnSeat,
    ) -> OwnTableView {
        let place = match (is_listed, own.invited) {
            (false, _) => Place::Left,
            (true, true) => Place::Invited,
            (true, false) => Place::Seated,
        };
        let before = self.0.remove(&own.table);
        let details = match (own.phase, place) {
            (TablePhase::Over, _) => Details::over(tables, own.table).await,
            (TablePhase::Playing, Place::Seated) => {
                Details::playing(tables, visited, &own, before.as_ref()).await
            }
            _ => Details::default(),
        };
        let known = Known {
            seq: own.seq,
            phase: own.phase,
            place,
            your_turn: is_listed && own.to_move,
            turn: details.turn,
            offer: details.offer,
        };
        let view = OwnTableView {
            code: own.code,
            seq: own.seq,
            at: own.changed_at,
            news: known.news(before.as_ref(), details.rematch.is_some()),
            phase: own.phase.into(),
            place,
            your_turn: known.your_turn,
            nudged: is_listed && own.nudged,
            offer: details.offer,
            rematch: details.rematch,
        };
        if place != Place::Left {
            self.0.insert(own.table, known);
        }
        view
    }
}

impl Known {
    /// What is so now and was not before.
    fn news(&self, before: Option<&Known>, has_rematch: bool) -> Vec<News> {
        let is_over = self.phase == TablePhase::Over;
        let has_begun = |known: &Known| known.phase == TablePhase::Playing && known.place == Place::Seated;
        let is_invited = |known: &Known| known.place == Place::Invited;
        let waited = |before: &Known| before.your_turn && !self.is_another_turn(before);
        [
            (News::Invited, is_invited(self) && !before.is_some_and(is_invited)),
            (News::Begun, has_begun(self) && !before.is_some_and(has_begun)),
            (News::YourTurn, self.your_turn && !before.is_some_and(waited)),
            (
                News::Offer,
                self.offer.is_some() && before.is_none_or(|before| before.offer != self.offer),
            ),
            // What happens after the end is a rematch.
            (News::Over, is_over && (before.is_some() || !has_rematch)),
            (News::Rematch, has_rematch),
        ]
        .into_iter()
        .filter_map(|(news, is_new)| is_new.then_some(news))
        .collect()
    }

    fn is_another_turn(&self, before: &Known) -> bool {
        match self.turn.zip(before.turn) {
            Some((now, then)) => now != then,
            None => self.seq != before.seq,
        }
    }
}

impl Details {
    async fn over(tables: &Tables, table: TableId) -> Details {
        let found = tables.rematch_after(table).await.ok();
        let rematch = found.and_then(|(_, rematch)| rematch);
        Details {
            rematch: rematch.map(|rematch| rematch.code),
            ..Details::default()
        }
    }

    /// Another room than that where the player is present is asked only if lists do not say what has happened.
    async fn playing(
        tables: &Tables,
        visited: Option<Room>,
        own: &OwnTable,
        before: Option<&Known>,
    ) -> Details {
        let is_unclear = before.is_some_and(|before| {
            let one_more = own.seq == before.seq.next();
            let differs = own.phase != before.phase || own.to_move != before.your_turn;
            own.seq != before.seq && !(one_more && differs)
        });
        let room = match visited {
            None if is_unclear => tables.open_by_id(own.table).await.ok().flatten(),
            visited => visited,
        };
        let Some(room) = room else {
            let unchanged = before.filter(|before| before.seq == own.seq);
            return unchanged.map(Details::as_before).unwrap_or_default();
        };
        if room.table().state.seq < own.seq {
            room.clone().catch_up().await;
        }
        Details::of(&room, own)
    }

    fn as_before(known: &Known) -> Details {
        Details {
            turn: known.turn,
            offer: known.offer,
            rematch: None,
        }
    }

    fn of(room: &Room, own: &OwnTable) -> Details {
        let table = room.table();
        let Ok(playing) = table.state.playing() else {
            return Details::default();
        };
        let place = playing.seats.iter().position(|&player| player == own.sitter);
        let seat = place.and_then(Seat::from_index);
        let waits = |asks: bool, agreed: bool| asks && !agreed;
        let offer = playing.offers.standing().filter(|offer| {
            seat.is_some_and(|seat| waits(offer.asked.contains(seat), offer.agreed.contains(seat)))
        });
        Details {
            turn: Some(playing.turn),
            offer: offer.map(|offer| OwnOffer {
                id: offer.seq,
                proposal: offer.proposal,
            }),
            rematch: None,
        }
    }
}
