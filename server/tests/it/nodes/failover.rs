//! Postgres fails, and its standby takes over: with all that was written, or with less.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use thicket_rules::{AnyGame, GameKind, replay};
use tokio::task::block_in_place;
use tokio::time::sleep;

use super::drills::{see, survive};
use crate::common::base::Base;
use crate::common::client::{Person, Socket};
use crate::common::failover::Pair;
use crate::common::log::events_of;
use crate::common::party::{Dice, Party};
use crate::common::process::program;
use crate::common::server::Server;

/// Replays every game of a database, as an operator would.
async fn verify(base: &Base) {
    let verified = program(&["verify", "--database-url", &base.url]).output().await;
    let verified = verified.unwrap();
    let said = String::from_utf8_lossy(&verified.stdout);
    assert!(verified.status.success(), "{said}");
}

async fn count(base: &Base) -> i64 {
    base.rival().await.count("SELECT COUNT(*) FROM events").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_synchronous_standby_takes_over_and_nothing_is_lost_postgres() {
    let pair = Pair::synchronous().await;
    survive(&pair.base, async || {
        block_in_place(|| pair.fail_over());
        let kept = count(&pair.base).await;
        while count(&pair.base).await < kept + 40 {
            sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
    verify(&pair.base).await;
}

/// Waits until a socket is told what its table has lost: by an event, or with the whole table.
async fn see_loss(socket: &mut Socket, turns: u32) {
    let lost = |message: &Value| {
        message["event"]["lost"]["turns"]
            .as_u64()
            .or(message["table"]["lost"]["turns"].as_u64())
    };
    let told = socket.until(|message| lost(message).is_some()).await;
    assert_eq!(lost(&told), Some(turns.into()), "{told}");
}

/// The game as a page that comes anew sees it.
async fn game_of(code: &str, somebody: &Person) -> (Value, Box<dyn AnyGame>) {
    let mut socket = somebody.connect(code).await.unwrap();
    socket.send(crate::common::client::hello(None)).await;
    let table = socket.until(|message| message["t"] == "snapshot").await["table"].take();
    let mut game = GameKind::Bushwhacked.start(2, "").unwrap();
    for ply in table["plies"].as_array().unwrap() {
        replay(game.as_mut(), ply["text"].as_str().unwrap(), |_, _| ()).unwrap();
    }
    (table, game)
}

/// Players and watchers at two nodes are told how many turns the database lost. The games go on from what is left, to their ends.
#[tokio::test(flavor = "multi_thread")]
async fn games_go_back_to_what_an_asynchronous_standby_has_postgres() {
    const KEPT: usize = 4;
    let pair = Pair::asynchronous().await;
    let (a, b) = (Server::start(&pair.base).await, Server::start(&pair.base).await);
    let nobody = Person::nobody(b.address);
    let mut dice = Dice(22);
    let mut parties = join_all((0..4).map(|_| Party::started(a.address, 2))).await;
    let mut watchers = join_all(parties.iter().map(|party| nobody.join(&party.code))).await;
    for party in &mut parties {
        play(party, KEPT, &mut dice).await;
    }
    say(&mut parties[0].sockets[0], "kept").await;
    pair.cut_off().await;

    for (party, turns) in parties.iter_mut().zip(1..) {
        play(party, turns, &mut dice).await;
    }
    say(&mut parties[0].sockets[0], "lost").await;
    // The last of them is over, and a table is opened, as far as anybody knows.
    parties[3].resign(0).await;
    let ended = parties[3].sockets[1].until_event("dropped").await;
    assert!(ended["event"]["ending"].is_object(), "{ended}");
    let lost = Party::of(parties[0].people.clone(), false).await.begun().await;
    for (party, watcher) in parties.iter_mut().zip(&mut watchers) {
        let seq = events_of(&a.store, &party.code).await.len() as u64;
        for socket in party.sockets.iter_mut().chain([watcher]) {
            see(socket, seq).await;
        }
    }
    block_in_place(|| pair.fail_over());

    for mut socket in lost.sockets {
        let refused = socket.until(|message| message["t"] == "refused").await;
        assert_eq!(refused["code"], "table_lost", "{refused}");
        assert_eq!(socket.until_closed().await, Some(4404));
    }
    for ((party, watcher), lost) in parties.iter_mut().zip(&mut watchers).zip([1, 2, 3, 5]) {
        for socket in party.sockets.iter_mut().chain([&mut *watcher]) {
            see_loss(socket, lost).await;
        }
        let (table, game) = game_of(&party.code, &nobody).await;
        assert_eq!((&table["phase"], game.ply_count()), (&json!("playing"), KEPT));
        assert_eq!(table["lost"]["turns"], lost);
        party.game = game;
        party.play_out(&mut dice).await;
        let events = events_of(&a.store, &party.code).await;
        assert_eq!(
            events.len(),
            3 + 1 + party.game.ply_count(),
            "created, sat, started, lost, and every turn"
        );
    }
    say(&mut parties[0].sockets[0], "after").await;
    for socket in &mut parties[0].sockets {
        assert_eq!(socket.until_line("after").await, ["kept", "after"]);
    }
    verify(&pair.base).await;
    a.stop().await;
    b.stop().await;
}

/// Plays some turns.
async fn play(party: &mut Party, turns: usize, dice: &mut Dice) {
    for _ in 0..turns {
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
    }
}

async fn say(socket: &mut Socket, text: &str) {
    socket.must(json!({ "t": "say", "text": text })).await;
}
