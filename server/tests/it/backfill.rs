//! What older versions did not store is filled in behind a server that answers, and goes on after a stop.

use std::fmt::Write;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use super::common::base::{Base, Rival, both};
use super::common::client::{Person, TIMEOUT};
use super::common::party::{Dice, Party};
use super::common::process::Process;

/// How many games an older version has left.
const GAMES: i64 = 1500;
/// For how long is waited for all of them, also on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(90);
const UNFILLED: &str = "SELECT COUNT(*) FROM record_seats WHERE name_key IS NULL";
const UNCOUNTED: &str = "SELECT COUNT(*) FROM records WHERE NOT counted";
const UNTALLIED: &str = "SELECT COUNT(*) FROM records WHERE NOT tallied";
const UNFINISHED: &str = "SELECT 2 - COUNT(*) FROM backfills WHERE finished";
const LISTED: &str = "SELECT COUNT(*) FROM table_state";
const SUMMED: &str = "SELECT COUNT(*) FROM record_chains";
const BEGUN: &str = "older data is being filled in";

/// Writes so many finished games, as a version did that had neither filters nor statistics.
async fn leave_old_games(base: &Base, games: i64) {
    let mut rival = base.rival().await;
    let id = |id: Uuid| match base.is_postgres() {
        true => format!("'{id}'"),
        false => format!("X'{}'", id.simple()),
    };
    let players = [Uuid::now_v7(), Uuid::now_v7()].map(id);
    for (player, name) in players.iter().zip(["Old Ann", "Old Ben"]) {
        rival
            .execute(format!(
                "INSERT INTO players (id, name, created_at) VALUES ({player}, '{name}', 0)"
            ))
            .await;
    }
    let bytes = if base.is_postgres() {
        "'\\x00'::bytea"
    } else {
        "X'00'"
    };
    let mut tables = [
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
    ];
    for game in 0..games {
        let table = id(Uuid::now_v7());
        let comma = if game % 500 == 0 { "" } else { "," };
        let [places, states, records, seats, chains] = &mut tables;
        write!(places, "{comma}({table}, '{game:012}', 'bushka', TRUE, {game})").unwrap();
        write!(states, "{comma}({table}, 9, 'over', '', 2, TRUE, {game})").unwrap();
        write!(records, "{comma}({table}, '{game:012}', 'bushka', '2', 1, 1, TRUE, {game}, {game}, 9, '[]', '{{\"reason\":\"resignation\"}}')").unwrap();
        for (seat, (player, name)) in players.iter().zip(["Old Ann", "Old Ben"]).enumerate() {
            let comma = if seat == 0 { comma } else { "," };
            let (seat, rank) = (seat + 1, seat + 1);
            write!(
                seats,
                "{comma}({table}, {seat}, {player}, '{name}', {rank}, TRUE)"
            )
            .unwrap();
        }
        write!(chains, "{comma}({table}, {bytes}, {bytes})").unwrap();
        if game % 500 == 499 || game + 1 == games {
            let columns = [
                "tables (id, code, kind, public, created_at)",
                "table_state (table_id, seq, phase, variant, seats, public, changed_at)",
                "records (table_id, code, kind, setup, rules_version, format, public, started_at, finished_at, plies, turns, ending)",
                "record_seats (table_id, seat, player_id, name, rank, guest)",
                "record_chains (table_id, sha256, links)",
            ];
            rival.execute("BEGIN").await;
            for (columns, rows) in columns.iter().zip(&mut tables) {
                rival
                    .execute(format!("INSERT INTO {columns} VALUES {rows}"))
                    .await;
                rows.clear();
            }
            rival.execute("COMMIT").await;
        }
    }
}

async fn until(rival: &mut Rival, sql: &'static str, wanted: impl Fn(i64) -> bool) {
    let reached = async {
        while !wanted(rival.count(sql).await) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(timeout(PATIENCE, reached).await.is_ok(), "{sql}");
}

both! {
    async fn old_games_are_filled_in_behind_a_server_that_answers_and_after_a_stop_it_goes_on(base: Base) {
        base.open().await.close().await;
        leave_old_games(&base, GAMES).await;
        let mut rival = base.rival().await;
        let server = Process::start(&base).await;
        let nobody = Person::nobody(server.address);
        let [records, home] = [nobody.read("/records").await, nobody.read("/").await];
        assert!(rival.count(UNFILLED).await > 0, "it answers before all is done");
        assert!(records.contains("still preparing older games for searches"), "{records}");
        assert!(!home.contains("The server was updated"), "{home}");
        until(&mut rival, UNFILLED, |unfilled| unfilled < 2 * GAMES).await;
        server.terminate().await;
        assert!(server.ended().await.success());
        let left = rival.count(UNFILLED).await;
        assert!(left > 0, "it stopped in the middle");

        let server = Process::start(&base).await;
        until(&mut rival, UNFILLED, |unfilled| unfilled == 0).await;
        let nobody = Person::nobody(server.address);
        let statistics = nobody.read("/statistics/bushka").await;
        assert!(rival.count(UNCOUNTED).await == 0 || statistics.contains("still counting older games"), "{statistics}");
        until(&mut rival, UNCOUNTED, |uncounted| uncounted == 0).await;
        until(&mut rival, UNTALLIED, |untallied| untallied == 0).await;
        until(&mut rival, UNFINISHED, |unfinished| unfinished == 0).await;
        assert_eq!(rival.count("SELECT COUNT(*) FROM record_pairs WHERE one = 'old ann' AND other = 'old ben' AND ahead = 1").await, GAMES);
        assert_eq!(rival.count("SELECT COUNT(*) FROM finished_games WHERE kind = 'bushka' AND games = 1500").await, 2);
        let together = nobody.read("/records?player=old+ben&player=old+ann").await;
        assert!(together.contains("1500") || together.contains("1,500"), "{together}");
        let log = server.log();
        let searches = log.lines().find(|line| line.contains(BEGUN) && line.contains("searches")).unwrap();
        assert!(searches.contains(&format!("\"total\":{}", left / 2)), "it went on from there: {searches}");
        assert!(log.lines().any(|line| line.contains("older data was filled in") && line.contains("statistics")), "{log}");
        assert_eq!(rival.count("SELECT CAST(SUM(games) AS BIGINT) FROM game_tallies").await, GAMES);
        assert_eq!(rival.count("SELECT COUNT(*) FROM record_seats WHERE stayed AND public AND kind = 'bushka' AND seats = 2
            AND finished_at <= plies * 9999 AND reason = 'resignation' AND name_key LIKE 'old %'").await, 2 * GAMES);
        let found = nobody.read("/records?player=old+ann&game=bushka").await;
        assert!(found.contains("Old Ann") && !found.contains("The server was updated"), "{found}");
        let statistics = nobody.read("/statistics/bushka").await;
        assert!(statistics.contains(&format!("{GAMES} games")) && !statistics.contains("The server was updated"), "{statistics}");
        server.terminate().await;
        assert!(server.ended().await.success());

        // A later start has nothing to look for.
        let server = Process::start(&base).await;
        nobody.at(server.address).read("/").await;
        assert!(!server.log().contains("older data"), "{}", server.log());
        server.kill().await;
    }

    async fn a_walk_goes_on_where_it_stopped(base: Base) {
        let server = Process::start(&base).await;
        let mut rival = base.rival().await;
        for _ in 0..4 {
            Party::started(server.address, 2).await.resign(1).await;
        }
        until(&mut rival, UNFINISHED, |unfinished| unfinished == 0).await;
        server.terminate().await;
        assert!(server.ended().await.success());
        // As if a node had stopped after two of the four. Those are missing as well, which shows whether the next one begins anew.
        for table in ["record_chains", "table_state"] {
            rival.execute(format!("DELETE FROM {table}")).await;
        }
        rival.execute("UPDATE backfills SET finished = FALSE, until = 0, filled = 2,
            after_id = (SELECT id FROM tables ORDER BY id LIMIT 1 OFFSET 1)").await;

        let server = Process::start(&base).await;
        until(&mut rival, UNFINISHED, |unfinished| unfinished == 0).await;
        assert_eq!(rival.count("SELECT COUNT(*) FROM backfills WHERE filled = 4").await, 2, "both count on");
        for filled in [LISTED, SUMMED] {
            assert_eq!(rival.count(filled).await, 2, "{filled}");
        }
        server.kill().await;
    }
}

#[tokio::test]
async fn of_several_nodes_one_fills_in_and_another_goes_on_when_it_dies() {
    let base = Base::postgres().await;
    leave_old_games(&base, GAMES).await;
    let mut rival = base.rival().await;
    let mut nodes = vec![Process::start(&base).await, Process::start(&base).await];
    until(&mut rival, UNFILLED, |unfilled| unfilled < 2 * GAMES).await;
    let begun = async {
        loop {
            match nodes.iter().position(|node| node.log().contains(BEGUN)) {
                Some(busy) => return busy,
                None => sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let busy = timeout(TIMEOUT, begun).await.expect("a node at work");
    nodes.swap_remove(busy).kill().await;
    assert!(rival.count(UNCOUNTED).await > 0, "it was killed in the middle");
    let other = nodes.remove(0);
    assert!(!other.log().contains(BEGUN), "only one was at work");
    let notice = Person::nobody(other.address).read("/records").await;
    assert!(
        rival.count(UNFILLED).await == 0 || notice.contains("still preparing older games"),
        "{notice}"
    );
    until(&mut rival, UNFILLED, |unfilled| unfilled == 0).await;
    until(&mut rival, UNCOUNTED, |uncounted| uncounted == 0).await;
    assert_eq!(
        rival
            .count("SELECT CAST(SUM(games) AS BIGINT) FROM game_tallies")
            .await,
        GAMES
    );
    other.kill().await;
}

/// How long turns take while older data is being filled in, and afterwards.
#[tokio::test]
#[ignore = "a measurement"]
async fn measured() {
    for base in [Base::sqlite(), Base::postgres().await] {
        base.open().await.close().await;
        leave_old_games(&base, 40_000).await;
        let mut rival = base.rival().await;
        let server = Process::start(&base).await;
        let during = turns(&server, 150).await;
        let left = rival.count(UNCOUNTED).await;
        rival
            .execute("UPDATE records SET counted = TRUE WHERE NOT counted")
            .await;
        rival
            .execute("UPDATE record_seats SET name_key = '' WHERE name_key IS NULL")
            .await;
        until(&mut rival, UNFINISHED, |unfinished| unfinished == 0).await;
        let after = turns(&server, 150).await;
        println!(
            "postgres: {}, p50 and p99 during: {during:?} ({left} games not counted), after: {after:?}",
            base.is_postgres()
        );
        server.kill().await;
    }
}

/// The median and the 99th percentile of the time that a turn takes.
async fn turns(server: &Process, count: usize) -> [Duration; 2] {
    let (mut times, mut dice) = (Vec::new(), Dice(7));
    while times.len() < count {
        let mut party = Party::started(server.address, 2).await;
        while party.game.status().to_move().is_some() && times.len() < count {
            let turn = dice.turn(party.game.as_ref());
            let began = Instant::now();
            party.play(&turn).await;
            times.push(began.elapsed());
        }
    }
    times.sort();
    [times[count / 2], times[count * 99 / 100]]
}
