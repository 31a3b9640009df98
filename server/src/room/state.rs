//! A table as its events made it: deciding on wishes, and applying events. Pure.

use std::collections::HashMap;

use thicket_rules::{AnyGame, Change, Outcome, PlayError, Seat, Seats, SetupError, Status};

use super::command::{Command, Refusal, Wish};
use super::event::{Ending, Event, Terms};
use crate::ids::{CommandId, PlayerId};
use crate::names::PlayerName;
use crate::protocol::{Reason, RefusalCode as Code, Starter};

/// The names people sit under at a table. They are no part of its events, so that they can be taken back.
pub type Names = HashMap<PlayerId, String>;

/// A table.
#[derive(Clone, Debug)]
pub struct State {
    /// What was chosen when it was made.
    pub terms: Terms,
    /// Who may remove others before the start.
    pub host: PlayerId,
    /// How far it has come.
    pub phase: Phase,
    /// The number of the last event.
    pub seq: u64,
    answered: HashMap<(PlayerId, CommandId), u64>,
}

/// How far a table has come, with what belongs to that.
#[derive(Clone, Debug)]
pub enum Phase {
    /// The game has not begun.
    Waiting {
        /// Who sits on each chair.
        chairs: Vec<Option<PlayerId>>,
        /// Those who sit, the longest first.
        order: Vec<PlayerId>,
    },
    /// The game is on.
    Playing {
        /// Who sits where, in order of play.
        seats: Vec<PlayerId>,
        /// The game.
        game: Box<dyn AnyGame>,
        /// The seats whose offers of a draw stand.
        offers: Seats,
    },
    /// The game is over.
    Over {
        /// Who sat where, in order of play.
        seats: Vec<PlayerId>,
        /// The game.
        game: Box<dyn AnyGame>,
        /// How it ended.
        ending: Ending,
    },
}

impl Phase {
    /// All places where a player stands.
    fn players_mut(&mut self) -> Box<dyn Iterator<Item = &mut PlayerId> + '_> {
        match self {
            Phase::Waiting { chairs, order } => Box::new(chairs.iter_mut().flatten().chain(order)),
            Phase::Playing { seats, .. } | Phase::Over { seats, .. } => Box::new(seats.iter_mut()),
        }
    }
}

/// The log is not one that [`State::decide`] could have made.
#[derive(Debug, thiserror::Error)]
#[error("event {seq} does not fit: {why}")]
pub struct BrokenLog {
    /// The event.
    pub seq: u64,
    /// What is wrong with it.
    pub why: String,
}

impl State {
    /// The table that the first event makes.
    pub fn created(terms: Terms, host: PlayerId) -> Result<State, SetupError> {
        let seats = start(&terms)?.seats();
        let mut chairs = vec![None; usize::from(seats)];
        chairs[0] = Some(host);
        let phase = Phase::Waiting {
            chairs,
            order: vec![host],
        };
        Ok(State {
            terms,
            host,
            phase,
            seq: 1,
            answered: HashMap::new(),
        })
    }

    /// Those who sit here: by chair before the start, in order of play after it.
    pub fn seated(&self) -> Vec<PlayerId> {
        match &self.phase {
            Phase::Waiting { chairs, .. } => chairs.iter().flatten().copied().collect(),
            Phase::Playing { seats, .. } | Phase::Over { seats, .. } => seats.clone(),
        }
    }

    /// Whether somebody may still sit down.
    pub fn has_free_chair(&self) -> bool {
        matches!(&self.phase, Phase::Waiting { chairs, .. } if chairs.contains(&None))
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<&dyn AnyGame> {
        match &self.phase {
            Phase::Waiting { .. } => None,
            Phase::Playing { game, .. } | Phase::Over { game, .. } => Some(game.as_ref()),
        }
    }

    /// The seats whose offers of a draw stand.
    pub fn offers(&self) -> Seats {
        match &self.phase {
            Phase::Playing { offers, .. } => *offers,
            Phase::Waiting { .. } | Phase::Over { .. } => Seats::NONE,
        }
    }

    /// The event that this very command made, if it did.
    pub fn answered(&self, command: &Command) -> Option<u64> {
        self.answered.get(&(command.by, command.id)).copied()
    }

    /// What a wish leads to, or why it is not granted. Changes nothing.
    pub fn decide(&self, by: PlayerId, wish: &Wish, names: &Names) -> Result<Event, Refusal> {
        match wish {
            Wish::Sit { chair, name } => self.sit(by, *chair, name, names),
            Wish::Stand => self.stand(by, by, Code::NotSeated, "You do not sit at this table."),
            Wish::Remove { .. } if by != self.host => refuse(Code::NotHost, "Only the host can do that."),
            Wish::Remove { player } => {
                self.stand(by, *player, Code::NoSuchPlayer, "They do not sit at this table.")
            }
            Wish::Take { from, .. } => self.take(by, *from),
            Wish::Play { turn, steps } => self.play(by, *turn, steps),
            Wish::Resign => self.resign(by),
            Wish::OfferDraw => self.offer_draw(by),
        }
    }

    /// The start of the game, with its seats in order: the chairs clockwise from the one who starts. `finished` says
    /// how many games of this kind each player has ended; `dice` decides what is left to chance.
    pub fn start(&self, finished: impl Fn(PlayerId) -> i64, dice: u64) -> Result<Event, Refusal> {
        let players = self.seated();
        if players.len() != usize::from(self.terms.seats) {
            return refuse(Code::NotWaiting, "A chair is free.");
        }
        let most = players.iter().map(|&player| finished(player)).max();
        let first = |fits: &dyn Fn(usize) -> bool| {
            let fitting: Vec<usize> = (0..players.len()).filter(|&chair| fits(chair)).collect();
            fitting[(dice % fitting.len() as u64) as usize]
        };
        let first = match self.terms.starter {
            Starter::Seated => 0,
            Starter::Random => first(&|_| true),
            Starter::Experienced => first(&|chair| Some(finished(players[chair])) == most),
        };
        let seats = players
            .iter()
            .cycle()
            .skip(first)
            .take(players.len())
            .copied()
            .collect();
        Ok(Event::Started { seats })
    }

    /// The handing over to another host: the longest seated of those who are present.
    pub fn hand_over(&self, present: impl Fn(PlayerId) -> bool) -> Option<Event> {
        let Phase::Waiting { order, .. } = &self.phase else {
            return None;
        };
        let next = order
            .iter()
            .find(|&&player| player != self.host && present(player))?;
        Some(Event::HostChanged { host: *next })
    }

    fn sit(&self, by: PlayerId, chair: u8, name: &PlayerName, names: &Names) -> Result<Event, Refusal> {
        let Phase::Waiting { chairs, order } = &self.phase else {
            return refuse(Code::NotWaiting, "The game has begun: all chairs are taken.");
        };
        if order.contains(&by) {
            return refuse(Code::AlreadySeated, "You sit at this table already.");
        }
        match chairs.get(usize::from(chair)) {
            None => return refuse(Code::NoSuchChair, "There is no such chair."),
            Some(Some(_)) => return refuse(Code::ChairTaken, "Somebody just took that chair."),
            Some(None) => (),
        }
        if order
            .iter()
            .any(|other| names.get(other).is_some_and(|taken| name.looks_like(taken)))
        {
            return refuse(
                Code::NameTaken,
                "Somebody sits here under that name. Please choose another.",
            );
        }
        Ok(Event::Sat { player: by, chair })
    }

    fn stand(&self, by: PlayerId, player: PlayerId, code: Code, why: &str) -> Result<Event, Refusal> {
        let Phase::Waiting { order, .. } = &self.phase else {
            return refuse(Code::NotWaiting, "The game has begun: to leave it, resign.");
        };
        if !order.contains(&player) {
            return refuse(code, why);
        }
        Ok(Event::Stood {
            player,
            removed: player != by,
        })
    }

    fn take(&self, by: PlayerId, from: PlayerId) -> Result<Event, Refusal> {
        let seated = self.seated();
        if let Phase::Over { .. } = self.phase {
            return refuse(Code::Over, "The game is over.");
        }
        if seated.contains(&by) {
            return refuse(Code::AlreadySeated, "This browser sits at this table already.");
        }
        if !seated.contains(&from) {
            return refuse(Code::NotSeated, "That chair was left meanwhile.");
        }
        Ok(Event::Moved { from, to: by })
    }

    fn play(&self, by: PlayerId, turn: u32, steps: &[String]) -> Result<Event, Refusal> {
        let (seat, game) = self.playing(by)?;
        if turn as usize != game.ply_count() {
            return refuse(Code::WrongTurn, "The game has gone on: look at the board again.");
        }
        if game.status().to_move() != Some(seat) {
            return refuse(Code::NotYourTurn, "It is not your turn.");
        }
        let mut after = game.boxed_clone();
        play_turn(after.as_mut(), steps)?;
        Ok(Event::Played {
            steps: steps.to_vec(),
            ending: ending(after.as_ref(), Reason::Rules),
        })
    }

    fn resign(&self, by: PlayerId) -> Result<Event, Refusal> {
        let (seat, game) = self.playing(by)?;
        let mut after = game.boxed_clone();
        after
            .drop_seat(seat)
            .map_err(|error| Refusal::new(Code::Dropped, error.to_string()))?;
        let ending = ending(after.as_ref(), Reason::Resignation);
        Ok(Event::Dropped {
            seat: seat.number(),
            ending,
        })
    }

    fn offer_draw(&self, by: PlayerId) -> Result<Event, Refusal> {
        let (seat, game) = self.playing(by)?;
        let mut offers = self.offers();
        if offers.contains(seat) {
            return refuse(
                Code::Offered,
                "You have offered a draw already. It stands until the next turn.",
            );
        }
        offers.insert(seat);
        let agreed = offers == game.in_play();
        let scores = game.info().scores.len();
        Ok(Event::DrawOffered {
            seat: seat.number(),
            ending: agreed.then(|| ending_of(&game.agreed(), scores, Reason::Agreement)),
        })
    }

    /// The seat of a player who may still act, and the game.
    fn playing(&self, by: PlayerId) -> Result<(Seat, &dyn AnyGame), Refusal> {
        let seat_of = |seats: &[PlayerId]| seats.iter().position(|&p| p == by).and_then(Seat::from_index);
        let (seats, game) = match &self.phase {
            Phase::Waiting { .. } => return refuse(Code::NotPlaying, "The game has not begun."),
            Phase::Over { .. } => return refuse(Code::Over, "The game is over."),
            Phase::Playing { seats, game, .. } => (seats, game.as_ref()),
        };
        match seat_of(seats) {
            None => refuse(Code::NotSeated, "You do not sit at this table."),
            Some(seat) if !game.in_play().contains(seat) => refuse(Code::Dropped, "You have left this game."),
            Some(seat) => Ok((seat, game)),
        }
    }

    /// Makes an event true, and tells what it changed on the board. `command` is the one that led to it.
    pub fn apply(
        &mut self,
        event: &Event,
        command: Option<(PlayerId, CommandId)>,
    ) -> Result<Vec<Change>, BrokenLog> {
        let seq = self.seq + 1;
        let changes = self.change(event).map_err(|why| BrokenLog { seq, why })?;
        self.seq = seq;
        self.answered.extend(command.map(|command| (command, seq)));
        Ok(changes)
    }

    fn change(&mut self, event: &Event) -> Result<Vec<Change>, String> {
        match (event, &mut self.phase) {
            (Event::Sat { player, chair }, Phase::Waiting { chairs, order }) => {
                let chair = chairs.get_mut(usize::from(*chair)).ok_or("no such chair")?;
                *chair = Some(*player);
                order.push(*player);
            }
            (Event::Stood { player, .. }, Phase::Waiting { chairs, order }) => {
                chairs
                    .iter_mut()
                    .filter(|chair| **chair == Some(*player))
                    .for_each(|chair| *chair = None);
                order.retain(|other| other != player);
            }
            (Event::Moved { from, to }, phase) => {
                phase
                    .players_mut()
                    .filter(|player| **player == *from)
                    .for_each(|player| *player = *to);
                if self.host == *from {
                    self.host = *to;
                }
            }
            (Event::HostChanged { host }, Phase::Waiting { .. }) => self.host = *host,
            (Event::Started { seats }, Phase::Waiting { .. }) => {
                let game = start(&self.terms).map_err(|error| error.to_string())?;
                if seats.len() != usize::from(game.seats()) {
                    return Err(format!("{} players for {} seats", seats.len(), game.seats()));
                }
                self.phase = Phase::Playing {
                    seats: seats.clone(),
                    game,
                    offers: Seats::NONE,
                };
            }
            (Event::Played { steps, ending }, Phase::Playing { game, offers, .. }) => {
                let changes = play_turn(game.as_mut(), steps).map_err(|refusal| refusal.sentence)?;
                *offers = Seats::NONE;
                self.close(ending);
                return Ok(changes);
            }
            (Event::Dropped { seat, ending }, Phase::Playing { game, offers, .. }) => {
                let seat = Seat::new(*seat).ok_or("no such seat")?;
                game.drop_seat(seat).map_err(|error| error.to_string())?;
                *offers = Seats::NONE;
                self.close(ending);
            }
            (Event::DrawOffered { seat, ending }, Phase::Playing { offers, .. }) => {
                offers.insert(Seat::new(*seat).ok_or("no such seat")?);
                self.close(ending);
            }
            (event, _) => return Err(format!("{event:?} cannot happen now")),
        }
        Ok(Vec::new())
    }

    fn close(&mut self, ending: &Option<Ending>) {
        if let (Some(ending), Phase::Playing { seats, game, .. }) = (ending, &self.phase) {
            let (seats, game) = (seats.clone(), game.clone());
            self.phase = Phase::Over {
                seats,
                game,
                ending: ending.clone(),
            };
        }
    }
}

fn refuse<T>(code: Code, sentence: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, sentence))
}

/// The game that some terms ask for, before its first turn.
pub fn start(terms: &Terms) -> Result<Box<dyn AnyGame>, SetupError> {
    terms.kind.start(terms.seats, &terms.variant)
}

/// Plays a whole turn, and tells what it changed on the board.
fn play_turn(game: &mut dyn AnyGame, steps: &[String]) -> Result<Vec<Change>, Refusal> {
    let plies = game.ply_count();
    let mut changes = Vec::new();
    for step in steps {
        if game.ply_count() != plies {
            return refuse(
                Code::IllegalStep,
                &format!("{step}: your turn is over before this step."),
            );
        }
        changes.extend(play_step(game, step)?);
    }
    if game.ply_count() == plies {
        return refuse(Code::Unfinished, "The turn is not finished.");
    }
    Ok(changes)
}

/// Plays one step, and tells what it changed on the board.
pub fn play_step(game: &mut dyn AnyGame, step: &str) -> Result<Vec<Change>, Refusal> {
    game.play(step).map_err(|error| match error {
        // A spelling of any length can come in: it is not said back.
        PlayError::Malformed(error) => Refusal::new(Code::IllegalStep, format!("Not a step: {error}.")),
        PlayError::Illegal(error) => {
            let why = error.to_string();
            // Most sentences name the place themselves; of several steps, one must know which.
            let named = why.starts_with(step);
            let sentence = if named {
                format!("{why}.")
            } else {
                format!("{step}: {why}.")
            };
            Refusal::new(Code::IllegalStep, sentence)
        }
    })
}

fn ending(game: &dyn AnyGame, reason: Reason) -> Option<Ending> {
    let Status::Over(outcome) = game.status() else {
        return None;
    };
    Some(ending_of(&outcome, game.info().scores.len(), reason))
}

/// An outcome as it is kept.
pub fn ending_of(outcome: &Outcome, scores: usize, reason: Reason) -> Ending {
    let numbers = outcome
        .scores
        .as_slice()
        .iter()
        .map(|score| score[..scores].to_vec());
    Ending {
        reason,
        ranks: outcome.ranks.as_slice().to_vec(),
        scores: numbers.collect(),
    }
}
