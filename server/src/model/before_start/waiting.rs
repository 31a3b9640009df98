//! A table before the start: who sits where, and who may change that.

use std::collections::HashMap;

use super::swaps::Swaps;
use crate::ids::PlayerId;
use crate::model::log::decision::{Context, Draft};
use crate::model::log::event::{Event, KeptChairs};
use crate::model::log::projection::Projection;
use crate::model::player::bot::is_bot;
use crate::model::player::names_here::{Names, check_name};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::terms::{Starter, Terms};
use crate::names::PlayerName;
use crate::seq::Seq;
use crate::time::UnixMs;

/// How long a chair that was taken counts towards [`MAX_SITS`], and other changes towards their limits, in milliseconds.
const WINDOW_MS: i64 = 5 * 60 * 1000;
/// How many chairs a player may take or ask for at one table within [`WINDOW_MS`].
const MAX_SITS: usize = 10;
/// How long a player whom the host removed cannot sit down again, in milliseconds.
const REMOVED_MS: i64 = 10 * 60 * 1000;
/// A table that has not started admits no more players after this many events.
pub(in crate::model) const MAX_EVENTS: Seq = Seq(300);

#[derive(Clone, Debug)]
pub struct Waiting {
    pub chairs: Vec<Option<PlayerId>>,
    pub order: Vec<PlayerId>,
    /// The player who has stopped the start, until somebody lets it go on, or takes or leaves a chair.
    pub held_by: Option<PlayerId>,
    /// Players who have not sat down yet, by chair.
    pub kept: Vec<Option<PlayerId>>,
    pub kept_until: UnixMs,
    /// The last change of the table or its chairs.
    pub last_change: Option<Event>,
    pub(in crate::model) swaps: Swaps,
    /// When hosts changed the table.
    pub(in crate::model) changes: HashMap<PlayerId, Vec<UnixMs>>,
    /// When players took chairs or asked for them.
    sits: HashMap<PlayerId, Vec<UnixMs>>,
    /// When the host removed players.
    removed: HashMap<PlayerId, UnixMs>,
}

impl Waiting {
    /// A table whose host sits on the first chair, or on the one that is kept for them. Bots sit on theirs at once.
    pub(in crate::model) fn new(seats: u8, host: PlayerId, kept: Option<&KeptChairs>) -> Waiting {
        let mut chairs = vec![None; usize::from(seats)];
        let players = kept.map_or(&[][..], |kept| &kept.players);
        let mut kept_for: Vec<Option<PlayerId>> = players.iter().copied().map(Some).collect();
        kept_for.resize(chairs.len(), None);
        let place = kept_for.iter().position(|&player| player == Some(host));
        let place = place.unwrap_or_default();
        (chairs[place], kept_for[place]) = (Some(host), None);
        let mut order = vec![host];
        for (chair, kept) in chairs.iter_mut().zip(&mut kept_for) {
            if let Some(bot) = kept.take_if(|player| is_bot(*player)) {
                *chair = Some(bot);
                order.push(bot);
            }
        }
        Waiting {
            chairs,
            order,
            held_by: None,
            kept: kept_for,
            kept_until: kept.map(|kept| kept.until).unwrap_or_default(),
            last_change: None,
            swaps: Swaps::default(),
            changes: HashMap::new(),
            sits: HashMap::new(),
            removed: HashMap::new(),
        }
    }

    pub fn players(&self) -> Vec<PlayerId> {
        self.chairs.iter().flatten().copied().collect()
    }

    pub(in crate::model) fn sit(
        &self,
        player: PlayerId,
        chair: u8,
        name: &PlayerName,
        names: &Names,
        now: UnixMs,
    ) -> Result<Draft, Refusal> {
        if self.order.contains(&player) {
            return refuse(Code::AlreadySeated, "You already have a seat at this table.");
        }
        self.is_free_for(player, chair, names, now)?;
        self.may_sit(player, now)?;
        check_name(player, name.as_str(), self.here(now), names)?;
        Ok(Draft {
            name: Some(name.to_string()),
            projections: vec![Projection::Seated {
                player,
                name: name.to_string(),
                seat: chair,
            }],
            ..Draft::new(Event::Sat {
                player,
                chair,
                companion_of: None,
            })
        })
    }

    /// Players who sit here, and those for whom a chair is still kept.
    pub(in crate::model) fn here(&self, now: UnixMs) -> impl Iterator<Item = PlayerId> + Clone {
        let kept = self
            .kept
            .iter()
            .copied()
            .flatten()
            .filter(move |_| now < self.kept_until);
        self.order.iter().copied().chain(kept)
    }

    /// Refuses a chair that does not exist, is taken, or is kept for another player.
    pub(in crate::model) fn is_free_for(
        &self,
        player: PlayerId,
        chair: u8,
        names: &Names,
        now: UnixMs,
    ) -> Result<(), Refusal> {
        match self.chairs.get(usize::from(chair)) {
            None => return refuse(Code::NoSuchChair, "There is no such seat."),
            Some(Some(_)) => return refuse(Code::ChairTaken, "Somebody else has just taken that seat."),
            Some(None) => (),
        }
        let Some(other) = self.keeps(chair, now).filter(|&other| other != player) else {
            return Ok(());
        };
        let name = names.get(&other).map_or("another player", String::as_str);
        let sentence = format!("That seat is kept for {name} for a few minutes.");
        Err(Refusal::new(Code::ChairTaken, sentence))
    }

    pub(in crate::model) fn is_seated(&self, player: PlayerId) -> Result<(), Refusal> {
        match self.order.contains(&player) {
            true => Ok(()),
            false => refuse(Code::NotSeated, "You do not have a seat at this table."),
        }
    }

    pub fn keeps(&self, chair: u8, now: UnixMs) -> Option<PlayerId> {
        let kept = self.kept.get(usize::from(chair)).copied().flatten();
        kept.filter(|_| now < self.kept_until)
    }

    /// The chair that a player should take: the one that is kept for them, else one that is kept for nobody.
    pub fn chair_for(&self, player: PlayerId, now: UnixMs) -> Option<u8> {
        let free = || {
            (0..)
                .zip(&self.chairs)
                .filter(|(_, chair)| chair.is_none())
                .map(|(chair, _)| chair)
        };
        let own = free().find(|&chair| self.keeps(chair, now) == Some(player));
        own.or_else(|| free().find(|&chair| self.keeps(chair, now).is_none()))
    }

    /// Refuses a player whom the host removed, or who has changed chairs too often.
    pub(in crate::model) fn may_sit(&self, player: PlayerId, now: UnixMs) -> Result<(), Refusal> {
        if self.removed.get(&player).is_some_and(|&at| now - at < REMOVED_MS) {
            return refuse(
                Code::Removed,
                "The host removed you. You can take a seat again after ten minutes.",
            );
        }
        self.may_change_chairs(player, now)
    }

    pub(in crate::model) fn may_change_chairs(&self, player: PlayerId, now: UnixMs) -> Result<(), Refusal> {
        if recent(self.sits.get(&player), now) >= MAX_SITS {
            return refuse(
                Code::TooFast,
                "You have changed seats too often. Please wait a few minutes.",
            );
        }
        Ok(())
    }

    pub(in crate::model) fn stand(&self, player: PlayerId) -> Result<Draft, Refusal> {
        self.is_seated(player)?;
        Ok(unseat(player, false))
    }

    pub(in crate::model) fn remove(&self, host: PlayerId, player: PlayerId) -> Result<Draft, Refusal> {
        let place = |wanted: PlayerId| self.order.iter().position(|&other| other == wanted);
        let Some(place_of_player) = place(player) else {
            return refuse(
                Code::NoSuchPlayer,
                "That player does not have a seat at this table.",
            );
        };
        if player == host {
            return self.stand(host);
        }
        // A player who became the host later cannot remove people who sat down before.
        if !is_bot(player) && place(host).is_none_or(|place_of_host| place_of_host > place_of_player) {
            return refuse(
                Code::NotHost,
                "You can only remove players who sat down after you.",
            );
        }
        Ok(unseat(player, true))
    }

    pub(in crate::model) fn hold_start(&self, player: PlayerId, held: bool) -> Result<Draft, Refusal> {
        self.is_seated(player)?;
        Ok(Draft::new(Event::StartHeld { player, held }))
    }

    /// The start of the game: the chairs clockwise from the player who takes the first seat.
    pub(in crate::model) fn start(&self, terms: &Terms, context: &Context) -> Option<Draft> {
        let players = self.players();
        if players.len() != self.chairs.len() || self.held_by.is_some() {
            return None;
        }
        let first = first_chair(&players, terms.starter, context);
        let seats: Vec<PlayerId> = players[first..]
            .iter()
            .chain(&players[..first])
            .copied()
            .collect();
        let to_move = terms.start().ok()?.status().to_move();
        Some(Draft {
            to_move: to_move.and_then(|seat| seats.get(seat.index()).copied()),
            ..Draft::new(Event::Started { seats })
        })
    }

    /// The longest seated of the connected players, if that is not the host.
    pub(in crate::model) fn next_host(&self, host: PlayerId, present: &[PlayerId]) -> Option<Draft> {
        let fits = |player: &&PlayerId| **player != host && !is_bot(**player) && present.contains(player);
        let host = *self.order.iter().find(fits)?;
        Some(Draft::new(Event::HostChanged { host }))
    }

    pub(in crate::model) fn take_chair(
        &mut self,
        player: PlayerId,
        chair: u8,
        at: UnixMs,
    ) -> Result<(), String> {
        let place = self
            .chairs
            .get_mut(usize::from(chair))
            .ok_or("there is no such chair")?;
        *place = Some(player);
        self.order.push(player);
        self.held_by = None;
        for kept in &mut self.kept {
            kept.take_if(|kept_for| *kept_for == player);
        }
        self.record_sit(player, at);
        Ok(())
    }

    /// Records that the host removed a player, or somebody on their device.
    pub(in crate::model) fn record_removal(&mut self, player: PlayerId, at: UnixMs) {
        self.removed.insert(player, at);
    }

    /// Records that a player took a chair, or asked for one.
    pub(in crate::model) fn record_sit(&mut self, player: PlayerId, at: UnixMs) {
        let sits = self.sits.entry(player).or_default();
        sits.retain(|&sat| at - sat < WINDOW_MS);
        sits.push(at);
    }

    pub(in crate::model) fn leave_chair(&mut self, player: PlayerId, removed: bool, at: UnixMs) {
        for chair in &mut self.chairs {
            chair.take_if(|seated| *seated == player);
        }
        self.order.retain(|&other| other != player);
        self.swaps.retain_fitting(&self.chairs);
        self.held_by = None;
        if removed {
            self.record_removal(player, at);
        }
    }

    pub(in crate::model) fn players_mut(&mut self) -> impl Iterator<Item = &mut PlayerId> {
        let chairs = self.chairs.iter_mut().flatten();
        chairs.chain(&mut self.order).chain(&mut self.held_by)
    }
}

/// How many of these times are within the window of a limit.
pub(in crate::model) fn recent(moments: Option<&Vec<UnixMs>>, now: UnixMs) -> usize {
    let moments = moments.into_iter().flatten();
    moments.filter(|&&at| now - at < WINDOW_MS).count()
}

fn unseat(player: PlayerId, removed: bool) -> Draft {
    Draft {
        projections: vec![Projection::Unseated { player }],
        ..Draft::new(Event::Stood { player, removed })
    }
}

fn first_chair(players: &[PlayerId], starter: Starter, context: &Context) -> usize {
    let finished = |player: &PlayerId| context.finished.get(player).copied().unwrap_or(0);
    let most = players.iter().map(finished).max();
    let candidates: Vec<usize> = match starter {
        Starter::Seated => return 0,
        Starter::Random => (0..players.len()).collect(),
        Starter::Experienced => (0..players.len())
            .filter(|&chair| Some(finished(&players[chair])) == most)
            .collect(),
    };
    candidates[(context.dice % candidates.len() as u64) as usize]
}
