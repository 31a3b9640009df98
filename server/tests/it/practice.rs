//! Practice: a mistake in a public game leads to a position, at whatever node, and its turn is looked for on a page.

use std::time::Duration;

use serde_json::{Value, json};
use thicket_rules::GameKind;
use thicket_server::ids::TableId;
use thicket_server::store::{NewPractice, PracticeRow, Store};
use thicket_server::time::now_ms;
use tokio::time::sleep;
use uuid::Uuid;

use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::party::Party;
use super::common::server::Server;

/// A game is looked at as soon as it is over.
const AT_ONCE: &[&str] = &["--practice", "100ms"];
const KIND: &str = "antipode";
/// Blue is to move after these turns. One turn is far better than all others, however far a search sees, and Blue misses it.
const TURNS: [&str; 6] = [
    "h8,a1-h8", "f9,i9-f9", "b2,h8-b2", "b1,f9-i9", "c1,b2-a1", "c2,i9-b2",
];
const BEST: &str = "a2,a1-a2";
const PLAYED: &str = "f2,a1-e1";

/// A game that ends soon after a great mistake.
async fn mistake(server: &Server, public: bool) -> Party {
    let people = [
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
    ];
    let mut party = Party::at(GameKind::Antipode, people.to_vec(), public)
        .await
        .begun()
        .await;
    for turn in TURNS.iter().chain([&PLAYED]) {
        party.play(turn).await;
    }
    party.resign(0).await;
    party
}

/// All positions, those of the days to come included.
async fn positions(store: &Store) -> Vec<PracticeRow> {
    let records = store.records();
    records.practice_before((i64::MAX, ""), None, 100).await.unwrap()
}

/// Waits until some nodes have looked at all games of the kind.
async fn all_are_looked_at(store: &Store) {
    loop {
        let (node, now) = (Uuid::now_v7(), now_ms());
        if let Some(looked) = store.take_practice(KIND, node, now).await.unwrap() {
            let next = store
                .records()
                .next_for_practice(KIND, &looked, now - 1_000_000)
                .await
                .unwrap();
            store.record_practice(KIND, node, looked, None).await.unwrap();
            if next.is_none() {
                return;
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn attempt(person: &Person, path: &str, steps: &[&str]) -> (u16, Value) {
    let answer = person
        .post(path)
        .json(&json!({ "steps": steps }))
        .send()
        .await
        .unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

fn steps(turn: &str) -> Vec<&str> {
    turn.split(',').collect()
}

async fn status(person: &Person, path: &str) -> u16 {
    person.get(path).send().await.unwrap().status().as_u16()
}

both! {
    async fn a_mistake_in_a_public_game_leads_to_a_position_and_in_a_private_one_never(base: Base) {
        let server = Server::with(&base, AT_ONCE).await;
        let nobody = Person::nobody(server.address);
        assert!(nobody.read("/practice").await.contains("There are none yet"));
        mistake(&server, false).await;
        let public = mistake(&server, true).await;
        all_are_looked_at(&server.store).await;
        let found = positions(&server.store).await;
        let [PracticeRow { kind, found, code, .. }] = &found[..] else { panic!("{found:?}") };
        assert_eq!((kind.as_str(), code.as_str()), (KIND, public.code.as_str()));
        let line: Vec<&str> = found.line.split(' ').collect();
        let ply = TURNS.len();
        assert_eq!((usize::try_from(found.ply).unwrap(), found.seat, line[0]), (ply, 1, BEST));
        assert!(found.gap >= 15 && line.len() == 3, "{found:?}");

        let list = nobody.read("/practice").await;
        let path = list.split_once("<h3><a href=\"").unwrap().1.split_once('"').unwrap().0.to_owned();
        assert!(path.starts_with("/practice/20") && path.ends_with("-antipode"), "{path}");
        let page = nobody.read(&path).await;
        assert!(page.contains(&format!("src=\"/g/{code}/{ply}.svg\"")) && page.contains("Blue to move"), "{page}");
        assert!(!page.contains("The best turn is"));
        let page = nobody.read(&format!("{path}?answer=1")).await;
        assert!(page.contains("The best turn is") && page.contains(&format!("/g/{code}/explore.svg?at={ply}")), "{page}");
        assert!(page.contains(&format!("href=\"/g/{code}?turn={ply}#{ply}\"")), "{page}");

        let (code, missed) = attempt(&nobody, &path, &steps(PLAYED)).await;
        assert_eq!((code, &missed["reached"]), (200, &json!(false)), "{missed}");
        let (_, begun) = attempt(&nobody, &path, &steps(BEST)[..1]).await;
        assert_eq!((&begun["reached"], &begun["preview"]["complete"]), (&json!(false), &json!(false)));
        let (_, solved) = attempt(&nobody, &path, &steps(BEST)).await;
        assert_eq!(solved["reached"], json!(true), "{solved}");
        let (code, refused) = attempt(&nobody, &path, &["a1"]).await;
        assert_eq!((code, &refused["code"]), (422, &json!("illegal_step")), "{refused}");

        for other in ["/practice/2020-01-01-antipode", "/practice/9000-01-01-antipode", "/practice/antipode", "/practice?before=x", "/practice?game=chess"] {
            assert_eq!(status(&nobody, other).await, 404, "{other}");
        }
        assert_eq!(status(&nobody, "/practice?game=bushka").await, 200);
        server.store.hide_table(found.table).await.unwrap();
        assert_eq!(status(&nobody, &path).await, 404, "its game is not public any more");
        assert!(nobody.read("/practice").await.contains("There are none yet"));
        server.stop().await;
    }
}

#[tokio::test]
async fn two_nodes_find_one_position() {
    let base = Base::postgres().await;
    let nodes = [
        Server::with(&base, AT_ONCE).await,
        Server::with(&base, AT_ONCE).await,
    ];
    let party = mistake(&nodes[0], true).await;
    all_are_looked_at(&nodes[1].store).await;
    let found = positions(&nodes[1].store).await;
    assert_eq!(
        found.iter().map(|row| row.code.as_str()).collect::<Vec<_>>(),
        [party.code.as_str()]
    );
    let pages = nodes.each_ref().map(|node| Person::nobody(node.address));
    let link = "<h3><a href=\"/practice/20";
    for page in &pages {
        assert!(page.read("/practice").await.contains(link));
    }
    for node in nodes {
        node.stop().await;
    }
}

/// A public game of Ann and Ben that ends after its second turn, of which the first player has lost, with its table.
pub(crate) async fn short_game(server: &Server) -> (Party, TableId) {
    let people = [
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
    ];
    let mut party = Party::of(people.to_vec(), true).await.begun().await;
    for turn in ["e5", "f9"] {
        party.play(turn).await;
    }
    party.resign(0).await;
    let code = party.code.parse().unwrap();
    let row = server.store.table_by_code(&code).await.unwrap().unwrap();
    (party, row.id)
}

/// Stores a position of a game for a day, counted from today: the one before the second turn of a [`short_game`].
pub(crate) async fn put(store: &Store, day: i64, table: TableId) {
    let mut game = GameKind::Bushwhacked.start(2, "").unwrap();
    game.play("e5").unwrap();
    let (kind, node) = ("bushwhacked", Uuid::now_v7());
    let looked = store.take_practice(kind, node, now_ms()).await.unwrap().unwrap();
    let found = NewPractice {
        position: game.position_text(),
        seat: 2,
        table,
        ply: 1,
        line: "e6 d6 f6".into(),
        gap: 20,
    };
    let day = now_ms().0.div_euclid(24 * 60 * 60 * 1000) + day;
    let found = Some((day, found));
    assert!(store.record_practice(kind, node, looked, found).await.unwrap());
}

#[tokio::test]
async fn days_to_come_are_not_shown_and_a_day_without_a_position_shows_an_earlier_one() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    for day in [-3, -1, 1] {
        let (_, table) = short_game(&server).await;
        put(&server.store, day, table).await;
    }
    let page = nobody.read("/practice").await;
    let links = |page: &str| page.matches("href=\"/practice/20").count();
    assert_eq!(
        links(&page),
        3,
        "one of the day, and the two earlier ones: {page}"
    );
    let again = nobody.read("/practice").await;
    let of_day = |page: &str| {
        page.split_once("<h3>")
            .unwrap()
            .1
            .split_once("</h3>")
            .unwrap()
            .0
            .to_owned()
    };
    assert_eq!(of_day(&page), of_day(&again), "the same one all day");
    assert_eq!(links(&nobody.read("/practice?game=bushwhacked").await), 3);
    assert_eq!(links(&nobody.read("/practice?game=bushka").await), 0);
    server.stop().await;
}
