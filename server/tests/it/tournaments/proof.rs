//! Whole tournaments with a server that is killed in every round: the standings are those that a computation from the records gives.

use std::cmp::Reverse;

use futures_util::stream::{StreamExt, iter};

use super::*;

/// How many games are played at the same time.
const AT_ONCE: usize = 8;

#[tokio::test]
async fn a_swiss_tournament_with_a_kill_in_every_round_counts_what_the_records_say() {
    prove(17, 3).await;
}

/// The large one: some minutes, as `--ignored` in `server/tests/it`.
#[tokio::test]
#[ignore = "takes minutes"]
async fn a_hundred_players_play_nine_rounds_with_a_kill_in_each() {
    prove(100, 9).await;
}

async fn prove(count: usize, rounds: u8) {
    let base = Base::postgres().await;
    let store = base.open().await;
    let mut server = Process::start(&base).await;
    let people = guests(&store, server.address, count).await;
    let tournaments = Tournaments::new(store.clone());
    let format = Format::Swiss { rounds };
    let terms = TermsForm {
        most: count as u16,
        ..form(GameKind::Bushka, 2, format, 5_000)
    };
    let id = create(&tournaments, terms, *people.keys().next().unwrap())
        .await
        .unwrap();
    for &player in people.keys() {
        tournaments.sign_up(id, player).await.unwrap();
    }
    let mut cup = Cup {
        tournaments,
        id,
        people,
        kind: GameKind::Bushka,
        dice: Dice(11),
        store: store.clone(),
    };
    for round in 1..=usize::from(rounds) {
        let state = cup.until(|state| state.rounds().len() == round).await;
        let tables = state.rounds()[round - 1].tables.clone();
        // It is killed while some tables are perhaps not made yet, again with half of the games played, and once more right after
        // the last one: then results are to be entered and the next round is to be paired.
        server = restarted(server, &base, &mut cup).await;
        let (early, late) = tables.split_at(tables.len() / 2);
        for part in [early, late] {
            let seeds: Vec<u64> = part.iter().map(|_| cup.dice.below(1_000_000) as u64).collect();
            let games = part
                .iter()
                .zip(seeds)
                .map(|(table, seed)| play(&cup, &table.paired, seed));
            iter(games).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
            server = restarted(server, &base, &mut cup).await;
        }
    }
    let state = cup.until(|state| state.status == Status::Finished).await;
    cup.check(rounds.into()).await;
    check_standings(&cup, &state).await;
    server.kill().await;
}

/// A few random turns; then those whose turn it is resign.
async fn play(cup: &Cup, table: &PairedTable, seed: u64) {
    let mut own = Cup {
        tournaments: cup.tournaments.clone(),
        id: cup.id,
        people: cup.people.clone(),
        kind: cup.kind,
        dice: Dice(seed),
        store: cup.store.clone(),
    };
    own.play_table(table).await;
}

async fn restarted(server: Process, base: &Base, cup: &mut Cup) -> Process {
    server.kill().await;
    let next = Process::start(base).await;
    for person in cup.people.values_mut() {
        person.server = next.address;
    }
    next
}

/// Points and ranks, counted from the records and the byes alone.
async fn check_standings(cup: &Cup, state: &State) {
    let mut halves: BTreeMap<PlayerId, u32> = cup.people.keys().map(|&player| (player, 0)).collect();
    let mut met: BTreeSet<[PlayerId; 2]> = BTreeSet::new();
    for round in state.rounds() {
        let mut seen: BTreeSet<PlayerId> = round.byes.iter().copied().collect();
        for bye in &round.byes {
            *halves.get_mut(bye).unwrap() += 2;
        }
        for table in &round.tables {
            let record = cup
                .store
                .records()
                .record(table.paired.game.as_ref().unwrap().id)
                .await
                .unwrap()
                .unwrap();
            let players = &table.paired.players;
            let mut pair = [players[0], players[1]];
            pair.sort_unstable();
            assert!(met.insert(pair), "nobody meets anybody twice");
            let ranks: Vec<i64> = record.head.seats.iter().map(|seat| seat.rank).collect();
            for (at, player) in players.iter().enumerate() {
                assert!(seen.insert(*player), "nobody plays twice in a round");
                let earned = match ranks[at].cmp(&ranks[1 - at]) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
                *halves.get_mut(player).unwrap() += earned;
            }
        }
        assert_eq!(seen.len(), cup.people.len(), "everybody once a round");
    }
    let standings = state.standings();
    assert_eq!(standings.len(), cup.people.len());
    for row in &standings {
        assert_eq!(
            row.standing.points.units(),
            halves[&row.player] * 60,
            "{}",
            row.player
        );
    }
    let points: Vec<Reverse<u32>> = standings.iter().map(|row| Reverse(halves[&row.player])).collect();
    assert!(points.is_sorted(), "the best come first");
}
