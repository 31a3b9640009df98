//! Outages: times during which no server was running. They count for nobody.

use crate::time::UnixMs;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last known to be running.
    pub since: UnixMs,
    pub until: UnixMs,
}

/// How long no server was running between two times.
pub fn lost(outages: &[Outage], since: UnixMs, until: UnixMs) -> i64 {
    let clipped = outages
        .iter()
        .map(|outage| (outage.since.max(since), outage.until.min(until)));
    let mut parts: Vec<(UnixMs, UnixMs)> = clipped.filter(|(from, to)| from < to).collect();
    parts.sort_unstable();
    // Overlapping outages count once.
    let (mut sum, mut counted) = (0, since);
    for (from, to) in parts {
        sum += (to - from.max(counted)).max(0);
        counted = counted.max(to);
    }
    sum
}

/// The latest time since which servers have been running for `ms` milliseconds up to now.
pub fn served_since(outages: &[Outage], now: UnixMs, ms: i64) -> UnixMs {
    let mut since = now - ms;
    loop {
        let earlier = now - ms - lost(outages, since, now);
        if earlier >= since {
            return since;
        }
        since = earlier;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTAGES: [Outage; 3] = [
        Outage {
            since: UnixMs(60),
            until: UnixMs(80),
        },
        Outage {
            since: UnixMs(20),
            until: UnixMs(30),
        },
        Outage {
            since: UnixMs(25),
            until: UnixMs(40),
        },
    ];

    #[test]
    fn what_was_lost_is_what_outages_cover() {
        assert_eq!(lost(&OUTAGES, UnixMs(0), UnixMs(100)), 40);
        assert_eq!(lost(&OUTAGES, UnixMs(35), UnixMs(70)), 15);
        assert_eq!(lost(&OUTAGES, UnixMs(40), UnixMs(60)), 0);
        assert_eq!(lost(&OUTAGES, UnixMs(100), UnixMs(0)), 0);
        assert_eq!(lost(&[], UnixMs(0), UnixMs(100)), 0);
    }

    #[test]
    fn going_back_leaves_out_what_was_lost() {
        assert_eq!(served_since(&[], UnixMs(100), 30), UnixMs(70));
        assert_eq!(served_since(&OUTAGES, UnixMs(100), 10), UnixMs(90));
        assert_eq!(served_since(&OUTAGES, UnixMs(100), 30), UnixMs(50));
        assert_eq!(served_since(&OUTAGES, UnixMs(100), 50), UnixMs(10));
        for ms in 0..200 {
            let since = served_since(&OUTAGES, UnixMs(100), ms);
            assert_eq!(UnixMs(100) - since - lost(&OUTAGES, since, UnixMs(100)), ms);
        }
    }
}
