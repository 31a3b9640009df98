//! A game: its setup, its turns, and what a position alone does not know.

use std::fmt;

use crate::guide::EndReason;
use crate::outcome::{Outcome, Status};
use crate::picture::Change;
use crate::ply::Ply;
use crate::position::{IllegalStep, Position};
use crate::repetition::Repetitions;
use crate::seat::Seat;
use crate::setup::Setup;
use crate::state::State;
use crate::trial::{FinishedTurn, Trial};
use crate::turn::TurnEffect;

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

/// The turns cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalTakeBack {
    /// The game is over.
    Over,
    /// There have not been so many turns, or none were named.
    NoSuchTurns,
    /// The seat has dropped since then, and a drop is final.
    Dropped(Seat),
}

impl fmt::Display for IllegalTakeBack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IllegalTakeBack::Over => write!(f, "the game is over"),
            IllegalTakeBack::NoSuchTurns => write!(f, "there are no such turns"),
            IllegalTakeBack::Dropped(seat) => write!(f, "seat {seat} has left the game since then"),
        }
    }
}

impl std::error::Error for IllegalTakeBack {}

/// A game in progress or over. Steps are played one at a time; the history holds whole turns.
///
/// What a turn or a drop costs does not depend on how long the game is.
///
/// ```
/// use thicket_rules::bushi::Bushi;
/// use thicket_rules::{Diagram, Game, Position};
///
/// let mut game = Game::<Bushi>::new(Bushi::INFO.setup(2, "9x9")?);
/// let mut diagram: Diagram = game.position().diagram();
///
/// // The first two turns of a game; the changes keep a diagram up to date.
/// for step in ["g1-e3", "d9-f7"] {
///     game.play(&step.parse()?, &mut |change| diagram.apply(change))?;
/// }
/// assert_eq!(diagram.pieces, game.position().diagram().pieces);
/// assert_eq!(game.plies()[1].to_string(), "d9-f7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    setup: Setup,
    /// The position that the game began with.
    start: P,
    state: State<P>,
    /// The position at the start of the unfinished turn, and that turn's steps so far.
    turn_start: P,
    steps: Vec<P::Step>,
    /// Seats that dropped in the middle of another seat's turn.
    leaving: Vec<Seat>,
    plies: Vec<Ply<P::Step>>,
    repetitions: Repetitions<P>,
}

impl<P: Position> Game<P> {
    /// A game before its first turn. The setup is one of this game's: `P::INFO.setup(…)`.
    pub fn new(setup: Setup) -> Game<P> {
        Game::at(P::start(setup))
    }

    /// A game that begins with any position, such as an example.
    pub fn at(position: P) -> Game<P> {
        let mut repetitions = Repetitions::default();
        if !position.mid_turn() {
            repetitions.record(&position);
        }
        Game {
            setup: position.setup(),
            start: position.clone(),
            turn_start: position.clone(),
            state: State::at(position),
            steps: Vec::new(),
            leaving: Vec::new(),
            plies: Vec::new(),
            repetitions,
        }
    }

    /// What was chosen before the game started.
    pub fn setup(&self) -> Setup {
        self.setup
    }

    /// The position now, after the steps of the unfinished turn. It knows nothing of repetitions: ask the game whether
    /// it is over, and for the legal steps.
    pub fn position(&self) -> &P {
        &self.state.position
    }

    /// How often a position has begun a turn of this game; always 0 where repetition means nothing.
    pub fn occurrences(&self, position: &P) -> u8 {
        self.repetitions.count(position)
    }

    /// Whether the game is a draw by repetition if its next turn begins with a position.
    pub fn is_drawn_by(&self, position: &P) -> bool {
        self.repetitions.make_draw(position)
    }

    /// The turns and drops so far, without the unfinished turn.
    pub fn plies(&self) -> &[Ply<P::Step>] {
        &self.plies
    }

    /// Who is to move, or how the game ended.
    pub fn status(&self) -> Status {
        self.state.status()
    }

    /// Ranks and scores if play stopped now.
    pub fn standing(&self) -> Outcome {
        self.state.standing()
    }

    /// The outcome if all seats in play agree on a draw: they share the first rank.
    pub fn agreed(&self) -> Outcome {
        self.state.agreed()
    }

    /// Why the game is over; none while it goes on, and when only one seat is left in play.
    pub fn end_reason(&self) -> Option<EndReason> {
        match self.state.repeated {
            true => Some(EndReason::all("The same position came up three times")),
            false => self.position().end_reason(),
        }
    }

    /// The text of the position; nobody is to move when the game is over, by repetition too.
    pub fn position_text(&self) -> String {
        let text = self.state.position.to_string();
        match text.splitn(3, ' ').collect::<Vec<_>>()[..] {
            [board, _, rest] if self.state.repeated => format!("{board} - {rest}"),
            _ => text,
        }
    }

    /// The legal steps; none when the game is over.
    pub fn legal_steps(&self) -> Vec<P::Step> {
        self.state.legal_steps()
    }

    /// Plays a step and reports what changes on the board, or says why it is not legal and changes nothing.
    pub fn play(&mut self, step: &P::Step, on_change: &mut impl FnMut(Change)) -> Result<(), IllegalStep<P>> {
        let seat = self.state.play(step, on_change)?;
        self.steps.push(step.clone());
        if !self.state.position.mid_turn() {
            let mut after = self.state.clone();
            after.end_turn(&self.repetitions, &self.leaving);
            self.begin_turn(after, Some(seat));
        }
        Ok(())
    }

    /// A turn to be tried out, from where the unfinished turn has come to. The game stays as it is, and its history is
    /// not copied.
    pub(crate) fn try_turn(&self) -> Trial<'_, P> {
        Trial::new(self.state.clone(), &self.repetitions, &self.leaving)
    }

    /// Plays a turn that was tried out on this game as it is now.
    pub(crate) fn commit(&mut self, turn: FinishedTurn<P>) -> TurnEffect {
        let seat = self.state.to_move();
        self.steps.extend(turn.steps);
        self.begin_turn(turn.after, seat);
        TurnEffect {
            changes: turn.changes,
            complete: true,
            status: self.status(),
        }
    }

    /// Takes a seat out of the game. In the middle of another seat's turn, the drop waits for the end of that turn, and
    /// is void if the turn ends the game. A seat that drops in the middle of its own turn ends that turn: its steps are
    /// undone, the seats that wait drop first, and its own drop is void if it is then alone in play.
    pub fn drop_seat(&mut self, seat: Seat) -> Result<(), IllegalDrop> {
        match self.after_drop(seat)? {
            Some(after) => {
                self.steps.clear();
                self.begin_turn(after, None);
            }
            None => self.leaving.push(seat),
        }
        Ok(())
    }

    /// Who would be to move, or how the game would end, if this seat dropped now.
    pub fn check_drop(&self, seat: Seat) -> Result<Status, IllegalDrop> {
        let after = self.after_drop(seat)?;
        Ok(after.map_or_else(|| self.status(), |after| after.status()))
    }

    /// The state after a drop; none if the drop waits for the end of the turn.
    fn after_drop(&self, seat: Seat) -> Result<Option<State<P>>, IllegalDrop> {
        let to_move = self.state.to_move().ok_or(IllegalDrop::Over)?;
        if !self.state.position.in_play().contains(seat) || self.leaving.contains(&seat) {
            return Err(IllegalDrop::NotInPlay(seat));
        }
        if self.state.position.mid_turn() && seat != to_move {
            return Ok(None);
        }
        let mut after = State {
            position: self.turn_start.clone(),
            ..self.state.clone()
        };
        after.drop_seats(&self.leaving);
        after.drop_seats(&[seat]);
        Ok(Some(after))
    }

    /// Takes back the last turns: the game is as it was before them. The steps of an unfinished turn go with them. The turns
    /// before are played once more, since their positions are not kept.
    pub fn take_back(&mut self, turns: usize) -> Result<(), IllegalTakeBack> {
        self.check_take_back(turns)?;
        let mut before = Game::at(self.start.clone());
        for ply in &self.plies[..self.plies.len() - turns] {
            before.repeat(ply);
        }
        *self = before;
        Ok(())
    }

    /// The seat that would be to move if so many turns were taken back now.
    pub fn check_take_back(&self, turns: usize) -> Result<Seat, IllegalTakeBack> {
        if self.state.to_move().is_none() {
            return Err(IllegalTakeBack::Over);
        }
        let kept = self.plies.len().checked_sub(turns);
        let taken = &self.plies[kept.ok_or(IllegalTakeBack::NoSuchTurns)?..];
        let dropped = taken.iter().find_map(|ply| match ply {
            Ply::Drop(seat) => Some(*seat),
            Ply::Turn { .. } => None,
        });
        match (dropped, taken.first()) {
            (Some(seat), _) => Err(IllegalTakeBack::Dropped(seat)),
            (None, Some(Ply::Turn { seat, .. })) => Ok(*seat),
            _ => Err(IllegalTakeBack::NoSuchTurns),
        }
    }

    /// Plays what was played before.
    fn repeat(&mut self, ply: &Ply<P::Step>) {
        match ply {
            Ply::Drop(seat) => self.drop_seat(*seat).expect("drop"),
            Ply::Turn { steps, .. } => {
                for step in steps {
                    self.play(step, &mut |_| ()).expect("legal step");
                }
            }
        }
    }

    /// A game that begins in this position, but with another seat to move: see [`Position::with_to_move`]. None in the
    /// middle of a turn, once the game is over, and where the seat has dropped or has no legal step.
    pub fn with_to_move(&self, seat: Seat) -> Option<Game<P>> {
        let position = self.position();
        let waits = self.status().to_move().is_some() && position.in_play().contains(seat);
        if position.mid_turn() || !waits {
            return None;
        }
        let position = position.with_to_move(seat)?;
        (!position.legal_steps().is_empty()).then(|| Game::at(position))
    }

    /// Writes down the turn that a seat has finished, if any, and the drops that follow it, and begins the next turn.
    fn begin_turn(&mut self, after: State<P>, finished: Option<Seat>) {
        if let Some(seat) = finished {
            let steps = std::mem::take(&mut self.steps);
            self.plies.push(Ply::Turn { seat, steps });
        }
        let drops = after.dropped[self.state.dropped.len()..].iter();
        self.plies.extend(drops.copied().map(Ply::Drop));
        self.leaving.clear();
        self.repetitions.record(&after.position);
        self.turn_start.clone_from(&after.position);
        self.state = after;
    }
}
