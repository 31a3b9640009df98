//! `thicket ratings`: computes all ratings again from the records, and compares or replaces those that are stored.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};

use crate::config::DataConfig;
use crate::ids::PlayerId;
use crate::model::rating::{Rating, RatingChange, after_game};
use crate::moment::now_ms;
use crate::store::{RatedGame, RatedSeat, Standing, Store, StoreError};

/// Rows read and written at once.
const PAGE: i64 = 200;

/// The arguments of `thicket ratings`.
#[derive(Args, Debug)]
pub(super) struct RatingsArgs {
    #[command(flatten)]
    data: DataConfig,

    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Compute all ratings again from the records, and say how many differ from those that are stored
    Verify,
    /// The same, and store what was computed; no server may run meanwhile
    Recompute,
}

/// What was found of one game or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    games: u64,
    /// Games with other changes, and players with another rating.
    different: u64,
}

/// The ratings of one game as they are computed, one rated game after the other.
#[derive(Debug, Default)]
struct Ladder {
    players: HashMap<PlayerId, (Rating, i64)>,
}

/// Status 0 if everything agrees or was stored, 1 if something disagrees.
pub(super) async fn run(args: RatingsArgs) -> anyhow::Result<ExitCode> {
    let store = Store::open_existing(&args.data.url()).await?;
    let found = act(&store, args.action).await;
    store.close().await;
    let Found { games, different } = found?;
    let disagree = match args.action {
        Action::Verify => "disagree",
        Action::Recompute => "disagreed and were stored anew",
    };
    println!("{games} rated games computed again; {different} ratings {disagree}.");
    let wrong = args.action == Action::Verify && different > 0;
    Ok(if wrong {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

async fn act(store: &Store, action: Action) -> anyhow::Result<Found> {
    let stores = action == Action::Recompute;
    if stores && store.is_served(now_ms()).await? {
        bail!(
            "a server is running on this database: stop it first, since games that end meanwhile would be rated wrongly"
        );
    }
    let mut all = Found::default();
    for (kind, _) in store.rated_kinds().await? {
        let (ladder, games) = recompute_games(store, &kind, stores).await?;
        let players = recompute_standings(store, &kind, &ladder, stores).await?;
        all.games += games.games;
        all.different += games.different + players;
    }
    Ok(all)
}

/// Goes through the rated games of a kind in their order.
async fn recompute_games(store: &Store, kind: &str, stores: bool) -> Result<(Ladder, Found), StoreError> {
    let (mut ladder, mut found, mut after) = (Ladder::default(), Found::default(), 0);
    loop {
        let games = store.rated_games(kind, after, PAGE).await?;
        let Some(last) = games.last() else {
            return Ok((ladder, found));
        };
        after = last.number;
        found.games += games.len() as u64;
        let again = games.into_iter().map(|game| (ladder.play(&game), game));
        let different: Vec<RatedGame> = again
            .filter_map(|(again, game)| (again != game).then_some(again))
            .collect();
        found.different += different.len() as u64;
        if stores && !different.is_empty() {
            store.put_rating_changes(different).await?;
        }
    }
}

/// Compares the ratings after the last game with those that are stored; returns how many differ.
async fn recompute_standings(
    store: &Store,
    kind: &str,
    ladder: &Ladder,
    stores: bool,
) -> Result<u64, StoreError> {
    let mut computed = ladder.standings(kind);
    let (mut after, mut unknown) = (PlayerId(uuid::Uuid::nil()), Vec::new());
    loop {
        let page = store.standings(kind, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.player;
        for stored in &page {
            match computed.get(&stored.player) {
                Some(again) if again == stored => drop(computed.remove(&stored.player)),
                Some(_) => (),
                None => unknown.push(stored.player),
            }
        }
    }
    let different = (computed.len() + unknown.len()) as u64;
    if stores {
        let wrong: Vec<Standing> = computed.into_values().collect();
        for some in wrong.chunks(PAGE as usize) {
            store.put_standings(some.to_vec()).await?;
        }
        for some in unknown.chunks(PAGE as usize) {
            store.delete_standings(kind, some.to_vec()).await?;
        }
    }
    Ok(different)
}

impl Ladder {
    /// The game with the changes that follow from those before it.
    fn play(&mut self, game: &RatedGame) -> RatedGame {
        let before = |seat: &RatedSeat| self.players.get(&seat.player).copied();
        let before: Vec<(Rating, i64)> = game
            .seats
            .iter()
            .map(|seat| before(seat).unwrap_or((Rating::FIRST, 0)))
            .collect();
        let ranks = game.seats.iter().map(|seat| seat.rank);
        let seats: Vec<(Rating, i64)> = before.iter().map(|(rating, _)| *rating).zip(ranks).collect();
        let mut again = game.clone();
        for ((seat, (before, games)), after) in again.seats.iter_mut().zip(before).zip(after_game(&seats)) {
            seat.change = Some(RatingChange { before, after });
            self.players.insert(seat.player, (after, games + 1));
        }
        again
    }

    fn standings(&self, kind: &str) -> HashMap<PlayerId, Standing> {
        let standing = |(&player, &(rating, games)): (&PlayerId, &(Rating, i64))| {
            let kind = kind.to_owned();
            (
                player,
                Standing {
                    kind,
                    player,
                    rating,
                    games,
                },
            )
        };
        self.players.iter().map(standing).collect()
    }
}
