//! How often something is tried, counted over all nodes: attempts to sign in, by account and by address.

use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{known_browsers, passkeys, sessions};
use crate::store::engine::sql::{Tx, on};
use crate::store::log::stale;
use crate::store::writer::change::{Change, Write};
use crate::store::{Store, StoreError};

/// What is counted: the hash of a name or of an address, so that the table says little to whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject([u8; 32]);

impl Subject {
    /// What is tried, and for what: a name, an address.
    pub fn new(what: &str, of: &str) -> Subject {
        Subject(Sha256::digest(format!("{what}\0{of}")).into())
    }

    /// Where its row comes among others that are written together.
    pub(in crate::store) fn order(&self) -> Uuid {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] = self.0;
        Uuid::from_bytes([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
    }
}

impl Store {
    /// Counts one more attempt: so many at once, and then one more in each period. Tells whether it was counted, which it is
    /// not if there were too many.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn count_attempt(
        &self,
        subject: Subject,
        (at_once, every): (u32, Duration),
        now: i64,
    ) -> Result<bool, StoreError> {
        let every = every.as_millis() as i64;
        let write = Write::Attempt {
            subject,
            every,
            ahead: every * i64::from(at_once),
            now,
        };
        self.change(Change::Other(write)).await
    }

    /// Takes back an attempt that was counted, at a rate of one in each period: it was none that should count.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn take_back_attempt(&self, subject: Subject, every: Duration) -> Result<(), StoreError> {
        let every = every.as_millis() as i64;
        let write = Write::TakeBackAttempt { subject, every };
        self.change(Change::Other(write)).await.map(drop)
    }

    /// Forgets attempts that count no longer, challenges that were not answered, sessions that were ended long ago, and browsers
    /// where nobody has signed in for long.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub async fn forget_expired(&self, now: i64) -> Result<(), StoreError> {
        let write = Write::ForgetExpired { now };
        self.change(Change::Other(write)).await.map(drop)
    }
}

/// The generic cell rate algorithm: a row says until when the attempts so far use up the rate of one `every` so many
/// milliseconds, and that may be so far `ahead` of now.
pub(in crate::store) async fn count(
    tx: &mut Tx<'_>,
    subject: Subject,
    (every, ahead): (i64, i64),
    now: i64,
) -> sqlx::Result<bool> {
    const COUNT: &str = "INSERT INTO attempts (subject, until) VALUES ($1, $2 + $3)
        ON CONFLICT (subject) DO UPDATE
        SET until = CASE WHEN attempts.until > $2 THEN attempts.until + $3 ELSE $2 + $3 END
        WHERE attempts.until + $3 <= $2 + $4";
    on!(tx, tx => {
        let count = sqlx::query(COUNT).bind(&subject.0[..]).bind(now).bind(every).bind(ahead);
        Ok(count.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

pub(in crate::store) async fn take_back(tx: &mut Tx<'_>, subject: Subject, every: i64) -> sqlx::Result<bool> {
    const TAKE_BACK: &str = "UPDATE attempts SET until = until - $2 WHERE subject = $1";
    on!(tx, tx => {
        let take_back = sqlx::query(TAKE_BACK).bind(&subject.0[..]).bind(every);
        Ok(take_back.execute(&mut **tx).await?.rows_affected() > 0)
    })
}

pub(in crate::store) async fn forget(tx: &mut Tx<'_>, now: i64) -> sqlx::Result<bool> {
    const FORGET: &str = "DELETE FROM attempts WHERE until <= $1";
    on!(tx, tx => sqlx::query(FORGET).bind(now).execute(&mut **tx).await.map(drop))?;
    sessions::forget_ended(tx, now).await?;
    stale::forget(tx, now).await?;
    passkeys::forget_challenges(tx, now).await?;
    known_browsers::forget(tx, now).await?;
    Ok(true)
}
