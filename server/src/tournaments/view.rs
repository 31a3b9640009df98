//! A tournament as programs read it.

use std::collections::HashMap;

use super::{Participant, TournamentError, Tournaments};
use crate::ids::{PlayerId, TournamentId};
use crate::model::record::seat_outcome::SeatOutcome;
use crate::model::tournament::entry::TournamentEntry;
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::standings::PlayerStanding;
use crate::model::tournament::state::{Entrant, Round, RoundTable, State};
use crate::protocol::{
    CorrectionView, ListedTournamentView, PairedSeatView, PairedTableView, RoundView, TieBreakView,
    TournamentPlayerView, TournamentStandingView, TournamentView,
};
use crate::store::{DELETED, ListedTournament};

impl Tournaments {
    /// Everything about a tournament.
    pub async fn view(&self, id: TournamentId) -> Result<TournamentView, TournamentError> {
        let state = self.read(id).await?;
        let people = self.people(&state).await?;
        Ok(view(&state, &people))
    }
}

fn view(state: &State, people: &HashMap<PlayerId, Participant>) -> TournamentView {
    let (terms, game) = (&state.terms, state.terms.game());
    let rounds = state.rounds().iter().enumerate();
    let standings = match state.rounds() {
        [] => Vec::new(),
        _ => state.standings(),
    };
    TournamentView {
        id: state.id,
        seq: state.seq,
        name: terms.name().as_str().to_owned(),
        text: terms.text().as_str().to_owned(),
        status: state.status.name(),
        game: game.kind.to_string(),
        variant: game.variant.clone(),
        seats: game.seats,
        fewest: game.fewest,
        clock: game.clock.to_string(),
        rated: game.rated,
        bot_for_missing: game.bot_for_missing,
        format: terms.format().name(),
        minutes: state.arena_minutes(),
        division: state.division_size(),
        next_season_at: state.next_season_at(),
        starts_at: terms.starts_at(),
        most: terms.most(),
        ratings: terms.ratings(),
        public: terms.is_public(),
        club: terms.club(),
        director: state.director,
        all_rounds: state.total_rounds(),
        players: players(state, people),
        rounds: rounds.map(|(at, found)| round(state, at, found)).collect(),
        tie_breaks: state
            .tie_breaks()
            .iter()
            .map(|tie_break| TieBreakView {
                name: tie_break.name(),
                sentence: tie_break.sentence(),
            })
            .collect(),
        standings: standings.iter().map(|row| standing(state, row)).collect(),
        corrections: state
            .changes()
            .iter()
            .filter_map(|entry| correction(state, entry))
            .collect(),
    }
}

/// The director, unless they take part, and all who have ever signed up.
fn players(state: &State, people: &HashMap<PlayerId, Participant>) -> Vec<TournamentPlayerView> {
    let view = |id: PlayerId, entrant: Option<&Entrant>| {
        let known = people.get(&id);
        TournamentPlayerView {
            id,
            name: known.map_or(DELETED, |known| known.name.as_str()).to_owned(),
            member: known.is_some_and(|known| known.member),
            rating: entrant.and_then(|entrant| entrant.rating),
            confirmed: entrant.is_some_and(|entrant| entrant.confirmed),
            present: entrant.is_some_and(|entrant| entrant.present),
        }
    };
    let is_apart = state.entrant(state.director).is_none();
    let director = is_apart.then(|| view(state.director, None));
    let entrants = state.entrants().iter();
    let entrants = entrants.map(|entrant| view(entrant.player, Some(entrant)));
    director.into_iter().chain(entrants).collect()
}

/// Rounds are counted from 0 here.
fn round(state: &State, at: usize, round: &Round) -> RoundView {
    let divisions = state.division_standings(at);
    let shown = |rows: &Vec<PlayerStanding>| rows.iter().map(|row| standing(state, row)).collect();
    RoundView {
        number: at + 1,
        tables: round.tables.iter().map(table).collect(),
        byes: round.byes.clone(),
        divisions: divisions.iter().map(shown).collect(),
    }
}

fn table(table: &RoundTable) -> PairedTableView {
    let result = table.result.as_deref().unwrap_or_default();
    PairedTableView {
        code: table.paired.game.as_ref().map(|game| game.code.clone()),
        seats: seats(&table.paired.players, result),
        absent: table.paired.absent.clone(),
    }
}

fn seats(players: &[PlayerId], result: &[SeatOutcome]) -> Vec<PairedSeatView> {
    let seat = |(at, &player): (usize, &PlayerId)| PairedSeatView {
        player,
        place: result.get(at).map(|outcome| outcome.place),
        mark: result.get(at).and_then(|outcome| outcome.mark),
    };
    players.iter().enumerate().map(seat).collect()
}

fn standing(state: &State, row: &PlayerStanding) -> TournamentStandingView {
    let standing = &row.standing;
    let tie_breaks = state.tie_breaks();
    let values = tie_breaks.iter().zip(&standing.tie_breaks);
    TournamentStandingView {
        rank: standing.rank,
        division: row.division,
        player: row.player,
        points: standing.points.into(),
        tie_breaks: values.map(|(tie_break, value)| tie_break.shown(*value)).collect(),
        games: standing.played,
        byes: standing.byes,
    }
}

fn correction(state: &State, entry: &TournamentEntry) -> Option<CorrectionView> {
    let TournamentEvent::Corrected {
        by,
        table,
        seats: result,
        why,
    } = &entry.event
    else {
        return None;
    };
    let found = state.table(*table)?;
    Some(CorrectionView {
        at: entry.at,
        by: *by,
        table: found.paired.game.as_ref().map(|game| game.code.clone()),
        seats: seats(&found.paired.players, result),
        why: why.as_str().to_owned(),
    })
}

impl From<ListedTournament> for ListedTournamentView {
    fn from(listed: ListedTournament) -> ListedTournamentView {
        ListedTournamentView {
            id: listed.id,
            name: listed.name,
            status: listed.status.name(),
            game: listed.kind,
            seats: listed.seats,
            clock: listed.clock,
            rated: listed.rated,
            format: listed.format,
            starts_at: listed.starts_at,
            players: listed.players,
            most: listed.most,
            rounds: listed.rounds,
            all_rounds: listed.all_rounds,
        }
    }
}
