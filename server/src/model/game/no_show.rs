//! Who does not come to their table of a tournament: a bot plays in their place, or they drop out, and nobody waits for long.

use super::clock::Running;
use super::playing::Playing;
use crate::ids::PlayerId;
use crate::model::log::decision::{Context, Draft};
use crate::model::player::bot::{BotLevel, is_bot};
use crate::model::player::names_here::Names;
use crate::model::record::ending::DropReason;
use crate::model::terms::TournamentTable;
use crate::time::UnixMs;

/// A player is waited for until half of their time has passed, and no longer than this (milliseconds).
const LONGEST_WAIT: i64 = 5 * 60 * 1000;
/// Connections drop and come back: nobody did not come who was there so short a time ago (milliseconds).
const LAST_SEEN: i64 = 30_000;

/// The rule, for players.
pub const SENTENCE: &str = "With minutes on the clock, a player who is not at the table when half of their time has passed in their \
     first turn, or five minutes if that is less, did not come.";

impl Playing {
    /// When the player to move counts as one who did not come, if they stay away; `None` if they are there, have played before, or
    /// a turn may take days.
    pub(in crate::model) fn no_show_at(
        &self,
        away_since: impl Fn(PlayerId) -> Option<UnixMs>,
    ) -> Option<UnixMs> {
        let clocks = self
            .clocks
            .as_ref()
            .filter(|clocks| !clocks.is_correspondence())?;
        let Running { seat, from, .. } = clocks.running()?;
        let player = self.to_move().filter(|&player| !is_bot(player))?;
        let away_since = away_since(player)?;
        let has_played = || self.game.plies_after(0).iter().any(|(other, _)| *other == seat);
        // Everybody has had a turn by then, unless many have resigned.
        if self.game.ply_count() >= 2 * self.seats.len() || has_played() {
            return None;
        }
        let wait = (clocks.bank(seat) / 2).min(LONGEST_WAIT);
        Some((from + wait).max(away_since + LAST_SEEN))
    }

    /// What follows if the player to move did not come. At a table for two, the other one has won.
    pub(in crate::model) fn no_show(
        &self,
        table: &TournamentTable,
        names: &Names,
        context: &Context,
    ) -> Option<Draft> {
        let at = self.no_show_at(|player| context.away.get(&player).copied())?;
        let seat = self.game.status().to_move().filter(|_| context.now >= at)?;
        let fills = table.bot_for_missing && self.seats.len() > 2;
        // There may be no bot whose name is free.
        let filled = fills
            .then(|| self.handed_to_bot(seat, BotLevel::substitute(self.game.info()), names, context.dice));
        match filled {
            Some(Ok(draft)) => Some(draft),
            _ => self.drop_out(seat, DropReason::Away).ok(),
        }
    }
}
