//! The story of a table in sentences: its events besides turns.

mod told;

use std::collections::HashMap;

use crate::ids::PlayerId;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::log::proposal::Proposal;
use crate::model::player::bot::{Bot, is_program};
use crate::model::record::ending::DropReason;
use crate::model::terms::Terms;
use crate::time::page_date;

pub(crate) use told::told;

/// A sentence, and after how many turns it happened; `None` before the start.
pub(crate) type Entry = (Option<usize>, String);

/// The players of whom a log tells.
pub(crate) fn players(log: &[LogEntry]) -> impl Iterator<Item = PlayerId> {
    log.iter().filter_map(|entry| entry.event.named())
}

/// The sentences for a log, with the names of the owners of bots.
pub(crate) fn entries(log: &[LogEntry], owners: HashMap<PlayerId, String>) -> Vec<Entry> {
    let mut narrator = Narrator {
        owners,
        ..Narrator::default()
    };
    for entry in log {
        narrator.record_names(entry);
        let sentence = narrator.sentence(entry);
        narrator.follow(&entry.event);
        if let Some(sentence) = sentence {
            let turn = (!narrator.seats.is_empty()).then_some(narrator.turns.len());
            narrator.story.push((turn, sentence));
        }
    }
    narrator.story
}

#[derive(Default)]
struct Narrator {
    story: Vec<Entry>,
    terms: Option<Terms>,
    names: HashMap<PlayerId, String>,
    owners: HashMap<PlayerId, String>,
    /// Who holds each seat, once the game has begun.
    seats: Vec<PlayerId>,
    turns: Vec<String>,
    offer: Option<(u8, Proposal)>,
}

impl Narrator {
    /// Remembers the names that an event brings.
    fn record_names(&mut self, entry: &LogEntry) {
        if let (Some(player), Some(name)) = (entry.event.named(), &entry.name) {
            self.names.insert(player, name.clone());
        }
        if let Some(kept) = entry.event.kept() {
            let names = kept.players.iter().copied().zip(kept.names.iter().cloned());
            self.names.extend(names);
        }
    }

    /// Updates what later sentences need.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Created { terms, .. } => {
                self.turns = terms
                    .from
                    .iter()
                    .flat_map(|origin| origin.turns.clone())
                    .collect();
                self.terms = Some(terms.clone());
            }
            Event::Started { seats } => self.seats.clone_from(seats),
            Event::SeatTransferred { from, to, .. } => {
                let held = self.seats.iter_mut().filter(|player| *player == from);
                held.for_each(|player| *player = *to);
            }
            // Seats that changed hands, not the position.
            Event::SidesSwapped { .. } => {
                self.seats.reverse();
                self.offer = None;
            }
            Event::Played { steps, .. } => self.play(steps.join(",")),
            Event::Dropped { seat, .. } => self.play(format!("drop:{seat}")),
            Event::TakenBack { turns, .. } => {
                let kept = self.turns.len().saturating_sub(*turns as usize);
                self.turns.truncate(kept);
                self.offer = None;
            }
            Event::Offered { seat, proposal, .. } => self.offer = Some((*seat, *proposal)),
            Event::DrawOffered { seat, .. } if self.offer.is_none() => {
                self.offer = Some((*seat, Proposal::Draw));
            }
            Event::Declined { .. } | Event::DrawDeclined { .. } => self.offer = None,
            _ => {}
        }
    }

    fn play(&mut self, turn: String) {
        self.turns.push(turn);
        self.offer = None;
    }

    /// The sentence for an event that `follow` has not seen yet.
    fn sentence(&self, entry: &LogEntry) -> Option<String> {
        Some(match &entry.event {
            Event::Created { host, terms, .. } => match &terms.tournament {
                Some(table) if table.round == 0 => "The table was made for an arena.".to_owned(),
                Some(table) => format!("The table was made for round {} of a tournament.", table.round),
                None => format!("{} opened the table.", self.name(*host)),
            },
            Event::Sat {
                player, companion_of, ..
            } => match companion_of {
                Some(owner) => {
                    format!(
                        "{} sat down on {}’s device.",
                        self.name(*player),
                        self.name(*owner)
                    )
                }
                None => format!("{} sat down.", self.name(*player)),
            },
            Event::BotSeated { host, bot, .. } => {
                format!("{} seated {}.", self.name(*host), self.name(*bot))
            }
            Event::Stood { player, removed } => match removed {
                true => format!("The host removed {}.", self.name(*player)),
                false => format!("{} stood up.", self.name(*player)),
            },
            Event::SeatTransferred { from, to, .. } => self.transfer(*from, *to),
            Event::HostChanged { host } => format!("{} became the host.", self.name(*host)),
            Event::SeatsChanged { player, seats } => {
                format!("{} changed the table to {seats} players.", self.name(*player))
            }
            Event::LinesKept { player, kept } => {
                let when = if *kept { "only after the game" } else { "at once" };
                format!("{} chose to show what watchers write {when}.", self.name(*player))
            }
            Event::PieRuleChanged { player, pie_rule } => {
                let does = if *pie_rule { "chose" } else { "took away" };
                format!("{} {does} the pie rule.", self.name(*player))
            }
            Event::ClockChanged { player, .. } => format!("{} changed the clock.", self.name(*player)),
            Event::Started { seats } => self.start(seats),
            Event::Dropped { seat, reason, .. } => {
                let deed = match reason {
                    DropReason::Resignation => "left the game",
                    DropReason::Time => "ran out of time",
                    DropReason::Away => "was away, and the others agreed to go on",
                };
                format!("{} {deed}.", self.holder(*seat))
            }
            Event::OutageCredited { seat, .. } => format!(
                "The server was down during {}’s turn, and gave back some time.",
                self.holder(*seat)
            ),
            Event::OnHoliday { seat, until, .. } if *until > entry.at => format!(
                "{} went on holiday until {}, and their clock rests.",
                self.holder(*seat),
                page_date(*until - 1)
            ),
            Event::OnHoliday { seat, .. } => format!("{} was back from their holiday.", self.holder(*seat)),
            Event::EventsLost { turns, .. } => lost(*turns),
            Event::Offered {
                proposal: Proposal::Abandon,
                ..
            } => "Nobody had played for 30 days, so everybody was asked whether the game goes on.".to_owned(),
            Event::Declined { seat } if self.is_idle() => {
                format!("{} let the game go on.", self.holder(*seat))
            }
            Event::Agreed { ending: Some(_), .. } if self.is_idle() => {
                "Everybody agreed to end the game.".to_owned()
            }
            Event::Agreed { ending: Some(_), .. } => {
                let (seat, proposal) = self.offer?;
                format!(
                    "{} offered {}, and everybody agreed.",
                    self.holder(seat),
                    offered(&proposal)?
                )
            }
            Event::DrawOffered { ending: Some(_), .. } => "Everybody agreed on a draw.".to_owned(),
            Event::Declined { seat } | Event::DrawDeclined { seat } => self.decline(*seat)?,
            Event::TakenBack { turns, .. } => self.take_back(*turns as usize),
            Event::SidesSwapped { player } => self.swap(*player),
            Event::Abandoned { .. } => "Nobody played for 30 days.".to_owned(),
            _ => return None,
        })
    }

    /// Whether the players were asked whether the game goes on.
    fn is_idle(&self) -> bool {
        matches!(self.offer, Some((_, Proposal::Abandon)))
    }

    fn start(&self, seats: &[PlayerId]) -> String {
        let colours = self
            .terms
            .as_ref()
            .map_or(&[][..], |terms| terms.kind.info().colours);
        let who = |(player, colour): (&PlayerId, &&str)| format!("{} is {colour}", self.name(*player));
        let who: Vec<String> = seats.iter().zip(colours).map(who).collect();
        format!("The game began: {}.", who.join(", "))
    }

    fn transfer(&self, from: PlayerId, to: PlayerId) -> String {
        match (self.name(from), self.name(to)) {
            (before, _) if Bot::of(to).is_some() => {
                format!("{} took over from {before}.", self.name(to))
            }
            (before, after) if before == after => format!("{after} moved to another device."),
            (before, after) => format!("{after} took over {before}’s seat."),
        }
    }

    fn swap(&self, player: PlayerId) -> String {
        let opener = self.seats.iter().find(|&&seated| seated != player);
        let opener = opener.map_or_else(|| "the other".to_owned(), |&opener| self.name(opener));
        format!(
            "{} took the side of {opener}, who had opened, so both changed seats.",
            self.name(player)
        )
    }

    fn decline(&self, seat: u8) -> Option<String> {
        let (by, proposal) = self.offer?;
        let what = offered(&proposal)?;
        Some(match by == seat {
            true => format!("{} offered {what} and withdrew it.", self.holder(by)),
            false => format!(
                "{} offered {what}; {} declined.",
                self.holder(by),
                self.holder(seat)
            ),
        })
    }

    fn take_back(&self, turns: usize) -> String {
        let kept = self.turns.len().saturating_sub(turns);
        let taken = &self.turns[kept..];
        let asked = self.offer.map_or_else(String::new, |(seat, _)| {
            format!(", as {} had asked", self.holder(seat))
        });
        match taken {
            [turn] => format!("Turn {} ({turn}) was taken back{asked}.", kept + 1),
            _ => format!(
                "The last {turns} turns ({}) were taken back{asked}.",
                taken.join(" ")
            ),
        }
    }

    fn holder(&self, seat: u8) -> String {
        let player = usize::from(seat)
            .checked_sub(1)
            .and_then(|index| self.seats.get(index));
        player.map_or_else(|| format!("Seat {seat}"), |&player| self.name(player))
    }

    fn name(&self, player: PlayerId) -> String {
        let name = self.names.get(&player).map_or("Somebody", String::as_str);
        match Bot::of(player) {
            Some(bot) => format!("{name} (bot, level {})", bot.level.number()),
            None => match self.owners.get(&player) {
                Some(owner) => format!("{name} (bot of {owner})"),
                None if is_program(player) => format!("{name} (bot)"),
                None => name.to_owned(),
            },
        }
    }
}

fn lost(turns: u32) -> String {
    match turns {
        0 => "The server’s database failed and lost what had happened last.".to_owned(),
        1 => "The server’s database failed and lost the last turn.".to_owned(),
        _ => format!("The server’s database failed and lost the last {turns} turns."),
    }
}

/// What was offered, as far as the story tells of it.
fn offered(proposal: &Proposal) -> Option<&'static str> {
    match proposal {
        Proposal::Draw => Some("a draw"),
        Proposal::Score => Some("to end the game and score the board as it stood"),
        Proposal::TakeBack { .. } => Some("to take turns back"),
        Proposal::Drop { .. } | Proposal::Bot { .. } | Proposal::HandOver { .. } | Proposal::Abandon => None,
    }
}
