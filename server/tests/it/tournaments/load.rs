//! A thousand players in an arena: what a turn takes while games end and the next tables come, against what it takes while all only play.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use tokio::task::JoinSet;

use super::*;

const PLAYERS: usize = 1_000;
/// Between two turns of a table: all tables together play a hundred turns a second.
const PACE: Duration = Duration::from_secs(5);
/// So many turns a game has in the mean, while games end.
const TURNS: u32 = 12;
/// How long each part takes.
const PART: Duration = Duration::from_secs(60);
/// How often the page of somebody who waits asks for their table, and how many others look on at the arena.
const ASKS: Duration = Duration::from_secs(2);
const WATCHERS: usize = 20;

/// What all tables share.
#[derive(Default)]
struct Hall {
    /// Whether games end.
    ends: AtomicBool,
    stops: AtomicBool,
    /// What turns took while games do not end, and while they do.
    took: Mutex<[Vec<Duration>; 2]>,
    /// Those who have no table.
    waiting: Mutex<HashSet<PlayerId>>,
    ended: Mutex<usize>,
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement, for a quiet machine"]
async fn measured() {
    let base = Base::postgres().await;
    let store = base.open().await;
    let server = Process::start(&base).await;
    let people = guests(&store, server.address, PLAYERS).await;
    let tournaments = Tournaments::new(store.clone());
    let format = Format::Arena { minutes: 20 };
    let terms = TermsForm {
        most: PLAYERS as u16,
        clock: "300+5".parse().unwrap(),
        ..form(GameKind::Bushka, 2, format, 60_000)
    };
    let id = create(&tournaments, terms, *people.keys().next().unwrap())
        .await
        .unwrap();
    for &player in people.keys() {
        tournaments.sign_up(id, player).await.unwrap();
        tournaments.act(id, player, &Action::Confirm).await.unwrap();
    }
    let hall = Arc::<Hall>::default();
    let (mut seen, mut tasks) = (HashSet::new(), JoinSet::new());
    while seen.len() < PLAYERS / 2 {
        open_new(&tournaments, id, &people, &hall, &mut seen, &mut tasks).await;
        sleep(Duration::from_millis(200)).await;
    }
    sleep(PACE).await;
    hall.took.lock().unwrap()[0].clear();
    // The players' side looks for new tables in both parts, so that it costs the same.
    let since = Instant::now();
    while since.elapsed() < PART {
        open_new(&tournaments, id, &people, &hall, &mut seen, &mut tasks).await;
        sleep(Duration::from_millis(200)).await;
    }
    hall.ends.store(true, Ordering::Relaxed);
    for watcher in people.values().take(WATCHERS) {
        let (hall, watcher) = (Arc::clone(&hall), watcher.clone());
        tasks.spawn(async move {
            // They have not all opened it at the same time.
            sleep((5 * ASKS).mul_f64(rand::random())).await;
            while !hall.stops.load(Ordering::Relaxed) {
                watcher.read(&format!("/tournaments/{id}")).await;
                sleep(5 * ASKS).await;
            }
        });
    }
    let since = Instant::now();
    while since.elapsed() < PART + PACE {
        open_new(&tournaments, id, &people, &hall, &mut seen, &mut tasks).await;
        sleep(Duration::from_millis(200)).await;
    }
    hall.stops.store(true, Ordering::Relaxed);
    while tasks.join_next().await.is_some() {}
    let ended = *hall.ended.lock().unwrap();
    println!("{ended} games ended, {} tables were made", seen.len());
    for (part, took) in ["all play", "games end"]
        .iter()
        .zip(hall.took.lock().unwrap().iter_mut())
    {
        took.sort_unstable();
        let at = |share: usize| took[took.len() * share / 1_000].as_secs_f64() * 1_000.0;
        println!(
            "{part:>9}: {} turns, p50 {:.2} ms, p99 {:.2} ms",
            took.len(),
            at(500),
            at(990)
        );
    }
    server.kill().await;
}

/// Has those play who have got a table.
async fn open_new(
    tournaments: &Tournaments,
    id: TournamentId,
    people: &BTreeMap<PlayerId, Person>,
    hall: &Arc<Hall>,
    seen: &mut HashSet<TableId>,
    tasks: &mut JoinSet<()>,
) {
    let state = tournaments.read(id).await.unwrap();
    let unmade = tournaments.unmade(&state).await.unwrap();
    let tables = state.rounds().iter().rev().flat_map(|round| &round.tables);
    for table in tables.filter(|table| table.result.is_none()) {
        let game = table.paired.game.as_ref().unwrap();
        if unmade.contains(&game.id) || !seen.insert(game.id) {
            continue;
        }
        let players: Vec<(PlayerId, Person)> = table
            .paired
            .players
            .iter()
            .map(|player| (*player, people[player].clone()))
            .collect();
        hall.waiting
            .lock()
            .unwrap()
            .retain(|player| !table.paired.players.contains(player));
        tasks.spawn(play(Arc::clone(hall), id, game.code.to_string(), players));
    }
}

/// Plays at a table until its game ends, then waits for the next one.
async fn play(hall: Arc<Hall>, id: TournamentId, code: String, players: Vec<(PlayerId, Person)>) {
    let people: Vec<Person> = players.iter().map(|(_, person)| person.clone()).collect();
    let mut sockets = Vec::new();
    for person in &people {
        sockets.push(person.join(&code).await);
    }
    let game = GameKind::Bushka.start(2, "").unwrap();
    let mut party = Party {
        code,
        people,
        sockets,
        game,
    };
    let mut dice = Dice(rand::rng().random_range(1..1_000_000));
    let offset = PACE.mul_f64(rand::rng().random());
    sleep(offset).await;
    while !hall.stops.load(Ordering::Relaxed) && party.game.status().to_move().is_some() {
        let ends = hall.ends.load(Ordering::Relaxed);
        if ends && rand::rng().random_range(0..TURNS) == 0 {
            let to_move = party.to_move();
            party.resign(to_move).await;
            break;
        }
        let turn = dice.turn(party.game.as_ref());
        let begun = Instant::now();
        party.play(&turn).await;
        hall.took.lock().unwrap()[usize::from(ends)].push(begun.elapsed());
        sleep(PACE).await;
    }
    *hall.ended.lock().unwrap() += 1;
    drop(party);
    for (player, _) in &players {
        hall.waiting.lock().unwrap().insert(*player);
    }
    // Both ask as their pages do.
    while !hall.stops.load(Ordering::Relaxed) {
        let waits = |player: &PlayerId| hall.waiting.lock().unwrap().contains(player);
        let still: Vec<&Person> = players
            .iter()
            .filter(|(player, _)| waits(player))
            .map(|(_, person)| person)
            .collect();
        if still.is_empty() {
            break;
        }
        for person in still {
            person.read(&format!("/tournaments/{id}/own-table")).await;
        }
        sleep(ASKS).await;
    }
}
