//! Pauses of the whole process, when it or its machine was stopped. Other nodes have gone on meanwhile, so what it
//! knows of them may be out of date, without any event that tells it so.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::time::{monotonic_unix_ms, now_ms};

/// How often the time is checked.
const PULSE: Duration = Duration::from_millis(250);
/// So much time without a check is a pause, in milliseconds: a busy machine is slow, but not by that much.
pub(crate) const PAUSE_MS: u64 = 1000;

static PULSE_OF_PROCESS: LazyLock<Pulse> = LazyLock::new(|| {
    // Without the thread, a quiet second counts as a pause, which costs a read of the log.
    let _ = thread::Builder::new().name("pulse".to_owned()).spawn(beat);
    Pulse::default()
});
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How often the process has paused so far. The first caller after a pause counts it.
pub(crate) fn count() -> u64 {
    let pulse = &*PULSE_OF_PROCESS;
    pulse.count(since_start())
}

/// Checks the time for as long as the process runs. The monotonic clock of a machine that was stopped may have
/// stopped too; then its other clock is corrected.
fn beat() {
    let ahead = || now_ms() - monotonic_unix_ms();
    let mut before = ahead();
    loop {
        let pulse = &*PULSE_OF_PROCESS;
        let now = ahead();
        if now.abs_diff(before) > PAUSE_MS {
            pulse.pauses.fetch_add(1, Ordering::AcqRel);
        }
        before = now;
        pulse.beat(since_start());
        thread::sleep(PULSE);
    }
}

fn since_start() -> u64 {
    START.elapsed().as_millis() as u64
}

/// The last check, in milliseconds, and how many were late.
#[derive(Debug, Default)]
struct Pulse {
    last: AtomicU64,
    pauses: AtomicU64,
}

impl Pulse {
    fn beat(&self, now: u64) {
        self.count(now);
        self.last.fetch_max(now, Ordering::AcqRel);
    }

    fn count(&self, now: u64) -> u64 {
        if now.saturating_sub(self.last.load(Ordering::Acquire)) > PAUSE_MS {
            // Counted before the check is recorded, so that nobody who sees the check misses the pause. Two callers
            // may count the same one.
            self.pauses.fetch_add(1, Ordering::AcqRel);
            self.last.fetch_max(now, Ordering::AcqRel);
        }
        self.pauses.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_looks_first_after_a_pause_counts_it() {
        let pulse = Pulse::default();
        for now in [250, 500, 900, 1500] {
            pulse.beat(now);
        }
        assert_eq!(pulse.count(1500 + PAUSE_MS), 0);
        assert_eq!(pulse.count(1501 + PAUSE_MS), 1);
        assert_eq!(pulse.count(1502 + PAUSE_MS), 1, "once");
        pulse.beat(1600 + PAUSE_MS);
        pulse.beat(1700 + 3 * PAUSE_MS);
        assert_eq!(pulse.count(1700 + 3 * PAUSE_MS), 2);
    }
}
