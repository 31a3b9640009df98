//! The state of a tournament: the sum of its events.

use std::collections::HashMap;
use std::sync::Arc;

use thicket_pairings::{Player, TableSize};

use super::course::Course;
use super::entry::TournamentEntry;
use super::event::{PairedTable, ScheduledRound, TournamentEvent};
use super::terms::TournamentTerms;
use crate::ids::{PlayerId, TableId, TournamentId};
use crate::model::record::seat_outcome::SeatOutcome;
use crate::seq::Seq;
use crate::time::UnixMs;

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub id: TournamentId,
    pub terms: TournamentTerms,
    /// Created it, unless the operator of the server chose somebody else, and may correct it.
    pub director: PlayerId,
    pub status: Status,
    pub seq: Seq,
    pub created_at: UnixMs,
    /// When the last event was decided.
    pub changed_at: UnixMs,
    pub(super) size: TableSize,
    /// In the order in which they first signed up, by which pairings number them.
    pub(super) entrants: Vec<Entrant>,
    pub(super) numbers: HashMap<PlayerId, Player>,
    /// Shared, since an arena has thousands of them, and the tournament is copied with each entry.
    pub(super) rounds: Vec<Arc<Round>>,
    /// How many rounds there are going to be; 0 before the start, in an arena, and in a league.
    pub(super) total: usize,
    /// All rounds, where they are made once.
    pub(super) schedule: Vec<ScheduledRound>,
    pub(super) begun_at: Option<UnixMs>,
    /// In an arena, by the numbers of the players.
    pub(super) courses: HashMap<Player, Course>,
    /// What the director has changed and corrected, who else directs it, and that it was called off, in order.
    pub(super) changes: Vec<TournamentEntry>,
    /// The entry that says when it begins.
    pub(super) start_seq: Seq,
    /// When the last game of a league's last season ended.
    pub(super) season_ended_at: Option<UnixMs>,
}

/// Stored as text in the list of tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Players sign up.
    Open,
    Running,
    Finished,
    Cancelled,
}

/// Somebody who has signed up at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub player: PlayerId,
    /// In the game, when they signed up.
    pub rating: Option<i32>,
    pub confirmed: bool,
    /// Whether they take part from the next round on.
    pub present: bool,
    /// Whether they have been there once the tournament had begun: standings list them.
    pub entered: bool,
    /// How often they have signed up.
    pub(super) sign_ups: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub tables: Vec<RoundTable>,
    pub byes: Vec<PlayerId>,
    /// Of a season, the highest first; empty otherwise.
    pub divisions: Vec<Vec<PlayerId>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTable {
    pub paired: PairedTable,
    /// In the order of its players, once the game is over; at once where none is played.
    pub result: Option<Vec<SeatOutcome>>,
}

/// The log is not one that decisions could have made.
#[derive(Debug, thiserror::Error)]
#[error("event {seq} of a tournament does not fit: {why}")]
pub struct BrokenTournament {
    pub seq: Seq,
    pub why: String,
}

impl State {
    /// The tournament that the first event of a log creates.
    pub fn new(first: &TournamentEntry) -> Result<State, BrokenTournament> {
        let broken = |why: &str| BrokenTournament {
            seq: first.seq,
            why: why.to_owned(),
        };
        let TournamentEvent::Created { terms, director } = &first.event else {
            return Err(broken("the first event does not create a tournament"));
        };
        let size = terms.game().table_size();
        Ok(State {
            id: first.tournament,
            terms: terms.clone(),
            director: *director,
            status: Status::Open,
            seq: first.seq,
            created_at: first.at,
            changed_at: first.at,
            size: size.ok_or_else(|| broken("no table has such seats"))?,
            entrants: Vec::new(),
            numbers: HashMap::new(),
            rounds: Vec::new(),
            total: 0,
            schedule: Vec::new(),
            begun_at: None,
            courses: HashMap::new(),
            changes: Vec::new(),
            start_seq: first.seq,
            season_ended_at: None,
        })
    }

    /// The tournament of a whole log.
    pub fn replay(log: &[TournamentEntry]) -> Result<State, BrokenTournament> {
        let missing = || BrokenTournament {
            seq: Seq::FIRST,
            why: "it is missing".to_owned(),
        };
        let (first, rest) = log.split_first().ok_or_else(missing)?;
        let mut state = State::new(first)?;
        rest.iter().try_for_each(|entry| state.apply(entry))?;
        Ok(state)
    }

    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Those who take part from the next round on, or would if it began now.
    pub fn present(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| entrant.present)
    }

    pub fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        let number = self.numbers.get(&player)?;
        self.entrants.get(*number as usize)
    }

    /// The rounds so far, which are the seasons of a league; the last one may be under way.
    pub fn rounds(&self) -> &[Arc<Round>] {
        &self.rounds
    }

    /// The entry that says when it begins: the first one, unless the start was moved.
    pub fn start_seq(&self) -> Seq {
        self.start_seq
    }

    /// What the director has changed and corrected, who else directs it, and that it was called off, in order: everybody can read it.
    pub fn changes(&self) -> &[TournamentEntry] {
        &self.changes
    }

    /// How many rounds there are going to be; 0 before the start, in an arena, and in a league.
    pub fn total_rounds(&self) -> usize {
        self.total
    }

    /// The table of a game.
    pub fn table(&self, id: TableId) -> Option<&RoundTable> {
        self.rounds
            .iter()
            .rev()
            .flat_map(|round| &round.tables)
            .find(|table| table.paired.is(id))
    }

    /// The tables where a player is to play now: one at most, but in a league.
    pub fn tables_of(&self, player: PlayerId) -> Vec<&PairedTable> {
        match self.status {
            Status::Running => self.open_tables(player).map(|table| &table.paired).collect(),
            Status::Open | Status::Finished | Status::Cancelled => Vec::new(),
        }
    }

    /// Whether a round is under way.
    pub fn is_playing(&self) -> bool {
        self.rounds.last().is_some_and(|round| !round.is_over())
    }

    /// How many tables a round can have at most.
    pub fn most_tables(&self) -> usize {
        match self.is_league() {
            true => State::most_season_tables(self.entrants.len()),
            false => self.entrants.len() / 2,
        }
    }

    /// When something is due by itself, in an arena at any time, apart from the ends of games; outages may postpone it.
    pub fn due_at(&self) -> Option<UnixMs> {
        match self.status {
            Status::Open => Some(self.terms.starts_at()),
            Status::Running if self.next_season_at().is_some() => self.next_season_at(),
            Status::Running if self.is_arena() || !self.is_playing() => Some(self.changed_at),
            Status::Running | Status::Finished | Status::Cancelled => None,
        }
    }
}

impl Round {
    pub fn is_over(&self) -> bool {
        self.tables.iter().all(|table| table.result.is_some())
    }
}

impl PairedTable {
    /// Whether this game is played here.
    pub fn is(&self, id: TableId) -> bool {
        self.game.as_ref().is_some_and(|game| game.id == id)
    }
}

impl Status {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Cancelled => "cancelled",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no status of a tournament")]
pub struct UnknownStatus(String);

impl TryFrom<String> for Status {
    type Error = UnknownStatus;

    fn try_from(text: String) -> Result<Self, UnknownStatus> {
        let all = [Status::Open, Status::Running, Status::Finished, Status::Cancelled];
        let found = all.into_iter().find(|status| status.name() == text);
        found.ok_or(UnknownStatus(text))
    }
}
