//! Deciding: what a player's wish leads to in a tournament, or why it is refused.

use super::arena::MOST_ARENA_SIGN_UPS;
use super::context::Context;
use super::entry::TournamentEntry;
use super::event::TournamentEvent;
use super::form::is_start;
use super::refusal::Refusal;
use super::state::{Entrant, State, Status};
use super::terms::Format;
use super::words::Reason;
use crate::ids::{PlayerId, TableId};
use crate::model::player::bot::{is_bot, is_program};
use crate::model::record::seat_outcome::{SeatOutcome, are_places};
use crate::time::UnixMs;

/// How long before a start players confirm that they are there (milliseconds).
pub const CONFIRM_WITHIN: i64 = 10 * 60 * 1000;
/// How often a player may sign up for one tournament of some rounds: people may come and go, and not without end.
pub const MOST_SIGN_UPS: u8 = 5;
/// How often the start of a tournament may be moved: each time everybody is told.
pub const MOST_MOVES: usize = 10;

/// What a player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    SignUp {
        /// In the game, if they have one.
        rating: Option<i32>,
        is_member: bool,
        /// Whether they belong to the tournament's club.
        in_club: bool,
    },
    Withdraw,
    Confirm,
    /// Of the director, or an officer of the club.
    Correct {
        table: TableId,
        /// In the order of the table's players.
        seats: Vec<SeatOutcome>,
        why: Reason,
    },
    /// Of the director, or an officer of the club.
    MoveStart {
        starts_at: UnixMs,
        why: Reason,
    },
    /// Of the director, or an officer of the club.
    Cancel {
        why: Reason,
    },
}

/// What the operator of the server wants, also where the director is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    Direct { director: PlayerId },
    Cancel { why: Reason },
}

impl State {
    /// Decides what a player wants. Changes nothing.
    pub fn decide(
        &self,
        by: PlayerId,
        action: &Action,
        context: &Context,
    ) -> Result<TournamentEvent, Refusal> {
        match action {
            Action::SignUp {
                rating,
                is_member,
                in_club,
            } => self.sign_up(by, *rating, *is_member, *in_club),
            Action::Withdraw => self.withdraw(by),
            Action::Confirm => self.confirm(by, context.now),
            Action::Correct { table, seats, why } => {
                self.check_directs(by, context)?;
                self.correct(by, *table, seats, why)
            }
            Action::MoveStart { starts_at, why } => {
                self.check_directs(by, context)?;
                self.move_start(by, *starts_at, why, context.now)
            }
            Action::Cancel { why } => {
                self.check_directs(by, context)?;
                self.cancel(Some(by), why)
            }
        }
    }

    /// Decides what the operator wants. Changes nothing.
    pub fn decide_order(&self, order: &Order) -> Result<TournamentEvent, Refusal> {
        match order {
            Order::Direct { director } if *director == self.director => Err(Refusal::DirectsAlready),
            Order::Direct { director } => Ok(TournamentEvent::DirectorChanged { director: *director }),
            Order::Cancel { why } => self.cancel(None, why),
        }
    }

    /// Decides that an account takes the place of a guest who has signed in. Changes nothing.
    pub fn decide_pass_on(&self, from: PlayerId, to: PlayerId) -> Result<TournamentEvent, Refusal> {
        self.goes_on()?;
        match (self.entrant(from), self.entrant(to)) {
            (None, _) => Err(Refusal::NotSignedUp),
            (_, Some(_)) => Err(Refusal::SignedUpAlready),
            (Some(_), None) => Ok(TournamentEvent::PassedOn { from, to }),
        }
    }

    /// What the end of a game leads to; `None` if that is known, or the game is no part of the tournament.
    pub fn decide_result(&self, table: TableId, seats: &[SeatOutcome]) -> Option<TournamentEvent> {
        let found = self.table(table)?;
        let fits = found.result.is_none() && seats.len() == found.paired.players.len();
        (self.status == Status::Running && fits).then(|| TournamentEvent::TableFinished {
            table,
            seats: seats.to_vec(),
        })
    }

    /// From when on players can confirm.
    pub fn confirms_from(&self) -> UnixMs {
        self.created_at.max(self.terms.starts_at() - CONFIRM_WITHIN)
    }

    fn sign_up(
        &self,
        player: PlayerId,
        rating: Option<i32>,
        is_member: bool,
        in_club: bool,
    ) -> Result<TournamentEvent, Refusal> {
        let known = self.entrant(player);
        if known.is_some_and(|entrant| entrant.present) {
            return Err(Refusal::SignedUpAlready);
        }
        self.admits(known.is_some_and(|entrant| entrant.entered))?;
        if is_bot(player) || is_program(player) {
            return Err(Refusal::Bot);
        }
        if self.terms.game().rated && !is_member {
            return Err(Refusal::NoAccount);
        }
        if self.terms.club().is_some_and(|club| club.members_only) && !in_club {
            return Err(Refusal::NotInClub);
        }
        if !self.terms.ratings().contains(rating) {
            return Err(Refusal::Rating);
        }
        if self.places_taken() >= self.terms.most() && known.is_none_or(|entrant| !self.has_place(entrant)) {
            return Err(Refusal::Full);
        }
        let most = match self.terms.format() {
            Format::Arena { .. } | Format::League { .. } => MOST_ARENA_SIGN_UPS,
            _ => MOST_SIGN_UPS,
        };
        if known.is_some_and(|entrant| entrant.sign_ups >= most) {
            return Err(Refusal::TooManySignUps);
        }
        Ok(TournamentEvent::SignedUp { player, rating })
    }

    /// How many more players can take part.
    pub fn places_left(&self) -> usize {
        self.terms.most().saturating_sub(self.places_taken())
    }

    fn places_taken(&self) -> usize {
        self.entrants
            .iter()
            .filter(|entrant| self.has_place(entrant))
            .count()
    }

    /// Who has dropped out keeps the place once the tournament has begun, in a league until the next season: their games are part
    /// of it.
    fn has_place(&self, entrant: &Entrant) -> bool {
        match self.is_league() {
            true => entrant.present || self.is_in_season(entrant.player),
            false => entrant.present || entrant.entered,
        }
    }

    /// Refused when it is too late. Who took part before may come back as long as there is a round to be made.
    fn admits(&self, comes_back: bool) -> Result<(), Refusal> {
        let made = self.rounds.len();
        let may_be_late = matches!(self.terms.format(), Format::Swiss { .. }) && made * 2 <= self.total;
        match self.status {
            Status::Open => Ok(()),
            Status::Running if self.is_arena() || self.is_league() => Ok(()),
            Status::Running if made < self.total && (comes_back || may_be_late) => Ok(()),
            Status::Running => Err(Refusal::Begun),
            Status::Finished | Status::Cancelled => Err(Refusal::Over),
        }
    }

    fn withdraw(&self, player: PlayerId) -> Result<TournamentEvent, Refusal> {
        self.goes_on()?;
        match self.entrant(player) {
            Some(entrant) if entrant.present => Ok(TournamentEvent::Withdrew { player }),
            _ => Err(Refusal::NotSignedUp),
        }
    }

    fn confirm(&self, player: PlayerId, now: UnixMs) -> Result<TournamentEvent, Refusal> {
        self.goes_on()?;
        let entrant = self.entrant(player).filter(|entrant| entrant.present);
        let entrant = entrant.ok_or(Refusal::NotSignedUp)?;
        if self.status != Status::Open || !self.terms.asks_to_confirm() {
            return Err(Refusal::NothingToConfirm);
        }
        if now < self.confirms_from() {
            return Err(Refusal::TooEarly);
        }
        match entrant.confirmed {
            true => Err(Refusal::ConfirmedAlready),
            false => Ok(TournamentEvent::Confirmed { player }),
        }
    }

    fn correct(
        &self,
        by: PlayerId,
        table: TableId,
        seats: &[SeatOutcome],
        why: &Reason,
    ) -> Result<TournamentEvent, Refusal> {
        let found = self.table(table).ok_or(Refusal::NoSuchTable)?;
        let result = found.result.as_deref().ok_or(Refusal::NotPlayed)?;
        if seats.len() != result.len() || !are_places(seats) {
            return Err(Refusal::NoResult);
        }
        if seats == result {
            return Err(Refusal::Unchanged);
        }
        Ok(TournamentEvent::Corrected {
            by,
            table,
            seats: seats.to_vec(),
            why: why.clone(),
        })
    }

    /// Also when the time has come and players are still confirming, since outages took some of theirs.
    fn move_start(
        &self,
        by: PlayerId,
        starts_at: UnixMs,
        why: &Reason,
        now: UnixMs,
    ) -> Result<TournamentEvent, Refusal> {
        self.goes_on()?;
        if self.status != Status::Open {
            return Err(Refusal::BegunAlready);
        }
        if starts_at == self.terms.starts_at() {
            return Err(Refusal::SameStart);
        }
        if !is_start(starts_at, now) {
            return Err(Refusal::Start);
        }
        let is_sooner = starts_at < self.terms.starts_at();
        if is_sooner && self.terms.asks_to_confirm() && starts_at - now < CONFIRM_WITHIN {
            return Err(Refusal::NoTimeToConfirm);
        }
        let is_move = |entry: &&TournamentEntry| matches!(entry.event, TournamentEvent::StartMoved { .. });
        if self.changes.iter().filter(is_move).count() >= MOST_MOVES {
            return Err(Refusal::TooManyMoves);
        }
        Ok(TournamentEvent::StartMoved {
            by,
            starts_at,
            why: why.clone(),
        })
    }

    fn cancel(&self, by: Option<PlayerId>, why: &Reason) -> Result<TournamentEvent, Refusal> {
        self.goes_on()?;
        Ok(TournamentEvent::Cancelled {
            by,
            why: Some(why.clone()),
        })
    }

    /// The officers of its club direct a tournament, too.
    fn check_directs(&self, by: PlayerId, context: &Context) -> Result<(), Refusal> {
        match by == self.director || (context.is_officer && self.terms.club().is_some()) {
            true => Ok(()),
            false => Err(Refusal::NotDirector),
        }
    }

    fn goes_on(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Open | Status::Running => Ok(()),
            Status::Finished | Status::Cancelled => Err(Refusal::Over),
        }
    }
}
