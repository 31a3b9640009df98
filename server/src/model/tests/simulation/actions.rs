//! What people do at random tables.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use thicket_rules::AnyGame;

use super::super::{TestResult, name};
use super::{CLOCKS, Simulation};
use crate::ids::{CommandId, PlayerId, TableCode, TableId};
use crate::model::log::action::{Action, Command};
use crate::model::log::proposal::Proposal;
use crate::model::log::swap::Swap;
use crate::model::player::bot::BotLevel;
use crate::model::table::state::Phase;
use crate::seq::Seq;

const NAMES: [&str; 7] = ["Ann", "Ben", "Cem", "Dee", "Eva", "Fay", "Gil"];

impl Simulation {
    pub(super) fn command(&mut self) -> TestResult<Command> {
        let anybody = *self.people.choose(&mut self.dice).ok_or("somebody")?;
        let (by, action) = match self.state.phase {
            Phase::Waiting(_) => (anybody, self.waiting_action()?),
            Phase::Playing(_) | Phase::Over(_) => self.playing_action(anybody)?,
        };
        let id = CommandId::fresh();
        Ok(Command { id, by, action })
    }

    fn waiting_action(&mut self) -> TestResult<Action> {
        let player = *self.people.choose(&mut self.dice).ok_or("somebody")?;
        let action = match self.dice.random_range(0..20) {
            19 => Action::ChangePieRule {
                pie_rule: self.dice.random(),
            },
            18 => Action::KeepLines {
                kept: self.dice.random(),
            },
            16 | 17 => Action::SeatBot {
                chair: self.dice.random_range(0..=self.state.terms.seats),
                level: *BotLevel::ALL.choose(&mut self.dice).ok_or("a level")?,
            },
            10 => Action::ChangeSeats {
                seats: self.dice.random_range(1..=7),
            },
            11 => Action::ChangeClock {
                clock: CLOCKS.choose(&mut self.dice).ok_or("a clock")?.parse()?,
            },
            12 => self.arrangement(),
            13 => Action::ChangeChair {
                chair: self.dice.random_range(0..=self.state.terms.seats),
            },
            14 | 15 => self.swap(),
            0 => Action::Stand,
            1 => Action::Remove { player },
            2 => Action::TakeSeat {
                from: player,
                link: [7; 32],
                with_device: false,
            },
            3 => Action::Resign,
            4 => Action::HoldStart {
                held: self.dice.random(),
            },
            _ => Action::Sit {
                chair: self.dice.random_range(0..=self.state.terms.seats),
                name: name(NAMES.choose(&mut self.dice).ok_or("a name")?)?,
                companion_of: self.dice.random_ratio(1, 4).then_some(player),
            },
        };
        Ok(action)
    }

    fn arrangement(&mut self) -> Action {
        let Phase::Waiting(waiting) = &self.state.phase else {
            return Action::ShuffleChairs;
        };
        let mut chairs = waiting.chairs.clone();
        let places = [0, 0].map(|_| self.dice.random_range(0..chairs.len()));
        chairs.swap(places[0], places[1]);
        match self.dice.random() {
            true => Action::ArrangeChairs { chairs },
            false => Action::ShuffleChairs,
        }
    }

    /// An answer to a swap that stands, or another one.
    fn swap(&mut self) -> Action {
        let agree = self.dice.random();
        let Phase::Waiting(waiting) = &self.state.phase else {
            return Action::Stand;
        };
        if let Some(&swap) = waiting.swaps().choose(&mut self.dice) {
            return Action::AnswerSwap { swap, agree };
        }
        let mut chairs = (0..)
            .zip(&waiting.chairs)
            .filter_map(|(chair, player)| Some((chair, (*player)?)));
        let [Some((from_chair, from)), Some((to_chair, to))] = [chairs.next(), chairs.last()] else {
            return Action::ShuffleChairs;
        };
        let swap = Swap {
            from,
            from_chair,
            to,
            to_chair,
        };
        Action::OfferSwap { swap }
    }

    fn playing_action(&mut self, anybody: PlayerId) -> TestResult<(PlayerId, Action)> {
        let game = self.state.game().ok_or("a game")?;
        let turn = self.state.turn();
        let to_move = self.state.table_state().to_move.unwrap_or(anybody);
        let (offer, asked) = self.standing_offer();
        if self.state.may_swap_sides().is_some() && self.dice.random_ratio(1, 3) {
            return Ok((to_move, Action::SwapSides { turn }));
        }
        if !asked.is_empty() && self.dice.random() {
            return self.answer(offer, &asked);
        }
        let action = match self.dice.random_range(0..40) {
            0 => (anybody, Action::Resign),
            1 if self.dice.random() => (anybody, Action::SwapSides { turn }),
            1 => (anybody, Action::Stand),
            2 => (
                anybody,
                Action::Play {
                    turn,
                    steps: vec!["nonsense".to_owned()],
                },
            ),
            3 => {
                let from = *self.people.choose(&mut self.dice).ok_or("somebody")?;
                let take = Action::TakeSeat {
                    from,
                    link: [7; 32],
                    with_device: false,
                };
                (anybody, take)
            }
            4 => {
                let seat = self.dice.random_range(0..=self.state.terms.seats);
                let name = name("Wes")?;
                (anybody, Action::AskForSeat { turn, seat, name })
            }
            5..=14 => {
                let turn = turn.saturating_sub(u32::from(self.dice.random_ratio(1, 8)));
                let proposal = match self.dice.random_range(0..20) {
                    0 => Proposal::Draw,
                    1 => Proposal::Score,
                    2 => Proposal::Bot {
                        seat: self.dice.random_range(0..=self.state.terms.seats),
                        level: *BotLevel::ALL.choose(&mut self.dice).ok_or("a level")?,
                    },
                    3 => Proposal::Drop {
                        seat: self.dice.random_range(0..=self.state.terms.seats),
                    },
                    4..=10 => Proposal::Drop {
                        seat: self.state.place_of(to_move).map_or(0, |place| place + 1),
                    },
                    _ => Proposal::TakeBack {
                        turns: self.dice.random_range(0..4),
                    },
                };
                let seated = *self.state.players().choose(&mut self.dice).ok_or("a player")?;
                (seated, Action::Offer { turn, proposal })
            }
            15 => (
                anybody,
                Action::Answer {
                    offer: Seq(offer),
                    agree: true,
                },
            ),
            16..=18 => {
                let (table, code) = (TableId::fresh(), TableCode::fresh());
                (anybody, Action::ProposeRematch { table, code })
            }
            _ => {
                let steps = random_turn(game, &mut self.dice)?;
                (to_move, Action::Play { turn, steps })
            }
        };
        Ok(action)
    }

    fn answer(&mut self, offer: u64, asked: &[PlayerId]) -> TestResult<(PlayerId, Action)> {
        let offer = offer - u64::from(self.dice.random_ratio(1, 8));
        let agree = !self.dice.random_ratio(1, 6);
        let answer = Action::Answer {
            offer: Seq(offer),
            agree,
        };
        Ok((*asked.choose(&mut self.dice).ok_or("somebody asked")?, answer))
    }

    /// The number of the offer that stands and who is asked; 1, which is none, if there is none.
    fn standing_offer(&self) -> (u64, Vec<PlayerId>) {
        let Phase::Playing(playing) = &self.state.phase else {
            return (1, Vec::new());
        };
        let Some(offer) = playing.offers.standing() else {
            return (1, Vec::new());
        };
        let asked = offer.asked.iter().map(|seat| playing.seats[seat.index()]);
        (offer.seq.0, asked.collect())
    }
}

fn random_turn(game: &dyn AnyGame, dice: &mut StdRng) -> TestResult<Vec<String>> {
    let (mut game, plies, mut steps) = (game.boxed_clone(), game.ply_count(), Vec::new());
    while game.ply_count() == plies {
        let legal = game.legal();
        let Some(step) = legal.choose(dice) else { break };
        game.play(step)?;
        steps.push(step.clone());
    }
    Ok(steps)
}
