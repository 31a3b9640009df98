//! Operations on tournaments: create, sign up, withdraw, confirm, correct, read. What happens in them by itself is done by the
//! [`Runner`] of each node.

mod acting;
mod making;
mod people;
mod runner;
mod view;

use std::collections::HashSet;
use std::sync::Arc;

use quick_cache::sync::Cache;
use tokio::sync::Notify;

pub use people::Participant;
pub use runner::Runner;

use crate::ids::{ClubId, EventId, PlayerId, TableCode, TableId, TournamentId};
use crate::model::club::Role;
use crate::model::tournament::context::Context;
use crate::model::tournament::decide::Action;
use crate::model::tournament::entry::TournamentEntry;
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::form::{BadTerms, TermsForm};
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::state::{BrokenTournament, State, Status};
use crate::seq::Seq;
use crate::store::{ListedTournament, Store, StoreError, TableRound};
use crate::time::monotonic_unix_ms;

/// How many tournaments that are not over a player may direct.
pub const MOST_DIRECTED: i64 = 5;
/// How many tournaments a node remembers, so that it reads only what is new of them.
const REMEMBERED: usize = 64;

/// All tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tournaments {
    store: Store,
    /// Those that were read last.
    known: Arc<Cache<TournamentId, Arc<Known>>>,
    /// Wakes the runner of this node.
    changed: Arc<Notify>,
}

/// A tournament as it was when it was read last.
#[derive(Debug)]
struct Known {
    state: Arc<State>,
    /// The entry that led to it. A database may have lost it, and have another one with its number.
    last: EventId,
}

/// Why something is not done with a tournament.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    #[error(transparent)]
    Terms(#[from] BadTerms),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("You have {MOST_DIRECTED} tournaments that are not over. Please end one of them first.")]
    TooMany,
    #[error("Only officers announce tournaments of a club.")]
    NotOfficer,
    #[error("There is no such tournament.")]
    NotFound,
    /// Others have written at the same time, again and again.
    #[error("Many people are signing up just now. Please try again in a moment.")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Log(#[from] BrokenTournament),
}

impl Tournaments {
    pub fn new(store: Store) -> Tournaments {
        Tournaments {
            store,
            known: Arc::new(Cache::new(REMEMBERED)),
            changed: Arc::default(),
        }
    }

    /// Creates a tournament with this id, unless there is one. Who creates it is its director.
    pub async fn create(
        &self,
        id: TournamentId,
        form: TermsForm,
        director: PlayerId,
    ) -> Result<(), TournamentError> {
        // The form was sent twice, perhaps to another node.
        if self.seq(id).await?.is_some() {
            return Ok(());
        }
        let now = monotonic_unix_ms();
        let terms = form.parse(now)?;
        if let Some(club) = terms.club()
            && self.store.club_role(club.id, director).await? != Some(Role::Officer)
        {
            return Err(TournamentError::NotOfficer);
        }
        if self.store.tournaments_directed_by(director).await? >= MOST_DIRECTED {
            return Err(TournamentError::TooMany);
        }
        let entry = TournamentEntry {
            id: EventId::fresh(),
            tournament: id,
            seq: Seq::FIRST,
            at: now,
            player: Some(director),
            event: TournamentEvent::Created { terms, director },
        };
        let state = State::new(&entry)?;
        self.store.append_to_tournament(&entry, None, &state).await?;
        Ok(())
    }

    /// The number of the last entry of a tournament; `None` if there is none.
    pub async fn seq(&self, tournament: TournamentId) -> Result<Option<Seq>, StoreError> {
        self.store.tournament_seq(tournament).await
    }

    /// The tournament as its log tells it.
    pub async fn read(&self, tournament: TournamentId) -> Result<Arc<State>, TournamentError> {
        match self.known.get(&tournament) {
            Some(known) => self.go_on(&known).await,
            None => self.replayed(tournament).await,
        }
    }

    /// What is known of a tournament, with what has happened in it since.
    async fn go_on(&self, known: &Known) -> Result<Arc<State>, TournamentError> {
        let id = known.state.id;
        let log = self.log_from(id, known.state.seq).await?;
        match log.split_first() {
            Some((last, [])) if last.id == known.last => Ok(Arc::clone(&known.state)),
            Some((last, news)) if last.id == known.last => {
                let mut state = State::clone(&known.state);
                news.iter().try_for_each(|entry| state.apply(entry))?;
                let last = news.last().map_or(known.last, |entry| entry.id);
                Ok(self.remember(state, last))
            }
            _ => self.replayed(id).await,
        }
    }

    fn remember(&self, state: State, last: EventId) -> Arc<State> {
        let state = Arc::new(state);
        let known = Known {
            state: Arc::clone(&state),
            last,
        };
        self.known.insert(state.id, Arc::new(known));
        state
    }

    /// The tournament as its whole log tells it.
    async fn replayed(&self, tournament: TournamentId) -> Result<Arc<State>, TournamentError> {
        let log = self.log(tournament).await?;
        let last = log.last().ok_or(TournamentError::NotFound)?.id;
        Ok(self.remember(State::replay(&log)?, last))
    }

    /// All that has happened in a tournament, in order; empty if there is none.
    pub async fn log(&self, tournament: TournamentId) -> Result<Vec<TournamentEntry>, TournamentError> {
        self.log_from(tournament, Seq::FIRST).await
    }

    async fn log_from(
        &self,
        tournament: TournamentId,
        from: Seq,
    ) -> Result<Vec<TournamentEntry>, TournamentError> {
        let stored = self.store.tournament_log(tournament, from).await?;
        let decoded = stored.iter().map(|entry| {
            entry.decoded().map_err(|error| BrokenTournament {
                seq: entry.seq,
                why: error.to_string(),
            })
        });
        Ok(decoded.collect::<Result<_, _>>()?)
    }

    /// The code of the table where a player plays in a tournament now, if it is made.
    pub async fn own_table(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<Option<TableCode>, StoreError> {
        self.store.tournament_table_of(tournament, player).await
    }

    /// At most so many listed tournaments that stand like this: those that begin next, or that began last.
    pub async fn list(&self, status: Status, limit: i64) -> Result<Vec<ListedTournament>, StoreError> {
        self.store.tournaments(status, limit).await
    }

    /// At most so many tournaments in which a player takes part or has taken part, the latest first; those that are not listed only
    /// `for_them`.
    pub async fn of_player(
        &self,
        player: PlayerId,
        for_them: bool,
        limit: i64,
    ) -> Result<Vec<ListedTournament>, StoreError> {
        self.store.tournaments_of(player, for_them, limit).await
    }

    /// At most so many tournaments of a club, the latest first; those that are not listed only `for_members`.
    pub async fn of_club(
        &self,
        club: ClubId,
        for_members: bool,
        limit: i64,
    ) -> Result<Vec<ListedTournament>, StoreError> {
        self.store.tournaments_of_club(club, for_members, limit).await
    }

    /// The tables that are paired and not made yet: nobody can look at them.
    pub async fn unmade(&self, state: &State) -> Result<HashSet<TableId>, StoreError> {
        if state.status != Status::Running {
            return Ok(HashSet::new());
        }
        let most = state.most_tables() as i64;
        let unmade = self.store.unmade_tables(state.id, most).await?;
        Ok(unmade.into_iter().collect())
    }

    /// The tournament to which a table belongs; `None` for most.
    pub async fn of_table(&self, table: TableId) -> Result<Option<TableRound>, StoreError> {
        self.store.round_of(table).await
    }

    /// In how many tournaments a player takes part that are not over.
    pub async fn entered(&self, player: PlayerId) -> Result<usize, StoreError> {
        Ok(self.store.unfinished_tournaments_of(player).await?.len())
    }

    /// Has a player take part, with the rating that they have now.
    pub async fn sign_up(
        &self,
        tournament: TournamentId,
        player: PlayerId,
    ) -> Result<Arc<State>, TournamentError> {
        let state = self.read(tournament).await?;
        let action = self.sign_up_of(&state, player).await?;
        match self.act(tournament, player, &action).await {
            // The form was sent twice, or somebody went back to it.
            Err(TournamentError::Refused(Refusal::SignedUpAlready)) => self.read(tournament).await,
            done => done,
        }
    }

    /// Why a player could not sign up now, if so; somebody who has given no name yet is nobody.
    pub async fn hindrance(
        &self,
        state: &State,
        player: Option<PlayerId>,
    ) -> Result<Option<Refusal>, TournamentError> {
        let somebody = player.unwrap_or_else(PlayerId::fresh);
        let action = self.sign_up_of(state, somebody).await?;
        Ok(state.decide(somebody, &action, &context(state)).err())
    }

    /// Refuses somebody new where nobody could sign up.
    pub async fn check_open(&self, tournament: TournamentId) -> Result<(), TournamentError> {
        let state = self.read(tournament).await?;
        match self.hindrance(&state, None).await? {
            Some(refusal) => Err(refusal.into()),
            None => Ok(()),
        }
    }

    async fn sign_up_of(&self, state: &State, player: PlayerId) -> Result<Action, TournamentError> {
        let kind = state.terms.game().kind.to_string();
        let ratings = self.store.records().ratings_of(player).await?;
        let standing = ratings.iter().find(|standing| standing.kind == kind);
        let members = self.store.members_of(&[player]).await?;
        Ok(Action::SignUp {
            rating: standing.map(|standing| standing.rating.rating.round() as i32),
            is_member: members.contains(&player),
            in_club: self.club_role(state, player).await?.is_some_and(Role::belongs),
        })
    }

    /// What a player is to the club of a tournament; `None` for nothing.
    async fn club_role(&self, state: &State, player: PlayerId) -> Result<Option<Role>, StoreError> {
        match state.terms.club() {
            Some(club) => self.store.club_role(club.id, player).await,
            None => Ok(None),
        }
    }

    /// Whether somebody directs a tournament, or is an officer of its club.
    pub async fn directs(&self, state: &State, player: PlayerId) -> Result<bool, StoreError> {
        Ok(player == state.director || self.club_role(state, player).await? == Some(Role::Officer))
    }
}

/// The context of what a player wants, for which nothing is drawn.
fn context(state: &State) -> Context {
    Context {
        now: monotonic_unix_ms().max(state.changed_at),
        seed: 0,
        is_officer: false,
        games: Vec::new(),
        outages: Arc::default(),
    }
}
