//! A game: its setup and its turns, and what of them a position does not hold.

use std::fmt;

use crate::picture::Change;
use crate::position::{IllegalStep, Outcome, Position, Status};
use crate::seat::Seat;
use crate::setup::Setup;

/// One numbered entry of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ply<S> {
    /// A whole turn.
    Turn {
        /// Whose.
        seat: Seat,
        /// Its steps, at least one.
        steps: Vec<S>,
    },
    /// A seat left the game.
    Drop(Seat),
}

impl<S: fmt::Display> fmt::Display for Ply<S> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ply::Drop(seat) => write!(f, "drop:{seat}"),
            Ply::Turn { steps, .. } => {
                let steps: Vec<String> = steps.iter().map(S::to_string).collect();
                f.write_str(&steps.join(","))
            }
        }
    }
}

/// The seat cannot drop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalDrop {
    /// The game is over already.
    Over,
    /// The seat is not in play: it dropped before, or the table has no such seat.
    NotInPlay(Seat),
}

impl fmt::Display for IllegalDrop {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalDrop::Over => write!(f, "the game is over"),
            IllegalDrop::NotInPlay(seat) => write!(f, "seat {seat} is not in play"),
        }
    }
}

impl std::error::Error for IllegalDrop {}

/// A game under way or ended. Steps come in one at a time; the history holds whole turns.
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    setup: Setup<P>,
    position: P,
    /// The position that the turn under way began with, and its steps so far.
    turn_start: P,
    steps: Vec<P::Step>,
    /// Seats that dropped while another seat was in mid-turn.
    leaving: Vec<Seat>,
    plies: Vec<Ply<P::Step>>,
    /// What turns began with, in games that count repetitions.
    begun: Vec<P>,
    /// Whether the game is a draw because the last of these was there for the third time.
    repeated: bool,
}

/// How often a position occurs before the game is a draw.
const OCCURRENCES: usize = 3;

impl<P: Position> Game<P> {
    /// A game before its first turn.
    pub fn new(setup: Setup<P>) -> Game<P> {
        Game::at(P::start(setup))
    }

    /// A game that begins with a position of one's choice, such as an example.
    pub fn at(position: P) -> Game<P> {
        let setup = position.setup();
        let turn_start = position.clone();
        let begun = position.repeatable().filter(|_| !position.mid_turn());
        Game {
            setup,
            position,
            turn_start,
            steps: Vec::new(),
            leaving: Vec::new(),
            plies: Vec::new(),
            begun: begun.into_iter().collect(),
            repeated: false,
        }
    }

    /// What was chosen before it started.
    pub fn setup(&self) -> Setup<P> {
        self.setup
    }

    /// The position now, with the steps of the turn under way. It does not know of repetitions: ask the game whether it
    /// is over, and for the legal steps.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The turns and drops so far, without the turn under way.
    pub fn plies(&self) -> &[Ply<P::Step>] {
        &self.plies
    }

    /// Who is to move, or how it ended.
    pub fn status(&self) -> Status {
        match self.position.status() {
            Status::ToMove(seat) if !self.repeated => Status::ToMove(seat),
            _ => Status::Over(self.standing()),
        }
    }

    /// Ranks and scores if play stopped now.
    pub fn standing(&self) -> Outcome {
        let standing = self.position.standing();
        let drawn = self.repeated.then(|| standing.drawn(self.position.in_play()));
        self.with_drops(drawn.unwrap_or(standing))
    }

    /// The outcome if all who are in play agree on a draw: they share the first place.
    pub fn agreed(&self) -> Outcome {
        self.with_drops(self.position.standing().drawn(self.position.in_play()))
    }

    /// The text of the position; nobody is to move when the game is over, by repetition too.
    pub fn position_text(&self) -> String {
        let text = self.position.to_string();
        match text.splitn(3, ' ').collect::<Vec<_>>()[..] {
            [board, _, rest] if self.repeated => format!("{board} - {rest}"),
            _ => text,
        }
    }

    /// The legal steps; none when the game is over.
    pub fn legal_steps(&self) -> Vec<P::Step> {
        if self.repeated {
            return Vec::new();
        }
        self.position.legal_steps()
    }

    /// Plays a step and tells what happens on the board, or says why it is not legal and changes nothing.
    pub fn play(&mut self, step: &P::Step, see: &mut impl FnMut(Change)) -> Result<(), IllegalStep> {
        let Status::ToMove(seat) = self.status() else {
            return Err(IllegalStep("the game is over".to_owned()));
        };
        if !self.position.is_legal(step) {
            return Err(IllegalStep(self.position.why_illegal(step)));
        }
        self.position.play_seen(step, see);
        self.steps.push(step.clone());
        if !self.position.mid_turn() {
            self.end_turn(seat);
        }
        Ok(())
    }

    /// Takes a seat out of the game. While another seat is in mid-turn, the drop waits for the end of that turn, and is
    /// void if the turn ends the game. A seat that drops in its own mid-turn ends it by this: the half turn is
    /// forgotten, those who wait drop before it, and its own drop is void if that leaves it alone in play.
    pub fn drop_seat(&mut self, seat: Seat) -> Result<(), IllegalDrop> {
        let Status::ToMove(mover) = self.status() else {
            return Err(IllegalDrop::Over);
        };
        if !self.position.in_play().contains(seat) || self.leaving.contains(&seat) {
            return Err(IllegalDrop::NotInPlay(seat));
        }
        if self.position.mid_turn() && seat != mover {
            self.leaving.push(seat);
            return Ok(());
        }
        self.position.clone_from(&self.turn_start);
        self.steps.clear();
        self.leaving.push(seat);
        self.drop_leaving();
        Ok(())
    }

    fn end_turn(&mut self, seat: Seat) {
        let steps = std::mem::take(&mut self.steps);
        self.plies.push(Ply::Turn { seat, steps });
        self.begin_turn();
        self.drop_leaving();
    }

    /// Remembers where a turn begins, and whether the game is a draw by it. A position that is over counts for nothing.
    fn begin_turn(&mut self) {
        self.turn_start.clone_from(&self.position);
        let Some(now) = self.position.repeatable() else {
            return;
        };
        let before = self.begun.iter().filter(|&begun| *begun == now).count();
        self.repeated = before + 1 >= OCCURRENCES && self.position.status().to_move().is_some();
        self.begun.push(now);
    }

    fn drop_leaving(&mut self) {
        for seat in std::mem::take(&mut self.leaving) {
            if self.status().to_move().is_some() {
                self.drop_now(seat);
            }
        }
    }

    fn drop_now(&mut self, seat: Seat) {
        self.position.drop_seat(seat);
        self.plies.push(Ply::Drop(seat));
        self.begin_turn();
    }

    fn with_drops(&self, mut outcome: Outcome) -> Outcome {
        let dropped = self.plies.iter().filter_map(|ply| match ply {
            Ply::Drop(seat) => Some(*seat),
            Ply::Turn { .. } => None,
        });
        outcome.order_dropped(&dropped.collect::<Vec<_>>());
        outcome
    }
}
