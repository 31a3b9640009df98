//! What is due in a tournament by itself: its start, the next round or season, its end.

use super::context::Context;
use super::event::TournamentEvent;
use super::state::{Entrant, State, Status};
use super::terms::Format;
use crate::ids::PlayerId;

impl State {
    /// What is due now, decided from the tournament and the context alone. It may compute for long: a round is paired here.
    pub fn decide_due(&self, context: &Context) -> Option<TournamentEvent> {
        match self.status {
            Status::Open if self.is_start_due(context) => Some(self.start(context)),
            Status::Running => match self.terms.format() {
                Format::Arena { minutes } => self.go_on_in_arena(minutes, context),
                _ if self.is_playing() => None,
                Format::League { division } => self.go_on_in_league(division.into(), context),
                _ => self.go_on(context),
            },
            Status::Open | Status::Finished | Status::Cancelled => None,
        }
    }

    /// Players had the time to confirm only while a server was running.
    fn is_start_due(&self, context: &Context) -> bool {
        let starts_at = self.terms.starts_at();
        let since = self.confirms_from();
        let is_late_enough = !self.terms.asks_to_confirm() || context.served_for(since) >= starts_at - since;
        context.now >= starts_at && is_late_enough
    }

    fn start(&self, context: &Context) -> TournamentEvent {
        let is_in = |entrant: &&Entrant| entrant.confirmed || !self.terms.asks_to_confirm();
        let players: Vec<PlayerId> = self
            .present()
            .filter(is_in)
            .map(|entrant| entrant.player)
            .collect();
        if self.size.split(players.len()).sizes.is_empty() {
            return TournamentEvent::Cancelled { by: None, why: None };
        }
        self.begin(players, context.seed)
    }

    /// The next round, or the end after the last one, or when too few are left to play.
    fn go_on(&self, context: &Context) -> Option<TournamentEvent> {
        let is_last = self.rounds.len() >= self.total;
        let left = self.present().count();
        let can_go_on = match self.schedule.is_empty() {
            true => !self.size.split(left).sizes.is_empty(),
            false => left > 0,
        };
        match is_last || !can_go_on {
            true => Some(TournamentEvent::Finished),
            false => self.pair(context),
        }
    }
}
