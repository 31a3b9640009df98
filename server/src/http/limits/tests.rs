mod events;
mod places;

use std::error::Error;

use uuid::Uuid;

use super::rate::ByAddress;
use super::*;
use crate::auth::{
    CHALLENGE_MS, CHOICE_MS, DAY_MS, MAX_PASSWORD_CHARACTERS, MEMBER_LIFE_MS, MEMBER_OVERLAP_MS,
    MEMBER_SESSION_MS, MIN_PASSWORD_CHARACTERS, RESET_MS,
};
use crate::delivery::{CONFIRM_MS, PASSWORD_MS};
use crate::model::player::chat::{CHAT_CAPACITY, CHAT_LIFE, MAX_CHARACTERS};
use crate::model::player::note::NOTE_CHARACTERS;
use crate::names::MAX_MARKS;
use crate::pauses::PAUSE_MS;
use crate::picture::{FRAMES, MAX_PIXELS};
use crate::pictures::PICTURES_CAPACITY;
use crate::pool::NotComputed;
use crate::records::search::MAX_PLAYERS;
use crate::room::cut_off::AFTER as CUT_OFF_AFTER;
use crate::store::{CONNECT_TIMEOUT, ENDED_TOKENS_MS, INVITATIONS, INVITED_MS, KNOWN_MS, MAX_KNOWN_BROWSERS};

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

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
fn sweeping_forgets_those_who_have_been_quiet_and_nobody_else() -> TestResult {
    let limit = ByAddress::new(Rate::new(100, Duration::from_micros(10)));
    let slow = ByAddress::new(Rate::new(200, Duration::from_secs(3600)));
    for number in 0..100 {
        limit.check(address(number), TooMuch::Tables)?;
        slow.check(address(number), TooMuch::Tables)?;
    }
    std::thread::sleep(Duration::from_millis(5));
    limit.sweep();
    slow.sweep();
    assert_eq!(
        (limit.len(), slow.len()),
        (0, 100),
        "those who have asked for something are known"
    );
    Ok(())
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

/// The table that operators read has a line for each limit, with its number and the sentence that people see.
#[test]
fn every_limit_is_a_line_of_the_table() -> TestResult {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operating.md");
    let page = std::fs::read_to_string(page)?;
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
        (CHOICES.to_string(), TooMuch::Choices),
        (
            format!("correcting and cancelling, from one address | {TOURNAMENT_FORMS}"),
            TooMuch::Tournaments,
        ),
        (
            format!("what officers do, from one address | {CLUB_FORMS}"),
            TooMuch::Clubs,
        ),
        (format!("in all | {SERVER_SHARE} times as many"), TooMuch::Server),
        (
            format!("for those who sit at a table | one in {CONNECTIONS_FOR_SEATED}"),
            TooMuch::Server,
        ),
        (
            format!("streams of one network | {SOCKETS_PER_NETWORK}"),
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
        (
            format!("wrong tokens from one address, at each node | {WRONG_TOKENS}"),
            TooMuch::WrongTokens,
        ),
        (
            format!("browsers added from one address, to be told something | {PUSHES}"),
            TooMuch::Pushes,
        ),
        (
            format!("links by mail that one address asks for | {LINK_ASKS}"),
            TooMuch::Mails,
        ),
        (
            format!("links sent to one mail address | {LINK_MAILS}"),
            TooMuch::Mails,
        ),
        (
            format!("messages by which one player tries webhooks | {WEBHOOK_TRIES}"),
            TooMuch::WebhookTries,
        ),
        (format!("at one node | {PASSWORDS_WAITING};"), TooMuch::Passwords),
        (LINES.to_string(), TooMuch::Lines),
        (format!("hints for one player | {HINTS}"), TooMuch::Hints),
        (
            format!("best turns in games that are over, for one address | {BEST_TURNS}"),
            TooMuch::Hints,
        ),
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
        (
            format!("as many whom they block | {CHOSEN_PLAYERS}"),
            TooMuch::Chosen,
        ),
        (
            format!(
                "one player to another | {INVITATIONS}, each for {} days",
                INVITED_MS / DAY_MS
            ),
            TooMuch::Invitations,
        ),
        (format!("| {WATCHERS}"), TooMuch::Watchers),
        (
            format!("| {RESERVED_FOR_CHAIRS}, at most {RESERVED_PER_ADDRESS} of"),
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
        format!(
            "position for practice | {} to {}, and {PRACTICE_STEPS} steps",
            PRACTICE_TURNS.start(),
            PRACTICE_TURNS.end()
        ),
        format!("each game has positions for {PRACTICE_DAYS} days"),
        format!("frames of an animation | {FRAMES}, of at most {MAX_PIXELS} pixels"),
        format!("pictures kept in memory | {} MiB", PICTURES_CAPACITY >> 20),
        format!("| {STEP_BYTES} bytes |"),
        format!("| {} |", kib(POSITION_BYTES)),
        format!("body of a request | {} |", kib(BODY_BYTES)),
        format!("common games are looked for | {MAX_PLAYERS} | Look for at most {MAX_PLAYERS} players"),
        format!("records in one page of the API | {RECORDS_PER_PAGE} |"),
        format!("taken them | {PAST_EVENTS} |"),
        format!("games in one download | {DOWNLOADED_GAMES} |"),
        format!("searches for them | {DOWNLOADED_SEARCHES} |"),
        format!("its form | {} |", kib(IMPORT_FORM_BYTES)),
        format!("not stored | {}, {IMPORT_TURNS} turns |", kib(IMPORT_BYTES)),
        format!("note about a table | {NOTE_CHARACTERS} |"),
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
        format!("in all | {CONNECTIONS}, and {RESERVED_DESCRIPTORS} fewer"),
        format!("of one address | {CONNECTIONS_PER_ADDRESS} |"),
        format!("metrics | {METRICS_CONNECTIONS} |"),
        format!("accepted | {BACKLOG},"),
        format!("next request | {HEAD_TIMEOUT:?} |"),
        format!("trusted proxy | {PROXY_HEAD_TIMEOUT:?} |"),
        format!("sent to it | {WRITE_TIMEOUT:?} |"),
        format!("answer a request | {ANSWER_TIMEOUT:?} |"),
        format!("of a start in | {CONNECT_TIMEOUT:?};"),
        format!("letter of a name | {MAX_MARKS} |"),
        format!("different names | {COMPANIONS} at all tables"),
        format!("a line | {MAX_CHARACTERS} characters"),
        format!("lines of one table | {CHAT_CAPACITY} |"),
        format!("a password | {MIN_PASSWORD_CHARACTERS} to {MAX_PASSWORD_CHARACTERS} characters"),
        format!("do not count as attempts | {FREE_SIGN_INS} |"),
        format!(
            "browsers that one account knows | {MAX_KNOWN_BROWSERS}, each for {} days",
            KNOWN_MS / DAY_MS
        ),
        format!("reset-password` has set | {} hours", RESET_MS / 3_600_000),
        format!("after that use | {} minutes", CHOICE_MS / 60_000),
        format!("by one in use, {}s", MEMBER_OVERLAP_MS / 1_000),
        format!("passkeys of one account | {PASSKEYS} |"),
        format!(
            "tokens of one account | {TOKENS} that have not ended, and for {} days those that have",
            ENDED_TOKENS_MS / DAY_MS
        ),
        format!("bots of one member | {BOTS} |"),
        format!("webhooks of one account | {WEBHOOKS} |"),
        format!("browsers of one player that are told what concerns them | {PUSH_CHANNELS} |"),
        format!("mails to one address, at all nodes together | {MAILS_OF_ADDRESS}"),
        format!("mails in all, at all nodes together | {MAILS}"),
        format!("a link to confirm a mail address | {} days", CONFIRM_MS / DAY_MS),
        format!(
            "a link to choose a new password | {} hours",
            PASSWORD_MS / 3_600_000
        ),
        format!("a challenge for a passkey | {} minutes", CHALLENGE_MS / 60_000),
        format!("not used | {} days", MEMBER_LIFE_MS / DAY_MS),
        format!("in any case | {} days", MEMBER_SESSION_MS / DAY_MS),
        format!("life of a chat | {} days after", CHAT_LIFE.as_secs() / 86_400),
        format!("sends its visitors to them | {CUT_OFF_AFTER:?} |"),
        format!("before it answers | {:?} |", Duration::from_millis(PAUSE_MS)),
    ];
    let spoken = spoken.map(|(limit, error)| (limit, error.to_string()));
    let silent = silent
        .into_iter()
        .chain(events::lines())
        .map(|limit| (limit, String::new()));
    for (limit, sentence) in spoken.into_iter().chain(silent) {
        let found = page
            .lines()
            .any(|line| line.contains(&limit) && line.contains(&sentence));
        assert!(found, "no line of the table has {limit:?} and {sentence:?}");
    }
    Ok(())
}
