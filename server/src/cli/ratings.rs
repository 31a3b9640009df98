//! `thicket ratings`: computes all ratings again from the records, and compares or replaces those that are stored.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};

use crate::config::DataConfig;
use crate::ids::PlayerId;
use crate::model::player::rating::{Meetings, Rating, RatingChange, after_game, pairs};
use crate::store::{RatedGame, RatedPair, Reading, Standing, Store, StoreError, in_order};
use crate::time::now_ms;

const PAGE: i64 = 200;

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    games: u64,
    /// Games with other changes, and players with another rating.
    different: u64,
}

#[derive(Debug, Default)]
struct Ladder {
    players: HashMap<PlayerId, Progress>,
    pairs: HashMap<(PlayerId, PlayerId), Meetings>,
}

#[derive(Clone, Copy, Debug)]
struct Progress {
    rating: Rating,
    games: i64,
    opponents: i64,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            rating: Rating::FIRST,
            games: 0,
            opponents: 0,
        }
    }
}

/// Status 0 if everything agrees or was stored, 1 if something disagrees.
pub(super) async fn run(args: RatingsArgs) -> anyhow::Result<ExitCode> {
    let url = args.data.url();
    let found = match args.action {
        Action::Verify => {
            let reading = Reading::open(&url).await?;
            let found = act(&reading.store, args.action).await;
            reading.close().await?;
            found
        }
        Action::Recompute => {
            let store = Store::open_existing(&url).await?;
            let found = act(&store, args.action).await;
            store.close().await;
            found
        }
    };
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
        let pairs = recompute_pairs(store, &kind, &ladder, stores).await?;
        all.games += games.games;
        all.different += games.different + players + pairs;
    }
    Ok(all)
}

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

/// Compares how often players have met with what is stored; returns how many pairs differ.
async fn recompute_pairs(
    store: &Store,
    kind: &str,
    ladder: &Ladder,
    stores: bool,
) -> Result<u64, StoreError> {
    let mut computed = ladder.pairs.clone();
    let nobody = PlayerId(uuid::Uuid::nil());
    let (mut after, mut wrong) = ((nobody, nobody), Vec::new());
    loop {
        let page = store.rated_pairs(kind, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.players;
        for stored in page {
            let meetings = computed.remove(&stored.players).unwrap_or_default();
            if meetings != stored.meetings {
                wrong.push(RatedPair { meetings, ..stored });
            }
        }
    }
    let missing = computed.into_iter();
    wrong.extend(missing.map(|(players, meetings)| RatedPair { players, meetings }));
    if stores {
        for some in wrong.chunks(PAGE as usize) {
            store.put_rated_pairs(kind, some.to_vec()).await?;
        }
    }
    Ok(wrong.len() as u64)
}

impl Ladder {
    /// The game with the changes that follow from those before it.
    fn play(&mut self, game: &RatedGame) -> RatedGame {
        let before: Vec<Progress> = game
            .seats
            .iter()
            .map(|seat| self.players.get(&seat.player).copied().unwrap_or_default())
            .collect();
        let ranks = game.seats.iter().map(|seat| seat.rank);
        let seats: Vec<(Rating, i64)> = before.iter().map(|before| before.rating).zip(ranks).collect();
        for (seat, before) in game.seats.iter().zip(&before) {
            self.players.insert(seat.player, *before);
        }
        let weights = self.record_meeting(game);
        let mut again = game.clone();
        for (seat, after) in again.seats.iter_mut().zip(after_game(&seats, &weights)) {
            let player = self.players.entry(seat.player).or_default();
            seat.change = Some(RatingChange {
                before: player.rating,
                after,
            });
            player.rating = after;
            player.games += 1;
        }
        again.weights = game.weights.is_some().then_some(weights);
        again
    }

    /// How much each pair of seats counts. In games of older versions all pairs count alike. Accounts of one device
    /// did not count against each other, which cannot be computed again.
    fn record_meeting(&mut self, game: &RatedGame) -> Vec<f64> {
        let mut weights = Vec::new();
        for (index, (one, other)) in pairs(game.seats.len()).enumerate() {
            let stored = game.weights.as_ref().and_then(|weights| weights.get(index));
            if stored == Some(&0.0) {
                weights.push(0.0);
                continue;
            }
            let players = in_order(game.seats[one].player, game.seats[other].player);
            let met = self.pairs.entry(players).or_default();
            let first = met.total == 0;
            *met = match game.weights {
                Some(_) => met.and(game.finished_at),
                None => Meetings {
                    total: met.total + 1,
                    ..*met
                },
            };
            weights.push(if game.weights.is_some() { met.weight() } else { 1.0 });
            if first {
                self.players.entry(players.0).or_default().opponents += 1;
                self.players.entry(players.1).or_default().opponents += 1;
            }
        }
        weights
    }

    fn standings(&self, kind: &str) -> HashMap<PlayerId, Standing> {
        let standing = |(&player, progress): (&PlayerId, &Progress)| {
            let standing = Standing {
                kind: kind.to_owned(),
                player,
                rating: progress.rating,
                games: progress.games,
                opponents: progress.opponents,
            };
            (player, standing)
        };
        self.players.iter().map(standing).collect()
    }
}
