//! Applying events to a table.

use super::state::{BrokenLog, Phase, State};
use crate::ids::PlayerId;
use crate::model::game::playing::{Over, Playing, Rematch};
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::proposal::Proposal;
use crate::model::player::holiday::Holiday;
use crate::model::turn::PlyEffect;
use crate::time::UnixMs;

impl State {
    /// Applies a stored event. Returns the effect of a turn or a drop. An error means that the log is broken: no
    /// decision of this state leads to such an event.
    pub fn apply(&mut self, entry: &LogEntry) -> Result<Option<PlyEffect>, BrokenLog> {
        let broken = |why: String| BrokenLog { seq: entry.seq, why };
        if entry.seq != self.seq.next() {
            return Err(broken(format!("it comes after event {}", self.seq)));
        }
        let effect = self.change(entry).map_err(broken)?;
        if let (Some(ending), Phase::Playing(played)) = (entry.event.ending(), &mut self.phase) {
            played.stop_clocks(entry.at);
            self.phase = Phase::Over(Over {
                played: played.clone(),
                ending: ending.clone(),
                rematch: None,
            });
        }
        self.record(entry)?;
        Ok(effect)
    }

    /// Records what every event carries: its number, its command and the name of the player it seats.
    pub(super) fn record(&mut self, entry: &LogEntry) -> Result<(), BrokenLog> {
        self.seq = entry.seq;
        self.changed_at = entry.at;
        if let Some((by, id)) = entry.answers() {
            self.answered.record(by, id, entry.seq);
        }
        if let (Some(player), Some(name)) = (entry.event.named(), &entry.name) {
            self.names.insert(player, name.clone());
        }
        if let Some(kept) = entry.event.kept() {
            for (player, name) in kept.players.iter().zip(&kept.names) {
                self.names.entry(*player).or_insert_with(|| name.clone());
            }
        }
        Ok(())
    }

    fn change(&mut self, entry: &LogEntry) -> Result<Option<PlyEffect>, String> {
        let LogEntry { seq, at, event, .. } = entry;
        let (seq, at) = (*seq, *at);
        match (event, &mut self.phase) {
            (
                Event::Sat {
                    player,
                    chair,
                    companion_of,
                },
                Phase::Waiting(waiting),
            ) => {
                waiting.take_chair(*player, *chair, at)?;
                if let Some(owner) = companion_of {
                    waiting.record_sit(*owner, at);
                    self.companions.insert(*player, *owner);
                }
            }
            (Event::BotSeated { host, bot, chair }, Phase::Waiting(waiting)) => {
                waiting.take_chair(*bot, *chair, at)?;
                waiting.record_change(*host, at);
            }
            (Event::Stood { player, removed }, Phase::Waiting(waiting)) => {
                waiting.leave_chair(*player, *removed, at);
                let owner = self.companions.remove(player);
                if let Some(owner) = owner.filter(|_| *removed) {
                    waiting.record_removal(owner, at);
                }
            }
            (Event::StartHeld { player, held }, Phase::Waiting(waiting)) => {
                waiting.held_by = held.then_some(*player);
            }
            (
                Event::SeatsChanged { .. }
                | Event::ClockChanged { .. }
                | Event::LinesKept { .. }
                | Event::PieRuleChanged { .. }
                | Event::ChairsArranged { .. }
                | Event::ChairChanged { .. }
                | Event::SwapOffered { .. }
                | Event::SwapAgreed { .. }
                | Event::SwapDeclined { .. },
                Phase::Waiting(waiting),
            ) => {
                waiting.apply_change(event, at)?;
                self.change_terms(event);
            }
            (
                Event::SeatTransferred {
                    from,
                    to,
                    with_device,
                },
                _,
            ) => self.transfer(*from, *to, *with_device),
            (Event::HostChanged { host }, Phase::Waiting(_)) => self.host = *host,
            (Event::Started { seats }, Phase::Waiting(_)) => self.start(seats, at)?,
            (Event::Played { steps, .. }, Phase::Playing(playing)) => {
                return playing.apply_turn(steps, at).map(Some);
            }
            (Event::Dropped { seat, reason, .. }, Phase::Playing(playing)) => {
                return playing.apply_drop(*seat, *reason, at).map(Some);
            }
            (
                Event::OutageCredited {
                    since, until, credit, ..
                },
                Phase::Playing(playing),
            ) => playing.apply_credit(*since, *until, *credit),
            (Event::OnHoliday { seat, since, until }, Phase::Playing(playing)) => {
                let holiday = Holiday {
                    since: *since,
                    until: *until,
                };
                playing.apply_holiday(*seat, holiday, at)?;
            }
            (Event::EventsLost { since, credit, .. }, Phase::Playing(playing)) => {
                playing.apply_credit(*since, at, *credit);
            }
            (Event::EventsLost { .. }, Phase::Waiting(_)) => {}
            (
                Event::Offered {
                    seat,
                    proposal,
                    asked,
                },
                Phase::Playing(playing),
            ) => {
                playing.apply_offer(seq, *seat, *proposal, asked, at)?;
            }
            (Event::SeatAsked { player, seat, asked }, Phase::Playing(playing)) => {
                let proposal = Proposal::HandOver { to: *player };
                playing.apply_offer(seq, *seat, proposal, asked, at)?;
            }
            (Event::SidesSwapped { player }, Phase::Playing(playing)) => {
                playing.apply_swapped_sides(*player, at)?;
            }
            (Event::Abandoned { .. }, Phase::Playing(_)) => {}
            (Event::Agreed { seat, .. }, Phase::Playing(playing)) => playing.apply_agreement(*seat)?,
            (Event::TakenBack { turns, .. }, Phase::Playing(playing)) => {
                playing.apply_take_back(*turns, at)?
            }
            (Event::DrawOffered { seat, .. }, Phase::Playing(playing)) => {
                playing.apply_draw_offer(seq, *seat, at)?;
            }
            (Event::Declined { .. } | Event::DrawDeclined { .. }, Phase::Playing(playing)) => {
                playing.apply_decline(at);
            }
            (Event::RematchProposed { player, table, code }, Phase::Over(over)) => {
                over.rematch = Some(Rematch {
                    by: *player,
                    table: *table,
                    code: code.clone(),
                });
            }
            (event, _) => return Err(format!("{event:?} cannot happen now")),
        }
        Ok(None)
    }

    fn change_terms(&mut self, event: &Event) {
        match event {
            Event::SeatsChanged { seats, .. } => self.terms.seats = *seats,
            Event::ClockChanged { clock, .. } => self.terms.clock = *clock,
            Event::LinesKept { kept, .. } => self.terms.keeps_lines = *kept,
            Event::PieRuleChanged { pie_rule, .. } => self.terms.pie_rule = *pie_rule,
            _ => {}
        }
    }

    fn transfer(&mut self, from: PlayerId, to: PlayerId, with_device: bool) {
        let replace = |player: &mut PlayerId| {
            if *player == from {
                *player = to;
            }
        };
        match &mut self.phase {
            Phase::Waiting(waiting) => {
                waiting.players_mut().for_each(replace);
                waiting.swaps.retain_fitting(&waiting.chairs);
            }
            Phase::Playing(playing) => {
                playing.seats.iter_mut().for_each(replace);
                playing.offers.expire_hand_over(to);
            }
            Phase::Over(over) => over.played.seats.iter_mut().for_each(replace),
        }
        replace(&mut self.host);
        self.companions.remove(&from);
        if with_device {
            self.companions.values_mut().for_each(replace);
        }
    }

    fn start(&mut self, seats: &[PlayerId], at: UnixMs) -> Result<(), String> {
        let game = self.terms.start()?;
        if seats.len() != usize::from(game.seats()) {
            return Err(format!("{} players for {} seats", seats.len(), game.seats()));
        }
        let clocks = self.new_clocks(at);
        let mut playing = Playing::new(seats.to_vec(), game, clocks, at);
        playing.owners = seats.iter().map(|&player| self.device_of(player)).collect();
        self.phase = Phase::Playing(playing);
        Ok(())
    }
}
