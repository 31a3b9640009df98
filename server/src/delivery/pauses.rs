//! How long to wait after an attempt that has failed, and when to give up.

use std::time::Duration;

use super::Failure;
use crate::ids::ChannelId;
use crate::store::{Failing, Release};
use crate::time::UnixMs;

/// The pause after the first failure; each further one is three times as long.
pub(super) const FIRST_MS: i64 = 5_000;
const LONGEST_MS: i64 = 3 * 60 * 60 * 1000;
/// A channel that has failed for so long is switched off.
const GIVE_UP_MS: i64 = 24 * 60 * 60 * 1000;
/// For so long it may be this server's own trouble.
const OWN_TROUBLE_MS: i64 = 7 * GIVE_UP_MS;
/// Says that the receiver is gone for good.
const GONE: u16 = 410;

/// What becomes of a channel after an attempt that has failed, and those that had failed before.
pub(super) fn after_failure(
    channel: ChannelId,
    before: Option<Failing>,
    failure: &Failure,
    now: UnixMs,
) -> Release {
    let (attempts, since) = before.map_or((0, now), |before| (before.attempts, before.since));
    let is_gone = match failure {
        Failure::Status(status, _) => status.as_u16() == GONE,
        Failure::Mailbox(_) => true,
        _ => false,
    };
    let most = match failure {
        Failure::MailServer => OWN_TROUBLE_MS,
        _ => GIVE_UP_MS,
    };
    let gives_up = is_gone || now - since >= most;
    Release {
        channel,
        not_before: now + pause(attempts, failure),
        failing: Some(Failing {
            attempts: attempts + 1,
            since,
            problem: failure.to_string(),
        }),
        disabled_at: gives_up.then_some(now),
    }
}

/// In milliseconds.
fn pause(failures: i64, failure: &Failure) -> i64 {
    let growth = u32::try_from(failures).map_or(i64::MAX, |failures| 3_i64.saturating_pow(failures));
    let pause = FIRST_MS.saturating_mul(growth).min(LONGEST_MS);
    let asked = match failure {
        Failure::Status(_, Some(seconds)) => Duration::from_secs(*seconds).as_millis(),
        _ => 0,
    };
    i64::try_from(asked).map_or(LONGEST_MS, |asked| asked.clamp(pause, LONGEST_MS))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use reqwest::StatusCode;

    fn after(before: Option<Failing>, failure: &Failure, now: UnixMs) -> Release {
        after_failure(ChannelId::fresh(), before, failure, now)
    }

    #[test]
    fn pauses_grow_for_a_day_and_then_the_channel_is_switched_off() {
        let (mut now, mut failing, mut pauses) = (UnixMs(0), None, Vec::new());
        let last = loop {
            let release = after(failing, &Failure::Timeout, now);
            if release.disabled_at.is_some() {
                break release;
            }
            pauses.push((release.not_before - now) / 1000);
            (now, failing) = (release.not_before, release.failing);
        };
        assert_eq!(pauses[..8], [5, 15, 45, 135, 405, 1215, 3645, 10_800]);
        assert!(now.0 >= GIVE_UP_MS && now.0 < GIVE_UP_MS + LONGEST_MS, "{now:?}");
        assert_eq!(last.failing.unwrap().problem, "it did not answer in time");
    }

    #[test]
    fn a_receiver_may_ask_for_a_longer_pause_and_may_be_gone() {
        let now = UnixMs(1_000_000);
        let after = |status, wait| after(None, &Failure::Status(status, wait), now);
        let busy = after(StatusCode::TOO_MANY_REQUESTS, Some(60));
        assert_eq!(busy.not_before - now, 60_000);
        let endless = after(StatusCode::SERVICE_UNAVAILABLE, Some(u64::MAX));
        assert_eq!(endless.not_before - now, LONGEST_MS);
        assert_eq!(after(StatusCode::GONE, None).disabled_at, Some(now));
    }
}
