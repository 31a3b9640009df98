//! Filters of records: they find what a plain scan finds, page by page, and answer from indexes.

mod filters;
mod world;

use thicket_server::model::record::RecordHead;
use thicket_server::model::record::filter::RecordFilter;
use thicket_server::names::{PlayerName, folded};
use thicket_server::store::{DELETED, HeadToHead, RecordsPage};

use super::records::{ended, record};
use super::*;
use crate::common::base::{Base, both};
use crate::common::many_records;
use crate::common::party::Dice;
use filters::{both_of, of_players, random_filter, single_filters};
use world::World;

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
                limit: 1 + dice.below(9),
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
            let found = world.store.records().head_to_head([&first, &second]).await.unwrap();
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
        let found = world.store.records().head_to_head([&first, &second]).await.unwrap();
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
            world.store.append(event_with(table.id, 2, ended(&record))).await.unwrap();
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
        let finished = || async {
            world.store.all_finished_games((PlayerId(uuid::Uuid::nil()), ""), 100).await.unwrap()
        };
        let counted = finished().await;
        assert!(counted.len() > 5, "{counted:?}");
        rival.execute("UPDATE records SET tallied = FALSE").await;
        rival.execute("DELETE FROM record_pairs").await;
        rival.execute("DELETE FROM finished_games").await;
        let tally = || all_steps(async |after| world.store.tally_games(after).await);
        assert_eq!(tally().await, 120);
        assert_eq!(tally().await, 0);
        assert_eq!(finished().await, counted);
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
        for names in [&["Ann", "Ben"][..], &["Ben", "Ann"], &["Ann", "Ben", "Cid"]] {
            assert!(world.check(of_players(names)).await > 0, "{names:?}");
        }
        world.store.close().await;
    }
}

/// What does not fit is left out without a look at its row.
#[tokio::test]
async fn one_index_of_sqlite_answers_all_filters_of_a_player() {
    let base = Base::sqlite();
    let store = base.open().await;
    for filter in single_filters() {
        let page = RecordsPage {
            filter: both_of(&filter, &of_players(&["Player 5"])),
            ..RecordsPage::default()
        };
        let plan = store.records().records_plan(&page).await.unwrap();
        assert!(
            page.filter.players.len() > 1 || plan.contains("USING COVERING INDEX record_seats_name"),
            "{page:?}\n{plan}"
        );
    }
    let page = RecordsPage {
        viewer: Some(PlayerId::fresh()),
        ..RecordsPage::default()
    };
    let plan = store.records().records_plan(&page).await.unwrap();
    assert!(
        plan.contains("USING INDEX record_seats_player (player_id=? AND public=?"),
        "{plan}"
    );
    store.close().await;
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
        let plan = store.records().records_plan(&page).await.unwrap();
        // Nothing that an index finds is left out again, but games without the third player.
        assert!(
            page.filter.players.len() > 2 || !plan.contains("Filter"),
            "{page:?}\n{plan}"
        );
        assert!(
            plan.contains("Index") && !plan.contains("Sort") && !plan.contains("Seq Scan"),
            "{page:?}\n{plan}"
        );
    }
    store.close().await;
}
