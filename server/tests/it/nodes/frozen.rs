//! A node that stands still for a while, as when its machine is moved, while the others work.

use std::time::Instant;

use serde_json::json;
use tokio::time::{Duration, sleep};

use crate::common::base::{Base, Rival};
use crate::common::client::{Person, TIMEOUT, fresh_id, hello};
use crate::common::party::{Dice, Party};
use crate::common::process::Process;

/// Longer than a node goes without a pulse.
const PAUSE: Duration = Duration::from_millis(1500);

async fn until_count(rival: &mut Rival, sql: &'static str, count: i64) {
    let since = Instant::now();
    while rival.count(sql).await != count {
        assert!(since.elapsed() < TIMEOUT, "{sql}");
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_node_that_stood_still_looks_before_it_answers_postgres() {
    let base = Base::postgres().await;
    let (a, b) = (Process::start(&base).await, Process::start(&base).await);
    let mut party = Party::started(b.address, 2).await;
    let mut dice = Dice(3);
    // The tables are open at the node before it stands still.
    let nobody = Person::nobody(a.address);
    let mut newcomer = nobody.join(&party.code).await;
    let mut ann = party.people[0].at(a.address).join(&party.code).await;
    for _ in 0..4 {
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
    }

    a.freeze().await;
    let since = Instant::now();
    while party.game.ply_count() < 30 {
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
    }
    sleep(PAUSE.saturating_sub(since.elapsed())).await;
    let seq = 3 + party.game.ply_count() as u64;
    // All this waits for the node when it goes on.
    newcomer.send(hello(None)).await;
    let (preview, turn) = (fresh_id(), party.game.ply_count());
    let step = dice.turn(party.game.as_ref());
    let step = step.split(',').next().unwrap();
    ann.send(json!({ "t": "preview", "id": preview, "turn": turn, "steps": [step] }))
        .await;
    let page = tokio::spawn({
        let page = nobody.get(&format!("/g/{}", party.code));
        async { page.send().await.unwrap().text().await.unwrap() }
    });
    sleep(Duration::from_millis(100)).await;
    // The logs cannot be read at once.
    let mut rival = base.rival().await;
    rival
        .execute("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        .await;
    a.thaw().await;
    sleep(Duration::from_millis(500)).await;
    rival.execute("ROLLBACK").await;

    let snapshot = newcomer.until(|message| message["t"] == "snapshot").await;
    assert_eq!(snapshot["seq"], seq);
    let answer = ann.until(|message| message["id"] == preview).await;
    assert_eq!(answer["t"], "preview", "{answer}");
    let page = page.await.unwrap();
    let shown = format!(r#""seq":{seq},"#);
    assert!(page.contains(&shown), "the page is older");
}

/// Has whoever counts a game that is over take a while, as on a slow server.
const SLOW: &str = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$;
    CREATE TRIGGER wait BEFORE INSERT ON game_tallies FOR EACH ROW EXECUTE FUNCTION wait()";
const QUICK: &str = "CREATE OR REPLACE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RETURN NEW; END $$";
const SLEEPING: &str = "SELECT COUNT(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'";
const IDLE: &str = "SELECT COUNT(*) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'";

#[tokio::test]
async fn a_node_that_stands_still_in_a_transaction_is_waited_for_only_briefly_postgres() {
    let base = Base::postgres().await;
    let (a, b) = (Process::start(&base).await, Process::start(&base).await);
    let mut at_a = Party::started(a.address, 2).await;
    let (mut at_b, mut other) = (
        Party::started(b.address, 2).await,
        Party::started(b.address, 2).await,
    );
    let mut rival = base.rival().await;
    rival.execute(SLOW).await;
    let id = fresh_id();
    at_a.sockets[0].send(json!({ "t": "resign", "id": id })).await;
    until_count(&mut rival, SLEEPING, 1).await;
    a.freeze().await;
    rival.execute(QUICK).await;
    until_count(&mut rival, IDLE, 1).await;

    // This game is counted in that row, too, and all tables of the node wait for it.
    let since = Instant::now();
    let same = fresh_id();
    at_b.sockets[0].send(json!({ "t": "resign", "id": same })).await;
    sleep(Duration::from_millis(20)).await;
    other.play("e5").await;
    eprintln!("a turn waited for {:?}", since.elapsed());
    let answer = at_b.sockets[0].until(|message| message["id"] == same).await;
    assert_eq!(answer["t"], "done", "{answer}");
    a.thaw().await;
    // What it had begun is written again.
    let answer = at_a.sockets[0].until(|message| message["id"] == id).await;
    assert_eq!(answer["t"], "done", "{answer}");
}
