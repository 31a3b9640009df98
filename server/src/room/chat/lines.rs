//! The lines of a chat in memory, and which of them a reader is missing.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;

use crate::ids::PlayerId;
use crate::model::player::audience::{Audience, Reads};
use crate::model::player::chat::CHAT_CAPACITY;
use crate::protocol::{ChatPosition, ChatView, LineView, PlayerView, ServerMessage};
use crate::store::ChatRow;
use crate::time::UnixMs;

/// The latest entries of a chat. Their numbers grow, with gaps where old ones were deleted.
#[derive(Debug, Default)]
pub struct Lines {
    last: u64,
    entries: VecDeque<Entry>,
    silenced: Vec<PlayerView>,
}

#[derive(Debug)]
struct Entry {
    n: u64,
    at: UnixMs,
    audience: Audience,
    /// Serialized once for all readers.
    message: Utf8Bytes,
    /// `None` where somebody was silenced.
    line: Option<LineView>,
}

impl Entry {
    fn is_read(&self, reads: Reads, reader: Option<PlayerId>) -> bool {
        let author = self.line.as_ref().map(|line| line.by.id);
        reads.includes(self.audience, author.is_some() && author == reader)
    }
}

impl Lines {
    pub fn of(rows: Vec<ChatRow>) -> Lines {
        let mut lines = Lines::default();
        rows.into_iter().for_each(|row| lines.push(row));
        lines
    }

    /// Adds the next entry, unless it is there already.
    pub fn push(&mut self, row: ChatRow) {
        let n = row.n.unsigned_abs();
        if n <= self.last {
            return;
        }
        self.last = n;
        if self.entries.len() == CHAT_CAPACITY {
            self.entries.pop_front();
        }
        let (at, audience) = (row.at, row.audience);
        let (message, line) = match row.about {
            Some(player) => (self.silence(player, row), None),
            None => {
                let line = view(row);
                (ServerMessage::Said { line: line.clone() }.text(), Some(line))
            }
        };
        self.entries.push_back(Entry {
            n,
            at,
            audience,
            message,
            line,
        });
    }

    fn silence(&mut self, player: PlayerId, row: ChatRow) -> Utf8Bytes {
        let ChatRow {
            n,
            text,
            silenced,
            member,
            owner,
            ..
        } = row;
        let player = PlayerView {
            owner,
            ..PlayerView::new(player, text, !member)
        };
        self.silenced.retain(|other| other.id != player.id);
        if silenced {
            self.silenced.push(player.clone());
        }
        let n = n.unsigned_abs();
        ServerMessage::Silenced { n, player, silenced }.text()
    }

    /// Whether this very entry is here. After a loss another one may have its number.
    pub fn has(&self, row: &ChatRow) -> bool {
        let mut entries = self.entries.iter().rev();
        entries.any(|entry| entry.n == row.n.unsigned_abs() && entry.at == row.at)
    }

    /// 0 before the first entry.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// The messages that a browser with so many lines is missing, and how many it has then: the entries after its
    /// last one, or the whole chat if it read other lines before.
    pub fn missing(
        &self,
        have: Option<ChatPosition>,
        reads: Reads,
        reader: Option<PlayerId>,
    ) -> (Option<ChatPosition>, Vec<Utf8Bytes>) {
        let same = have.filter(|have| have.reads == reads);
        let n = same.map_or(self.last, |have| have.n.max(self.last));
        let messages = match same {
            Some(have) => self.after(have.n, reads, reader),
            None => vec![
                ServerMessage::Chat {
                    chat: self.view(reads, reader),
                }
                .text(),
            ],
        };
        (Some(ChatPosition { n, reads }), messages)
    }

    fn after(&self, n: u64, reads: Reads, reader: Option<PlayerId>) -> Vec<Utf8Bytes> {
        let later = self.entries.iter().rev().take_while(|entry| entry.n > n);
        let read = later.filter(|entry| entry.is_read(reads, reader));
        let mut messages: Vec<Utf8Bytes> = read.map(|entry| entry.message.clone()).collect();
        messages.reverse();
        messages
    }

    pub fn view(&self, reads: Reads, reader: Option<PlayerId>) -> ChatView {
        self.view_after(0, reads, reader)
    }

    /// The chat with the lines after this number alone.
    pub fn view_after(&self, n: u64, reads: Reads, reader: Option<PlayerId>) -> ChatView {
        let later = self.entries.iter().filter(|entry| entry.n > n);
        let read = later.filter(|entry| entry.is_read(reads, reader));
        ChatView {
            n: self.last,
            reads,
            lines: read.filter_map(|entry| entry.line.clone()).collect(),
            silenced: self.silenced.clone(),
        }
    }

    pub fn is_silenced(&self, player: PlayerId) -> bool {
        self.silenced.iter().any(|silenced| silenced.id == player)
    }

    /// Who has written, under their latest names; the last to write comes first.
    pub fn writers(&self) -> Vec<PlayerView> {
        let mut writers: Vec<PlayerView> = Vec::new();
        for Entry { line, .. } in self.entries.iter().rev() {
            if let Some(LineView { by, .. }) = line
                && writers.iter().all(|writer| writer.id != by.id)
            {
                writers.push(by.clone());
            }
        }
        writers
    }

    /// A player who has written here, under the name of their last line.
    pub fn author(&self, player: PlayerId) -> Option<PlayerView> {
        let lines = self.entries.iter().rev().filter_map(|entry| entry.line.as_ref());
        let mut authors = lines.map(|line| &line.by).chain(&self.silenced);
        authors.find(|by| by.id == player).cloned()
    }
}

fn view(row: ChatRow) -> LineView {
    LineView {
        n: row.n.unsigned_abs(),
        at: row.at,
        by: PlayerView {
            owner: row.owner,
            ..PlayerView::new(row.player, row.name, !row.member)
        },
        audience: row.audience,
        text: row.text,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::Value;

    fn row(n: i64, audience: Audience) -> ChatRow {
        ChatRow {
            n,
            player: PlayerId::fresh(),
            name: "Ann".to_owned(),
            at: UnixMs(0),
            audience,
            text: n.to_string(),
            about: None,
            silenced: false,
            member: false,
            owner: None,
        }
    }

    fn have(n: u64, reads: Reads) -> Option<ChatPosition> {
        Some(ChatPosition { n, reads })
    }

    /// What the messages are, in short: the numbers of lines, or the whole chat.
    fn sent(lines: &Lines, have: Option<ChatPosition>, reads: Reads) -> Vec<String> {
        sent_to(None, lines, have, reads)
    }

    fn sent_to(
        reader: Option<PlayerId>,
        lines: &Lines,
        have: Option<ChatPosition>,
        reads: Reads,
    ) -> Vec<String> {
        let (now, messages) = lines.missing(have, reads, reader);
        assert_eq!(now.unwrap().reads, reads);
        assert!(now.unwrap().n >= lines.last());
        let words = messages.iter().map(|message| {
            let message: Value = serde_json::from_str(message).unwrap();
            let number = |line: &Value| line["text"].as_str().unwrap().to_owned();
            match message["t"].as_str().unwrap() {
                "said" => number(&message["line"]),
                "chat" => {
                    let all = message["chat"]["lines"].as_array().unwrap();
                    format!("all: {}", all.iter().map(number).collect::<Vec<_>>().join(" "))
                }
                other => other.to_owned(),
            }
        });
        words.collect()
    }

    #[test]
    fn what_is_missing_comes_in_order_and_only_to_those_who_read_it() {
        use Reads::{All, Players, Watchers};
        let lines = Lines::of(
            [
                Audience::All,
                Audience::Players,
                Audience::Watchers,
                Audience::Players,
            ]
            .into_iter()
            .zip(1..)
            .map(|(a, n)| row(n, a))
            .collect(),
        );
        assert_eq!(sent(&lines, None, Players), ["all: 1 2 4"]);
        assert_eq!(sent(&lines, None, Watchers), ["all: 1 3"]);
        assert_eq!(sent(&lines, have(1, Players), Players), ["2", "4"]);
        assert_eq!(sent(&lines, have(4, Players), Players), [""; 0]);
        assert_eq!(
            sent(&lines, have(9, Players), Players),
            [""; 0],
            "another node knows more"
        );
        // The game is over: what the others wrote meanwhile is in the whole chat.
        assert_eq!(sent(&lines, have(4, Players), All), ["all: 1 2 3 4"]);
    }

    #[test]
    fn lines_that_are_kept_until_the_end_are_read_by_who_wrote_them() {
        let rows = [
            Audience::All,
            Audience::Watchers,
            Audience::Watchers,
            Audience::Players,
        ];
        let rows: Vec<ChatRow> = (1..).zip(rows).map(|(n, audience)| row(n, audience)).collect();
        let eve = Some(rows[1].player);
        let lines = Lines::of(rows);
        assert_eq!(sent_to(eve, &lines, None, Reads::Own), ["all: 1 2"]);
        assert_eq!(sent_to(eve, &lines, have(1, Reads::Own), Reads::Own), ["2"]);
        assert_eq!(sent(&lines, None, Reads::Own), ["all: 1"]);
        assert_eq!(sent(&lines, have(1, Reads::Own), Reads::Own), [""; 0]);
        assert_eq!(
            sent_to(eve, &lines, have(4, Reads::Own), Reads::All),
            ["all: 1 2 3 4"]
        );
    }

    #[test]
    fn the_oldest_lines_go_and_none_comes_twice() {
        let mut lines = Lines::default();
        let end = CHAT_CAPACITY as i64 + 10;
        (1..=end).for_each(|n| lines.push(row(n, Audience::All)));
        lines.push(row(end, Audience::All));
        let view = lines.view(Reads::All, None);
        assert_eq!(view.lines.len(), CHAT_CAPACITY);
        assert_eq!((view.lines[0].n, view.n), (11, end as u64));
    }

    #[test]
    fn who_is_silenced_last_counts() {
        let (eve, mut lines) = (row(1, Audience::Watchers), Lines::default());
        lines.push(eve.clone());
        assert_eq!(lines.author(eve.player).unwrap().name, "Ann");
        for (n, silenced) in [(2, true), (3, false), (4, true)] {
            let about = Some(eve.player);
            let text = "Eve".to_owned();
            lines.push(ChatRow {
                text,
                about,
                silenced,
                ..row(n, Audience::All)
            });
            assert_eq!(lines.is_silenced(eve.player), silenced);
        }
        assert_eq!(lines.view(Reads::Players, None).silenced.len(), 1);
        assert_eq!(
            sent(&lines, have(3, Reads::Players), Reads::Players),
            ["silenced"]
        );
    }
}
