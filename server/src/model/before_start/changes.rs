//! Changes of a table before the start: its seats, its clock, and who sits where.
//!
//! Each change stops the start of a table whose seats are all taken, so that nobody plays under terms they have not
//! seen.

use super::waiting::{Waiting, recent};
use crate::ids::PlayerId;
use crate::model::log::decision::{Context, Draft};
use crate::model::log::event::Event;
use crate::model::log::projection::Projection;
use crate::model::log::swap::Swap;
use crate::model::player::bot::is_bot;
use crate::model::player::names_here::Names;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::model::terms::{ClockTerms, Terms};
use crate::time::UnixMs;

/// How often a host may change the table within five minutes.
const MAX_CHANGES: usize = 30;

type Chairs = Vec<Option<PlayerId>>;

impl Waiting {
    pub(in crate::model) fn may_change_table(&self, player: PlayerId, now: UnixMs) -> Result<(), Refusal> {
        self.is_seated(player)?;
        self.may_change_so_often(player, now)
    }

    pub(in crate::model) fn may_change_so_often(&self, player: PlayerId, now: UnixMs) -> Result<(), Refusal> {
        match recent(self.changes.get(&player), now) >= MAX_CHANGES {
            true => refuse(
                Code::TooFast,
                "You have changed the table too often. Please wait a few minutes.",
            ),
            false => Ok(()),
        }
    }

    pub(in crate::model) fn change_seats(
        &self,
        player: PlayerId,
        seats: u8,
        terms: &Terms,
        names: &Names,
    ) -> Result<Draft, Refusal> {
        if seats == terms.seats {
            return unchanged();
        }
        if terms.from.is_some() {
            return refuse(
                Code::NoSuchSetup,
                "This game continues another one, so the number of seats stays.",
            );
        }
        if let Err(error) = terms.kind.start(seats, &terms.variant) {
            return Err(Refusal::new(Code::NoSuchSetup, format!("{error}.")));
        }
        if usize::from(seats) < self.order.len() {
            return refuse(
                Code::SeatsTaken,
                "There are more players than that at this table.",
            );
        }
        let (chairs, _) = self.with_seats(usize::from(seats));
        Ok(Draft {
            projections: self.moved(&chairs, names),
            ..Draft::new(Event::SeatsChanged { player, seats })
        })
    }

    pub(in crate::model) fn change_clock(
        &self,
        player: PlayerId,
        clock: ClockTerms,
        terms: &Terms,
    ) -> Result<Draft, Refusal> {
        match clock == terms.clock {
            true => unchanged(),
            false => Ok(Draft::new(Event::ClockChanged { player, clock })),
        }
    }

    pub(in crate::model) fn keep_lines(
        &self,
        player: PlayerId,
        kept: bool,
        terms: &Terms,
    ) -> Result<Draft, Refusal> {
        match kept == terms.keeps_lines {
            true => unchanged(),
            false => Ok(Draft::new(Event::LinesKept { player, kept })),
        }
    }

    pub(in crate::model) fn change_pie_rule(
        &self,
        player: PlayerId,
        pie_rule: bool,
        terms: &Terms,
    ) -> Result<Draft, Refusal> {
        // It may be chosen before the number of seats: that change brings another board, and comes last.
        let for_two = match terms.from {
            Some(_) => terms.seats == 2,
            None => terms.kind.start(2, &terms.variant).is_ok(),
        };
        if pie_rule && !for_two {
            return refuse(Code::NoSuchSetup, "Only tables for two have the pie rule.");
        }
        match pie_rule == terms.pie_rule {
            true => unchanged(),
            false => Ok(Draft::new(Event::PieRuleChanged { player, pie_rule })),
        }
    }

    pub(in crate::model) fn arrange(
        &self,
        player: PlayerId,
        chairs: &Chairs,
        names: &Names,
    ) -> Result<Draft, Refusal> {
        if *chairs == self.chairs {
            return unchanged();
        }
        let sorted = |chairs: &Chairs| {
            let mut chairs = chairs.clone();
            chairs.sort_unstable();
            chairs
        };
        if sorted(chairs) != sorted(&self.chairs) {
            return refuse(
                Code::ChairsChanged,
                "Somebody came or left in the meantime. Please look at the seats again.",
            );
        }
        Ok(self.arranged(player, chairs.clone(), false, names))
    }

    pub(in crate::model) fn shuffle(
        &self,
        player: PlayerId,
        names: &Names,
        context: &Context,
    ) -> Result<Draft, Refusal> {
        if self.order.len() < 2 {
            return refuse(Code::Unchanged, "There is nobody to shuffle seats with yet.");
        }
        let mut players = shuffled(self.players(), context.dice).into_iter();
        let chairs = self.chairs.iter().map(|chair| chair.and_then(|_| players.next()));
        Ok(self.arranged(player, chairs.collect(), true, names))
    }

    fn arranged(&self, player: PlayerId, chairs: Chairs, shuffled: bool, names: &Names) -> Draft {
        Draft {
            projections: self.moved(&chairs, names),
            ..Draft::new(Event::ChairsArranged {
                player,
                chairs,
                shuffled,
            })
        }
    }

    pub(in crate::model) fn change_chair(
        &self,
        player: PlayerId,
        chair: u8,
        names: &Names,
        now: UnixMs,
    ) -> Result<Draft, Refusal> {
        self.is_seated(player)?;
        self.is_free_for(player, chair, names, now)?;
        self.may_change_chairs(player, now)?;
        let mut chairs = self.chairs.clone();
        move_to(&mut chairs, player, chair);
        Ok(Draft {
            projections: self.moved(&chairs, names),
            ..Draft::new(Event::ChairChanged { player, chair })
        })
    }

    pub(in crate::model) fn offer_swap(
        &self,
        player: PlayerId,
        swap: Swap,
        names: &Names,
        now: UnixMs,
    ) -> Result<Draft, Refusal> {
        self.is_seated(player)?;
        if swap.from != player || !swap.fits(&self.chairs) {
            return refuse(
                Code::ChairsChanged,
                "One of you moved in the meantime. Please look at the seats again.",
            );
        }
        let asks_back = |other: &Swap| (other.from, other.to) == (swap.to, swap.from);
        if self.swaps().iter().any(asks_back) {
            return refuse(Code::Offered, "They have already asked you. Please answer.");
        }
        self.swaps.check_offer(player, now)?;
        self.may_change_chairs(player, now)?;
        match is_bot(swap.to) {
            true => Ok(self.agreed_swap(swap, names)),
            false => Ok(Draft::new(Event::SwapOffered { swap })),
        }
    }

    pub(in crate::model) fn answer_swap(
        &self,
        player: PlayerId,
        swap: Swap,
        agree: bool,
        names: &Names,
    ) -> Result<Draft, Refusal> {
        self.swaps.check_standing(&swap)?;
        if player != swap.to && (agree || player != swap.from) {
            return refuse(Code::NotAsked, "This is for another player to answer.");
        }
        if !agree {
            return Ok(Draft::new(Event::SwapDeclined { swap, by: player }));
        }
        Ok(self.agreed_swap(swap, names))
    }

    fn agreed_swap(&self, swap: Swap, names: &Names) -> Draft {
        Draft {
            projections: self.moved(&self.swapped(&swap), names),
            ..Draft::new(Event::SwapAgreed { swap })
        }
    }

    /// The oldest first.
    pub fn swaps(&self) -> &[Swap] {
        self.swaps.standing()
    }

    pub(in crate::model) fn apply_change(&mut self, event: &Event, at: UnixMs) -> Result<(), String> {
        match event {
            Event::SeatsChanged { player, seats } => {
                let (chairs, kept) = self.with_seats(usize::from(*seats));
                self.kept = kept;
                self.sit_as(chairs)?;
                self.stop_start(*player);
                self.record_change(*player, at);
            }
            Event::ClockChanged { player, .. }
            | Event::LinesKept { player, .. }
            | Event::PieRuleChanged { player, .. } => {
                self.stop_start(*player);
                self.record_change(*player, at);
            }
            Event::ChairsArranged { player, chairs, .. } => {
                self.kept = self.kept_with(chairs);
                self.sit_as(chairs.clone())?;
                self.stop_start(*player);
                self.record_change(*player, at);
            }
            Event::ChairChanged { player, chair } => {
                let mut chairs = self.chairs.clone();
                move_to(&mut chairs, *player, *chair);
                self.sit_as(chairs)?;
                self.record_sit(*player, at);
                self.held_by = None;
            }
            Event::SwapOffered { swap } => {
                self.swaps.offer(*swap);
                self.record_sit(swap.from, at);
                self.stop_start(swap.from);
                return Ok(());
            }
            Event::SwapDeclined { swap, .. } => {
                self.swaps.refuse(swap, at);
                return Ok(());
            }
            Event::SwapAgreed { swap } => {
                self.sit_as(self.swapped(swap))?;
                let by = if is_bot(swap.to) { swap.from } else { swap.to };
                self.record_sit(by, at);
                self.stop_start(by);
            }
            _ => return Err("it changes nothing before the start".to_owned()),
        }
        self.last_change = Some(event.clone());
        Ok(())
    }

    pub(in crate::model) fn record_change(&mut self, player: PlayerId, at: UnixMs) {
        let changes = self.changes.entry(player).or_default();
        changes.push(at);
    }

    /// A table whose seats are all taken starts only when somebody lets it.
    fn stop_start(&mut self, player: PlayerId) {
        if self.chairs.iter().all(Option::is_some) {
            self.held_by = Some(player);
        }
    }

    fn sit_as(&mut self, chairs: Chairs) -> Result<(), String> {
        let seated = chairs.iter().flatten();
        if seated.clone().count() != self.order.len()
            || !seated.clone().all(|player| self.order.contains(player))
        {
            return Err("it seats other players than sit there".to_owned());
        }
        self.swaps.retain_fitting(&chairs);
        self.chairs = chairs;
        Ok(())
    }

    /// The chairs and for whom they are kept, for another number of seats: free ones are removed from the end, those
    /// that are kept last.
    fn with_seats(&self, seats: usize) -> (Chairs, Chairs) {
        let mut places: Vec<_> = self
            .chairs
            .iter()
            .copied()
            .zip(self.kept.iter().copied())
            .collect();
        while places.len() > seats {
            let last_free = places
                .iter()
                .rposition(|(chair, kept)| chair.is_none() && kept.is_none());
            let last_kept = places.iter().rposition(|(chair, _)| chair.is_none());
            let Some(place) = last_free.or(last_kept) else {
                break;
            };
            places.remove(place);
        }
        places.resize(seats, (None, None));
        places.into_iter().unzip()
    }

    /// For whom the free chairs are kept in a new order of the chairs.
    fn kept_with(&self, chairs: &Chairs) -> Chairs {
        let free = self
            .chairs
            .iter()
            .zip(&self.kept)
            .filter(|(chair, _)| chair.is_none());
        let mut kept = free.map(|(_, kept)| *kept);
        let keeps = |chair: &Option<PlayerId>| match chair {
            Some(_) => None,
            None => kept.next().flatten(),
        };
        chairs.iter().map(keeps).collect()
    }

    fn swapped(&self, swap: &Swap) -> Chairs {
        let mut chairs = self.chairs.clone();
        chairs.swap(usize::from(swap.from_chair), usize::from(swap.to_chair));
        chairs
    }

    /// The projections of players who change chairs.
    fn moved(&self, chairs: &Chairs, names: &Names) -> Vec<Projection> {
        let seated = (0..)
            .zip(chairs)
            .filter(|(seat, player)| self.chairs.get(usize::from(*seat)) != Some(player));
        let projection = |(seat, player): (u8, &Option<PlayerId>)| {
            let player = (*player)?;
            let name = names.get(&player).cloned().unwrap_or_default();
            Some(Projection::Seated { player, name, seat })
        };
        seated.filter_map(projection).collect()
    }
}

fn unchanged<T>() -> Result<T, Refusal> {
    refuse(Code::Unchanged, "It is like that already.")
}

fn move_to(chairs: &mut Chairs, player: PlayerId, chair: u8) {
    for seated in chairs.iter_mut() {
        seated.take_if(|seated| *seated == player);
    }
    if let Some(place) = chairs.get_mut(usize::from(chair)) {
        *place = Some(player);
    }
}

fn shuffled(mut players: Vec<PlayerId>, mut dice: u64) -> Vec<PlayerId> {
    for last in (1..players.len()).rev() {
        let choices = last as u64 + 1;
        players.swap(last, (dice % choices) as usize);
        dice /= choices;
    }
    players
}
