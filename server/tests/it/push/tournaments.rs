//! What players are told of their tournaments.

use thicket_rules::GameKind;
use thicket_server::ids::{PlayerId, TournamentId};
use thicket_server::model::tournament::decide::Action;
use thicket_server::model::tournament::event::NewGame;
use thicket_server::model::tournament::form::TermsForm;
use thicket_server::model::tournament::terms::{Format, RatingRange};
use thicket_server::model::tournament::words::{Reason, TournamentName, TournamentText};
use thicket_server::store::Store;
use thicket_server::time::{machine_time, monotonic_unix_ms, page_time};
use thicket_server::tournaments::Tournaments;

use crate::tournaments::create;

use super::*;

const CORRESPONDENCE: &str = "1d+8h, cap 2d, grace 8h";
const REAL_TIME: &str = "300+5";
const MINUTE: i64 = 60_000;
/// How long it takes until something is told that the tests wait for (milliseconds).
const SOON: i64 = 4_000;

/// A tournament for two seats that begins after so many milliseconds.
pub(crate) fn form(clock: &str, starts_in: i64) -> TermsForm {
    TermsForm {
        name: TournamentName::parse("Spring Cup").unwrap(),
        text: TournamentText::default(),
        kind: GameKind::Bushka,
        variant: String::new(),
        seats: 2,
        fewest: 2,
        clock: clock.parse().unwrap(),
        rated: false,
        bot_for_missing: false,
        format: Format::Swiss { rounds: 1 },
        starts_at: monotonic_unix_ms() + starts_in,
        most: 8,
        ratings: RatingRange::default(),
        public: true,
        club: None,
    }
}

pub(crate) fn id_of(person: &Person) -> PlayerId {
    person.id.parse().unwrap()
}

/// Somebody with a browser that is told what concerns them.
async fn told(server: SocketAddr, name: &str) -> (Person, Browser) {
    let (person, browser) = (Person::named(server, name).await, Browser::start().await);
    browser.subscribe(&person).await;
    (person, browser)
}

/// A tournament of the first of these people, for which all of them sign up.
pub(crate) async fn signed_up(
    store: &Store,
    form: TermsForm,
    people: &[&Person],
) -> (Tournaments, TournamentId) {
    let tournaments = Tournaments::new(store.clone());
    let id = create(&tournaments, form, id_of(people[0])).await.unwrap();
    for person in people {
        tournaments.sign_up(id, id_of(person)).await.unwrap();
    }
    (tournaments, id)
}

/// The game of the only round, once it has begun.
async fn begun(store: &Store, tournaments: &Tournaments, id: TournamentId) -> NewGame {
    let made = async {
        loop {
            let state = tournaments.read(id).await.unwrap();
            let game = state
                .rounds()
                .first()
                .and_then(|round| round.tables[0].paired.game.clone());
            if let Some(game) = game
                && store.events(game.id).await.unwrap().len() >= 2
            {
                return game;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, made).await.expect("the table")
}

both! {
    async fn whoever_takes_part_is_told_an_hour_before_it_begins(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (ann, browser) = told(server.address, "Ann").await;
        let (ben, nothing) = told(server.address, "Ben").await;
        let (cem, late) = (Person::named(server.address, "Cem").await, Browser::start().await);
        let form = form(CORRESPONDENCE, 60 * MINUTE + SOON);
        let begins = thicket_server::time::machine_time(form.starts_at)[11..16].to_owned();
        let (tournaments, id) = signed_up(&server.store, form, &[&ann, &ben, &cem]).await;
        tournaments.act(id, id_of(&ben), &Action::Withdraw).await.unwrap();
        // A browser that comes after that is told, too.
        late.subscribe(&cem).await;
        assert_eq!(browser.shown(), [""; 0], "not before");
        assert_eq!(browser.until(1).await, ["Your tournament begins soon"]);
        assert_eq!(late.until(1).await, ["Your tournament begins soon"]);
        let message = &browser.messages()[0];
        assert_eq!(message["tournament"], id.to_string());
        assert_eq!(message["body"], format!("Spring Cup begins at {begins} UTC."));
        late.subscribe(&cem).await;
        sleep(A_WHILE).await;
        assert_eq!((browser.requests(), late.requests()), (1, 1), "once, also to a browser that comes back");
        assert_eq!(nothing.shown(), [""; 0]);
        server.stop().await;
    }

    async fn whoever_takes_part_is_told_of_another_start_and_not_of_the_one_before(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (ann, browser) = told(server.address, "Ann").await;
        let (ben, nothing) = told(server.address, "Ben").await;
        let form = form(CORRESPONDENCE, 60 * MINUTE + SOON);
        let at = form.starts_at;
        let (tournaments, id) = signed_up(&server.store, form, &[&ann, &ben]).await;
        tournaments.act(id, id_of(&ben), &Action::Withdraw).await.unwrap();
        let move_to = async |starts_at| {
            let why = Reason::parse("It rains.").unwrap();
            tournaments.act(id, id_of(&ann), &Action::MoveStart { starts_at, why }).await.unwrap();
        };
        move_to(at + 24 * 60 * MINUTE).await;
        assert_eq!(browser.until(1).await, ["Your tournament begins at another time"]);
        let message = &browser.messages()[0];
        let begins = page_time(at + 24 * 60 * MINUTE);
        assert_eq!(message["body"], format!("Spring Cup begins on {begins}."));
        let calendar = ann.read(&format!("/tournaments/{id}/start.ics")).await;
        let day = machine_time(at + 24 * 60 * MINUTE)[..10].replace('-', "");
        assert!(calendar.contains(&format!("DTSTART:{day}T")) && calendar.contains("SEQUENCE:5"), "{calendar}");
        sleep(Duration::from_millis(SOON as u64) + A_WHILE).await;
        assert_eq!(browser.requests(), 1, "the start before is none");
        move_to(monotonic_unix_ms() + 60 * MINUTE + SOON).await;
        let told = browser.until(3).await;
        assert_eq!(told[1..], ["Your tournament begins at another time", "Your tournament begins soon"]);
        assert_eq!(nothing.shown(), [""; 0]);
        server.stop().await;
    }

    async fn whoever_has_not_confirmed_is_told_when_that_begins(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (ann, browser) = told(server.address, "Ann").await;
        let (ben, nothing) = told(server.address, "Ben").await;
        let (cem, away) = told(server.address, "Cem").await;
        away.answers(503);
        let (tournaments, id) = signed_up(&server.store, form(REAL_TIME, 10 * MINUTE + SOON), &[&ann]).await;
        assert_eq!(browser.until(1).await, ["Your tournament begins soon"], "within the hour at once");
        tournaments.sign_up(id, id_of(&ben)).await.unwrap();
        tournaments.act(id, id_of(&ben), &Action::Withdraw).await.unwrap();
        assert_eq!(browser.until(2).await[1..], ["Please confirm that you are there"]);
        tournaments.sign_up(id, id_of(&cem)).await.unwrap();
        away.until(1).await;
        tournaments.act(id, id_of(&cem), &Action::Confirm).await.unwrap();
        away.answers(201);
        // The pause after the first failure is five seconds.
        sleep(Duration::from_secs(5) + A_WHILE).await;
        assert_eq!(away.requests(), 1, "what is confirmed is not asked for");
        assert_eq!(nothing.shown().iter().filter(|title| title.starts_with("Please")).count(), 0);
        assert_eq!(browser.requests(), 2);
        server.stop().await;
    }

    async fn players_are_told_once_that_their_table_is_ready_and_how_it_ended(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (ann, ann_sees) = told(server.address, "Ann").await;
        let (ben, ben_sees) = told(server.address, "Ben").await;
        let (tournaments, id) = signed_up(&server.store, form(CORRESPONDENCE, SOON), &[&ann, &ben]).await;
        let game = begun(&server.store, &tournaments, id).await;
        for browser in [&ann_sees, &ben_sees] {
            assert_eq!(browser.until(1).await, ["Your table is ready"]);
            assert_eq!(browser.messages()[0]["table"], game.code.to_string());
        }
        let mut bodies = [&ann_sees, &ben_sees].map(|browser| browser.messages()[0]["body"].as_str().unwrap().to_owned());
        bodies.sort_by_key(String::len);
        let is_ben_first = bodies[1].contains("with Ann");
        let (first, other) = if is_ben_first { ("Ann", "Ben") } else { ("Ben", "Ann") };
        assert_eq!(bodies, [
            format!("Round 1 of Spring Cup: Bushka with {other}"),
            format!("Round 1 of Spring Cup: Bushka with {first}. It is your turn."),
        ]);
        sleep(A_WHILE).await;
        assert_eq!((ann_sees.requests(), ben_sees.requests()), (1, 1), "not that it is their turn besides");

        let (winner, loser) = if is_ben_first { (&ann, &ben) } else { (&ben, &ann) };
        let code = game.code.to_string();
        let people = vec![loser.clone(), winner.clone()];
        let sockets = vec![loser.join(&code).await, winner.join(&code).await];
        let mut party = Party { code, game: GameKind::Bushka.start(2, "").unwrap(), people, sockets };
        party.resign(0).await;
        for (browser, place) in [(&ann_sees, u8::from(is_ben_first)), (&ben_sees, u8::from(!is_ben_first))] {
            let over = async {
                while !browser.shown().contains(&"The tournament is over".to_owned()) {
                    sleep(Duration::from_millis(50)).await;
                }
            };
            timeout(TIMEOUT, over).await.expect("the end");
            let body = &browser.messages()[browser.requests() - 1]["body"];
            assert_eq!(*body, format!("Spring Cup: place {} of 2", 2 - place));
            let count = |wanted: &str| browser.shown().iter().filter(|title| *title == wanted).count();
            assert_eq!(["Your table is ready", "Your turn", "The game is over"].map(count), [1, 0, 1]);
        }
        server.stop().await;
    }

    async fn a_tournament_that_is_cancelled_says_why_to_those_who_would_have_played(base: Base) {
        let server = Server::with(&base, PRIVATE).await;
        let (ann, browser) = told(server.address, "Ann").await;
        let (ben, nothing) = told(server.address, "Ben").await;
        let (tournaments, id) = signed_up(&server.store, form(CORRESPONDENCE, 90 * MINUTE), &[&ann, &ben]).await;
        tournaments.act(id, id_of(&ben), &Action::Withdraw).await.unwrap();
        let why = Reason::parse("It rains.\nIn the hall.").unwrap();
        tournaments.act(id, id_of(&ann), &Action::Cancel { why }).await.unwrap();
        assert_eq!(browser.until(1).await, ["The tournament was cancelled"]);
        assert_eq!(browser.messages()[0]["body"], "Spring Cup: It rains. In the hall.");
        // Nobody comes to this one, so it is cancelled by itself.
        signed_up(&server.store, form(REAL_TIME, 1_000), &[&ann, &ben]).await;
        ben.post("/session/notices").form(&[("over", "on")]).send().await.unwrap();
        let told = browser.until(3).await;
        assert_eq!(told[1..], ["Please confirm that you are there", "The tournament was cancelled"]);
        assert_eq!(browser.messages()[2]["body"], "Spring Cup: Too few players have come.");
        assert!(!nothing.shown().contains(&"The tournament was cancelled".to_owned()), "it is not wanted");
        server.stop().await;
    }

    async fn a_server_that_is_killed_before_it_tells_of_a_tournament_tells_it_once(base: Base) {
        let process = Process::with_options(&base, "info", PRIVATE).await;
        let (ann, browser) = told(process.address, "Ann").await;
        process.kill().await;
        let store = base.open().await;
        let (tournaments, id) = signed_up(&store, form(CORRESPONDENCE, 30 * MINUTE), &[&ann]).await;
        assert_eq!(tournaments.read(id).await.unwrap().present().count(), 1);
        store.close().await;
        browser.answers(503);
        let process = Process::with_options(&base, "info", PRIVATE).await;
        browser.until(1).await;
        process.kill().await;
        browser.answers(201);
        let sent = browser.requests();
        let process = Process::with_options(&base, "info", PRIVATE).await;
        assert_eq!(browser.until(sent + 1).await[sent..], ["Your tournament begins soon"]);
        sleep(A_WHILE).await;
        assert_eq!(browser.requests(), sent + 1, "and nothing twice");
        process.kill().await;
    }
}

/// Several nodes look for what is to be told, and one tells it.
#[tokio::test]
async fn of_several_nodes_one_tells_of_a_tournament() {
    let cluster = Cluster::postgres().await.with(3, PRIVATE).await;
    let (ann, anns) = told(cluster.nodes[0].address, "Ann").await;
    let (ben, bens) = told(cluster.nodes[1].address, "Ben").await;
    let store = &cluster.nodes[2].store;
    let soon = 60 * MINUTE + SOON;
    signed_up(store, form(CORRESPONDENCE, soon), &[&ann, &ben]).await;
    for browser in [&anns, &bens] {
        assert_eq!(browser.until(1).await, ["Your tournament begins soon"]);
    }
    sleep(A_WHILE).await;
    assert_eq!([anns.requests(), bens.requests()], [1, 1], "and nobody twice");
    cluster.stop().await;
}
