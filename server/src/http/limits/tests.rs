#![allow(clippy::unwrap_used)]

use uuid::Uuid;

use super::connections::Full;
use super::*;
use crate::auth::{
    CHALLENGE_MS, CHOICE_MS, DAY_MS, FEWEST, MEMBER_LIFE_MS, MEMBER_OVERLAP_MS, MEMBER_SESSION_MS, MOST,
    RESET_MS,
};
use crate::model::player::chat::{KEPT_FOR, KEPT_LINES, MOST_CHARACTERS};
use crate::names::MOST_MARKS;
use crate::pages::records::MOST_PLAYERS;
use crate::pauses::PAUSE_MS;
use crate::picture::{FRAMES, LONGEST};
use crate::pictures::KEPT_BYTES;
use crate::pool::NotComputed;
use crate::room::cut_off::AFTER as CUT_OFF_AFTER;
use crate::store::{CONNECT_TIMEOUT, KNOWN_BROWSERS, KNOWN_MS};

fn address(number: u8) -> ClientAddress {
    ClientAddress::of_peer([203, 0, 113, number].into())
}

fn here() -> ClientAddress {
    ClientAddress::of_peer([127, 0, 0, 1].into())
}

fn table() -> TableId {
    TableId(Uuid::now_v7())
}

#[test]
fn each_address_has_its_own_burst_and_this_machine_no_limit() {
    let limit = ByAddress::new(Rate::new(2, Duration::from_secs(3600)));
    let check = |from| limit.check(from, TooMuch::Tables);
    assert_eq!(
        [check(address(1)), check(address(1))],
        [Ok(()), Ok(())],
        "the burst"
    );
    assert_eq!(check(address(1)), Err(TooMuch::Tables));
    assert_eq!(check(address(2)), Ok(()));
    assert!((0..100).all(|_| check(here()).is_ok()));
}

#[test]
fn sweeping_forgets_those_who_have_been_quiet_and_nobody_else() {
    let limit = ByAddress::new(Rate::new(100, Duration::from_micros(10)));
    let slow = ByAddress::new(Rate::new(200, Duration::from_secs(3600)));
    for number in 0..100 {
        limit.check(address(number), TooMuch::Tables).unwrap();
        slow.check(address(number), TooMuch::Tables).unwrap();
    }
    std::thread::sleep(Duration::from_millis(5));
    limit.sweep();
    slow.sweep();
    assert_eq!(
        (limit.len(), slow.len()),
        (0, 100),
        "those who have asked for something are known"
    );
}

/// An address of the network with this number.
fn of_network(v6: bool, network: u16, host: u16) -> ClientAddress {
    let ip: std::net::IpAddr = match v6 {
        true => [0x2001, 0xdb8, network, host, 0, 0, 0, 1].into(),
        false => [203, (network >> 8) as u8, network as u8, host as u8].into(),
    };
    ClientAddress::of_peer(ip)
}

#[test]
fn a_network_has_a_limit_of_its_own_that_one_address_does_not_use_up() {
    for v6 in [true, false] {
        let limit = ByAddress::new(Rate::new(2, Duration::from_secs(36_000)));
        let check = |network, host| {
            limit
                .check(of_network(v6, network, host), TooMuch::Tables)
                .is_ok()
        };
        let greedy = (0..1_000).filter(|_| check(1, 1)).count();
        assert_eq!(greedy, 2, "what is refused does not count for the neighbours");
        let neighbours = (0..200).filter(|&host| check(1, host)).count() as u32;
        assert_eq!(neighbours, 2 * NETWORK_SHARE - 2);
        assert!(check(2, 1), "another network");
    }
}

#[test]
fn a_limit_counts_only_so_many_addresses_one_by_one() {
    let limit = ByAddress::new(Rate::new(1, Duration::from_secs(36_000)));
    let mut free = 0;
    for network in 0..u16::MAX {
        free += u32::from(limit.check(of_network(true, network, 1), TooMuch::Tables).is_ok());
    }
    assert_eq!(limit.len(), RATED_KEYS);
    assert_eq!(
        free as usize,
        RATED_KEYS + SERVER_SHARE as usize,
        "the rest has as much as the whole server"
    );
}

#[test]
fn the_whole_server_has_a_limit_on_tables_and_names() {
    let limits = Limits::default();
    let tables = (0..100_000).take_while(|_| limits.table_of_all().is_ok()).count() as u32;
    let names = (0..100_000).take_while(|_| limits.guest_of_all().is_ok()).count() as u32;
    // A few become free meanwhile.
    assert!(
        (TABLES.burst * SERVER_SHARE..TABLES.burst * SERVER_SHARE + 100).contains(&tables),
        "{tables}"
    );
    assert!(
        (GUESTS.burst * SERVER_SHARE..GUESTS.burst * SERVER_SHARE + 1_000).contains(&names),
        "{names}"
    );
}

#[test]
fn a_network_leaves_connections_sockets_and_places_to_others() {
    let connections = Connections::new(2 * CONNECTIONS_PER_ADDRESS as usize * 2);
    let mut open = Vec::new();
    let full = loop {
        match connections.open(Some(of_network(true, 1, (open.len() / 500) as u16))) {
            Ok(one) => open.push(one),
            Err(full) => break full,
        }
    };
    assert_eq!(
        (open.len(), full),
        (connections.most() / CONNECTIONS_OF_NETWORK, Full::Network)
    );
    assert!(!connections.are_crowded());
    while let Ok(one) = connections.open(Some(of_network(true, 2, (open.len() / 500) as u16))) {
        open.push(one);
        let left = connections.most() - open.len();
        assert_eq!(
            connections.are_crowded(),
            left <= connections.most() / CONNECTIONS_FOR_SEATED
        );
    }
    assert_eq!(open.len(), connections.most(), "both networks together");
    drop(open);
    assert!(connections.is_empty(), "nothing is counted for ever");

    let limits = Limits::default();
    let mut open = Vec::new();
    let full = loop {
        match limits.socket(table(), of_network(true, 1, (open.len() / 100) as u16)) {
            Ok(one) => open.push(one),
            Err(full) => break full,
        }
    };
    assert_eq!((open.len() as u32, full), (SOCKETS_PER_NETWORK, TooMuch::Sockets));
    assert!(limits.lists(of_network(true, 1, 0xffff)).is_err());
    assert!(limits.lists(of_network(true, 2, 1)).is_ok());
    drop(open);
    assert!(limits.sockets.is_empty(), "nothing is counted for ever");

    let computations = Computations::default();
    let open: Vec<_> = (0..100)
        .filter_map(|host| computations.open(of_network(true, 1, host)))
        .collect();
    assert_eq!(open.len() as u32, COMPUTED_PER_NETWORK);
    assert!(computations.open(of_network(true, 2, 1)).is_some());
    drop(open);
    assert!(computations.is_empty(), "nothing is counted for ever");
}

#[test]
fn sockets_of_one_address_are_limited_at_a_table_and_in_all() {
    let limits = Limits::default();
    let mut open = Vec::new();
    let busy = table();
    for _ in 0..SOCKETS_AT_TABLE {
        open.push(limits.socket(busy, address(1)).unwrap());
    }
    assert_eq!(
        limits.socket(busy, address(1)).unwrap_err(),
        TooMuch::Sockets,
        "one more at this table"
    );
    assert!(limits.socket(busy, address(2)).is_ok());
    while (open.len() as u32) < SOCKETS_PER_ADDRESS {
        open.push(limits.socket(table(), address(1)).unwrap());
    }
    assert_eq!(
        limits.socket(table(), address(1)).unwrap_err(),
        TooMuch::Sockets,
        "one more at any table"
    );
    assert!(limits.socket(table(), address(2)).is_ok());
    assert_eq!(
        limits.lists(address(1)).unwrap_err(),
        TooMuch::Sockets,
        "or for lists"
    );
    open.pop();
    assert!(limits.socket(table(), address(1)).is_ok());
    let lists = limits.lists(address(1)).unwrap();
    assert!(limits.socket(table(), address(1)).is_err(), "those count, too");
    drop(lists);
    open.clear();
    assert!(limits.sockets.is_empty(), "nothing is counted for ever");
}

#[test]
fn watchers_do_not_shut_out_players_or_those_who_may_sit_down() {
    let limits = Limits::default();
    let at = table();
    let socket = |number| limits.socket(at, address(number)).unwrap();
    let mut watchers: Vec<OpenSocket> = (0..WATCHERS)
        .map(|number| {
            let mut socket = socket((number / SOCKETS_AT_TABLE) as u8);
            socket.admit(false, true).unwrap();
            socket
        })
        .collect();
    // All chairs are taken: players come in, others do not.
    assert_eq!(socket(200).admit(false, false), Err(TooMuch::Watchers));
    let mut player = socket(200);
    player.admit(true, false).unwrap();
    // A chair is free: those who were invited come in, but no one address takes all of their places.
    let mut invited: Vec<OpenSocket> = (0..KEPT_FOR_CHAIRS)
        .map(|number| {
            let mut socket = socket(100 + (number / KEPT_PER_ADDRESS) as u8);
            socket.admit(false, true).unwrap();
            socket
        })
        .collect();
    assert_eq!(socket(201).admit(false, true), Err(TooMuch::Watchers));
    invited.pop();
    assert_eq!(socket(100).admit(false, true), Err(TooMuch::Watchers));
    socket(201).admit(false, true).unwrap();
    // Who sits down gives their place to somebody else.
    invited.pop().unwrap().admit(true, true).unwrap();
    watchers[0].admit(true, true).unwrap();
    socket(202).admit(false, false).unwrap();
    player.admit(false, false).unwrap();
    assert_eq!(socket(203).admit(false, false), Err(TooMuch::Watchers));
    drop((watchers, invited, player));
    assert!(limits.sockets.is_empty(), "nothing is counted for ever");
}

#[test]
fn connections_are_limited_in_all_and_by_address() {
    let connections = Connections::new(CONNECTIONS_PER_ADDRESS as usize + 2);
    let mut open: Vec<OpenConnection> = (0..CONNECTIONS_PER_ADDRESS)
        .map(|_| connections.open(Some(address(1))).unwrap())
        .collect();
    assert_eq!(connections.open(Some(address(1))).unwrap_err(), Full::Address);
    open.push(connections.open(Some(of_network(true, 1, 1))).unwrap());
    open.push(connections.open(None).unwrap());
    assert_eq!(connections.open(None).unwrap_err(), Full::Server);
    open.remove(0);
    open.push(connections.open(Some(address(1))).unwrap());
    open.clear();
    assert!(connections.is_empty(), "nothing is counted for ever");
}

#[test]
fn connections_leave_descriptors_to_everything_else() {
    let most = |descriptors| Connections::within(descriptors).most();
    assert_eq!(most(100), 50);
    assert_eq!(most(1_024), 1_024 - KEPT_DESCRIPTORS);
    assert_eq!(most(usize::MAX), CONNECTIONS);
}

/// The table that operators read has a line for each limit, with its number and the sentence that people see.
#[test]
fn every_limit_is_a_line_of_the_table() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operating.md");
    let page = std::fs::read_to_string(page).unwrap();
    let kib = |bytes: usize| format!("{} KiB", bytes / 1024);
    let (rate, burst) = SOCKET_BYTES;
    let spoken = [
        (TABLES.to_string(), TooMuch::Tables),
        (format!("of one player | {LISTED_BY_PLAYER} |"), TooMuch::Listed),
        (
            format!("opened by one address | {LISTED_BY_ADDRESS}, for a day, at each node |"),
            TooMuch::ListedNearby,
        ),
        (GUESTS.to_string(), TooMuch::Guests),
        (LINKS.to_string(), TooMuch::Links),
        (TRIES.to_string(), TooMuch::Tries),
        (format!("refused | {REQUESTS}"), TooMuch::Requests),
        (format!("sent to one address | {ASSETS}"), TooMuch::Requests),
        (
            format!("deleted from one address | {DELETIONS}"),
            TooMuch::Deletions,
        ),
        (format!("in all | {SERVER_SHARE} times as many"), TooMuch::Server),
        (
            format!("for those who sit at a table | one in {CONNECTIONS_FOR_SEATED}"),
            TooMuch::Server,
        ),
        (
            format!("sockets of one network | {SOCKETS_PER_NETWORK}"),
            TooMuch::Sockets,
        ),
        (DOWNLOADS.to_string(), TooMuch::Downloads),
        (IMPORTS.to_string(), TooMuch::Imports),
        (PICTURES.to_string(), TooMuch::Pictures),
        (ANIMATIONS.to_string(), TooMuch::Pictures),
        (format!("for lists | {SOCKETS_PER_ADDRESS}"), TooMuch::Sockets),
        (
            format!("to the account before | {ATTEMPTS_OF_ADDRESS}"),
            TooMuch::Strangers,
        ),
        (
            format!("also for names without one | {ATTEMPTS_ON_ACCOUNT}"),
            TooMuch::Strangers,
        ),
        (
            format!("in one open session | {ATTEMPTS_OF_BROWSER}"),
            TooMuch::SignIns,
        ),
        (
            format!("passkeys from one address | {ATTEMPTS_OF_ADDRESS}"),
            TooMuch::SignIns,
        ),
        (
            format!("accounts made by one address | {SIGN_UPS}"),
            TooMuch::SignIns,
        ),
        (
            format!("passkeys sent to one address | {CHALLENGES}"),
            TooMuch::SignIns,
        ),
        (format!("at one node | {PASSWORDS_WAITING};"), TooMuch::Passwords),
        (LINES.to_string(), TooMuch::Lines),
        (format!("hints for one player | {HINTS}"), TooMuch::Hints),
        (LINES_OF_ADDRESS.to_string(), TooMuch::Lines),
        (
            format!("reviews made for one address | {REVIEWS}"),
            TooMuch::Reviews,
        ),
        (
            format!("games that are reviewed at the same time | {REVIEWED_AT_ONCE}"),
            TooMuch::Reviews,
        ),
        (format!("one table | {SOCKETS_AT_TABLE}"), TooMuch::Sockets),
        (format!("| {WATCHERS}"), TooMuch::Watchers),
        (
            format!("| {KEPT_FOR_CHAIRS}, at most {KEPT_PER_ADDRESS} of"),
            TooMuch::Watchers,
        ),
    ];
    let silent = [
        format!(
            "{} at once, then {} a second",
            kib(burst as usize),
            kib(rate as usize)
        ),
        format!("| {STEPS} |"),
        format!("frames of an animation | {FRAMES}, of at most {LONGEST} pixels"),
        format!("pictures kept in memory | {} MiB", KEPT_BYTES >> 20),
        format!("| {STEP_BYTES} bytes |"),
        format!("| {} |", kib(POSITION_BYTES)),
        format!("body of a request | {} |", kib(BODY_BYTES)),
        format!("common games are looked for | {MOST_PLAYERS} | Look for at most {MOST_PLAYERS} players"),
        format!("games in one download | {DOWNLOADED_GAMES} |"),
        format!("searches for them | {DOWNLOADED_SEARCHES} |"),
        format!("its form | {} |", kib(IMPORT_FORM_BYTES)),
        format!("not stored | {}, {IMPORT_TURNS} turns |", kib(IMPORT_BYTES)),
        format!("explored at once | {} |", kib(EXPLORE_BYTES)),
        format!("variations | {EXPLORED_TURNS} |"),
        format!("at once | {COMPUTED_AT_ONCE} at one node"),
        format!(
            "for one address | {COMPUTED_PER_ADDRESS}, and {COMPUTED_PER_NETWORK} for one network | {}",
            NotComputed::BusyForAddress
        ),
        format!("for a network instead of an address | {NETWORK_SHARE} times as much"),
        format!("one by one | {RATED_KEYS} of each; those beyond have together {SERVER_SHARE} times as much"),
        format!("the same form again | {ANSWERS_CAPACITY} |"),
        format!(
            "of one network | one in {CONNECTIONS_OF_NETWORK} of all, and at least {CONNECTIONS_PER_ADDRESS} |"
        ),
        format!("who sit at a table | {}s |", CROWDED_HEAD_TIMEOUT.as_secs()),
        format!("head of a request | {} |", kib(HEAD_BYTES)),
        format!("in all | {CONNECTIONS}, and {KEPT_DESCRIPTORS} fewer"),
        format!("of one address | {CONNECTIONS_PER_ADDRESS} |"),
        format!("metrics | {METRICS_CONNECTIONS} |"),
        format!("accepted | {BACKLOG},"),
        format!("next request | {HEAD_TIMEOUT:?} |"),
        format!("trusted proxy | {PROXY_HEAD_TIMEOUT:?} |"),
        format!("sent to it | {WRITE_TIMEOUT:?} |"),
        format!("answer a request | {ANSWER_TIMEOUT:?} |"),
        format!("of a start in | {CONNECT_TIMEOUT:?};"),
        format!("letter of a name | {MOST_MARKS} |"),
        format!("different names | {COMPANIONS} at all tables"),
        format!("a line | {MOST_CHARACTERS} characters"),
        format!("lines of one table | {KEPT_LINES} |"),
        format!("a password | {FEWEST} to {MOST} characters"),
        format!("do not count as attempts | {FREE_SIGN_INS} |"),
        format!(
            "browsers that one account knows | {KNOWN_BROWSERS}, each for {} days",
            KNOWN_MS / DAY_MS
        ),
        format!("reset-password` has set | {} hours", RESET_MS / 3_600_000),
        format!("after that use | {} minutes", CHOICE_MS / 60_000),
        format!("by one in use, {}s", MEMBER_OVERLAP_MS / 1_000),
        format!("passkeys of one account | {PASSKEYS} |"),
        format!("a challenge for a passkey | {} minutes", CHALLENGE_MS / 60_000),
        format!("not used | {} days", MEMBER_LIFE_MS / DAY_MS),
        format!("in any case | {} days", MEMBER_SESSION_MS / DAY_MS),
        format!("life of a chat | {} days after", KEPT_FOR.as_secs() / 86_400),
        format!("sends its visitors to them | {CUT_OFF_AFTER:?} |"),
        format!("before it answers | {:?} |", Duration::from_millis(PAUSE_MS)),
    ];
    let spoken = spoken.map(|(limit, error)| (limit, error.to_string()));
    let silent = silent.map(|limit| (limit, String::new()));
    for (limit, sentence) in spoken.iter().chain(&silent) {
        let found = page
            .lines()
            .any(|line| line.contains(limit) && line.contains(sentence));
        assert!(found, "no line of the table has {limit:?} and {sentence:?}");
    }
}
