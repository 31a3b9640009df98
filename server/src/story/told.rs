//! One event of a table in a sentence, for those who follow it elsewhere.

use std::collections::HashMap;

use super::{Narrator, offered};
use crate::ids::PlayerId;
use crate::model::log::entry::LogEntry;
use crate::model::log::event::Event;
use crate::model::record::ending::Ending;
use crate::seq::Seq;
use crate::words::list;

/// The event with this number, and who has won if it ends the game, with the names of the owners of bots. `None` for what others
/// need not be told.
pub(crate) fn told(log: &[LogEntry], seq: Seq, owners: HashMap<PlayerId, String>) -> Option<String> {
    let mut narrator = Narrator {
        owners,
        ..Narrator::default()
    };
    for entry in log {
        narrator.record_names(entry);
        if entry.seq == seq {
            let sentence = narrator.told(entry)?;
            return Some(match entry.event.ending() {
                Some(ending) => format!("{sentence} {}", narrator.ended(ending)),
                None => sentence,
            });
        }
        narrator.follow(&entry.event);
    }
    None
}

impl Narrator {
    fn told(&self, entry: &LogEntry) -> Option<String> {
        match &entry.event {
            Event::Played { steps, .. } => {
                Some(format!("{}: {}.", self.name(entry.player?), steps.join(",")))
            }
            Event::Offered { seat, proposal, .. } => {
                Some(format!("{} offers {}.", self.holder(*seat), offered(proposal)?))
            }
            Event::RematchProposed { player, .. } => {
                Some(format!("{} proposes a rematch.", self.name(*player)))
            }
            _ => self.sentence(entry),
        }
    }

    fn ended(&self, ending: &Ending) -> String {
        let best = ending.ranks.iter().min();
        let seats = ending.ranks.iter().zip(1..);
        let first: Vec<String> = seats
            .filter(|(rank, _)| Some(*rank) == best)
            .map(|(_, seat)| self.holder(seat))
            .collect();
        let names: Vec<&str> = first.iter().map(String::as_str).collect();
        match names.as_slice() {
            [name] => format!("The game is over: {name} has won."),
            names if names.len() == ending.ranks.len() => "The game is over: it is a draw.".to_owned(),
            names => format!("The game is over: {} share the first place.", list(names)),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::ids::{EventId, TableId};
    use crate::model::record::ending::Reason;
    use crate::time::UnixMs;

    fn entry(seq: u64, player: PlayerId, event: Event, name: Option<&str>) -> LogEntry {
        LogEntry {
            id: EventId::fresh(),
            table: TableId::fresh(),
            seq: Seq(seq),
            at: UnixMs(0),
            player: Some(player),
            command: None,
            event,
            name: name.map(str::to_owned),
        }
    }

    #[test]
    fn the_turn_that_ends_a_game_says_who_has_won() {
        let (ann, ben) = (PlayerId::fresh(), PlayerId::fresh());
        let sat = |player, chair| Event::Sat {
            player,
            chair,
            companion_of: None,
        };
        let ending = |ranks: &[u8]| Ending {
            reason: Reason::Rules,
            ranks: ranks.to_vec(),
            scores: Vec::new(),
        };
        let played = |ranks: &[u8]| Event::Played {
            steps: vec!["c3".to_owned(), "d4".to_owned()],
            ending: (!ranks.is_empty()).then(|| ending(ranks)),
        };
        let log = |ranks: &[u8]| {
            vec![
                entry(1, ann, sat(ann, 0), Some("Ann")),
                entry(2, ben, sat(ben, 1), Some("Ben")),
                entry(
                    3,
                    ann,
                    Event::Started {
                        seats: vec![ann, ben],
                    },
                    None,
                ),
                entry(4, ben, played(ranks), None),
            ]
        };
        let last = |ranks: &[u8]| told(&log(ranks), Seq(4), HashMap::new()).unwrap();
        assert_eq!(last(&[]), "Ben: c3,d4.");
        assert_eq!(last(&[2, 1]), "Ben: c3,d4. The game is over: Ben has won.");
        assert_eq!(last(&[1, 1]), "Ben: c3,d4. The game is over: it is a draw.");
        assert_eq!(told(&log(&[]), Seq(1), HashMap::new()).unwrap(), "Ann sat down.");
        assert_eq!(told(&log(&[]), Seq(9), HashMap::new()), None);
    }
}
