//! How fast the pages are that show the records of a full Postgres. Run by hand: see `bench/records`.

use std::time::Instant;

use thicket_server::ids::SessionToken;
use thicket_server::names::Skeletons;
use thicket_server::time::now_ms;
use url::form_urlencoded::byte_serialize;

use crate::common::base::{Base, Rival};
use crate::common::client::Person;
use crate::common::many_records::{self, CIRCLES};
use crate::common::party::Dice;
use crate::common::server::Server;

/// How often each page is loaded, with other players and from other days.
const ROUNDS: usize = 200;
/// Circles of friends the first of whom has an account. The first circles play most.
const MEMBERS: i64 = 20;
/// When the first game ended, and how long after it the next one, in milliseconds.
const FIRST: i64 = 1_700_000_000_000;
const APART: i64 = 60_000;

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
    let members = sign_up(&mut rival).await;
    // Vacuuming marks which pages an index can answer alone, as Postgres does by itself in time.
    rival.execute("VACUUM ANALYZE").await;
    let server = Server::start(&base).await;
    println!(
        "{records} records, written in {} s\n{:45}  p50 ms  p99 ms  games  stopped",
        begun.elapsed().as_secs(),
        ""
    );
    let mut dice = Dice(1);
    for (name, address) in pages() {
        let (mut took, mut found, mut stopped) = (Vec::new(), 0, 0);
        for _ in 0..ROUNDS {
            let reader = Person {
                cookie: Some(members[dice.below(members.len())].clone()),
                ..Person::nobody(server.address)
            };
            let address = address(&mut dice, records);
            let begun = Instant::now();
            let answer = reader.get(&address).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{address}");
            let page = answer.text().await.unwrap();
            took.push(begun.elapsed().as_secs_f64() * 1000.0);
            found += page.matches("/board.svg").count();
            stopped += usize::from(page.contains("Search further back"));
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
    server.stop().await;
}

/// Gives accounts to some players; the cookies of their sessions.
async fn sign_up(rival: &mut Rival) -> Vec<String> {
    let (mut cookies, now) = (Vec::new(), now_ms());
    for circle in 0..MEMBERS {
        let (name, token) = (player(circle, 0), SessionToken::fresh());
        let Skeletons {
            in_lower_case,
            as_written,
        } = Skeletons::of(&name);
        let hash = token.hash().map(|byte| format!("{byte:02x}")).concat();
        rival
            .execute(format!(
                "INSERT INTO accounts (player_id, skeleton, skeleton_as_written, password_hash, created_at, password_changed_at)
                    SELECT id, '{in_lower_case}', '{as_written}', '', 0, 0 FROM players WHERE name = '{name}';
                INSERT INTO sessions (token_hash, player_id, created_at, expires_at)
                    SELECT '\\x{hash}', id, {now}, {now} + 86400000 FROM players WHERE name = '{name}'"
            ))
            .await;
        cookies.push(format!("thicket={}", token.cookie_text()));
    }
    cookies
}

/// Makes the address of a page with random players, among so many records.
type Address = Box<dyn Fn(&mut Dice, i64) -> String>;

/// Searches that answer from an index, some that do not, and the other pages that list games.
fn pages() -> Vec<(String, Address)> {
    let mut pages: Vec<(String, Address)> = vec![
        ("everything".to_owned(), search(|_| String::new())),
        ("one player".to_owned(), search(one_player)),
        (
            "one player, won".to_owned(),
            search(|dice| one_player(dice) + "&place=1"),
        ),
    ];
    for (name, filter) in FILTERS {
        pages.push((name.to_owned(), search(move |_| filter.to_owned())));
        if name != "game" {
            let with_game = move |_: &mut Dice| format!("{filter}&{}", FILTERS[0].1);
            pages.push((format!("{name} and game"), search(with_game)));
        }
        let with_player = move |dice: &mut Dice| format!("{filter}&{}", one_player(dice));
        pages.push((format!("{name} and player"), search(with_player)));
    }
    for (name, count) in [("two", 2), ("three", 3), ("four", 4)] {
        let together = move |dice: &mut Dice| {
            let circle = circle(dice);
            players((0..count).map(|seat| player(circle, seat)))
        };
        pages.push((format!("{name} friends"), search(together)));
    }
    let strangers = |dice: &mut Dice| players([player(circle(dice), 0), player(circle(dice), 1)]);
    let busiest = |_: &mut Dice| players([player(0, 0), player(0, 1)]);
    let rare = |_: &mut Dice| "board=10x10&clock=correspondence&ending=abandoned".to_owned();
    let profile = |dice: &mut Dice, _| {
        let name = player(dice.below(MEMBERS as usize) as i64, 0);
        format!("/@{}", name.replace(' ', "%20"))
    };
    let record = |dice: &mut Dice, records| format!("/g/{:012x}", 1 + dice.below(records as usize));
    pages.extend([
        ("two strangers".to_owned(), search(strangers)),
        ("the two who play most".to_owned(), search(busiest)),
        ("board, clock and rare ending".to_owned(), search(rare)),
        ("/my".to_owned(), Box::new(|_: &mut Dice, _| "/my".to_owned())),
        ("a profile".to_owned(), Box::new(profile)),
        ("a record".to_owned(), Box::new(record)),
    ]);
    pages
}

/// What is looked for, one thing at a time.
const FILTERS: [(&str, &str); 10] = [
    ("game", "game=bushi"),
    ("seats", "seats=3"),
    ("board", "board=10x10"),
    ("winner", "winner=shared"),
    ("ending", "ending=resignation"),
    ("clock", "clock=correspondence"),
    ("days", "from=2023-11-15&to=2023-11-20"),
    ("turns", "shortest=20&longest=39"),
    ("people", "opponents=people"),
    ("rated", "rated=yes"),
];

/// A search, half of the time for a page of older games.
fn search(filter: impl Fn(&mut Dice) -> String + 'static) -> Address {
    Box::new(move |dice, records| {
        let filter = filter(dice);
        let at = FIRST + dice.below(records as usize) as i64 * APART;
        let before = match dice.below(2) {
            0 => format!("&before={at}-{}", uuid::Uuid::max().simple()),
            _ => String::new(),
        };
        format!("/records?{filter}{before}")
    })
}

fn one_player(dice: &mut Dice) -> String {
    players([player(circle(dice), 0)])
}

fn players(names: impl IntoIterator<Item = String>) -> String {
    let part = |name: String| format!("player={}", byte_serialize(name.as_bytes()).collect::<String>());
    names.into_iter().map(part).collect::<Vec<_>>().join("&")
}

fn circle(dice: &mut Dice) -> i64 {
    dice.below(CIRCLES as usize) as i64
}

fn player(circle: i64, seat: i64) -> String {
    format!("Player {}", circle * 4 + seat)
}
