//! A feed: the numbered messages of events, which sockets follow. Each message is serialized once for all.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;

use crate::seq::Seq;
use crate::time::UnixMs;

/// How many entries a feed keeps: enough for a short interruption. A socket that has fallen further behind gets a
/// snapshot, which is made from what the table has anyway.
const FEED_CAPACITY: usize = 8;

/// The latest entries of a feed, numbered without gaps.
#[derive(Debug, Default)]
pub struct Feed {
    /// 0 before the first entry.
    last: Seq,
    entries: VecDeque<Entry>,
}

#[derive(Clone, Debug)]
pub struct Entry {
    at: UnixMs,
    /// As it goes over the wire.
    pub message: Utf8Bytes,
}

impl Feed {
    /// An empty feed that continues after entry `last`.
    pub fn after(last: Seq) -> Feed {
        Feed {
            last,
            entries: VecDeque::new(),
        }
    }

    /// Whether an entry with this number would still be kept once the feed has come to `end`.
    pub fn keeps(seq: Seq, end: Seq) -> bool {
        seq.0 + FEED_CAPACITY as u64 > end.0
    }

    pub fn push(&mut self, at: UnixMs, message: Utf8Bytes) {
        self.last = self.last.next();
        if self.entries.len() == FEED_CAPACITY {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { at, message });
    }

    pub fn last(&self) -> Seq {
        self.last
    }

    /// The entries after this number; `None` if some of them are no longer kept or the number was never reached.
    pub fn since(&self, seq: Seq) -> Option<impl Iterator<Item = &Entry>> {
        let missed = usize::try_from(self.last.0.checked_sub(seq.0)?).ok()?;
        let skipped = self.entries.len().checked_sub(missed)?;
        Some(self.entries.iter().skip(skipped))
    }

    /// When an entry was made, if it is kept.
    pub fn made_at(&self, seq: Seq) -> Option<UnixMs> {
        self.entry(seq).map(|entry| entry.at)
    }

    pub fn message(&self, seq: Seq) -> Option<&Utf8Bytes> {
        self.entry(seq).map(|entry| &entry.message)
    }

    fn entry(&self, seq: Seq) -> Option<&Entry> {
        let missed = usize::try_from(self.last.0.checked_sub(seq.0)?).ok()?;
        let place = self.entries.len().checked_sub(missed + 1)?;
        (seq > Seq::ZERO).then(|| &self.entries[place])
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn feed(entries: u64) -> Feed {
        let mut feed = Feed::default();
        (1..=entries).for_each(|seq| feed.push(UnixMs(seq as i64), seq.to_string().into()));
        feed
    }

    fn since(feed: &Feed, seq: u64) -> Option<Vec<String>> {
        Some(
            feed.since(Seq(seq))?
                .map(|entry| entry.message.to_string())
                .collect(),
        )
    }

    #[test]
    fn what_was_missed_comes_in_order() {
        let feed = feed(3);
        assert_eq!(since(&feed, 0).unwrap(), ["1", "2", "3"]);
        assert_eq!(since(&feed, 2).unwrap(), ["3"]);
        assert!(since(&feed, 3).unwrap().is_empty());
        assert_eq!(since(&feed, 4), None, "that entry never was");
    }

    #[test]
    fn a_message_is_found_by_its_number() {
        let feed = feed(3);
        let message = |seq| feed.message(Seq(seq)).map(Utf8Bytes::as_str);
        assert_eq!([0, 1, 3, 4].map(message), [None, Some("1"), Some("3"), None]);
    }

    #[test]
    fn only_the_latest_entries_are_kept() {
        let end = 2 * FEED_CAPACITY as u64;
        let feed = feed(end);
        let oldest = end - FEED_CAPACITY as u64;
        assert_eq!(since(&feed, oldest).unwrap().len(), FEED_CAPACITY);
        assert_eq!(since(&feed, oldest - 1), None);
        assert!(Feed::keeps(Seq(oldest + 1), Seq(end)) && !Feed::keeps(Seq(oldest), Seq(end)));
    }
}
