//! Counts of attempts to sign in over all nodes, by account and by address.

use std::time::Duration;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{ended_sessions, known_browsers, passkeys, tokens};
use crate::store::delivery::link_mails;
use crate::store::engine::sql::{Tx, execute};
use crate::store::log::{invitations, stale};
use crate::store::writer::job::{Key, Lane, WriteJob};
use crate::store::{Store, StoreError};
use crate::time::{UnixMs, millis};

/// What is counted: the hash of a name or of an address, so that the table says little to whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject([u8; 32]);

impl Subject {
    /// What is tried, and for which name or address.
    pub fn new(what: &str, of: &str) -> Subject {
        Subject(Sha256::digest(format!("{what}\0{of}")).into())
    }

    pub(in crate::store) fn order(&self) -> Uuid {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] = self.0;
        Uuid::from_bytes([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
    }
}

impl Store {
    /// Counts one more attempt: so many at once, and then one more in each period. Returns false if there were too
    /// many.
    pub async fn count_attempt(
        &self,
        subject: Subject,
        (at_once, every): (u32, Duration),
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let every = millis(every);
        let job = CountAttempt {
            subject,
            every,
            ahead: every * i64::from(at_once),
            now,
        };
        self.writer.write(job).await
    }

    /// Removes an attempt that was counted, at a rate of one in each period.
    pub async fn take_back_attempt(&self, subject: Subject, every: Duration) -> Result<(), StoreError> {
        let every = millis(every);
        self.writer
            .write(TakeBackAttempt { subject, every })
            .await
            .map(drop)
    }

    /// Deletes attempts that count no longer, challenges that were not answered, sessions and tokens that were ended long ago,
    /// and browsers where nobody has signed in for long.
    pub async fn delete_expired(&self, now: UnixMs) -> Result<(), StoreError> {
        let job = DeleteExpired(now);
        self.writer.write(job).await.map(drop)
    }
}

/// The generic cell rate algorithm: a row has the time until which the attempts so far use up the rate of one `every`
/// so many milliseconds; it may be so far `ahead` of now.
#[derive(Debug)]
struct CountAttempt {
    subject: Subject,
    every: i64,
    ahead: i64,
    now: UnixMs,
}

impl WriteJob for CountAttempt {
    const LANE: Lane = Lane::Attempts;

    fn key(&self) -> Option<Key> {
        Some((self.subject.order(), None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const COUNT: &str = "INSERT INTO attempts (subject, until) VALUES ($1, $2 + $3)
            ON CONFLICT (subject) DO UPDATE
            SET until = CASE WHEN attempts.until > $2 THEN attempts.until + $3 ELSE $2 + $3 END
            WHERE attempts.until + $3 <= $2 + $4";
        execute!(tx, COUNT; &self.subject.0[..], self.now, self.every, self.ahead)
    }
}

#[derive(Debug)]
struct TakeBackAttempt {
    subject: Subject,
    every: i64,
}

impl WriteJob for TakeBackAttempt {
    const LANE: Lane = Lane::Attempts;

    fn key(&self) -> Option<Key> {
        Some((self.subject.order(), None))
    }

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const TAKE_BACK: &str = "UPDATE attempts SET until = until - $2 WHERE subject = $1";
        execute!(tx, TAKE_BACK; &self.subject.0[..], self.every)
    }
}

#[derive(Debug)]
struct DeleteExpired(UnixMs);

impl WriteJob for DeleteExpired {
    const LANE: Lane = Lane::Attempts;

    async fn run(&self, tx: &mut Tx<'_>) -> sqlx::Result<bool> {
        const DELETE: &str = "DELETE FROM attempts WHERE until <= $1";
        execute!(tx, DELETE; self.0)?;
        ended_sessions::delete_old(tx, self.0).await?;
        stale::delete_old(tx, self.0).await?;
        passkeys::delete_old_challenges(tx, self.0).await?;
        known_browsers::delete_old(tx, self.0).await?;
        tokens::delete_old(tx, self.0).await?;
        invitations::delete_old(tx, self.0).await?;
        link_mails::delete_old(tx, self.0).await?;
        Ok(true)
    }
}
