//! The generator plays on the bare server: every turn is done, and everybody sees it.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use thicket_bench::client::{SEATS, Server};
use thicket_bench::driver::Driver;
use thicket_bench::fixtures::Games;

const TABLES: usize = 3;

/// The bare server as a process, killed when this is dropped.
struct Bare(Child, SocketAddr);

impl Bare {
    fn start(args: &[&str]) -> Bare {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bare"));
        let mut child = command.args(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/');
        Bare(child, address.parse().unwrap())
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn every_turn_is_done_and_seen_by_the_others() {
    let bare = Bare::start(&[]);
    let opened = Server::at(bare.1).unwrap().open_tables(TABLES).unwrap();
    let mut driver = Driver::new(opened, Games::Whole.all()).unwrap();

    let closed = driver.closed_loop(20).unwrap();
    assert_eq!(closed.turns, (TABLES * 20) as u64);
    assert_eq!(closed.done.len(), closed.turns);
    assert_eq!(closed.seen.len(), closed.turns * (SEATS as u64 - 1));

    let open = driver.open_loop(200, Duration::from_millis(100)).unwrap();
    assert_eq!(open.turns, 20);
    assert_eq!(open.seen.len(), 60);

    let again = driver.closed_loop_again(2).unwrap();
    let games = Games::Whole.all().iter().take(TABLES);
    let whole: usize = games.map(|game| 2 * game.frames.len()).sum();
    assert_eq!(again.turns + closed.turns + open.turns, whole as u64);
}

#[test]
fn who_sends_least_sends_each_turn_once_to_each_player() {
    let bare = Bare::start(&["--least"]);
    let opened = Server::at(bare.1).unwrap().open_tables(TABLES).unwrap();
    let driver = Driver::new(opened, Games::Whole.all()).unwrap();
    let played = driver.with_fewest_answers().closed_loop(20).unwrap();
    assert_eq!(played.turns, (TABLES * 20) as u64);
    assert_eq!(played.seen.len(), played.turns * (SEATS as u64 - 1));
    let bytes = played.event_bytes / played.seen.len();
    assert!(bytes < 60, "{bytes}");
}
