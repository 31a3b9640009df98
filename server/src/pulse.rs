//! The beat of a connection, by which its other end knows that the server is there.

use std::time::Duration;

use rand::RngExt;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

/// Beats once in each period, at a moment of it that is drawn by lot: connections that were opened together, as all are after a
/// restart, must not be written to together. A beat that came too late does not move the others, which would gather so.
pub(crate) fn pulse(period: Duration) -> Interval {
    let first = period.mul_f64(rand::rng().random());
    let mut beats = interval_at(Instant::now() + first, period);
    beats.set_missed_tick_behavior(MissedTickBehavior::Skip);
    beats
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn connections_that_are_opened_together_beat_apart_from_each_other() {
        const PERIOD: Duration = Duration::from_secs(10);
        let opened = Instant::now();
        let beats = (0..100).map(|_| async {
            let mut pulse = pulse(PERIOD);
            [pulse.tick().await, pulse.tick().await]
        });
        let mut moments = BTreeSet::new();
        for [first, second] in join_all(beats).await {
            assert!(first - opened < PERIOD);
            assert_eq!(second - first, PERIOD);
            moments.insert((first - opened).as_millis() / 100);
        }
        assert!(moments.len() > 30, "{} of 100 tenths of a second", moments.len());
    }
}
