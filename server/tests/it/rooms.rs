//! Memory: what a socket takes, and what is left of rooms that were closed.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::common::base::Base;
use super::common::client::Person;
use super::common::party::{Dice, Party};
use super::common::process::Process;

/// How many tables are played at once, so that they share the countdown and the wait until they are closed.
const BATCH: usize = 250;
/// How many of them are made at once: more would only wait for each other.
const CREATED_AT_ONCE: usize = 32;
/// Memory may grow by this much: SQLite keeps pages of its file, up to 4 MiB for the writer and less for those who read. Five
/// hundred rooms would be 20.
const MAX_GROWTH: u64 = 10 << 20;

/// A game of two, to its end: after a few turns, or, now and then, by the rules.
async fn game(people: Vec<Person>, permits: &Semaphore, number: usize) {
    let permit = permits.acquire().await.unwrap();
    let party = Party::of(people, false).await;
    drop(permit);
    let mut party = party.begun().await;
    let mut dice = Dice(number as u64);
    if number.is_multiple_of(50) {
        party.play_out(&mut dice).await;
        return;
    }
    for _ in 0..dice.below(6) {
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
    }
    party.resign(dice.below(2)).await;
}

/// Many games at once, and the wait until all their rooms are closed.
async fn batch(server: &Process, people: &[Person]) {
    let permits = Semaphore::new(CREATED_AT_ONCE);
    join_all((0..BATCH).map(|number| game(people.to_vec(), &permits, number))).await;
    until_closed(server).await;
}

/// Waits until no room is left.
async fn until_closed(server: &Process) {
    let since = Instant::now();
    while server.metric("thicket_rooms").await > 0.0 {
        assert!(since.elapsed() < Duration::from_secs(40), "rooms are left");
        sleep(Duration::from_millis(500)).await;
    }
}

/// The resident memory of a process, in bytes.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes: u64 = line.unwrap().trim().trim_end_matches(" kB").parse().unwrap();
    kilobytes * 1024
}

#[tokio::test]
async fn hundreds_of_games_leave_nothing_in_memory() {
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let people = [
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
    ];
    // The allocator keeps the memory that so many rooms take at once, so the first batch does not count.
    batch(&server, &people).await;
    let start = memory(server.pid());
    for _ in 0..2 {
        batch(&server, &people).await;
    }
    let end = memory(server.pid());
    eprintln!("memory: from {} KiB to {} KiB", start >> 10, end >> 10);
    assert!(
        end <= start + MAX_GROWTH,
        "from {} KiB to {} KiB",
        start >> 10,
        end >> 10
    );
    let mut rival = base.rival().await;
    assert_eq!(
        rival.count("SELECT COUNT(*) FROM records").await,
        3 * BATCH as i64
    );
}

#[tokio::test]
async fn a_socket_takes_little_memory() {
    const SOCKETS: usize = 180;
    let base = Base::sqlite();
    let server = Process::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let nobody = Person::nobody(server.address);
    let _warm = join_all((0..50).map(|_| nobody.join(&code))).await;
    let before = memory(server.pid());
    let _crowd = join_all((0..SOCKETS).map(|_| nobody.join(&code))).await;
    let each = memory(server.pid()).saturating_sub(before) / SOCKETS as u64;
    eprintln!("a socket: {each} bytes");
    // Without optimisation; a release takes less than half.
    assert!(each < 80 << 10, "{each} bytes");
}
