//! Closing what browsers show when it is not true any more: a turn that was played elsewhere.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::debug;

use super::push::{KEPT_FOR, Push, is_gone, may_be_silent};
use super::{Delivery, DeliveryError};
use crate::store::Outdated;
use crate::time::now_ms;

/// How often a node looks for something to close.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// How many browsers it tells in a row.
const IN_A_ROW: i64 = 50;
/// After how many looks it forgets what was shown for long.
const LOOKS_UNTIL_FORGET: u32 = 1200;

impl Delivery {
    /// Closes what is outdated, for ever.
    pub(super) async fn close_outdated(self) {
        let mut ticks = interval(LOOK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for look in 1_u32.. {
            ticks.tick().await;
            if let Err(error) = self.close_all().await {
                debug!(%error, "notices are closed later");
            }
            if look.is_multiple_of(LOOKS_UNTIL_FORGET) {
                // What this misses is forgotten an hour later.
                let _ = self.store.forget_shown(now_ms()).await;
            }
        }
    }

    async fn close_all(&self) -> Result<(), DeliveryError> {
        for outdated in self.store.outdated_notices(IN_A_ROW).await? {
            if self.store.take_outdated(outdated.channel, outdated.table).await?
                && may_be_silent(&outdated.url)
            {
                self.close(outdated).await?;
            }
        }
        Ok(())
    }

    /// Tried once: whoever opens the table sees that the turn is over.
    async fn close(&self, outdated: Outdated) -> Result<(), DeliveryError> {
        let push = Push::Close {
            close: outdated.code,
            waiting: self.store.turns_of(outdated.player).await?,
        };
        let at = (
            outdated.url.as_str(),
            outdated.keys.as_slice(),
            outdated.home.as_str(),
        );
        if let Err(failure) = self.push(at, &push, KEPT_FOR, false).await?
            && is_gone(&failure)
        {
            self.store.end_channel(outdated.channel).await?;
        }
        Ok(())
    }
}
