//! A game whose kind is known only at run time: steps and positions are text.

use std::any::Any;
use std::fmt;

use crate::clicks::{Click, ClickTree};
use crate::game::{Game, IllegalDrop, IllegalTakeBack};
use crate::guide::EndReason;
use crate::info::Info;
use crate::outcome::{Outcome, Status};
use crate::picture::{Change, Diagram, Layout};
use crate::ply::Ply;
use crate::position::{ParseStep, Position};
use crate::seat::{BySeat, Seat, Seats};
use crate::trial::Trial;
use crate::turn::{Preview, TurnEffect, TurnRefusal};

/// A step given as text was not played; nothing changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// It is not the spelling of a step.
    Malformed(ParseStep),
    /// It is not legal here: the sentence says why.
    Illegal(String),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayError::Malformed(error) => error.fmt(f),
            PlayError::Illegal(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PlayError {}

/// Steps of a turn as text, in order.
pub type Steps<'a, 'b> = &'a mut dyn Iterator<Item = &'b str>;

/// A [`Game`] of any kind. [`GameKind::start`](crate::GameKind::start) makes one.
///
/// ```
/// use thicket_rules::{GameKind, Seat};
///
/// for kind in GameKind::ALL {
///     let info = kind.info();
///     let mut game = kind.start(info.default_seats, "")?;
///     let before = game.position_text();
///
///     // What a step would do is known before it is played.
///     let step = game.legal().swap_remove(0);
///     let effect = game.check_turn(&[&step])?;
///     assert_eq!(game.play(&step)?, effect.changes);
///     assert_eq!(game.status(), effect.status);
///
///     // A turn may have several steps; it is in the history once it is complete.
///     while game.mid_turn() {
///         let step = game.legal().swap_remove(0);
///         game.play(&step)?;
///     }
///     assert_eq!(game.ply_count(), 1);
///
///     game.take_back(1)?;
///     assert_eq!(game.position_text(), before);
///
///     // When one seat is left, the game is over.
///     for number in 2..=game.seats() {
///         game.drop_seat(Seat::new(number).expect("a seat"))?;
///     }
///     let outcome = game.status().outcome().expect("one seat is left");
///     assert_eq!(outcome.ranks[Seat::FIRST], 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// What every game of its kind shares.
    fn info(&self) -> &'static Info;
    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// The variant; empty if the game has none.
    fn variant(&self) -> &'static str;
    /// Who is to move, or how the game ended.
    fn status(&self) -> Status;
    /// The seats that have not dropped.
    fn in_play(&self) -> Seats;
    /// Ranks and scores if play stopped now.
    fn standing(&self) -> Outcome;
    /// The outcome if all seats in play agree on a draw: see [`Game::agreed`].
    fn agreed(&self) -> Outcome;
    /// Whether a turn is unfinished.
    fn mid_turn(&self) -> bool;
    /// The text of the position.
    fn position_text(&self) -> String;
    /// The turns and drops so far as text, without the unfinished turn.
    fn plies(&self) -> Vec<String>;
    /// The turns and drops after so many, as text, with their seats.
    fn plies_after(&self, count: usize) -> Vec<(Seat, String)>;
    /// How many turns and drops there are so far.
    fn ply_count(&self) -> usize;
    /// The last turn or drop as text. The others are not looked at.
    fn last_ply(&self) -> Option<String>;
    /// Whose turn or drop that was.
    fn last_seat(&self) -> Option<Seat>;
    /// The legal steps, sorted by bytes.
    fn legal(&self) -> Vec<String>;
    /// The legal steps as a tree of clicks.
    fn click_tree(&self) -> ClickTree;
    /// A shorter way to write a turn that is legal now, where there is one: see [`Position::shorthand`].
    fn shorthand(&self, turn: &str) -> Option<String>;
    /// A turn that is legal now in words that follow the player's name, where its changes do not say it all: see
    /// [`Position::in_words`].
    fn in_words(&self, turn: &str) -> Option<String>;
    /// Why the game is over by its rules: see [`Position::end_reason`].
    fn end_reason(&self) -> Option<EndReason>;
    /// Plays a step and returns what it changed on the board, in order; or changes nothing.
    fn play(&mut self, step: &str) -> Result<Vec<Change>, PlayError>;
    /// See [`check_turn`](#method.check_turn).
    fn check_steps(&self, steps: Steps) -> Result<TurnEffect, TurnRefusal>;
    /// See [`preview`](#method.preview).
    fn preview_steps(&self, steps: Steps) -> Result<Preview, TurnRefusal>;
    /// See [`why_not`](#method.why_not).
    fn why_not_after(&self, steps: Steps, clicks: &[Click]) -> Result<Option<TurnRefusal>, TurnRefusal>;
    /// See [`play_turn`](#method.play_turn).
    fn play_steps(&mut self, steps: Steps) -> Result<TurnEffect, TurnRefusal>;
    /// Takes a seat out of the game: see [`Game::drop_seat`].
    fn drop_seat(&mut self, seat: Seat) -> Result<(), IllegalDrop>;
    /// Who would be to move, or how the game would end, if this seat dropped now.
    fn check_drop(&self, seat: Seat) -> Result<Status, IllegalDrop>;
    /// Takes back the last turns: see [`Game::take_back`].
    fn take_back(&mut self, turns: usize) -> Result<(), IllegalTakeBack>;
    /// The seat that would be to move if so many turns were taken back now.
    fn check_take_back(&self, turns: usize) -> Result<Seat, IllegalTakeBack>;
    /// The board.
    fn layout(&self) -> Layout;
    /// What stands on it.
    fn diagram(&self) -> Diagram;
    /// What the seats hold: [`Diagram::tallies`] without the rest of the diagram.
    fn tallies(&self) -> Vec<BySeat<u16>>;
    /// The position with another seat to move, as a game that begins there: see [`Game::with_to_move`].
    fn with_to_move(&self, seat: Seat) -> Option<Box<dyn AnyGame>>;
    /// A copy of the game with its whole history.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
    /// The [`Game`] of its kind, for code that knows the kind.
    fn as_any(&self) -> &dyn Any;
}

impl<'g> dyn AnyGame + 'g {
    /// What these steps would do next, without playing them: they are tried out on a copy of the position, never of the
    /// history. Whether they must complete a turn is for the caller to decide.
    pub fn check_turn<S: AsRef<str>>(&self, steps: &[S]) -> Result<TurnEffect, TurnRefusal> {
        self.check_steps(&mut steps.iter().map(AsRef::as_ref))
    }

    /// What these steps would do next, and what could follow them, without playing them.
    pub fn preview<S: AsRef<str>>(&self, steps: &[S]) -> Result<Preview, TurnRefusal> {
        self.preview_steps(&mut steps.iter().map(AsRef::as_ref))
    }

    /// Why the step that some clicks enter after these steps is illegal; none if they enter none, or a legal one.
    pub fn why_not<S: AsRef<str>>(
        &self,
        steps: &[S],
        clicks: &[Click],
    ) -> Result<Option<TurnRefusal>, TurnRefusal> {
        self.why_not_after(&mut steps.iter().map(AsRef::as_ref), clicks)
    }

    /// Plays steps that complete a turn. If they do not, nothing changes.
    pub fn play_turn<S: AsRef<str>>(&mut self, steps: &[S]) -> Result<TurnEffect, TurnRefusal> {
        self.play_steps(&mut steps.iter().map(AsRef::as_ref))
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl<P: Position> AnyGame for Game<P> {
    fn info(&self) -> &'static Info {
        P::INFO
    }

    fn seats(&self) -> u8 {
        self.setup().seats()
    }

    fn variant(&self) -> &'static str {
        self.setup().variant()
    }

    fn status(&self) -> Status {
        Game::status(self)
    }

    fn in_play(&self) -> Seats {
        self.position().in_play()
    }

    fn standing(&self) -> Outcome {
        Game::standing(self)
    }

    fn agreed(&self) -> Outcome {
        Game::agreed(self)
    }

    fn mid_turn(&self) -> bool {
        self.position().mid_turn()
    }

    fn position_text(&self) -> String {
        Game::position_text(self)
    }

    fn plies(&self) -> Vec<String> {
        Game::plies(self).iter().map(ToString::to_string).collect()
    }

    fn plies_after(&self, count: usize) -> Vec<(Seat, String)> {
        let after = Game::plies(self).iter().skip(count);
        after.map(|ply| (ply.seat(), ply.to_string())).collect()
    }

    fn ply_count(&self) -> usize {
        Game::plies(self).len()
    }

    fn last_ply(&self) -> Option<String> {
        Game::plies(self).last().map(ToString::to_string)
    }

    fn last_seat(&self) -> Option<Seat> {
        Game::plies(self).last().map(Ply::seat)
    }

    fn legal(&self) -> Vec<String> {
        let steps = self.legal_steps();
        let mut legal: Vec<String> = steps.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        legal
    }

    fn click_tree(&self) -> ClickTree {
        self.try_turn().clicks()
    }

    fn shorthand(&self, turn: &str) -> Option<String> {
        let steps: Vec<P::Step> = turn.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
        let short = self.position().shorthand(&steps)?;
        (short != turn).then_some(short)
    }

    fn in_words(&self, turn: &str) -> Option<String> {
        let steps: Vec<P::Step> = turn.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
        self.position().in_words(&steps)
    }

    fn end_reason(&self) -> Option<EndReason> {
        Game::end_reason(self)
    }

    fn play(&mut self, step: &str) -> Result<Vec<Change>, PlayError> {
        let step = step.parse().map_err(PlayError::Malformed)?;
        let mut changes = Vec::new();
        Game::play(self, &step, &mut |change| changes.push(change))
            .map_err(|illegal| PlayError::Illegal(illegal.to_string()))?;
        Ok(changes)
    }

    fn check_steps(&self, steps: Steps) -> Result<TurnEffect, TurnRefusal> {
        self.try_turn().play_all(steps).map(Trial::effect)
    }

    fn preview_steps(&self, steps: Steps) -> Result<Preview, TurnRefusal> {
        self.try_turn().play_all(steps).map(Trial::preview)
    }

    fn why_not_after(&self, steps: Steps, clicks: &[Click]) -> Result<Option<TurnRefusal>, TurnRefusal> {
        Ok(self.try_turn().play_all(steps)?.why_not(clicks))
    }

    fn play_steps(&mut self, steps: Steps) -> Result<TurnEffect, TurnRefusal> {
        let turn = self.try_turn().play_all(steps)?.finish()?;
        Ok(self.commit(turn))
    }

    fn drop_seat(&mut self, seat: Seat) -> Result<(), IllegalDrop> {
        Game::drop_seat(self, seat)
    }

    fn check_drop(&self, seat: Seat) -> Result<Status, IllegalDrop> {
        Game::check_drop(self, seat)
    }

    fn take_back(&mut self, turns: usize) -> Result<(), IllegalTakeBack> {
        Game::take_back(self, turns)
    }

    fn check_take_back(&self, turns: usize) -> Result<Seat, IllegalTakeBack> {
        Game::check_take_back(self, turns)
    }

    fn layout(&self) -> Layout {
        P::layout(self.setup())
    }

    fn diagram(&self) -> Diagram {
        self.position().diagram()
    }

    fn tallies(&self) -> Vec<BySeat<u16>> {
        self.position().tallies()
    }

    fn with_to_move(&self, seat: Seat) -> Option<Box<dyn AnyGame>> {
        Game::with_to_move(self, seat).map(|game| Box::new(game) as Box<dyn AnyGame>)
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
