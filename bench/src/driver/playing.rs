//! A table that is played: which turns are sent, and who has seen them.

use std::time::Instant;

use crate::client::{SEATS, Table};
use crate::fixtures::Fixture;

/// Answers to a turn: an event at each socket, and `done` at the one that played it.
pub(super) const ANSWERS: u8 = SEATS as u8 + 1;
/// Answers of a server that sends as little as it can: the player gets no event.
pub(super) const FEWEST_ANSWERS: u8 = SEATS as u8;
/// Turns of one table that can be under way at the same time: some have not heard of one when the next is played.
pub(super) const UNDER_WAY: usize = 8;

/// A table whose game is played.
pub(super) struct Playing {
    pub(super) table: Table,
    pub(super) game: &'static Fixture,
    /// The number of the event that started the game: turn `n`, from 0, is event `first + n + 1`.
    pub(super) first: Option<u64>,
    /// The next turn to be sent.
    pub(super) next: usize,
    /// Where a closed loop stops.
    pub(super) goal: usize,
    /// When the last turns were due.
    pub(super) due: [Instant; UNDER_WAY],
    /// How many of their answers are missing.
    pub(super) missing: [u8; UNDER_WAY],
}

impl Playing {
    pub(super) fn new(table: Table, game: &'static Fixture) -> Playing {
        Playing {
            table,
            game,
            first: None,
            next: 0,
            goal: 0,
            due: [Instant::now(); UNDER_WAY],
            missing: [0; UNDER_WAY],
        }
    }

    /// The turn that an event is, if it is one.
    pub(super) fn turn(&self, seq: u64) -> Option<usize> {
        seq.checked_sub(self.first? + 1).map(|turn| turn as usize)
    }

    /// Whether there is another turn, and the last one was seen by all.
    pub(super) fn is_ready(&self) -> bool {
        let last = self.next.wrapping_sub(1);
        self.next < self.game.frames.len() && self.missing[last % UNDER_WAY] == 0
    }

    pub(super) fn due(&self, turn: usize) -> Instant {
        self.due[turn % UNDER_WAY]
    }
}
