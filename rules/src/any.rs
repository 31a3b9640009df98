//! A game whose kind is known only at run time: steps and positions are text.

use std::fmt;

use crate::clicks::ClickTree;
use crate::game::{Game, IllegalDrop};
use crate::picture::{Change, Diagram, Layout};
use crate::position::{IllegalStep, Info, Outcome, ParseStep, Position, Status};
use crate::seat::{Seat, Seats};

/// A step given as text was not played; nothing changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// It is not the spelling of a step.
    Malformed(ParseStep),
    /// It is not legal here.
    Illegal(IllegalStep),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            PlayError::Malformed(error) => error.fmt(f),
            PlayError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

/// A [`Game`] of any kind. Made by [`GameKind::start`](crate::GameKind::start).
pub trait AnyGame: fmt::Debug + Send + Sync {
    /// What every game of its kind shares.
    fn info(&self) -> &'static Info;
    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// The variant; empty where the game has none.
    fn variant(&self) -> &'static str;
    /// Who is to move, or how it ended.
    fn status(&self) -> Status;
    /// The seats that have not dropped.
    fn in_play(&self) -> Seats;
    /// Ranks and scores if play stopped now.
    fn standing(&self) -> Outcome;
    /// The outcome if all who are in play agree on a draw: see [`Game::agreed`].
    fn agreed(&self) -> Outcome;
    /// Whether a turn is under way.
    fn mid_turn(&self) -> bool;
    /// The text of the position.
    fn position_text(&self) -> String;
    /// The turns and drops so far as text, without the turn under way.
    fn plies(&self) -> Vec<String>;
    /// How many of them there are.
    fn ply_count(&self) -> usize;
    /// The legal steps, sorted by bytes.
    fn legal(&self) -> Vec<String>;
    /// The legal steps as a tree of clicks.
    fn click_tree(&self) -> ClickTree;
    /// A short way to write a whole turn that is legal now: see [`Position::shorthand`]. What is no turn stays as it is.
    fn shorthand(&self, turn: &str) -> String;
    /// Plays a step and returns what happened on the board, in order; or changes nothing.
    fn play(&mut self, step: &str) -> Result<Vec<Change>, PlayError>;
    /// Takes a seat out of the game: see [`Game::drop_seat`].
    fn drop_seat(&mut self, seat: Seat) -> Result<(), IllegalDrop>;
    /// The board.
    fn layout(&self) -> Layout;
    /// What stands on it.
    fn diagram(&self) -> Diagram;
    /// The same game once more.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
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

    fn ply_count(&self) -> usize {
        Game::plies(self).len()
    }

    fn legal(&self) -> Vec<String> {
        let steps = self.legal_steps();
        let mut legal: Vec<String> = steps.iter().map(ToString::to_string).collect();
        legal.sort_unstable();
        legal
    }

    fn click_tree(&self) -> ClickTree {
        let steps = self.legal_steps();
        ClickTree::of(
            steps
                .iter()
                .map(|step| (self.position().clicks(step), step.to_string())),
        )
    }

    fn shorthand(&self, turn: &str) -> String {
        let steps: Result<Vec<P::Step>, _> = turn.split(',').map(str::parse).collect();
        steps.map_or_else(|_| turn.to_owned(), |steps| self.position().shorthand(&steps))
    }

    fn play(&mut self, step: &str) -> Result<Vec<Change>, PlayError> {
        let step = step.parse().map_err(PlayError::Malformed)?;
        let mut changes = Vec::new();
        Game::play(self, &step, &mut |change| changes.push(change)).map_err(PlayError::Illegal)?;
        Ok(changes)
    }

    fn drop_seat(&mut self, seat: Seat) -> Result<(), IllegalDrop> {
        Game::drop_seat(self, seat)
    }

    fn layout(&self) -> Layout {
        P::layout(self.setup())
    }

    fn diagram(&self) -> Diagram {
        self.position().diagram()
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
