//! Ratings and statistics: written with the records, in one order, and the same when they are computed again.

use futures_util::future::join_all;
use thicket_server::model::player::rating::{Meetings, Rating, after_game};
use thicket_server::model::record::{Record, RecordOrigin};
use thicket_server::names::PlayerName;
use thicket_server::store::{AppendError, GameTally, RatedGame};

use super::accounts::member_at;
use super::records::{ended, record};
use super::*;
use crate::common::base::{Rival, both};
use crate::common::party::Dice;

/// A finished rated game of these players with random ranks.
pub(crate) fn rated(kind: &str, players: &[PlayerId], dice: &mut Dice) -> Record {
    let table = NewTable {
        kind: kind.into(),
        ..new_table()
    };
    let mut record = record(&table, NOON + dice.below(1_000) as i64, players);
    record.head.rated = true;
    for seat in &mut record.head.seats {
        seat.bot = None;
        seat.guest = false;
        seat.rank = 1 + dice.below(players.len()) as i64;
    }
    record
}

/// Stores the end of a game.
pub(crate) async fn finish(store: &Store, record: &Record) {
    let head = &record.head;
    let table = NewTable {
        id: head.table,
        code: head.code.clone(),
        kind: head.kind.clone(),
        public: head.public,
        created_at: NOON,
    };
    let projections = [vec![Projection::Table(table)], ended(record)].concat();
    let event = event_with(head.table, 1, projections);
    // As rooms do: where the database is too slow for all that ends at once, nothing is written, and it is tried again.
    let mut tries = 0;
    while let Err(error) = store.append(event.clone()).await {
        tries += 1;
        assert!(matches!(error, AppendError::Failed(_)) && tries < 20, "{error}");
    }
}

/// Random rated games of two kinds between five players, of two to four seats.
pub(crate) async fn random_games(store: &Store, games: usize, dice: &mut Dice) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for name in ["Ann", "Ben", "Cem", "Dee", "Eva"] {
        players.push(player(store, name).await);
    }
    for _ in 0..games {
        let first = dice.below(players.len());
        let mut seats = players.clone();
        seats.rotate_left(first);
        seats.truncate(2 + dice.below(3));
        let kind = ["bushwhacked", "btt"][dice.below(2)];
        finish(store, &rated(kind, &seats, dice)).await;
    }
    players
}

/// Leaves the ratings as a version with another model did.
pub(crate) async fn forget_ratings(rival: &mut Rival) {
    rival.execute("DELETE FROM standings").await;
    rival.execute("UPDATE rated_games SET rated = 0").await;
    rival
        .execute("UPDATE record_seats SET rating_after = rating_after + 100 WHERE rating_after IS NOT NULL")
        .await;
}

/// Many rated games of a kind between a dozen players.
pub(crate) async fn many_games(store: &Store, games: usize, dice: &mut Dice) {
    let mut players = Vec::new();
    for number in 0..12 {
        players.push(player(store, &format!("Player {number}")).await);
    }
    let mut records = Vec::new();
    for _ in 0..games {
        let first = dice.below(players.len());
        players.rotate_left(first);
        records.push(rated("btt", &players[..2 + dice.below(3)], dice));
    }
    for some in records.chunks(8) {
        join_all(some.iter().map(|record| finish(store, record))).await;
    }
}

async fn all_games(store: &Store, kind: &str) -> Vec<RatedGame> {
    answered(async || store.rated_games(kind, 0, 10_000).await).await
}

/// What the database says, however busy the machine is: while many games are rated, a read may take longer than a page waits.
async fn answered<T>(read: impl AsyncFn() -> Result<T, StoreError>) -> T {
    loop {
        match read().await {
            Err(StoreError::Timeout) => {}
            said => return said.unwrap(),
        }
    }
}

both! {
    async fn each_game_goes_on_from_the_one_before(base: Base) {
        let store = base.open().await;
        let players = random_games(&store, 60, &mut Dice(1)).await;
        let counted: i64 = store.rated_kinds().await.unwrap().iter().map(|kind| kind.games).sum();
        assert_eq!(counted, 60);
        for kind in ["bushwhacked", "btt"] {
            let mut ratings = std::collections::HashMap::new();
            for (game, number) in all_games(&store, kind).await.iter().zip(1..) {
                assert_eq!(game.number, number);
                let seats: Vec<(Rating, i64)> = game.seats.iter()
                    .map(|seat| (ratings.get(&seat.player).copied().unwrap_or(Rating::FIRST), seat.rank)).collect();
                let after = after_game(&seats, game.weights.as_ref().unwrap());
                for ((seat, (before, _)), after) in game.seats.iter().zip(&seats).zip(after) {
                    let change = seat.change.unwrap();
                    assert_eq!((change.before, change.after), (*before, after));
                    ratings.insert(seat.player, after);
                }
            }
            for &player in &players {
                let standing = store.records().ratings_of(player).await.unwrap().into_iter().find(|standing| standing.kind == kind);
                assert_eq!(standing.map(|standing| standing.rating), ratings.get(&player).copied());
                let history = store.records().rating_history(player, kind, 1_000).await.unwrap();
                assert_eq!(history.last().copied(), ratings.get(&player).map(|rating| rating.rating));
            }
        }
        // The record has them, too.
        let game = &all_games(&store, "btt").await[3];
        let record = store.records().record(game.table).await.unwrap().unwrap();
        let changes: Vec<_> = record.head.seats.iter().map(|seat| seat.rating).collect();
        assert_eq!(changes, game.seats.iter().map(|seat| seat.change).collect::<Vec<_>>());
        store.close().await;
    }

    async fn games_that_end_at_once_lose_no_rating(base: Base) {
        // On Postgres two nodes write, each with a writer of its own.
        let stores = match base.is_postgres() {
            true => vec![base.open().await, base.open().await],
            false => vec![base.open().await],
        };
        let players = [player(&stores[0], "Ann").await, player(&stores[0], "Ben").await];
        let mut dice = Dice(2);
        let records: Vec<Record> = (0..40).map(|_| rated("btt", &players, &mut dice)).collect();
        for some in records.chunks(8) {
            join_all(some.iter().zip(stores.iter().cycle()).map(|(record, store)| finish(store, record))).await;
        }
        for player in players {
            let standing = stores[0].records().ratings_of(player).await.unwrap().remove(0);
            assert_eq!(standing.games, 40);
            let games = all_games(&stores[0], "btt").await;
            assert_eq!(games.len(), 40);
            let mut rating = Rating::FIRST;
            for game in &games {
                let change = game.seats.iter().find(|seat| seat.player == player).unwrap().change.unwrap();
                assert_eq!(change.before, rating, "game {}", game.number);
                rating = change.after;
            }
            assert_eq!(standing.rating, rating);
        }
        for store in stores {
            store.close().await;
        }
    }

    async fn leaderboards_list_accounts_with_a_settled_rating_and_enough_opponents(base: Base) {
        let store = base.open().await;
        let [(ann, _), (ben, _)] = [member_at(&store, "Ann", [1; 32]).await, member_at(&store, "Ben", [2; 32]).await];
        let mut dice = Dice(3);
        for number in 0..20 {
            let guest = player(&store, &format!("Guest {number}")).await;
            let mut record = rated("btt", &[guest, ben, ann], &mut dice);
            // Now and then the guest wins.
            let ranks = if number % 3 == 2 { [1, 3, 2] } else { [3, 2, 1] };
            for (seat, rank) in record.head.seats.iter_mut().zip(ranks) {
                seat.rank = rank;
            }
            finish(&store, &record).await;
            let listed = store.records().leaderboard("btt", 10).await.unwrap();
            let names: Vec<&str> = listed.iter().map(|listed| listed.name.as_str()).collect();
            // Each has met the other, and a guest in every game.
            assert_eq!(names, if number < 19 { &[][..] } else { &["Ann", "Ben"] });
            assert!(listed.iter().all(|listed| listed.standing.is_settled()));
        }
        let (cem, _) = member_at(&store, "Cem", [3; 32]).await;
        for _ in 0..30 {
            finish(&store, &rated("btt", &[cem, ann], &mut dice)).await;
        }
        let alone = store.records().ratings_of(cem).await.unwrap().remove(0);
        assert!(alone.opponents == 1 && !alone.is_settled(), "thirty games against one opponent: {alone:?}");
        assert_eq!(store.records().leaderboard("btt", 10).await.unwrap().len(), 2);
        assert!(store.records().leaderboard("bushi", 10).await.unwrap().is_empty());
        let anna = PlayerName::parse("Anna").unwrap();
        assert!(store.rename_everywhere(ann, anna, NOON).await.unwrap());
        assert!(store.records().leaderboard("btt", 2).await.unwrap().iter().any(|listed| listed.name == "Anna"));
        store.block(ann, NOON).await.unwrap();
        store.delete_player(ben, NOON).await.unwrap();
        assert!(store.records().leaderboard("btt", 10).await.unwrap().is_empty());
        store.close().await;
    }

    async fn games_of_an_older_model_are_rated_anew_in_their_order_while_others_end(base: Base) {
        // On Postgres two nodes write, each with a writer of its own.
        let stores = match base.is_postgres() {
            true => vec![base.open().await, base.open().await],
            false => vec![base.open().await],
        };
        let store = &stores[0];
        let players = random_games(store, 90, &mut Dice(11)).await;
        let all = async || {
            let mut all = Vec::new();
            for kind in answered(async || store.rated_kinds().await).await {
                assert_eq!(kind.rated, kind.games);
                let games = all_games(store, &kind.kind).await;
                let nobody = PlayerId(uuid::Uuid::nil());
                let standings = answered(async || store.standings(&kind.kind, nobody, 100).await).await;
                all.push((games, standings));
            }
            all
        };
        let fresh = all().await;
        let mut rival = base.rival().await;
        forget_ratings(&mut rival).await;
        assert_eq!(store.unrated_games().await.unwrap(), 90);
        store.rate_games().await.unwrap().unwrap();
        let left = store.unrated_games().await.unwrap();
        assert!(left > 0 && left < 90, "{left}");
        // What ends meanwhile waits for its turn, and takes some of those before it along.
        let late = rated("btt", &players[..3], &mut Dice(12));
        finish(store, &late).await;
        let waits = store.records().record(late.head.table).await.unwrap().unwrap();
        assert!(waits.head.seats.iter().all(|seat| seat.rating.is_none()) && waits.head.rating_weights.is_some());
        assert!(store.unrated_games().await.unwrap() <= left);
        let nodes = stores.iter().map(async |store| while store.rate_games().await.unwrap().is_some() {});
        join_all(nodes).await;
        let again = all().await;
        for (kind, ((mut games, standings), (before, ratings))) in again.into_iter().zip(fresh).enumerate() {
            let ended = games.split_off(before.len());
            assert_eq!(games, before);
            if kind == 0 {
                // The late one is the only game of btt that these have not had.
                assert_eq!(ended.len(), 1);
                assert!(ended[0].seats.iter().all(|seat| seat.change.is_some()));
            } else {
                assert_eq!((ended.len(), standings), (0, ratings));
            }
        }
        // Games of nodes of the version before are rated with the next one that ends.
        rival.execute("UPDATE rated_games SET rated = rated - 3 WHERE kind = 'btt'").await;
        finish(store, &rated("btt", &players[..2], &mut Dice(13))).await;
        assert_eq!(store.unrated_games().await.unwrap(), 0);
        for store in stores {
            store.close().await;
        }
    }

    async fn games_between_the_same_players_count_less_and_less(base: Base) {
        let store = base.open().await;
        let players = [player(&store, "Ann").await, player(&store, "Ben").await, player(&store, "Cem").await];
        let mut dice = Dice(7);
        let day = Meetings::WINDOW_MS / 30;
        let seats = [&players[..2], &players[..2], &players[..], &players[..2]];
        for (seats, days) in seats.into_iter().zip([0, 10, 29, 30]) {
            let mut record = rated("btt", seats, &mut dice);
            record.head.finished_at = NOON + days * day;
            finish(&store, &record).await;
        }
        let weights: Vec<_> = all_games(&store, "btt").await.into_iter().map(|game| game.weights.unwrap()).collect();
        assert_eq!(weights, [vec![1.0], vec![0.9], vec![0.9 * 0.9, 1.0, 1.0], vec![1.0]]);
        // Another game of the same players is another matter.
        finish(&store, &rated("bushi", &players[..2], &mut dice)).await;
        assert_eq!(all_games(&store, "bushi").await[0].weights, Some(vec![1.0]));
        store.close().await;
    }

    async fn a_game_that_ends_before_each_seat_has_played_changes_no_rating(base: Base) {
        let store = base.open().await;
        let players = [player(&store, "Ann").await, player(&store, "Ben").await];
        let mut short = rated("btt", &players, &mut Dice(8));
        short.head.ending["reason"] = "resignation".into();
        short.turns.remove(1);
        finish(&store, &short).await;
        assert!(all_games(&store, "btt").await.is_empty());
        assert!(store.records().ratings_of(players[0]).await.unwrap().is_empty());
        let kept = store.records().record(short.head.table).await.unwrap().unwrap();
        assert!(kept.head.rated && kept.head.rating_weights.is_none() && !kept.counts());
        // What ends by the rules counts however short it is.
        let mut by_rules = rated("btt", &players, &mut Dice(8));
        by_rules.turns.truncate(1);
        finish(&store, &by_rules).await;
        assert_eq!(all_games(&store, "btt").await.len(), 1);
        store.close().await;
    }

    async fn profiles_count_the_public_games_of_a_player(base: Base) {
        let store = base.open().await;
        let players = [player(&store, "Ann").await, player(&store, "Ben").await, player(&store, "Cem").await];
        let mut dice = Dice(4);
        for (number, seats) in [&players[..2], &players[..2], &players[..], &players[1..]].into_iter().enumerate() {
            let mut record = rated("btt", seats, &mut dice);
            record.head.finished_at = NOON + number as i64;
            for seat in &mut record.head.seats {
                seat.rank = seat.seat;
            }
            finish(&store, &record).await;
        }
        let mut hidden = rated("btt", &players[..2], &mut dice);
        hidden.head.public = false;
        finish(&store, &hidden).await;
        let tallies = store.records().seat_tallies(players[0]).await.unwrap();
        let counts: Vec<_> = tallies.iter().map(|tally| (tally.seats, tally.seat, tally.games, tally.won)).collect();
        assert_eq!(counts, [(2, 1, 2, 2), (3, 1, 1, 1)]);
        // Seat 2 resigned, and that ended the game.
        let tallies = store.records().seat_tallies(players[1]).await.unwrap();
        let known: i64 = tallies.iter().map(|tally| tally.known).sum();
        let stayed: i64 = tallies.iter().map(|tally| tally.stayed).sum();
        assert_eq!((known, stayed), (4, 4));
        let met = store.records().opponents(players[0], 10).await.unwrap();
        let met: Vec<_> = met.iter().map(|met| (met.name.as_str(), met.games, met.ahead, met.behind)).collect();
        assert_eq!(met, [("Ben", 3, 3, 0), ("Cem", 1, 1, 0)]);
        let latest = store.records().latest_games(players[0], 2).await.unwrap();
        assert_eq!(latest.iter().map(|head| head.finished_at).collect::<Vec<_>>(), [NOON + 2, NOON + 1]);
        store.close().await;
    }

    async fn games_that_went_on_from_others_are_listed_and_not_counted(base: Base) {
        let store = base.open().await;
        let players = [player(&store, "Ann").await, player(&store, "Ben").await];
        let mut dice = Dice(6);
        let first = rated("btt", &players, &mut dice);
        finish(&store, &first).await;
        let counts = async || {
            let tallies = store.records().tallies("btt").await.unwrap();
            let seats = store.records().seat_tallies(players[0]).await.unwrap();
            let opponents = store.records().opponents(players[0], 10).await.unwrap();
            let finished = store.records().finished_counts("btt", &players).await.unwrap();
            let ratings = store.records().ratings_of(players[0]).await.unwrap();
            (tallies, seats, opponents, finished, ratings)
        };
        let before = counts().await;
        assert_eq!((before.0.len(), before.1.len(), before.2.len(), &before.3, before.4.len()), (1, 1, 1, &vec![1, 1], 1));
        let mut continued = rated("btt", &players, &mut dice);
        continued.head.rated = false;
        continued.head.from = Some(RecordOrigin { code: first.head.code.clone(), turn: 2 });
        finish(&store, &continued).await;
        assert_eq!(counts().await, before);
        let latest = store.records().latest_games(players[0], 10).await.unwrap();
        assert_eq!(latest.len(), 2);
        // Counting the games of older versions leaves it out, too.
        let mut rival = base.rival().await;
        rival.execute("UPDATE records SET counted = FALSE").await;
        rival.execute("DELETE FROM game_tallies").await;
        all_steps(async |after| store.count_games(after).await).await;
        assert_eq!(counts().await, before);
        store.close().await;
    }

    async fn every_game_is_counted_once_also_those_of_older_versions(base: Base) {
        let store = base.open().await;
        random_games(&store, 30, &mut Dice(5)).await;
        let both = async || [store.records().tallies("bushwhacked").await.unwrap(), store.records().tallies("btt").await.unwrap()];
        let counted = both().await;
        let games = |tallies: &[GameTally]| tallies.iter().map(|tally| tally.games).sum::<i64>();
        assert_eq!(games(&counted[0]) + games(&counted[1]), 30);
        let count = || all_steps(async |after| store.count_games(after).await);
        assert_eq!(count().await, 0);
        let mut rival = base.rival().await;
        rival.execute("UPDATE records SET counted = FALSE").await;
        rival.execute("UPDATE record_seats SET stayed = NULL").await;
        rival.execute("DELETE FROM game_tallies").await;
        assert_eq!(count().await, 30);
        assert_eq!(both().await, counted);
        assert_eq!(rival.count("SELECT COUNT(*) FROM record_seats WHERE stayed IS NULL").await, 0);
        store.close().await;
    }
}
