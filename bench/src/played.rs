//! What is counted while turns are played.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::client::SEATS;

/// Latencies in microseconds, from 1 µs to a minute, to three digits.
pub type Latencies = Histogram<u64>;

/// What was measured while turns were played.
#[derive(Clone, Debug)]
pub struct Played {
    /// Turns that were done.
    pub turns: u64,
    /// From the first frame to the last answer.
    pub elapsed: Duration,
    /// From the moment a turn was due until its player was told that it is done.
    pub done: Latencies,
    /// From the same moment until each of the other three had the event.
    pub seen: Latencies,
    /// When each turn was due, and when its player was told that it is done.
    pub times: Vec<(Instant, Instant)>,
    /// Bytes of the messages of the turns' events.
    pub event_bytes: u64,
    /// How long the generator had nothing to do.
    pub spare: Duration,
}

impl Played {
    pub(crate) fn new() -> Played {
        let latencies = || Latencies::new_with_bounds(1, 60_000_000, 3).expect("bounds");
        Played {
            turns: 0,
            elapsed: Duration::ZERO,
            done: latencies(),
            seen: latencies(),
            times: Vec::new(),
            event_bytes: 0,
            spare: Duration::ZERO,
        }
    }

    /// Turns done in each second.
    pub fn rate(&self) -> f64 {
        self.turns as f64 / self.elapsed.as_secs_f64()
    }

    /// How long this share of all turns took at most, until their players were told that they are done.
    pub fn done_within(&self, share: f64) -> Duration {
        Duration::from_micros(self.done.value_at_quantile(share))
    }

    /// The share of the time in which the generator was at work: near 1 it is the generator that is measured.
    pub fn generator_load(&self) -> f64 {
        1.0 - self.spare.as_secs_f64() / self.elapsed.as_secs_f64()
    }

    /// The mean size of the message of a turn's event.
    pub fn mean_event(&self) -> f64 {
        self.event_bytes as f64 / (self.turns * SEATS as u64).max(1) as f64
    }
}
