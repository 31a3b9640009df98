//! How long to wait after an attempt that has failed, and when to give up.

use std::time::Duration;

use super::Failure;
use crate::store::{Due, Release};
use crate::time::UnixMs;

/// The pause after the first failure; each further one is three times as long.
pub(super) const FIRST_MS: i64 = 5_000;
const LONGEST_MS: i64 = 3 * 60 * 60 * 1000;
/// A channel that has failed for so long is switched off.
const GIVE_UP_MS: i64 = 24 * 60 * 60 * 1000;
/// Says that the receiver is gone for good.
const GONE: u16 = 410;

/// What becomes of a channel after something was sent there, or was not.
pub(super) fn after(due: &Due, failure: Option<Failure>, now: UnixMs) -> Release {
    let Some(failure) = failure else {
        return Release {
            channel: due.channel,
            not_before: now,
            failures: 0,
            failing_from: None,
            problem: None,
            disabled_at: None,
        };
    };
    let failing_from = due.failing_from.unwrap_or(now);
    let is_gone = matches!(failure, Failure::Status(status, _) if status.as_u16() == GONE);
    let gives_up = is_gone || now - failing_from >= GIVE_UP_MS;
    Release {
        channel: due.channel,
        not_before: now + pause(due.failures, &failure),
        failures: due.failures + 1,
        failing_from: Some(failing_from),
        problem: Some(failure.to_string()),
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
    use super::*;
    use crate::ids::{ChannelId, PlayerId};
    use crate::store::ChannelForm;
    use reqwest::StatusCode;

    fn due(failures: i64, failing_from: Option<UnixMs>) -> Due {
        Due {
            channel: ChannelId::fresh(),
            player: PlayerId::fresh(),
            form: ChannelForm::Standard,
            url: String::new(),
            home: String::new(),
            secret: Vec::new(),
            failures,
            failing_from,
        }
    }

    #[test]
    fn pauses_grow_for_a_day_and_then_the_channel_is_switched_off() {
        let (mut now, mut failures, mut failing_from, mut pauses) = (UnixMs(0), 0, None, Vec::new());
        let last = loop {
            let release = after(&due(failures, failing_from), Some(Failure::Timeout), now);
            if release.disabled_at.is_some() {
                break release;
            }
            pauses.push((release.not_before - now) / 1000);
            (now, failures, failing_from) = (release.not_before, release.failures, release.failing_from);
        };
        assert_eq!(pauses[..8], [5, 15, 45, 135, 405, 1215, 3645, 10_800]);
        assert!(now.0 >= GIVE_UP_MS && now.0 < GIVE_UP_MS + LONGEST_MS, "{now:?}");
        assert_eq!(last.problem.as_deref(), Some("it did not answer in time"));
    }

    #[test]
    fn a_receiver_may_ask_for_a_longer_pause_and_may_be_gone() {
        let status = |status, wait| Some(Failure::Status(status, wait));
        let now = UnixMs(1_000_000);
        let busy = after(
            &due(0, None),
            status(StatusCode::TOO_MANY_REQUESTS, Some(60)),
            now,
        );
        assert_eq!(busy.not_before - now, 60_000);
        let endless = after(
            &due(0, None),
            status(StatusCode::SERVICE_UNAVAILABLE, Some(u64::MAX)),
            now,
        );
        assert_eq!(endless.not_before - now, LONGEST_MS);
        assert_eq!(
            after(&due(0, None), status(StatusCode::GONE, None), now).disabled_at,
            Some(now)
        );
        let well = after(&due(5, Some(UnixMs(0))), None, now);
        assert_eq!(
            (well.failures, well.failing_from, well.not_before),
            (0, None, now)
        );
    }
}
