//! `thicket ratings`: computes all ratings again from the records, and compares or replaces those that are stored.

use std::collections::HashMap;
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};

use crate::config::DataConfig;
use crate::ids::PlayerId;
use crate::model::player::rating::Meetings;
use crate::store::{Ladder, RatedGame, RatedKind, RatedPair, Reading, Standing, Store, StoreError};
use crate::time::now_ms;

const PAGE: i64 = 200;
/// Rows that are written at once.
const CHUNK: usize = 200;

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
    /// Compute all ratings again from the records, and store them; no server may run meanwhile
    Recompute,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    games: u64,
    /// Games with other changes, and players with another rating.
    different: u64,
    /// Games that the model of this version has not rated yet.
    unrated: i64,
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
    let Found {
        games,
        different,
        unrated,
    } = found?;
    let disagree = match args.action {
        Action::Verify => "disagree",
        Action::Recompute => "disagreed and were stored anew",
    };
    println!("{games} rated games computed again; {different} ratings {disagree}.");
    if args.action == Action::Verify && unrated > 0 {
        println!("{unrated} games are still to be rated by this version, which a server does that runs.");
    }
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
    for RatedKind { kind, games, rated } in store.rated_kinds().await? {
        let (ladder, found) = recompute_games(store, &kind, stores).await?;
        let pairs = recompute_pairs(store, &kind, &ladder, stores).await?;
        let players = recompute_standings(store, &kind, ladder, stores).await?;
        if stores {
            store.put_rated(&kind, games).await?;
        }
        all.games += found.games;
        all.different += found.different + players + pairs;
        all.unrated += games - rated;
    }
    Ok(all)
}

async fn recompute_games(store: &Store, kind: &str, stores: bool) -> Result<(Ladder, Found), StoreError> {
    let (mut ladder, mut found, mut after) = (Ladder::new(kind, Vec::new()), Found::default(), 0);
    loop {
        let games = store.rated_games(kind, after, PAGE).await?;
        let Some(last) = games.last() else {
            return Ok((ladder, found));
        };
        after = last.number;
        found.games += games.len() as u64;
        let again = games.into_iter().map(|game| (ladder.replay(&game), game));
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
    ladder: Ladder,
    stores: bool,
) -> Result<u64, StoreError> {
    let mut computed = ladder.into_standings();
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
        for some in wrong.chunks(CHUNK) {
            store.put_standings(some.to_vec()).await?;
        }
        for some in unknown.chunks(CHUNK) {
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
    let pairs = ladder.pairs().map(|pair| (pair.players, pair.meetings));
    let mut computed: HashMap<(PlayerId, PlayerId), Meetings> = pairs.collect();
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
        for some in wrong.chunks(CHUNK) {
            store.put_rated_pairs(kind, some.to_vec()).await?;
        }
    }
    Ok(wrong.len() as u64)
}
