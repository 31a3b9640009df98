//! The lists of records, day by day: each has a sum over the checksums of its records and the sum of the list before.
//! So a missing record is noticed, and whoever keeps one sum can verify all records up to then.

use std::fmt;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::chain::Sum;

/// The kind of such files.
pub const LINES: &str = "lists";
/// Their format.
pub const FORMAT: u64 = 1;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayList {
    /// Counted from 1.
    pub list: i64,
    /// The day on which it was begun, `2026-11-20`; empty as long as nothing was listed.
    pub day: String,
    pub records: i64,
    /// Over its records and the list before it; `None` as long as records are added to it.
    pub sha256: Option<Sum>,
}

/// The start of a list's sum. The fields are in the order of their names.
#[derive(Serialize)]
struct Head<'a> {
    day: &'a str,
    list: i64,
    records: i64,
}

impl fmt::Display for DayList {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "list {} of {}, {} records", self.list, self.day, self.records)?;
        match self.sha256 {
            Some(sum) => write!(f, ", {}", HEXLOWER.encode(&sum)),
            None => Ok(()),
        }
    }
}

#[derive(Deserialize)]
struct Line {
    list: i64,
    day: String,
    records: i64,
    sha256: Option<String>,
}

impl DayList {
    pub fn to_json(&self) -> Value {
        let sum = self.sha256.map(|sum| HEXLOWER.encode(&sum));
        json!({ "list": self.list, "day": self.day, "records": self.records, "sha256": sum })
    }

    pub fn of_json(line: &Value) -> Option<DayList> {
        let Line {
            list,
            day,
            records,
            sha256,
        } = Line::deserialize(line).ok()?;
        let sum = |text: String| HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok();
        Some(DayList {
            list,
            day,
            records,
            sha256: match sha256 {
                Some(text) => Some(sum(text)?),
                None => None,
            },
        })
    }

    /// The sum of a list with these records, after the list with this sum.
    pub fn sum(&self, before: Sum, records: impl IntoIterator<Item = Sum>) -> Sum {
        let head = Head {
            day: &self.day,
            list: self.list,
            records: self.records,
        };
        let head = serde_json::to_string(&head).expect("a list");
        let sum = Sha256::new().chain_update(before).chain_update(head);
        let sum = records
            .into_iter()
            .fold(sum, |sum, record| sum.chain_update(record));
        sum.finalize().into()
    }
}

#[derive(Clone, Debug)]
pub struct Checker {
    next: i64,
    /// The sum of the list before, if known.
    before: Option<Sum>,
    /// The list before, if it has no sum.
    open: Option<i64>,
}

impl Default for Checker {
    fn default() -> Checker {
        Checker {
            next: 1,
            before: Some([0; 32]),
            open: None,
        }
    }
}

impl Checker {
    /// Checks the next list. Its records are places and checksums, in order of the places.
    pub fn check(&mut self, list: &DayList, records: &[(i64, Sum)]) -> Vec<String> {
        let mut wrong = Vec::new();
        for missing in self.next..list.list {
            wrong.push(format!("list {missing} is missing"));
            self.before = None;
        }
        if list.list < self.next {
            wrong.push(format!("list {} is there twice", list.list));
        }
        let name = match list.day.as_str() {
            "" => format!("list {}", list.list),
            day => format!("list {} of {day}", list.list),
        };
        let misplaced = misplaced(list, records);
        let is_whole = misplaced.is_empty();
        wrong.extend(misplaced.into_iter().map(|what| format!("{name}: {what}")));
        if let Some(sum) = list.sha256 {
            if let Some(open) = self.open.take() {
                wrong.push(format!("list {open} has no sum, but the next one has"));
                self.before = None;
            }
            let sums = records.iter().map(|(_, sum)| *sum);
            if is_whole && self.before.is_some_and(|before| list.sum(before, sums) != sum) {
                wrong.push(format!(
                    "{name}: its sum is not that of its records and of the list before"
                ));
            }
        }
        self.open = list.sha256.is_none().then_some(list.list);
        self.before = list.sha256;
        self.next = list.list + 1;
        wrong
    }

    /// Checks the end: the last list is the one that records are added to.
    pub fn end(&self) -> Option<String> {
        let is_open = self.open.is_some_and(|open| open + 1 == self.next);
        (!is_open).then(|| format!("list {} is missing", self.next))
    }
}

/// Places without a record, and records without a place.
fn misplaced(list: &DayList, records: &[(i64, Sum)]) -> Vec<String> {
    let total = list.records;
    let mut wrong = Vec::new();
    let mut next = 1;
    for &(place, _) in records {
        // More may have been added to an open list since it was read.
        if place < 1 || (place > total && list.sha256.is_some()) {
            wrong.push(format!("record {place} is not one of its {total} records"));
        }
        if (1..next).contains(&place) {
            wrong.push(format!("record {place} is there twice"));
        }
        wrong.extend(missing(next, place.min(total + 1), total));
        next = next.max(place + 1);
    }
    wrong.extend(missing(next, total + 1, total));
    wrong
}

/// The places from `first` up to `end` have no records.
fn missing(first: i64, end: i64, total: i64) -> Option<String> {
    match end - first {
        ..=0 => None,
        1 => Some(format!("record {first} of {total} is missing")),
        _ => Some(format!("records {first} to {} of {total} are missing", end - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(places: impl IntoIterator<Item = i64>) -> Vec<(i64, Sum)> {
        places
            .into_iter()
            .map(|place| (place, [place as u8; 32]))
            .collect()
    }

    type Lists = Vec<(DayList, Vec<(i64, Sum)>)>;

    /// Two lists that are closed and one that is not, with their records.
    fn lists() -> Lists {
        let mut before = [0; 32];
        let list = |number: i64| {
            let records = records(1..=number + 2);
            let mut list = DayList {
                list: number,
                day: format!("2026-11-0{number}"),
                records: number + 2,
                sha256: None,
            };
            if number < 3 {
                before = list.sum(before, records.iter().map(|(_, sum)| *sum));
                list.sha256 = Some(before);
            }
            (list, records)
        };
        (1..=3).map(list).collect()
    }

    fn check(lists: &[(DayList, Vec<(i64, Sum)>)]) -> Vec<String> {
        let mut checker = Checker::default();
        let mut wrong: Vec<String> = lists
            .iter()
            .flat_map(|(list, records)| checker.check(list, records))
            .collect();
        wrong.extend(checker.end());
        wrong
    }

    /// What `docs/records.md` describes, computed step by step.
    #[test]
    fn the_sum_is_the_documented_one() {
        let text = br#"{"day":"2026-11-01","list":1,"records":3}"#;
        let records = [[1; 32], [2; 32], [3; 32]].concat();
        let sum = Sha256::digest([&[0; 32][..], text, &records].concat());
        assert_eq!(
            lists()[0].0.sha256.map(|sum| HEXLOWER.encode(&sum)),
            Some(HEXLOWER.encode(&sum))
        );
    }

    #[test]
    fn whatever_was_taken_away_or_changed_is_named() {
        assert_eq!(check(&lists()), [""; 0]);
        let wrong = |change: &dyn Fn(&mut Lists)| {
            let mut lists = lists();
            change(&mut lists);
            check(&lists)
        };
        assert_eq!(
            wrong(&|lists| lists[1].1.retain(|(place, _)| *place != 2)),
            ["list 2 of 2026-11-02: record 2 of 4 is missing"]
        );
        assert_eq!(
            wrong(&|lists| lists[2].1.truncate(2)),
            ["list 3 of 2026-11-03: records 3 to 5 of 5 are missing"]
        );
        assert_eq!(wrong(&|lists| drop(lists.remove(0))), ["list 1 is missing"]);
        assert_eq!(wrong(&|lists| drop(lists.pop())), ["list 3 is missing"]);
        let sum = "its sum is not that of its records and of the list before";
        assert_eq!(
            wrong(&|lists| lists[0].1[0].1[5] ^= 1),
            [format!("list 1 of 2026-11-01: {sum}")]
        );
        assert_eq!(
            wrong(&|lists| lists[1].0.day = "2026-11-03".into()),
            [format!("list 2 of 2026-11-03: {sum}")]
        );
        let shortened = wrong(&|lists| {
            lists[1].0.records -= 1;
            lists[1].1.pop();
        });
        assert_eq!(shortened, [format!("list 2 of 2026-11-02: {sum}")]);
        assert_eq!(
            wrong(&|lists| lists[1].1.push((5, [0; 32]))),
            ["list 2 of 2026-11-02: record 5 is not one of its 4 records"]
        );
        assert_eq!(
            wrong(&|lists| lists[0].0.sha256 = None),
            ["list 1 has no sum, but the next one has"]
        );
        let changed = wrong(&|lists| lists[0].0.sha256 = Some([9; 32]));
        assert_eq!(changed.len(), 2, "{changed:?}");
    }

    #[test]
    fn records_may_be_added_to_the_open_list_meanwhile() {
        let mut lists = lists();
        lists[2].1.push((6, [6; 32]));
        assert_eq!(check(&lists), [""; 0]);
    }
}
