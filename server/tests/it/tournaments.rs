//! Tournaments from the start to the end, played by sockets, with servers that are killed and with two nodes at once.

mod arena;
mod by_page;
mod created;
mod proof;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use thicket_rules::GameKind;
use thicket_server::ids::{PlayerId, SessionToken, TableId, TournamentId};
use thicket_server::model::tournament::decide::Action;
use thicket_server::model::tournament::entry::TournamentEntry;
use thicket_server::model::tournament::event::{PairedTable, TournamentEvent};
use thicket_server::model::tournament::form::TermsForm;
use thicket_server::model::tournament::refusal::Refusal;
use thicket_server::model::tournament::state::{State, Status};
use thicket_server::model::tournament::terms::{Format, RatingRange};
use thicket_server::model::tournament::words::{Reason, TournamentName, TournamentText};
use thicket_server::store::Store;
use thicket_server::time::monotonic_unix_ms;
use thicket_server::tournaments::{MOST_DIRECTED, TournamentError, Tournaments};
use tokio::time::sleep;

use crate::common::base::{Base, Rival, both};
use crate::common::client::{Person, TIMEOUT};
use crate::common::cluster::Cluster;
use crate::common::party::{Dice, Party};
use crate::common::process::{Process, program};
use crate::common::server::Server;

const CORRESPONDENCE: &str = "1d+8h, cap 2d, grace 8h";
/// How long people have to sign up (milliseconds).
const SIGN_UP: i64 = 10_000;

/// A tournament that begins soon, by correspondence: nobody has to confirm.
fn form(kind: GameKind, seats: u8, format: Format, starts_in: i64) -> TermsForm {
    TermsForm {
        name: TournamentName::parse("Spring Cup").unwrap(),
        text: TournamentText::default(),
        kind,
        variant: String::new(),
        seats,
        fewest: seats,
        clock: CORRESPONDENCE.parse().unwrap(),
        rated: false,
        format,
        starts_at: monotonic_unix_ms() + starts_in,
        most: 16,
        ratings: RatingRange::default(),
    }
}

/// A tournament that nobody has signed up for.
pub(crate) async fn announced(store: &Store, director: &Person) -> TournamentId {
    let form = form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, 60_000);
    create(
        &Tournaments::new(store.clone()),
        form,
        director.id.parse().unwrap(),
    )
    .await
    .unwrap()
}

/// One with clocks that begins in a few minutes: people confirm now.
pub(crate) async fn soon(store: &Store, director: &Person) -> TournamentId {
    let form = TermsForm {
        clock: "600+10".parse().unwrap(),
        ..form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, 5 * 60_000)
    };
    create(
        &Tournaments::new(store.clone()),
        form,
        director.id.parse().unwrap(),
    )
    .await
    .unwrap()
}

pub(crate) async fn create(
    tournaments: &Tournaments,
    form: TermsForm,
    director: PlayerId,
) -> Result<TournamentId, TournamentError> {
    let id = TournamentId::fresh();
    tournaments.create(id, form, director).await.map(|()| id)
}

/// A tournament at a server, and those who play it.
struct Cup {
    tournaments: Tournaments,
    id: TournamentId,
    people: BTreeMap<PlayerId, Person>,
    kind: GameKind,
    dice: Dice,
    store: Store,
}

impl Cup {
    /// So many people, each at one of the servers, sign up.
    async fn of(servers: &[SocketAddr], store: &Store, count: usize, form: TermsForm) -> Cup {
        let kind = form.kind;
        let mut people = BTreeMap::new();
        for number in 0..count {
            let server = servers[number % servers.len()];
            let person = Person::named(server, &format!("Player {number}")).await;
            people.insert(person.id.parse().unwrap(), person);
        }
        let tournaments = Tournaments::new(store.clone());
        let director = *people.keys().next().unwrap();
        let starts_at = monotonic_unix_ms() + SIGN_UP;
        let id = create(&tournaments, TermsForm { starts_at, ..form }, director)
            .await
            .unwrap();
        let signing = people.keys().map(|&player| tournaments.sign_up(id, player));
        join_all(signing)
            .await
            .into_iter()
            .for_each(|signed| drop(signed.unwrap()));
        Cup {
            tournaments,
            id,
            people,
            kind,
            dice: Dice(7),
            store: store.clone(),
        }
    }

    /// Waits until the tournament is as wanted.
    async fn until(&self, wanted: impl Fn(&State) -> bool) -> State {
        let since = Instant::now();
        loop {
            let state = self.tournaments.read(self.id).await.unwrap();
            if wanted(&state) {
                return state;
            }
            assert!(since.elapsed() < 3 * TIMEOUT, "in vain: {state:?}");
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn until_begun(&self, table: TableId) {
        let since = Instant::now();
        while self.store.events(table).await.unwrap().len() < 2 {
            assert!(since.elapsed() < 3 * TIMEOUT, "the table was not made");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Plays all rounds; the tournament after them.
    async fn play(&mut self) -> State {
        for round in 1.. {
            let state = self
                .until(|state| {
                    state.status != Status::Open
                        && (state.rounds().len() == round || state.status != Status::Running)
                })
                .await;
            if state.status != Status::Running {
                return state;
            }
            for table in &state.rounds()[round - 1].tables {
                self.play_table(&table.paired).await;
            }
        }
        unreachable!()
    }

    /// A few random turns; then those whose turn it is resign until one is left.
    async fn play_table(&mut self, table: &PairedTable) {
        let Some(game) = &table.game else { return };
        self.until_begun(game.id).await;
        let code = game.code.to_string();
        let people: Vec<Person> = table
            .players
            .iter()
            .map(|player| self.people[player].clone())
            .collect();
        let mut sockets = Vec::new();
        for person in &people {
            sockets.push(person.join(&code).await);
        }
        let mut party = Party {
            code,
            game: self.kind.start(people.len() as u8, "").unwrap(),
            people,
            sockets,
        };
        for _ in 0..=self.dice.below(4) {
            let turn = self.dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        while party.game.status().to_move().is_some() {
            let to_move = party.to_move();
            party.resign(to_move).await;
        }
    }

    /// The log has each round once and each table once, and says of each what its record says.
    async fn check(&self, rounds: usize) {
        let log = self.tournaments.log(self.id).await.unwrap();
        let paired: Vec<u16> = log.iter().filter_map(round_of).collect();
        assert_eq!(
            paired,
            (1..=rounds as u16).collect::<Vec<_>>(),
            "each round is paired once"
        );
        let begun = log
            .iter()
            .filter(|entry| matches!(entry.event, TournamentEvent::Begun { .. }));
        assert_eq!(begun.count(), 1);
        let mut finished = BTreeSet::new();
        for entry in &log {
            let TournamentEvent::TableFinished { table, seats } = &entry.event else {
                continue;
            };
            assert!(finished.insert(*table), "each result is entered once");
            let record = self.store.records().record(*table).await.unwrap().unwrap();
            let ranks: Vec<i64> = record.head.seats.iter().map(|seat| seat.rank).collect();
            assert_eq!(
                seats.iter().map(|seat| i64::from(seat.place)).collect::<Vec<_>>(),
                ranks
            );
            let events = self.store.events(*table).await.unwrap();
            let begun = events
                .iter()
                .filter(|event| event.event.body.get().contains("\"started\""));
            assert_eq!(begun.count(), 1, "each game begins once");
        }
        assert_eq!(games(&log), finished);
    }
}

fn round_of(entry: &TournamentEntry) -> Option<u16> {
    match &entry.event {
        TournamentEvent::Paired { round, .. } => Some(*round),
        _ => None,
    }
}

/// The games of all rounds.
fn games(log: &[TournamentEntry]) -> BTreeSet<TableId> {
    let tables = log.iter().flat_map(|entry| match &entry.event {
        TournamentEvent::Paired { tables, .. } => tables.as_slice(),
        _ => &[],
    });
    tables.filter_map(|table| Some(table.game.as_ref()?.id)).collect()
}

both! {
    async fn a_swiss_tournament_of_seven_is_played_to_its_end(base: Base) {
        let server = Server::start(&base).await;
        let form = form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, SIGN_UP);
        let mut cup = Cup::of(&[server.address], &server.store, 7, form).await;
        let state = cup.play().await;
        assert_eq!(state.status, Status::Finished);
        cup.check(3).await;
        let byes: BTreeSet<PlayerId> = state.rounds().iter().flat_map(|round| round.byes.clone()).collect();
        assert_eq!(byes.len(), 3, "nobody has two byes");
        let standings = state.standings();
        let points: u32 = standings.iter().map(|row| row.standing.points.units()).sum();
        assert_eq!(points, 3 * 4 * 120, "three tables and a bye each round");
        assert!(standings.iter().all(|row| row.standing.played + row.standing.byes == 3));
        server.stop().await;
        let verified = program(&["verify", "--database-url", &base.url]).output().await.unwrap();
        assert!(verified.status.success(), "its games are verified like others: {verified:?}");

        // It moves with its server.
        let (folder, other) = (tempfile::tempdir().unwrap(), Base::sqlite());
        let moved = folder.path().join("moved");
        for (command, url) in [("export", &base.url), ("import", &other.url)] {
            let done = program(&[command, "--database-url", url, moved.to_str().unwrap()]).output().await.unwrap();
            assert!(done.status.success(), "{command}: {done:?}");
        }
        assert_eq!(Tournaments::new(other.open().await).read(cup.id).await.unwrap(), state);
    }

    async fn a_full_schedule_at_tables_of_four_is_played_to_its_end(base: Base) {
        let server = Server::start(&base).await;
        let form = form(GameKind::Bushwhacked, 4, Format::FullSchedule { rounds: None }, SIGN_UP);
        let mut cup = Cup::of(&[server.address], &server.store, 5, form).await;
        let state = cup.play().await;
        assert_eq!(state.status, Status::Finished);
        cup.check(5).await;
        let table = state.standings();
        assert!(table.iter().all(|row| (row.standing.played, row.standing.byes) == (4, 1)));
        let meetings = state.cross_table(&table);
        for (row, others) in meetings.iter().enumerate() {
            let met: Vec<usize> = others.iter().map(Vec::len).collect();
            assert_eq!(met.iter().sum::<usize>(), 12, "{row} meets everybody three times: {met:?}");
        }
        server.stop().await;
    }

    async fn in_real_time_those_begin_who_have_confirmed_and_the_deleted_leave(base: Base) {
        let server = Server::start(&base).await;
        let real_time = TermsForm {
            clock: "300+5".parse().unwrap(),
            ..form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, SIGN_UP)
        };
        let cup = Cup::of(&[server.address], &server.store, 5, real_time).await;
        let players: Vec<PlayerId> = cup.people.keys().copied().collect();
        for &player in &players[1..] {
            cup.tournaments.act(cup.id, player, &Action::Confirm).await.unwrap();
        }
        server.store.delete_player(players[4], monotonic_unix_ms()).await.unwrap();
        cup.until(|state| !state.entrant(players[4]).unwrap().present).await;
        let state = cup.until(|state| state.rounds().len() == 1).await;
        let round = &state.rounds()[0];
        let paired: Vec<PlayerId> = round.tables.iter().flat_map(|table| table.paired.players.clone()).collect();
        let in_it: BTreeSet<PlayerId> = paired.into_iter().chain(round.byes.clone()).collect();
        assert_eq!(in_it, players[1..4].iter().copied().collect());
        let refused = cup.tournaments.act(cup.id, players[0], &Action::Confirm).await;
        assert!(matches!(refused, Err(TournamentError::Refused(Refusal::NotSignedUp))));
        server.stop().await;
    }

    async fn no_page_leads_to_a_table_that_is_not_made_yet(base: Base) {
        let server = Server::start(&base).await;
        let mut rival = base.rival().await;
        rival.forbid("INSERT", "tables").await;
        let terms = form(GameKind::Bushka, 2, Format::Swiss { rounds: 1 }, SIGN_UP);
        let cup = Cup::of(&[server.address], &server.store, 2, terms).await;
        let state = cup.until(|state| state.rounds().len() == 1).await;
        let game = state.rounds()[0].tables[0].paired.game.clone().unwrap();
        let (reader, path) = (cup.people.values().next().unwrap(), format!("/tournaments/{}", cup.id));
        let page = reader.read(&path).await;
        assert!(page.contains("Round 1") && !page.contains(game.code.as_str()), "{page}");
        assert!(page.contains("data-tag=\"\""), "it asks again: {page}");
        rival.allow("tables").await;
        cup.until_begun(game.id).await;
        let page = reader.read(&path).await;
        assert!(page.contains(&format!("id=\"own-table\" href=\"/g/{}\"", game.code)), "{page}");
        server.stop().await;
    }

    async fn a_player_directs_so_many_tournaments_at_once(base: Base) {
        let store = base.open().await;
        let (player, now) = (PlayerId::fresh(), monotonic_unix_ms());
        let token = SessionToken::fresh().hash();
        store.create_guest(player, "Somebody", token, now, now + 1_000_000).await.unwrap();
        let tournaments = Tournaments::new(store);
        let cup = || form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, 60_000);
        let mut last = None;
        for _ in 0..MOST_DIRECTED {
            last = Some(create(&tournaments, cup(), player).await.unwrap());
        }
        let refused = create(&tournaments, cup(), player).await;
        assert!(matches!(refused, Err(TournamentError::TooMany)));
        let why = Reason::parse("There are too many.").unwrap();
        tournaments.act(last.unwrap(), player, &Action::Cancel { why }).await.unwrap();
        create(&tournaments, cup(), player).await.unwrap();
        assert_eq!(tournaments.list(Status::Open, 9).await.unwrap().len(), MOST_DIRECTED as usize);
        let unknown = tournaments.read(TournamentId::fresh()).await;
        assert!(matches!(unknown, Err(TournamentError::NotFound)));
    }

    async fn a_server_that_is_killed_while_it_pairs_makes_the_same_tables_once(base: Base) {
        const PAIRED: &str = "SELECT COUNT(*) FROM tournament_tables";
        const MADE: &str = "SELECT COUNT(*) FROM tables t JOIN tournament_tables g ON g.table_id = t.id";
        const PLAYING: &str = "SELECT COUNT(*) FROM tournament_tables WHERE phase = 'playing'";
        const TABLES: &str = "SELECT COUNT(*) FROM tables";
        const STARTED: &str = "SELECT COUNT(*) FROM events WHERE seq = 2";
        const LOG: &str = "SELECT COUNT(*) FROM tournament_log";
        let store = base.open().await;
        let tournaments = Tournaments::new(store.clone());
        let players = [(); 6].map(|()| PlayerId::fresh());
        for player in players {
            let (token, now) = (SessionToken::fresh().hash(), monotonic_unix_ms());
            store.create_guest(player, "Somebody", token, now, now + 1_000_000).await.unwrap();
        }
        let form = form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, 1_000);
        let id = create(&tournaments, form, players[0]).await.unwrap();
        for player in players {
            tournaments.sign_up(id, player).await.unwrap();
        }
        store.close().await;

        let mut rival = base.rival().await;
        rival.forbid("INSERT", "tables").await;
        let killed = Process::start(&base).await;
        until(&mut rival, PAIRED, 3).await;
        killed.kill().await;
        assert_eq!(rival.count(MADE).await, 0);
        let entries = rival.count(LOG).await;
        rival.allow("tables").await;
        for _ in 0..2 {
            let next = Process::start(&base).await;
            until(&mut rival, PLAYING, 3).await;
            sleep(Duration::from_millis(1500)).await;
            let counts = [rival.count(MADE).await, rival.count(TABLES).await, rival.count(STARTED).await];
            assert_eq!(counts, [3; 3]);
            assert_eq!(rival.count(LOG).await, entries);
            next.kill().await;
        }
    }
}

async fn until(rival: &mut Rival, sql: &'static str, wanted: i64) {
    let since = Instant::now();
    while rival.count(sql).await != wanted {
        assert!(since.elapsed() < 3 * TIMEOUT, "in vain: {sql}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn two_nodes_at_once_write_one_log() {
    let cluster = Cluster::postgres().await.with(2, &[]).await;
    let [one, two] = [&cluster.nodes[0], &cluster.nodes[1]];
    let form = form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, SIGN_UP);
    let mut cup = Cup::of(&[one.address, two.address], &one.store, 8, form).await;
    let state = cup.play().await;
    assert_eq!(state.status, Status::Finished);
    cup.check(3).await;
    let other = Tournaments::new(two.store.clone()).read(cup.id).await.unwrap();
    assert_eq!(other, state, "both nodes read the same");
    cluster.stop().await;
}
