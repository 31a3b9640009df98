//! The state of a game: its position, and what the history adds to it.

use crate::outcome::{Outcome, Status};
use crate::picture::Change;
use crate::position::{IllegalStep, Position};
use crate::repetition::Repetitions;
use crate::seat::Seat;

/// All that decides who is to move, what is legal and how the game ends, except for the positions seen before.
#[derive(Clone, Debug)]
pub(crate) struct State<P> {
    pub(crate) position: P,
    /// In the order in which they dropped.
    pub(crate) dropped: Vec<Seat>,
    /// Whether the game is a draw by repetition.
    pub(crate) repeated: bool,
}

impl<P: Position> State<P> {
    pub(crate) fn at(position: P) -> State<P> {
        State {
            position,
            dropped: Vec::new(),
            repeated: false,
        }
    }

    /// The seat to move; none when the game is over, by repetition too.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        self.position.to_move().filter(|_| !self.repeated)
    }

    pub(crate) fn status(&self) -> Status {
        match self.to_move() {
            Some(seat) => Status::ToMove(seat),
            None => Status::Over(self.standing()),
        }
    }

    /// Ranks and scores if play stopped now.
    pub(crate) fn standing(&self) -> Outcome {
        if self.repeated {
            return self.agreed();
        }
        self.with_drops(self.position.standing())
    }

    /// The outcome if all seats in play share the first rank.
    pub(crate) fn agreed(&self) -> Outcome {
        self.with_drops(self.position.standing().drawn(self.position.in_play()))
    }

    fn with_drops(&self, mut outcome: Outcome) -> Outcome {
        outcome.order_dropped(&self.dropped);
        outcome
    }

    pub(crate) fn legal_steps(&self) -> Vec<P::Step> {
        match self.repeated {
            true => Vec::new(),
            false => self.position.legal_steps(),
        }
    }

    /// Plays a step and gives the seat that played it; or changes nothing.
    pub(crate) fn play(
        &mut self,
        step: &P::Step,
        on_change: &mut impl FnMut(Change),
    ) -> Result<Seat, IllegalStep<P>> {
        let seat = self.to_move().ok_or(IllegalStep::Over)?;
        match self.position.why_illegal(step) {
            Some(illegal) => Err(illegal),
            None => {
                self.position.play_with(step, on_change);
                Ok(seat)
            }
        }
    }

    /// Ends a turn whose steps are all played: the game may be a draw by repetition now, or else seats drop that waited
    /// for the end of the turn.
    pub(crate) fn end_turn(&mut self, earlier: &Repetitions<P>, leaving: &[Seat]) {
        self.repeated = earlier.make_draw(&self.position);
        self.drop_seats(leaving);
    }

    /// Takes out these seats, one after the other while the game goes on.
    pub(crate) fn drop_seats(&mut self, leaving: &[Seat]) {
        for &seat in leaving {
            if self.to_move().is_some() {
                self.position.drop_seat(seat);
                self.dropped.push(seat);
            }
        }
    }
}
