//! How fast the records of a full Postgres are found. Run by hand: see `bench/records`.

use std::time::Instant;

use thicket_server::model::record::filter::RecordFilter;
use thicket_server::store::RecordsPage;
use thicket_server::time::UnixMs;

use super::record_filters::{both_of, of_players, single_filters};
use crate::common::base::Base;
use crate::common::many_records::{self, CIRCLES};
use crate::common::party::Dice;

/// How often each search is repeated, with other players and from other days.
const ROUNDS: usize = 200;

fn number(name: &str, otherwise: i64) -> i64 {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[tokio::test]
#[ignore = "a measurement, for a quiet machine"]
async fn measured() {
    let records = number("THICKET_RECORDS", 1_000_000);
    let base = Base::postgres().await;
    base.open().await.close().await;
    let mut rival = base.rival().await;
    let begun = Instant::now();
    for statement in many_records::statements(records) {
        rival.execute(statement).await;
    }
    // Vacuuming marks which pages an index can answer alone, as Postgres does by itself in time.
    rival.execute("VACUUM ANALYZE").await;
    let store = base.open().await;
    println!(
        "{records} records, written in {} s\n{:45}  p50 ms  p99 ms  found  stopped",
        begun.elapsed().as_secs(),
        ""
    );
    let mut dice = Dice(1);
    for (name, search) in searches() {
        let (mut took, mut found, mut stopped) = (Vec::new(), 0, 0);
        for _ in 0..ROUNDS {
            let at = 1_700_000_000_000 + dice.below(records as usize) as i64 * 60_000;
            let page = RecordsPage {
                filter: search(&mut dice),
                before: (dice.below(2) == 0)
                    .then_some((UnixMs(at), thicket_server::ids::TableId(uuid::Uuid::max()))),
                limit: 31,
                ..RecordsPage::default()
            };
            let begun = Instant::now();
            let list = store.records().search(&page).await.unwrap();
            took.push(begun.elapsed().as_secs_f64() * 1000.0);
            found += list.heads.len();
            stopped += usize::from(list.stopped.is_some());
            if took.len() == 1 && std::env::var("THICKET_PLANS").is_ok() {
                println!("{}", store.records().records_plan(&page).await.unwrap());
            }
        }
        took.sort_by(f64::total_cmp);
        let share = |part: usize| took[(took.len() - 1) * part / 100];
        let each = found as f64 / ROUNDS as f64;
        println!(
            "{name:45}  {:6.1}  {:6.1}  {each:5.1}  {stopped:7}",
            share(50),
            share(99)
        );
    }
    store.close().await;
}

/// Makes a filter with random players.
type Search = Box<dyn Fn(&mut Dice) -> RecordFilter>;

/// The searches that answer from an index, and some that do not.
fn searches() -> Vec<(String, Search)> {
    let one = |dice: &mut Dice| of_players(&[&player(circle(dice), 0)]);
    let mut searches: Vec<(String, Search)> = vec![
        ("everything".to_owned(), Box::new(|_| RecordFilter::default())),
        ("one player".to_owned(), Box::new(one)),
        (
            "one player, won".to_owned(),
            Box::new(move |dice| RecordFilter {
                place: Some(1),
                ..one(dice)
            }),
        ),
    ];
    let singles = [
        "game", "seats", "board", "winner", "ending", "clock", "days", "turns", "people", "rated",
    ];
    let filters = || singles.into_iter().zip(single_filters().into_iter().map(recent));
    for (name, filter) in filters() {
        let (with_game, with_player) = (both_of(&filter, &single_filters()[0]), filter.clone());
        searches.push((name.to_owned(), Box::new(move |_| filter.clone())));
        searches.push((format!("{name} and game"), Box::new(move |_| with_game.clone())));
        searches.push((
            format!("{name} and player"),
            Box::new(move |dice| both_of(&with_player, &one(dice))),
        ));
    }
    let together = |count: i64| {
        move |dice: &mut Dice| {
            let circle = circle(dice);
            let names: Vec<String> = (0..count).map(|seat| player(circle, seat)).collect();
            of_players(&names.iter().map(String::as_str).collect::<Vec<_>>())
        }
    };
    searches.push(("two friends".to_owned(), Box::new(together(2))));
    searches.push(("three friends".to_owned(), Box::new(together(3))));
    let strangers = |dice: &mut Dice| of_players(&[&player(circle(dice), 0), &player(circle(dice), 1)]);
    searches.push(("two strangers".to_owned(), Box::new(strangers)));
    let busiest = |_: &mut Dice| of_players(&[&player(0, 0), &player(0, 1)]);
    searches.push(("the two who play most".to_owned(), Box::new(busiest)));
    let rare = both_of(
        &both_of(&single_filters()[2], &single_filters()[5]),
        &RecordFilter {
            reason: Some("abandoned".to_owned()),
            ..RecordFilter::default()
        },
    );
    searches.push((
        "board, clock and rare ending".to_owned(),
        Box::new(move |_| rare.clone()),
    ));
    searches
}

/// Days that the made-up records have.
fn recent(filter: RecordFilter) -> RecordFilter {
    let day = |at: UnixMs| UnixMs(1_700_000_000_000 + (at.0 % 1_000_000_000));
    RecordFilter {
        since: filter.since.map(day),
        until: filter.until.map(|at| day(at) + 86_400_000),
        ..filter
    }
}

fn circle(dice: &mut Dice) -> i64 {
    dice.below(CIRCLES as usize) as i64
}

fn player(circle: i64, seat: i64) -> String {
    format!("Player {}", circle * 4 + seat)
}
