//! Players under several names, the records of their games, and what a plain scan finds among them.

use std::collections::BTreeMap;

use thicket_server::model::record::filter::{Facets, RecordFilter};
use thicket_server::model::record::{Record, RecordHead};
use thicket_server::names::folded;
use thicket_server::store::{RecordList, RecordsPage};

use super::super::records::{ended, record};
use super::super::*;
use crate::common::base::Base;
use crate::common::party::Dice;

pub(super) const NAMES: [&str; 6] = ["Ann", "Élodie", "ben", "王小明", "Cid", "<b>Dan</b>"];
const CLOCKS: [Option<&str>; 3] = [None, Some("300+5"), Some("7d+12h, cap 14d, grace 8h")];
const REASONS: [&str; 4] = ["rules", "resignation", "agreement", "abandoned"];

/// Players under several names, and the records of their games.
pub(super) struct World {
    pub(super) store: Store,
    pub(super) players: Vec<(PlayerId, &'static str)>,
    pub(super) heads: Vec<RecordHead>,
}

impl World {
    /// A database with so many random records. Two guests are called Ann, and Ben is on the device of the first.
    pub(super) async fn of(base: &Base, records: usize, dice: &mut Dice) -> World {
        let store = base.open().await;
        let mut players = Vec::new();
        for name in NAMES.into_iter().chain(["Ann"]) {
            let id = PlayerId::fresh();
            match name {
                "ben" => {
                    let (owner, _) = players[0];
                    store.create_companion(id, name, owner, NOON).await.unwrap();
                    players.push((id, name));
                }
                _ => players.push((player(&store, name).await, name)),
            }
        }
        let mut world = World {
            store,
            players,
            heads: Vec::new(),
        };
        for i in 0..records {
            let record = world.random(i, dice);
            world.finish(record).await;
        }
        world
    }

    fn random(&self, number: usize, dice: &mut Dice) -> Record {
        let kind = ["bushwhacked", "bushi", "bushka"][dice.below(3)];
        let table = NewTable {
            kind: kind.into(),
            public: dice.below(4) > 0,
            ..new_table()
        };
        let mut free: Vec<usize> = (0..self.players.len()).collect();
        let mut seats = Vec::new();
        while seats.len() < 2 + dice.below(2) {
            let chosen = self.players[free.swap_remove(dice.below(free.len()))];
            // Two names at a table never look alike.
            if seats.iter().all(|&(_, name)| name != chosen.1) {
                seats.push(chosen);
            }
        }
        let ids: Vec<PlayerId> = seats.iter().map(|&(id, _)| id).collect();
        let bots = dice.below(2) == 0;
        // Several end in the same millisecond.
        let mut record = record(&table, NOON + number as i64 / 3, &ids);
        let head = &mut record.head;
        for (seat, &(_, name)) in head.seats.iter_mut().zip(&seats) {
            seat.name = name.to_owned();
            seat.rank = 1 + dice.below(ids.len()) as i64;
            seat.bot = seat.bot.filter(|_| bots);
        }
        if kind == "bushi" {
            head.setup = format!("{} {}", ids.len(), ["9x9", "10x10"][dice.below(2)]);
        }
        head.plies = dice.below(70) as i64;
        head.rated = dice.below(3) == 0;
        head.clock = CLOCKS[dice.below(3)].map(str::to_owned);
        head.ending["reason"] = REASONS[dice.below(REASONS.len())].into();
        record
    }

    async fn finish(&mut self, record: Record) {
        let head = record.head.clone();
        let table = NewTable {
            id: head.table,
            code: head.code.clone(),
            kind: head.kind.clone(),
            public: head.public,
            created_at: NOON,
        };
        let projections = [vec![Projection::Table(table)], ended(&record)].concat();
        self.store
            .append(event_with(head.table, 1, projections))
            .await
            .unwrap();
        self.heads.push(head);
    }

    /// What a plain scan finds.
    pub(super) fn scanned(&self, viewer: Option<PlayerId>, filter: &RecordFilter) -> Vec<TableId> {
        let device = |viewer: PlayerId| match viewer == self.players[0].0 {
            true => vec![viewer, self.players[2].0],
            false => vec![viewer],
        };
        let own = viewer.map(device).unwrap_or_default();
        let listed =
            |head: &&RecordHead| head.public || head.seats.iter().any(|seat| own.contains(&seat.player));
        let mut found: Vec<&RecordHead> = self.heads.iter().filter(listed).collect();
        found.retain(|head| fits(head, filter));
        found.sort_by_key(|head| std::cmp::Reverse((head.finished_at, head.table)));
        found.into_iter().map(|head| head.table).collect()
    }

    /// What the store finds, page by page, and in how many of them it stopped early.
    pub(super) async fn listed(&self, mut page: RecordsPage) -> (Vec<TableId>, usize) {
        let (mut seen, mut stops) = (Vec::new(), 0);
        loop {
            let RecordList { heads, stopped } = self.store.records().search(&page).await.unwrap();
            assert!(heads.len() <= page.limit);
            seen.extend(heads.iter().map(|head| head.table));
            let last = heads.last().map(|head| (head.finished_at, head.table));
            let next = match heads.len() == page.limit {
                true => last,
                false => stopped,
            };
            stops += usize::from(stopped.is_some());
            let Some(next) = next else { return (seen, stops) };
            assert!(page.before.is_none_or(|before| next < before), "no progress");
            page.before = Some(next);
        }
    }

    /// By game: how many public games of both, and in how many each was ahead.
    pub(super) fn compared(&self, first: &str, second: &str) -> Vec<(String, i64, i64, i64)> {
        let mut counts = BTreeMap::<String, (i64, i64, i64)>::new();
        for head in self.heads.iter().filter(|head| head.public) {
            let rank = |name: &str| {
                let seats = head.seats.iter().filter(|seat| folded(&seat.name) == name);
                seats.map(|seat| seat.rank).min()
            };
            if let Some((one, other)) = rank(first).zip(rank(second)) {
                let count = counts.entry(head.kind.clone()).or_default();
                count.0 += 1;
                count.1 += i64::from(one < other);
                count.2 += i64::from(other < one);
            }
        }
        let line = |(kind, (games, first, second))| (kind, games, first, second);
        counts.into_iter().map(line).collect()
    }

    /// Writes another name for a player into the records that a scan reads.
    pub(super) fn rename(&mut self, player: PlayerId, name: &str) {
        let seats = self.heads.iter_mut().flat_map(|head| &mut head.seats);
        seats
            .filter(|seat| seat.player == player)
            .for_each(|seat| seat.name = name.to_owned());
    }

    pub(super) async fn check(&self, filter: RecordFilter) -> usize {
        let page = RecordsPage {
            filter: filter.clone(),
            limit: 4,
            ..RecordsPage::default()
        };
        let expected = self.scanned(None, &filter);
        assert_eq!(self.listed(page).await.0, expected, "{filter:?}");
        expected.len()
    }
}

fn fits(head: &RecordHead, filter: &RecordFilter) -> bool {
    let facets = Facets::of(head);
    let is = |wanted: &Option<String>, value: &str| wanted.as_ref().is_none_or(|wanted| wanted == value);
    let seat_of = |name: &String| head.seats.iter().find(|seat| folded(&seat.name) == *name);
    is(&filter.kind, &head.kind)
        && filter.seats.is_none_or(|seats| seats == head.seats.len() as i64)
        && is(&filter.variant, head.setup.get(2..).unwrap_or_default())
        && filter.winner.is_none_or(|winner| winner == winner_of(head))
        && is(&filter.reason, &facets.reason)
        && is(&filter.clock_kind, facets.clock_kind.name())
        && filter.since.is_none_or(|since| head.finished_at >= since)
        && filter.until.is_none_or(|until| head.finished_at < until)
        && filter.shortest.is_none_or(|shortest| head.plies >= shortest)
        && filter.longest.is_none_or(|longest| head.plies <= longest)
        && filter.rated.is_none_or(|rated| rated == head.rated)
        && !(filter.people && head.seats.iter().any(|seat| seat.bot.is_some()))
        && filter.players.iter().all(|name| seat_of(name).is_some())
        && filter.place.is_none_or(|place| {
            let first = filter.players.first().and_then(seat_of);
            first.is_some_and(|seat| seat.rank == place)
        })
}

/// The seat that is first alone, or 0.
fn winner_of(head: &RecordHead) -> i64 {
    let first: Vec<i64> = head
        .seats
        .iter()
        .filter(|seat| seat.rank == 1)
        .map(|seat| seat.seat)
        .collect();
    if let [seat] = first[..] { seat } else { 0 }
}
