//! Outages: times during which no server was running. They count for nobody.

/// All times are unix milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When a server was last known to be running.
    pub since: i64,
    pub until: i64,
}

/// How long no server was running between two times.
pub fn lost(outages: &[Outage], since: i64, until: i64) -> i64 {
    let clipped = outages
        .iter()
        .map(|outage| (outage.since.max(since), outage.until.min(until)));
    let mut parts: Vec<(i64, i64)> = clipped.filter(|(from, to)| from < to).collect();
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
pub fn served_since(outages: &[Outage], now: i64, ms: i64) -> i64 {
    let mut since = now.saturating_sub(ms);
    loop {
        let earlier = now.saturating_sub(ms).saturating_sub(lost(outages, since, now));
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
        Outage { since: 60, until: 80 },
        Outage { since: 20, until: 30 },
        Outage { since: 25, until: 40 },
    ];

    #[test]
    fn what_was_lost_is_what_outages_cover() {
        assert_eq!(lost(&OUTAGES, 0, 100), 40);
        assert_eq!(lost(&OUTAGES, 35, 70), 15);
        assert_eq!(lost(&OUTAGES, 40, 60), 0);
        assert_eq!(lost(&OUTAGES, 100, 0), 0);
        assert_eq!(lost(&[], 0, 100), 0);
    }

    #[test]
    fn going_back_leaves_out_what_was_lost() {
        assert_eq!(served_since(&[], 100, 30), 70);
        assert_eq!(served_since(&OUTAGES, 100, 10), 90);
        assert_eq!(served_since(&OUTAGES, 100, 30), 50);
        assert_eq!(served_since(&OUTAGES, 100, 50), 10);
        for ms in 0..200 {
            let since = served_since(&OUTAGES, 100, ms);
            assert_eq!(100 - since - lost(&OUTAGES, since, 100), ms);
        }
    }
}
