//! Tournaments from the start to the end, played by sockets, with servers that are killed and with two nodes at once.

mod absent;
mod arena;
mod by_page;
mod created;
mod cup;
mod league;
mod load;
mod passed_on;
mod proof;
mod unlisted;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
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
use cup::{Cup, SIGN_UP, form, guests};
pub(crate) use cup::{announced, create, soon};

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
