//! Appending an entry to the log of a tournament, with everything that follows from it, in one transaction.

use sqlx::types::Json;

use super::notices;
use super::tables::{self, GameRow};
use crate::ids::{ClubId, EventId, PlayerId, TableId, TournamentId};
use crate::model::log::entry::StoredEvent;
use crate::model::tournament::entry::{StoredTournamentEntry, TournamentEntry};
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::notices::TournamentNotice;
use crate::model::tournament::state::{Entrant, State};
use crate::seq::Seq;
use crate::store::engine::read::read;
use crate::store::engine::sql::{Tx, execute};
use crate::store::writer::job::WriteJob;
use crate::store::{Store, StoreError};

impl Store {
    /// Appends an entry. `before` and `after` are the tournament without and with it. False if another entry has its number, or the
    /// one before it is missing: nothing was written then.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when it may have been written, and it is not found out whether it was.
    pub async fn append_to_tournament(
        &self,
        entry: &TournamentEntry,
        before: Option<&State>,
        after: &State,
    ) -> Result<bool, StoreError> {
        let job = Append {
            entry: entry.encoded(),
            row: Row::of(after),
            players: changed_players(before, after),
            games: games(&entry.event),
            entered: entered(&entry.event),
            notices: after.notices(entry),
        };
        match self.writer.write(job).await {
            Err(StoreError::Unknown(reason)) => {
                match self
                    .has_tournament_entry(entry.tournament, entry.seq, entry.id)
                    .await
                {
                    Ok(true) => Ok(true),
                    _ => Err(StoreError::Unknown(reason)),
                }
            }
            written => written,
        }
    }

    async fn has_tournament_entry(
        &self,
        tournament: TournamentId,
        seq: Seq,
        id: EventId,
    ) -> Result<bool, StoreError> {
        const COUNT: &str =
            "SELECT COUNT(*) FROM tournament_log WHERE tournament_id = $1 AND seq = $2 AND id = $3";
        let count: i64 = read!(self, conn => sqlx::query_scalar(COUNT).bind(tournament).bind(seq).bind(id).fetch_one(conn))?;
        Ok(count > 0)
    }
}

#[derive(Debug)]
struct Append {
    entry: StoredTournamentEntry,
    row: Row,
    players: Vec<PlayerRow>,
    games: Vec<GameRow>,
    /// The game whose result the entry has.
    entered: Option<TableId>,
    /// Who is told of it.
    notices: Vec<TournamentNotice>,
}

/// A tournament as lists show it.
#[derive(Debug)]
struct Row {
    status: &'static str,
    name: String,
    kind: String,
    seats: i64,
    clock: String,
    rated: bool,
    format: &'static str,
    club: Option<ClubId>,
    public: bool,
    director: PlayerId,
    starts_at: i64,
    start_seq: Seq,
    players: i64,
    most: i64,
    rounds: i64,
    all_rounds: i64,
    changed_at: i64,
    due_at: Option<i64>,
}

#[derive(Debug)]
struct PlayerRow {
    player: PlayerId,
    present: bool,
    confirmed: bool,
}

impl Row {
    fn of(state: &State) -> Row {
        let (terms, game) = (&state.terms, state.terms.game());
        Row {
            status: state.status.name(),
            name: terms.name().as_str().to_owned(),
            kind: game.kind.to_string(),
            seats: game.seats.into(),
            clock: game.clock.to_string(),
            rated: game.rated,
            format: terms.format().name(),
            club: terms.club().map(|club| club.id),
            public: terms.is_public(),
            director: state.director,
            starts_at: terms.starts_at().0,
            start_seq: state.start_seq(),
            players: state.present().count() as i64,
            most: terms.most() as i64,
            rounds: state.rounds().len() as i64,
            all_rounds: state.total_rounds() as i64,
            changed_at: state.changed_at.0,
            due_at: state.due_at().map(|due| due.0),
        }
    }
}

fn changed_players(before: Option<&State>, after: &State) -> Vec<PlayerRow> {
    let known = before.map_or(&[][..], State::entrants);
    let rows = after.entrants().iter().enumerate();
    let row = |entrant: &Entrant| PlayerRow {
        player: entrant.player,
        present: entrant.present,
        confirmed: entrant.confirmed,
    };
    let gone = |known: &Entrant| PlayerRow {
        player: known.player,
        present: false,
        confirmed: false,
    };
    let changed = rows.flat_map(|(place, entrant)| match known.get(place) {
        Some(known) if known.player != entrant.player => vec![gone(known), row(entrant)],
        Some(known) if (known.present, known.confirmed) == (entrant.present, entrant.confirmed) => Vec::new(),
        _ => vec![row(entrant)],
    });
    changed.collect()
}

fn games(event: &TournamentEvent) -> Vec<GameRow> {
    let TournamentEvent::Paired { round, tables, .. } = event else {
        return Vec::new();
    };
    let games = tables.iter().zip(1..);
    games
        .filter_map(|(table, place)| {
            Some(GameRow {
                table: table.game.as_ref()?.id,
                round: (*round).into(),
                place,
            })
        })
        .collect()
}

fn entered(event: &TournamentEvent) -> Option<TableId> {
    match event {
        TournamentEvent::TableFinished { table, .. } => Some(*table),
        _ => None,
    }
}

impl WriteJob for Append {
    /// The log comes right after the row that it refers to: of two nodes with the same number one writes nothing else.
    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        let id = self.entry.tournament;
        if self.entry.seq == Seq::FIRST {
            self.create(tx).await?;
        }
        if !self.insert(tx).await? {
            return Ok(false);
        }
        if self.entry.seq > Seq::FIRST {
            self.update(tx).await?;
        }
        for player in &self.players {
            put_player(tx, id, player).await?;
        }
        for game in &self.games {
            tables::insert(tx, id, game).await?;
        }
        for notice in &self.notices {
            notices::insert(tx, id, notice).await?;
        }
        match self.entered {
            Some(table) => tables::settle(tx, table).await.map(|_| true),
            None => Ok(true),
        }
    }
}

impl Append {
    async fn create(&self, tx: &mut Tx<'_>) -> sqlx::Result<()> {
        const CREATE: &str = "INSERT INTO tournaments (id, seq, status, name, kind, seats, clock, rated, director_id, starts_at,
            players, most, rounds, all_rounds, changed_at, due_at, format, club_id, public)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                (SELECT id FROM clubs WHERE id = $18), $19) ON CONFLICT DO NOTHING";
        let row = &self.row;
        execute!(tx, CREATE; self.entry.tournament, self.entry.seq, row.status, &row.name, &row.kind, row.seats, &row.clock,
            row.rated, row.director, row.starts_at, row.players, row.most, row.rounds, row.all_rounds, row.changed_at, row.due_at,
            row.format, row.club, row.public)
        .map(drop)
    }

    /// False if the number is taken, or the one before it is not.
    async fn insert(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const INSERT: &str =
            "INSERT INTO tournament_log (tournament_id, seq, id, player_id, at, format, body)
            SELECT $1, CAST($2 AS BIGINT), $3, $4, CAST($5 AS BIGINT), CAST($6 AS BIGINT), $7
            WHERE $2 = 1 OR EXISTS (SELECT 1 FROM tournament_log WHERE tournament_id = $1 AND seq = $2 - 1)
            ON CONFLICT DO NOTHING";
        let entry = &self.entry;
        let StoredEvent { format, body } = &entry.event;
        execute!(tx, INSERT; entry.tournament, entry.seq, entry.id, entry.player, entry.at, *format, Json(body))
    }

    async fn update(&self, tx: &mut Tx<'_>) -> sqlx::Result<()> {
        const UPDATE: &str =
            "UPDATE tournaments SET seq = $2, status = $3, players = $4, rounds = $5, all_rounds = $6,
            changed_at = $7, due_at = $8, director_id = $9, starts_at = $10, start_seq = $11 WHERE id = $1";
        let row = &self.row;
        execute!(tx, UPDATE; self.entry.tournament, self.entry.seq, row.status, row.players, row.rounds, row.all_rounds,
            row.changed_at, row.due_at, row.director, row.starts_at, row.start_seq)
        .map(drop)
    }
}

async fn put_player(tx: &mut Tx<'_>, tournament: TournamentId, row: &PlayerRow) -> sqlx::Result<()> {
    const PUT: &str = "INSERT INTO tournament_players (tournament_id, player_id, present, confirmed) VALUES ($1, $2, $3, $4)
        ON CONFLICT (tournament_id, player_id) DO UPDATE SET present = excluded.present, confirmed = excluded.confirmed,
            leaving = FALSE";
    execute!(tx, PUT; tournament, row.player, row.present, row.confirmed).map(drop)
}
