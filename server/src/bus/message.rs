//! The messages between nodes, and their form on the wire: JSON, in pieces that Postgres carries.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::ids::{PlayerId, TableId};
use crate::seq::Seq;

/// The most bytes of one message: a notification of Postgres has fewer than 8,000.
const MAX_BYTES: usize = 7_900;
/// What surrounds the entries of a message, at most.
const FRAME_BYTES: usize = 100;
/// How many visitors of one table are named to other nodes. Further ones are counted.
pub const MAX_NAMED: usize = 150;

/// A running process that serves tables, with a new id after each start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NodeId(u64);

impl NodeId {
    pub fn fresh() -> NodeId {
        NodeId(rand::rng().random())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    pub node: NodeId,
    /// The name is that of older versions.
    #[serde(rename = "news")]
    pub message: BusMessage,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BusMessage {
    /// The logs of these tables have come to these numbers.
    Committed(Vec<(TableId, Seq)>),
    /// The chats of these tables have come to these numbers.
    Chatted(Vec<(TableId, u64)>),
    /// Players of these tables have made plans, or dropped some.
    Planned(Vec<TableId>),
    /// Who is connected to the sender, at each of these tables.
    Present(Vec<Visitors>),
    /// The sender is new, or could not be reached for a while. Receivers announce who is connected, and check the
    /// logs of their tables.
    Joined,
    /// Sessions were ended, or players deleted: the database says which.
    SessionsEnded,
    /// The sender stops, and its players are about to arrive elsewhere.
    Leaving,
}

/// Who is connected to one node at one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visitors {
    pub table: TableId,
    pub seated: Vec<PlayerId>,
    pub watching: Vec<PlayerId>,
    /// Those of the seated players who have the table in sight. Older versions do not say it.
    #[serde(default)]
    pub in_sight: Vec<PlayerId>,
    pub anonymous: u32,
    /// Whether its game has begun, if the lobby may list it.
    pub listed: Option<bool>,
}

impl Visitors {
    pub fn none(table: TableId) -> Visitors {
        Visitors {
            table,
            seated: Vec::new(),
            watching: Vec::new(),
            in_sight: Vec::new(),
            anonymous: 0,
            listed: None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.seated.is_empty() && self.watching.is_empty() && self.anonymous == 0
    }
}

impl Envelope {
    /// The texts of a message, each small enough for every bus.
    pub(super) fn texts(node: NodeId, message: BusMessage) -> Vec<String> {
        let pieces = match message {
            BusMessage::Committed(events) => split(events, BusMessage::Committed),
            BusMessage::Chatted(lines) => split(lines, BusMessage::Chatted),
            BusMessage::Planned(tables) => split(tables, BusMessage::Planned),
            BusMessage::Present(visitors) => split(visitors, BusMessage::Present),
            BusMessage::Joined | BusMessage::SessionsEnded | BusMessage::Leaving => vec![message],
        };
        let text = |message| encoded(&Envelope { node, message });
        pieces.into_iter().map(text).collect()
    }
}

/// Splits a list into messages; an empty list is a message, too.
fn split<T: Serialize>(items: Vec<T>, wrap: fn(Vec<T>) -> BusMessage) -> Vec<BusMessage> {
    let (mut pieces, mut piece, mut bytes) = (Vec::new(), Vec::new(), FRAME_BYTES);
    for item in items {
        let size = encoded(&item).len() + 1;
        if bytes + size > MAX_BYTES && !piece.is_empty() {
            pieces.push(wrap(std::mem::take(&mut piece)));
            bytes = FRAME_BYTES;
        }
        bytes += size;
        piece.push(item);
    }
    if !piece.is_empty() || pieces.is_empty() {
        pieces.push(wrap(piece));
    }
    pieces
}

fn encoded<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("message")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn read(texts: &[String]) -> Vec<BusMessage> {
        let message = |text: &String| serde_json::from_str::<Envelope>(text).unwrap().message;
        texts.iter().map(message).collect()
    }

    #[test]
    fn a_group_of_any_size_fits_into_notifications() {
        for size in [0, 1, 100, 256, 1000] {
            let events: Vec<_> = (0..size).map(|_| (TableId::fresh(), Seq(u64::MAX))).collect();
            let texts = Envelope::texts(NodeId(u64::MAX), BusMessage::Committed(events.clone()));
            assert!(texts.iter().all(|text| text.len() < 8_000));
            let told = read(&texts).into_iter().flat_map(|message| match message {
                BusMessage::Committed(events) => events,
                other => panic!("{other:?}"),
            });
            assert_eq!(told.collect::<Vec<_>>(), events);
        }
    }

    #[test]
    fn the_visitors_of_a_full_table_fit_into_a_notification() {
        let mut full = Visitors::none(TableId::fresh());
        full.seated = (0..6).map(|_| PlayerId::fresh()).collect();
        full.in_sight = full.seated.clone();
        full.watching = (6..MAX_NAMED).map(|_| PlayerId::fresh()).collect();
        (full.anonymous, full.listed) = (u32::MAX, Some(false));
        let texts = Envelope::texts(NodeId(u64::MAX), BusMessage::Present(vec![full.clone(), full]));
        assert_eq!(texts.len(), 2);
        assert!(texts.iter().all(|text| text.len() < 8_000));
    }

    #[test]
    fn what_has_no_list_is_one_message() {
        let node = NodeId::fresh();
        assert_eq!(
            read(&Envelope::texts(node, BusMessage::Joined)),
            [BusMessage::Joined]
        );
        assert_eq!(
            read(&Envelope::texts(node, BusMessage::Present(vec![]))),
            [BusMessage::Present(vec![])]
        );
    }
}
