//! Outages: times in which no server said that it is running.

use thicket_server::model::log::outage::Outage;
use uuid::Uuid;

use super::super::common::base::both;
use thicket_server::time::UnixMs;

fn outage(since: i64, until: i64) -> Outage {
    Outage {
        since: UnixMs(since),
        until: UnixMs(until),
    }
}

both! {
    async fn a_silence_of_all_servers_is_an_outage(base: Base) {
        let store = base.open().await;
        let [one, other] = [Uuid::now_v7(), Uuid::now_v7()];
        store.record_alive(one, UnixMs(1_000), true).await.unwrap();
        for now in [6_000, 11_000, 21_000] {
            store.record_alive(one, UnixMs(now), false).await.unwrap();
        }
        assert_eq!(store.outages().await.unwrap(), [], "it said so all the time");
        store.record_alive(one, UnixMs(31_001), false).await.unwrap();
        assert_eq!(store.outages().await.unwrap(), [outage(21_000, 31_001)]);
        // Of several that come back together, the first one notes it.
        store.record_alive(other, UnixMs(31_002), false).await.unwrap();
        store.record_alive(one, UnixMs(60_000), false).await.unwrap();
        store.record_alive(other, UnixMs(60_001), false).await.unwrap();
        assert_eq!(store.outages().await.unwrap(), [outage(31_002, 60_000), outage(21_000, 31_001)]);
        store.close().await;
    }

    async fn a_server_that_stops_says_so(base: Base) {
        let store = base.open().await;
        let [one, other, third] = [Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7()];
        store.record_alive(one, UnixMs(1_000), true).await.unwrap();
        store.record_alive(other, UnixMs(1_001), false).await.unwrap();
        store.record_stopped(one, UnixMs(2_000)).await.unwrap();
        store.record_alive(third, UnixMs(2_500), false).await.unwrap();
        assert_eq!(store.outages().await.unwrap(), [], "the other one was running");
        store.record_stopped(other, UnixMs(3_000)).await.unwrap();
        store.record_stopped(third, UnixMs(3_100)).await.unwrap();
        store.record_alive(one, UnixMs(3_200), false).await.unwrap();
        assert_eq!(store.outages().await.unwrap(), [outage(3_100, 3_200)]);
        store.close().await;
    }

    async fn a_server_that_was_killed_was_alone_on_its_file(base: Base) {
        let store = base.open().await;
        store.record_alive(Uuid::now_v7(), UnixMs(1_000), true).await.unwrap();
        store.record_alive(Uuid::now_v7(), UnixMs(1_500), true).await.unwrap();
        // On Postgres the first one may still be running.
        let expected = if base.is_postgres() { vec![] } else { vec![outage(1_000, 1_500)] };
        assert_eq!(store.outages().await.unwrap(), expected);
        store.close().await;
    }
}
