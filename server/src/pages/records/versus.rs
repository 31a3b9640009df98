//! How two players fared against each other, above the list of the games they both played.

use thicket_rules::GameKind;

use crate::names::folded;
use crate::records::search::Search;
use crate::store::{HeadToHead, RecordStore, StoreError};

/// The games of two players against each other.
#[derive(Clone, Debug)]
pub struct Versus {
    pub first: String,
    pub second: String,
    /// A line for each game they played, and one for all if there are several.
    pub lines: Vec<VersusLine>,
}

#[derive(Clone, Debug)]
pub struct VersusLine {
    pub title: String,
    pub games: i64,
    /// In how many the first was placed before the other.
    pub first: i64,
    pub second: i64,
    pub shared: i64,
}

impl Versus {
    /// Of the two players that a search names, on its first page.
    pub(super) async fn of(search: &Search, records: &RecordStore) -> Result<Option<Versus>, StoreError> {
        let [first, second] = &search.players[..] else {
            return Ok(None);
        };
        if search.before.is_some() {
            return Ok(None);
        }
        let keys = [first, second].map(|name| folded(name.as_str()));
        let found = records.head_to_head([&keys[0], &keys[1]]).await?;
        let mut lines: Vec<VersusLine> = found.iter().map(line).collect();
        if lines.len() > 1 {
            lines.push(sum(&lines));
        }
        Ok((!lines.is_empty()).then(|| Versus {
            first: first.to_string(),
            second: second.to_string(),
            lines,
        }))
    }
}

fn line(found: &HeadToHead) -> VersusLine {
    let kind: Option<GameKind> = found.kind.parse().ok();
    VersusLine {
        title: kind
            .map_or(found.kind.as_str(), |kind| kind.info().title)
            .to_owned(),
        games: found.games,
        first: found.first,
        second: found.second,
        shared: found.games - found.first - found.second,
    }
}

fn sum(lines: &[VersusLine]) -> VersusLine {
    let all = |count: fn(&VersusLine) -> i64| lines.iter().map(count).sum();
    VersusLine {
        title: "All games".to_owned(),
        games: all(|line| line.games),
        first: all(|line| line.first),
        second: all(|line| line.second),
        shared: all(|line| line.shared),
    }
}
