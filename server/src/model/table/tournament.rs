//! Tables of a tournament: they begin as soon as they are made, with everybody seated, and the tournament hears of their end.

use std::collections::HashSet;

use super::state::{Phase, State};
use crate::ids::PlayerId;
use crate::model::game::playing::Playing;
use crate::model::log::action::{Action, Command};
use crate::model::log::decision::{Context, Decision, Draft};
use crate::model::log::event::Event;
use crate::model::log::projection::{Projection, TournamentResult};
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::{is_bot, is_program};
use crate::model::record::Record;
use crate::model::record::ending::DropReason;
use crate::model::record::seat_outcome::{CAPTURES, SeatMark, SeatOutcome};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::time::UnixMs;

impl State {
    /// The beginning of a tournament's game; `None` if it has begun, or the table is none of a tournament.
    pub fn decide_tournament_start(&self, context: &Context) -> Option<Decision> {
        let (Phase::Waiting(_), Some(table)) = (&self.phase, &self.terms.tournament) else {
            return None;
        };
        let seats = table.players.clone();
        let to_move = self.terms.start().ok()?.status().to_move();
        let draft = Draft {
            to_move: to_move.and_then(|seat| seats.get(seat.index()).copied()),
            projections: vec![Projection::TournamentTableBegun],
            ..Draft::new(Event::Started { seats })
        };
        Some(self.decision(draft, None, context))
    }

    /// When the player to move counts as one who did not come to the table, if they stay away.
    pub fn no_show_at(&self, away_since: impl Fn(PlayerId) -> Option<UnixMs>) -> Option<UnixMs> {
        match &self.phase {
            Phase::Playing(playing) if self.terms.tournament.is_some() => playing.no_show_at(away_since),
            _ => None,
        }
    }

    /// Refuses that somebody else plays for a player whose result counts in a tournament, and that turns are taken back there.
    pub(super) fn check_tournament(&self, command: &Command) -> Result<(), Refusal> {
        if self.terms.tournament.is_none() {
            return Ok(());
        }
        let sentence = match &command.action {
            Action::AskForSeat { .. } => {
                "This game belongs to a tournament, so its seats cannot be given to others."
            }
            Action::Offer {
                proposal: Proposal::Bot { .. },
                ..
            } => "This game belongs to a tournament, so bots do not play here.",
            Action::Offer {
                proposal: Proposal::TakeBack { .. },
                ..
            } => "This game belongs to a tournament, so turns are not taken back.",
            _ => return Ok(()),
        };
        refuse(Code::BadOffer, sentence)
    }

    /// Whether the table waits only to be begun by its tournament.
    pub(super) fn waits_for_tournament(&self) -> bool {
        matches!(self.phase, Phase::Waiting(_)) && self.terms.tournament.is_some()
    }

    /// What its tournament is told if the event, which is not yet applied, ends the game with this record.
    pub(super) fn tournament_result(&self, record: &Record) -> Option<Projection> {
        let (Phase::Playing(playing), Some(table)) = (&self.phase, &self.terms.tournament) else {
            return None;
        };
        Some(Projection::TournamentResult(TournamentResult {
            tournament: table.id,
            seats: of_record(record, playing, &table.players),
        }))
    }
}

/// The outcome of a game that the record tells of. `players` sat there at the beginning.
fn of_record(record: &Record, playing: &Playing, players: &[PlayerId]) -> Vec<SeatOutcome> {
    let ranks = record.head.seats.iter().map(|seat| seat.rank);
    let movers = movers(playing, record);
    let captures = captures(record, playing);
    let seats = (1_i64..).zip(players).zip(ranks);
    seats
        .map(|((seat, &player), rank)| SeatOutcome {
            place: u8::try_from(rank).unwrap_or(u8::MAX),
            mark: mark(record, seat, player, movers.contains(&seat)),
            captures: captures(seat),
        })
        .collect()
}

/// Who has left without ever playing a turn did not come, unless they said so by resigning. Bots play for nobody else.
fn mark(record: &Record, seat: i64, player: PlayerId, has_moved: bool) -> Option<SeatMark> {
    let dropped = format!("drop:{seat}");
    let drop = record.turns.iter().find(|turn| turn.text == dropped);
    let is_late = drop.is_some_and(|turn| matches!(turn.reason, Some(DropReason::Time | DropReason::Away)));
    let last = record.head.seats.iter().find(|last| last.seat == seat);
    let other = last.map(|last| last.player).filter(|last| *last != player);
    if other.is_some_and(is_program) {
        Some(SeatMark::Replaced)
    } else if other.is_some_and(is_bot) || is_late && !has_moved {
        Some(SeatMark::DidNotCome)
    } else if !record.stayed(seat) {
        Some(SeatMark::Left)
    } else {
        None
    }
}

/// The seats, from 1, that have played a turn. The last event of the game is in the record alone.
fn movers(playing: &Playing, record: &Record) -> HashSet<i64> {
    let is_turn = |text: &str| !text.starts_with("drop:");
    let plies = playing.game.plies_after(playing.copied);
    let moved = plies.iter().filter(|(_, text)| is_turn(text));
    let last = record.turns.get(playing.game.ply_count());
    let to_move = playing.game.status().to_move();
    let moves_last = to_move.filter(|_| last.is_some_and(|turn| is_turn(&turn.text)));
    moved
        .map(|(seat, _)| *seat)
        .chain(moves_last)
        .map(|seat| i64::from(seat.number()))
        .collect()
}

/// The capture stones of a seat, from 1; 0 where the game does not count them.
fn captures(record: &Record, playing: &Playing) -> impl Fn(i64) -> u32 {
    let names = playing.game.info().scores;
    let part = names.iter().position(|name| *name == CAPTURES);
    let scores = record.head.ending["scores"].clone();
    move |seat| {
        let count = part.and_then(|part| scores.get(usize::try_from(seat - 1).ok()?)?.get(part)?.as_u64());
        count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0)
    }
}
