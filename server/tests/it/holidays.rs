//! Holidays of players, over real sockets.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;
use thicket_server::time::{UnixMs, list_day, now_ms};
use tokio::time::{Instant, sleep};

use super::accounts::send;
use super::clocks::party_at;
use super::common::base::both;
use super::common::client::{Person, TIMEOUT, hello};
use super::common::cluster::Cluster;
use super::common::party::Party;
use super::common::server::Server;

const DAY: i64 = 24 * 60 * 60 * 1000;
const DAYS: &str = "7d+12h, cap 14d, grace 8h";

/// Says that a player is on holiday from some days after today to others.
async fn take(person: &Person, first: i64, last: i64) -> (StatusCode, String) {
    let day = |days: i64| list_day(now_ms() + days * DAY);
    let (first, last) = (day(first), day(last));
    let answer = send(person, "/session/holiday", &[("first", &first), ("last", &last)]).await;
    (answer.status(), answer.text().await.unwrap())
}

async fn end(person: &Person) {
    let answer = send(person, "/session/holiday/end", &[]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
}

/// A table of days where Ann is to move.
async fn days(server: &Server) -> Party {
    party_at(server.address, DAYS, 2).await.begun().await
}

/// Until when the player of a seat is on holiday.
fn until(clocks: &Value, seat: u8) -> Option<i64> {
    let holidays = clocks["holidays"].as_array()?;
    let of_seat = holidays.iter().find(|holiday| holiday["seat"] == seat)?;
    of_seat["until"].as_i64()
}

async fn deadline(server: &Server, party: &Party) -> UnixMs {
    let row = server
        .store
        .table_by_code(&party.code.parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    let listed = server.store.listed_tables(&[row.id]).await.unwrap().remove(0);
    listed.state.deadline.unwrap()
}

/// Waits until the time of who is to move ends after this.
async fn deadline_after(server: &Server, party: &Party, time: UnixMs) -> UnixMs {
    let since = Instant::now();
    loop {
        let deadline = deadline(server, party).await;
        if deadline > time {
            return deadline;
        }
        assert!(since.elapsed() < TIMEOUT, "{deadline:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

both! {
    async fn clocks_rest_and_everybody_sees_it(base: Base) {
        let server = Server::start(&base).await;
        let mut party = days(&server).await;
        let before = deadline(&server, &party).await;
        let ann = party.people[0].clone();
        let (status, _) = take(&ann, 0, 4).await;
        assert_eq!(status, StatusCode::SEE_OTHER);
        let page = ann.read("/session/notices").await;
        assert!(page.contains("You are on holiday until") && page.contains("I am back"), "{page}");
        for socket in &mut party.sockets {
            let event = socket.until_event("on_holiday").await;
            let clocks = &event["event"]["clocks"];
            let until = until(clocks, 1).unwrap();
            assert!(until > now_ms().0 + 3 * DAY, "{event}");
            assert_eq!(clocks["running"]["from"], until, "{event}");
        }
        assert!(deadline(&server, &party).await > before + 3 * DAY);

        // They can play all the same, and whose clock runs is not on holiday.
        party.play("e5").await;
        let snapshot = {
            let mut socket = party.people[1].connect(&party.code).await.unwrap();
            socket.send(hello(None)).await;
            socket.until(|message| message["t"] == "snapshot").await
        };
        let clocks = &snapshot["table"]["clocks"];
        assert!(until(clocks, 1).is_some() && until(clocks, 2).is_none(), "{snapshot}");
        assert!(clocks["running"]["from"].as_i64().unwrap() < now_ms().0 + DAY, "{snapshot}");
        // The turn that comes back to them waits for the end of their holiday, until they are back.
        party.play("e6").await;
        assert!(deadline(&server, &party).await > before + 3 * DAY);
        end(&ann).await;
        let event = party.sockets[1].until_event("on_holiday").await;
        assert!(until(&event["event"]["clocks"], 1).unwrap() <= now_ms().0, "{event}");
        let page = ann.read("/session/notices").await;
        assert!(page.contains("You have 29 of 30 days left"), "{page}");
        let page = ann.read(&format!("/g/{}/record.json", party.code)).await;
        assert!(!page.contains("holiday"), "{page}");
        server.stop().await;

        let server = Server::start(&base).await;
        assert!(deadline(&server, &party).await < before + 2 * DAY);
        server.stop().await;
    }

    async fn a_table_that_nobody_has_open_is_told(base: Base) {
        let server = Server::with(&base, &["--idle-room", "100ms"]).await;
        let mut party = days(&server).await;
        party.sockets.clear();
        sleep(Duration::from_millis(500)).await;
        let before = deadline(&server, &party).await;
        take(&party.people[0], 0, 9).await;
        let later = deadline_after(&server, &party, before + 8 * DAY).await;
        end(&party.people[0]).await;
        let since = Instant::now();
        while deadline(&server, &party).await >= later {
            assert!(since.elapsed() < TIMEOUT);
            sleep(Duration::from_millis(50)).await;
        }
        server.stop().await;
    }

    async fn there_are_thirty_days_in_a_year_and_one_holiday_at_a_time(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        for (first, last, sentence) in [
            (3, 2, "The last day of a holiday cannot be before the first."),
            (-1, 2, "A holiday can begin today or later, within a year."),
            (1, 31, "A holiday can last for 30 days."),
        ] {
            let (status, page) = take(&ann, first, last).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(page.contains(sentence), "{page}");
        }
        assert_eq!(take(&ann, 10, 29).await.0, StatusCode::SEE_OTHER);
        let page = ann.read("/session/notices").await;
        assert!(page.contains("You are on holiday from") && page.contains("Cancel it"), "{page}");
        let (status, page) = take(&ann, 40, 41).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.contains("You are on holiday from"), "{page}");
        end(&ann).await;
        let page = ann.read("/session/notices").await;
        assert!(page.contains("You have 30 of 30 days left"), "{page}");

        assert_eq!(take(&ann, 0, 0).await.0, StatusCode::SEE_OTHER);
        let mut rival = base.rival().await;
        rival.execute(format!("UPDATE holidays SET since = since - {0}, until = since - {1}", 40 * DAY, 15 * DAY)).await;
        let page = ann.read("/session/notices").await;
        assert!(page.contains("You have 5 of 30 days left"), "{page}");
        let (status, page) = take(&ann, 1, 6).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.contains("You have 30 days of holiday within a year"), "{page}");
        assert_eq!(take(&ann, 1, 5).await.0, StatusCode::SEE_OTHER);
        let data = ann.read("/session/data").await;
        assert_eq!(data.matches("\"holidays\"").count(), 1, "{data}");
        server.stop().await;
    }
}

#[tokio::test]
async fn clocks_rest_at_every_node_postgres() {
    let cluster = Cluster::postgres().await.with(2, &[]).await;
    let [one, two] = [0, 1].map(|node: usize| cluster.nodes[node].address);
    let mut party = party_at(one, DAYS, 2).await.begun().await;
    let (status, _) = take(&party.people[0].at(two), 0, 4).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    let event = party.sockets[1].until_event("on_holiday").await;
    assert!(
        until(&event["event"]["clocks"], 1).unwrap() > now_ms().0 + 3 * DAY,
        "{event}"
    );
    // The node that hears of the event before it has read of the holiday writes nothing against it.
    let mut rival = cluster.base.rival().await;
    let events = "SELECT COUNT(*) FROM events WHERE CAST(body AS TEXT) LIKE '%on_holiday%'";
    sleep(Duration::from_secs(7)).await;
    assert_eq!(rival.count(events).await, 1);
    end(&party.people[0].at(two)).await;
    let event = party.sockets[1].until_event("on_holiday").await;
    assert!(
        until(&event["event"]["clocks"], 1).unwrap() <= now_ms().0,
        "{event}"
    );
    sleep(Duration::from_secs(7)).await;
    assert_eq!(rival.count(events).await, 2);
    cluster.stop().await;
}
