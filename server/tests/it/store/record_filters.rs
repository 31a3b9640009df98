//! Filters of records: they find what a plain scan finds, page by page, and answer from indexes.

use std::collections::BTreeMap;

use thicket_server::model::record::filter::{Facets, RecordFilter};
use thicket_server::model::record::{Record, RecordHead};
use thicket_server::names::{PlayerName, folded};
use thicket_server::store::{DELETED, HeadToHead, RecordList, RecordsPage};

use super::records::record;
use super::*;
use crate::common::base::{Base, both};
use crate::common::many_records;
use crate::common::party::Dice;

/// Players under several names, and the records of their games.
struct World {
    store: Store,
    players: Vec<(PlayerId, &'static str)>,
    heads: Vec<RecordHead>,
}

const NAMES: [&str; 6] = ["Ann", "Élodie", "ben", "王小明", "Cid", "<b>Dan</b>"];
const CLOCKS: [Option<&str>; 3] = [None, Some("300+5"), Some("7d+12h, cap 14d, grace 8h")];
const REASONS: [&str; 4] = ["rules", "resignation", "agreement", "abandoned"];

impl World {
    /// A database with so many random records. Two guests are called Ann, and Ben is on the device of the first.
    async fn of(base: &Base, records: usize, dice: &mut Dice) -> World {
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
            head.setup = format!("{} {}", ids.len(), ["9x9", "13x13"][dice.below(2)]);
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
        let projections = vec![Projection::Table(table), Projection::Record(Box::new(record))];
        self.store
            .append(event_with(head.table, 1, projections))
            .await
            .unwrap();
        self.heads.push(head);
    }

    /// What a plain scan finds.
    fn scanned(&self, viewer: Option<PlayerId>, filter: &RecordFilter) -> Vec<TableId> {
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
    async fn listed(&self, mut page: RecordsPage) -> (Vec<TableId>, usize) {
        let (mut seen, mut stops) = (Vec::new(), 0);
        loop {
            let RecordList { heads, stopped } = self.store.records(&page).await.unwrap();
            assert!(heads.len() <= page.limit as usize);
            seen.extend(heads.iter().map(|head| head.table));
            let last = heads.last().map(|head| (head.finished_at, head.table));
            let next = match heads.len() == page.limit as usize {
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
    fn compared(&self, first: &str, second: &str) -> Vec<(String, i64, i64, i64)> {
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
    fn rename(&mut self, player: PlayerId, name: &str) {
        let seats = self.heads.iter_mut().flat_map(|head| &mut head.seats);
        seats
            .filter(|seat| seat.player == player)
            .for_each(|seat| seat.name = name.to_owned());
    }

    async fn check(&self, filter: RecordFilter) -> usize {
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

/// Each filter alone.
pub(super) fn single_filters() -> Vec<RecordFilter> {
    let none = RecordFilter::default;
    let text = |text: &str| Some(text.to_owned());
    vec![
        RecordFilter {
            kind: text("bushi"),
            ..none()
        },
        RecordFilter {
            seats: Some(3),
            ..none()
        },
        RecordFilter {
            variant: text("13x13"),
            ..none()
        },
        RecordFilter {
            winner: Some(0),
            ..none()
        },
        RecordFilter {
            reason: text("resignation"),
            ..none()
        },
        RecordFilter {
            clock_kind: text("correspondence"),
            ..none()
        },
        RecordFilter {
            since: Some(NOON + 10),
            until: Some(NOON + 20),
            ..none()
        },
        RecordFilter {
            shortest: Some(20),
            longest: Some(39),
            ..none()
        },
        RecordFilter {
            people: true,
            ..none()
        },
        RecordFilter {
            rated: Some(true),
            ..none()
        },
    ]
}

/// Both of two filters.
pub(super) fn both_of(one: &RecordFilter, other: &RecordFilter) -> RecordFilter {
    RecordFilter {
        kind: one.kind.clone().or(other.kind.clone()),
        seats: one.seats.or(other.seats),
        variant: one.variant.clone().or(other.variant.clone()),
        players: [one.players.clone(), other.players.clone()].concat(),
        place: one.place.or(other.place),
        winner: one.winner.or(other.winner),
        reason: one.reason.clone().or(other.reason.clone()),
        clock_kind: one.clock_kind.clone().or(other.clock_kind.clone()),
        since: one.since.or(other.since),
        until: one.until.or(other.until),
        shortest: one.shortest.or(other.shortest),
        longest: one.longest.or(other.longest),
        people: one.people || other.people,
        rated: one.rated.or(other.rated),
    }
}

pub(super) fn of_players(names: &[&str]) -> RecordFilter {
    RecordFilter {
        players: names.iter().map(|name| folded(name)).collect(),
        ..RecordFilter::default()
    }
}

fn random_filter(dice: &mut Dice) -> RecordFilter {
    let mut filter = RecordFilter::default();
    for single in single_filters() {
        if dice.below(4) == 0 {
            filter = both_of(&filter, &single);
        }
    }
    if dice.below(3) == 0 {
        (filter.shortest, filter.longest) = (Some(dice.below(30) as i64), None);
    }
    for _ in 0..dice.below(4) {
        filter.players.push(folded(NAMES[dice.below(NAMES.len())]));
    }
    if !filter.players.is_empty() && dice.below(2) == 0 {
        filter.place = Some(1 + dice.below(2) as i64);
    }
    filter
}

both! {
    async fn each_filter_and_each_pair_finds_its_records(base: Base) {
        let world = World::of(&base, 150, &mut Dice(1)).await;
        let single = single_filters();
        let with = [RecordFilter::default(), single[0].clone(), of_players(&["Ann"])];
        for filter in &single {
            for other in &with {
                let both = both_of(filter, other);
                // Bushi has all variants, but the other way round there is nothing to be found.
                assert!(world.check(both.clone()).await > 0, "{both:?}");
            }
        }
        let won = RecordFilter { place: Some(1), ..of_players(&["ÉLODIE"]) };
        assert!(world.check(won).await > 0);
        for names in [&["ANN", "Élodie"][..], &["ann", "Ben"], &["Ann", "élodie", "Ben"], &["王小明", "Cid"], &["<B>Dan</B>"]] {
            assert!(world.check(of_players(names)).await > 0, "{names:?}");
        }
        assert_eq!(world.check(of_players(&["Nobody", "Ann"])).await, 0);
        let upside_down = RecordFilter { shortest: Some(30), longest: Some(3), ..RecordFilter::default() };
        assert_eq!(world.check(upside_down).await, 0);
        world.store.close().await;
    }

    async fn random_filters_find_what_a_scan_finds_page_by_page(base: Base) {
        let mut dice = Dice(7);
        let world = World::of(&base, 200, &mut dice).await;
        let (mut found, mut stops) = (0, 0);
        for round in 0..150 {
            let filter = random_filter(&mut dice);
            let viewer = (dice.below(2) == 0).then(|| world.players[dice.below(world.players.len())].0);
            let page = RecordsPage {
                viewer,
                filter: filter.clone(),
                before: None,
                limit: 1 + dice.below(9) as i64,
                candidates: 1 + dice.below(90) as i64,
            };
            let expected = world.scanned(viewer, &filter);
            let (listed, stopped) = world.listed(page.clone()).await;
            assert_eq!(listed, expected, "round {round}: {page:?}");
            found += expected.len();
            stops += stopped;
        }
        assert!(found > 100 && stops > 100, "{found} {stops}");
        world.store.close().await;
    }

    async fn two_players_are_compared_by_their_public_games(base: Base) {
        let world = World::of(&base, 120, &mut Dice(5)).await;
        for (one, other) in [("Ann", "Élodie"), ("Élodie", "Ann"), ("ben", "王小明"), ("Ann", "Nobody")] {
            let [first, second] = [one, other].map(folded);
            let found = world.store.head_to_head([&first, &second]).await.unwrap();
            let compared = |found: &HeadToHead| (found.kind.clone(), found.games, found.first, found.second);
            let mut found: Vec<_> = found.iter().map(compared).collect();
            found.sort();
            assert_eq!(found, world.compared(&first, &second), "{one} and {other}");
            assert_eq!(found.is_empty(), other == "Nobody");
        }
        world.store.close().await;
    }

    async fn who_is_renamed_or_deleted_is_found_by_the_new_name(base: Base) {
        let mut world = World::of(&base, 120, &mut Dice(9)).await;
        let [ann, elodie, ben] = [0, 1, 2].map(|number| world.players[number].0);
        let cid = PlayerName::parse("CID").unwrap();
        assert!(world.store.rename_everywhere(elodie, cid, NOON).await.unwrap());
        world.rename(elodie, "CID");
        // Ben is on Ann's device.
        world.store.delete_player(ann, NOON).await.unwrap();
        for player in [ann, ben] {
            world.rename(player, DELETED);
        }
        assert_eq!(world.check(of_players(&["Élodie"])).await, 0);
        assert_eq!(world.check(of_players(&["ben"])).await, 0);
        for names in [&["Cid"][..], &[DELETED], &["Ann"], &["Cid", DELETED]] {
            assert!(world.check(of_players(names)).await > 0, "{names:?}");
        }
        for filter in single_filters() {
            assert!(world.check(both_of(&filter, &of_players(&[DELETED]))).await > 0, "{filter:?}");
        }
        let shared = |head: &&RecordHead| head.seats.iter().filter(|seat| folded(&seat.name) == "cid").count() > 1;
        assert!(world.heads.iter().any(|head| shared(&head)), "two in one game have the same name");
        let [first, second] = ["Cid", DELETED].map(folded);
        let found = world.store.head_to_head([&first, &second]).await.unwrap();
        let mut found: Vec<_> = found
            .iter()
            .map(|found| (found.kind.clone(), found.games, found.first, found.second))
            .collect();
        found.sort();
        assert_eq!(found, world.compared(&first, &second));
        world.store.close().await;
    }

    async fn a_hidden_game_is_found_by_who_played_alone(base: Base) {
        let mut world = World::of(&base, 60, &mut Dice(11)).await;
        for head in world.heads.iter_mut().step_by(2) {
            assert_eq!(world.store.hide_table(head.table).await.unwrap(), head.public);
            head.public = false;
        }
        let cid = world.players[4].0;
        for filter in [RecordFilter::default(), of_players(&["Cid"]), of_players(&["Cid", "Ann"])] {
            assert!(world.check(filter.clone()).await > 0, "{filter:?}");
            let page = RecordsPage { viewer: Some(cid), filter: filter.clone(), limit: 4, ..RecordsPage::default() };
            assert_eq!(world.listed(page).await.0, world.scanned(Some(cid), &filter));
        }
        world.store.close().await;
    }

    async fn a_record_has_the_name_of_its_player_and_is_hidden_as_its_table_is(base: Base) {
        let mut world = World::of(&base, 0, &mut Dice(1)).await;
        let [ann, elodie] = [0, 1].map(|number| world.players[number].0);
        let table = new_table();
        let hidden = new_table();
        for table in [&table, &hidden] {
            let seats = [(ann, "Ann", 0), (elodie, "Élodie", 1)];
            let seats = seats.map(|(player, name, seat)| seated(player, name, seat));
            let projections = [vec![Projection::Table(table.clone())], seats.to_vec()].concat();
            world.store.append(event_with(table.id, 1, projections)).await.unwrap();
        }
        let name = PlayerName::parse("Anna").unwrap();
        assert!(world.store.rename_everywhere(ann, name, NOON).await.unwrap());
        assert!(world.store.hide_table(hidden.id).await.unwrap());
        // The room that wrote them knew neither.
        for table in [&table, &hidden] {
            let mut record = record(table, NOON, &[ann, elodie]);
            for (seat, name) in record.head.seats.iter_mut().zip(["Ann", "Élodie"]) {
                seat.name = name.to_owned();
            }
            let projections = vec![Projection::Record(Box::new(record.clone()))];
            world.store.append(event_with(table.id, 2, projections)).await.unwrap();
            world.heads.push(RecordHead { public: table.id != hidden.id, ..record.head });
        }
        world.rename(ann, "Anna");
        assert_eq!(world.check(of_players(&["Anna"])).await, 1);
        assert_eq!(world.check(of_players(&["Ann"])).await, 0);
        assert_eq!(world.check(of_players(&["Élodie", "anna"])).await, 1);
        world.store.close().await;
    }

    async fn records_of_older_versions_are_made_ready_for_filters(base: Base) {
        let world = World::of(&base, 120, &mut Dice(3)).await;
        let mut rival = base.rival().await;
        rival.execute("UPDATE records SET seats = 0, variant = '', reason = '', clock_kind = '', length = 0,
            bots = FALSE").await;
        rival.execute("UPDATE record_seats SET seats = 0, variant = '', reason = '', clock_kind = '', length = 0,
            bots = FALSE, public = FALSE, finished_at = 0, kind = '', plies = 0, name_key = NULL").await;
        let fill = || all_steps(async |after| world.store.fill_record_filters(after).await);
        assert_eq!(fill().await, 120);
        assert_eq!(fill().await, 0);
        // Who won is found by the migration itself.
        rival.execute("UPDATE records SET winner = 9").await;
        rival.execute("UPDATE record_seats SET winner = 9").await;
        let migration = include_str!("../../../../migrations/0017_record_winner.sql");
        for statement in migration.split(';').filter(|statement| statement.trim().starts_with("UPDATE")) {
            rival.execute(statement).await;
        }
        for filter in single_filters() {
            assert!(world.check(both_of(&filter, &of_players(&["Ann"]))).await > 0, "{filter:?}");
        }
        world.store.close().await;
    }
}

#[tokio::test]
async fn promised_filters_answer_from_an_index_in_order() {
    let base = Base::postgres().await;
    base.open().await.close().await;
    let mut rival = base.rival().await;
    for statement in many_records::statements(4_000) {
        rival.execute(statement).await;
    }
    for setting in [
        "enable_seqscan",
        "enable_sort",
        "enable_bitmapscan",
        "enable_hashjoin",
    ] {
        let sql = format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET {setting} = off', current_database()); END $$"
        );
        rival.execute(sql).await;
    }
    let store = base.open().await;
    let mut promised = single_filters();
    promised.push(RecordFilter::default());
    for filter in single_filters() {
        promised.push(both_of(&filter, &single_filters()[0]));
        promised.push(both_of(&filter, &of_players(&["Player 5"])));
    }
    promised.push(of_players(&["Player 5"]));
    promised.push(RecordFilter {
        place: Some(1),
        ..of_players(&["Player 5"])
    });
    promised.push(of_players(&["Player 5", "Player 6"]));
    promised.push(of_players(&["Player 5", "Player 6", "Player 4"]));
    for filter in promised {
        let page = RecordsPage {
            filter,
            ..RecordsPage::default()
        };
        let plan = store.records_plan(&page).await.unwrap();
        // Nothing that an index finds is left out again, but games without the other players.
        assert!(
            page.filter.players.len() > 1 || !plan.contains("Filter"),
            "{page:?}\n{plan}"
        );
        assert!(
            plan.contains("Index") && !plan.contains("Sort") && !plan.contains("Seq Scan"),
            "{page:?}\n{plan}"
        );
    }
    store.close().await;
}
