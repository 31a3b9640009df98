//! Accounts: names that belong to one, sessions that end, attempts that are counted, and what is left of who was deleted.

use std::time::Duration;

use futures_util::future::join_all;
use thicket_server::ids::SessionId;
use thicket_server::model::player::audience::Audience;
use thicket_server::model::player::preferences::Preferences;
use thicket_server::names::PlayerName;
use thicket_server::store::{
    ChatRow, DELETED, DELETED_LINE, KNOWN_MS, MAX_KNOWN_BROWSERS, NewAccount, NewChat, NewSession, Subject,
};
use thicket_server::time::UnixMs;

use super::*;
use crate::common::base::both;

const DAY: i64 = 24 * 60 * 60 * 1000;

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

pub(super) fn session(instead_of: Option<SessionId>) -> NewSession {
    NewSession {
        hash: SessionToken::fresh().hash(),
        now: NOON,
        expires: NOON + 10 * DAY,
        ends: NOON + 30 * DAY,
        agent: "Firefox on Linux".to_owned(),
        instead_of,
        browser: [1; 32],
    }
}

fn account(player: PlayerId, text: &str) -> NewAccount {
    NewAccount {
        player,
        name: name(text),
        password_hash: format!("hash of {text}"),
        preferences: Preferences::default(),
        session: session(None),
    }
}

/// A player with an account; the id and the session.
pub(super) async fn member(store: &Store, text: &str) -> (PlayerId, SessionId) {
    member_at(store, text, [1; 32]).await
}

/// An account signed up at a certain browser.
pub(super) async fn member_at(store: &Store, text: &str, browser: [u8; 32]) -> (PlayerId, SessionId) {
    let mut account = account(PlayerId::fresh(), text);
    account.session.browser = browser;
    let (player, session) = (account.player, SessionId(account.session.hash));
    assert!(store.sign_up(account).await.unwrap());
    (player, session)
}

async fn owner(store: &Store, text: &str) -> Option<PlayerId> {
    store.owner_of_name(&name(text)).await.unwrap()
}

async fn is_open(store: &Store, session: SessionId, now: UnixMs) -> bool {
    store.session(session.0, now).await.unwrap().is_some()
}

both! {
    async fn a_guest_who_signs_up_stays_who_they_are(base: Base) {
        let store = base.open().await;
        let (guest, token) = (PlayerId::fresh(), SessionToken::fresh().hash());
        store.create_guest(guest, "Nimble Otter", token, NOON, NOON + DAY).await.unwrap();
        assert!(!store.session(token, NOON).await.unwrap().unwrap().player.member);
        let mut account = account(guest, "Ann");
        account.session.instead_of = Some(SessionId(token));
        let fresh = account.session.hash;
        assert!(store.sign_up(account).await.unwrap());

        let found = store.session(fresh, NOON).await.unwrap().unwrap();
        assert_eq!((found.player.id, found.player.name.as_str(), found.player.member), (guest, "Ann", true));
        assert_eq!(found.ends_at, Some(NOON + 30 * DAY));
        assert!(store.session(token, NOON).await.unwrap().is_none(), "the cookie from before is good for nothing");
        assert_eq!(store.ended_sessions(NOON - 1).await.unwrap(), [SessionId(token)]);
        let kept = store.account_of(guest).await.unwrap().unwrap();
        assert_eq!((kept.password_hash.as_str(), kept.created_at, kept.blocked_at), ("hash of Ann", NOON, None));
        assert!(!store.sign_up(super::accounts::account(guest, "Anna")).await.unwrap(), "one account is enough");
        store.close().await;
    }

    async fn names_of_accounts_are_unique_to_the_eye(base: Base) {
        let store = base.open().await;
        let (ivan, _) = member(&store, "Ivan").await;
        let before = base.rival().await.count("SELECT COUNT(*) FROM players").await;
        // In another case, with other letters that look the same, and both ways of the one name that looks like two.
        for taken in ["ivan", "IVAN", "I van", "lvan", "Іvаn"] {
            assert_eq!(owner(&store, taken).await, Some(ivan), "{taken}");
            assert!(!store.sign_up(account(PlayerId::fresh(), taken)).await.unwrap(), "{taken}");
        }
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM players").await, before, "nobody is left behind");
        for free in ["Ivana", "Ian"] {
            assert_eq!(owner(&store, free).await, None, "{free}");
        }
        for typed in ["Ivan", "iVAN"] {
            assert_eq!(store.account_named(typed).await.unwrap().unwrap().player.id, ivan, "{typed}");
        }
        assert!(store.account_named("Ann").await.unwrap().is_none());
        store.close().await;
    }

    async fn of_many_who_want_one_name_one_gets_it(base: Base) {
        let store = base.open().await;
        let outcomes = join_all((0..20).map(|_| store.sign_up(account(PlayerId::fresh(), "Ann")))).await;
        assert_eq!(outcomes.into_iter().filter(|made| *made.as_ref().unwrap()).count(), 1);
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM sessions").await, 1);
        store.close().await;
    }

    async fn sessions_are_listed_and_ended_one_by_one_or_all(base: Base) {
        let store = base.open().await;
        let (ann, first) = member(&store, "Ann").await;
        let (ben, bens) = member(&store, "Ben").await;
        let (second, third) = (session(None), session(None));
        let ids = [SessionId(second.hash), SessionId(third.hash)];
        store.start_session(ann, NewSession { now: NOON + 1, ..second }).await.unwrap();
        store.start_session(ann, NewSession { now: NOON + 2, agent: String::new(), ..third }).await.unwrap();
        let listed = store.sessions_of(ann, NOON + 3).await.unwrap();
        let shown: Vec<(SessionId, &str)> = listed.iter().map(|session| (session.id, session.agent.as_str())).collect();
        assert_eq!(shown, [(ids[1], ""), (ids[0], "Firefox on Linux"), (first, "Firefox on Linux")]);

        assert!(!store.end_session_of(ann, bens, NOON + 3).await.unwrap(), "it is not hers");
        assert!(store.end_session_of(ann, ids[0], NOON + 3).await.unwrap());
        assert!(!is_open(&store, ids[0], NOON + 3).await && is_open(&store, bens, NOON + 3).await);
        store.end_sessions(ann, NOON + 4).await.unwrap();
        assert_eq!(store.sessions_of(ann, NOON + 4).await.unwrap(), []);
        assert_eq!(store.sessions_of(ben, NOON + 4).await.unwrap().len(), 1);
        let mut ended = store.ended_sessions(NOON).await.unwrap();
        let mut all = vec![first, ids[0], ids[1]];
        ended.sort_by_key(|session| session.0);
        all.sort_by_key(|session| session.0);
        assert_eq!(ended, all);
        store.delete_expired(NOON + DAY).await.unwrap();
        assert_eq!(store.ended_sessions(NOON).await.unwrap(), []);
        store.close().await;
    }

    async fn all_accounts_are_signed_out_and_guests_are_not(base: Base) {
        let store = base.open().await;
        let (ann, first) = member(&store, "Ann").await;
        let rotated = SessionToken::fresh().hash();
        assert!(store.rotate_session(first.0, rotated, NOON + 1, NOON + DAY).await.unwrap());
        let (_, bens) = member(&store, "Ben").await;
        let (guest, token) = (PlayerId::fresh(), SessionToken::fresh().hash());
        store.create_guest(guest, "Gus", token, NOON, NOON + DAY).await.unwrap();
        assert!(store.end_sessions_of_members(NOON + 2).await.unwrap());
        for session in [first, SessionId(rotated), bens] {
            assert!(!is_open(&store, session, NOON + 2).await);
        }
        assert!(is_open(&store, SessionId(token), NOON + 2).await);
        let ended = store.ended_sessions(NOON).await.unwrap();
        assert!(ended.len() == 2 && ended.contains(&first) && ended.contains(&bens), "{ended:?}");
        assert_eq!(store.sessions_of(ann, NOON + 2).await.unwrap(), []);
        assert!(!store.end_sessions_of_members(NOON + 3).await.unwrap());
        store.close().await;
    }

    async fn a_rotated_session_is_one_session_and_ends_as_one(base: Base) {
        let store = base.open().await;
        let (ann, first) = member(&store, "Ann").await;
        let new = SessionToken::fresh().hash();
        assert!(store.rotate_session(first.0, new, NOON + 1, NOON + DAY).await.unwrap());
        let found = store.session(new, NOON + 1).await.unwrap().unwrap();
        assert_eq!((found.id, found.ends_at), (first, Some(NOON + 30 * DAY)), "rotation adds no time");
        assert_eq!(store.sessions_of(ann, NOON + 1).await.unwrap().len(), 1);
        store.confirm_session(new, NOON + 90 * DAY, NOON + 2 * DAY).await.unwrap();
        assert_eq!(store.sessions_of(ann, NOON + 1).await.unwrap().len(), 1);
        assert!(store.session(new, NOON + 30 * DAY - 1).await.unwrap().is_some());
        assert!(store.session(new, NOON + 30 * DAY).await.unwrap().is_none(), "it ends in any case");
        assert!(store.end_session_of(ann, first, NOON + 2).await.unwrap());
        assert!(store.session(new, NOON + 2).await.unwrap().is_none());
        assert!(store.session(first.0, NOON + 2).await.unwrap().is_none());
        store.close().await;
    }

    async fn a_new_password_ends_all_sessions_and_begins_one(base: Base) {
        let store = base.open().await;
        let (ann, first) = member(&store, "Ann").await;
        let second = session(None);
        let second_id = SessionId(second.hash);
        store.start_session(ann, second).await.unwrap();
        let fresh = NewSession { now: NOON + 5, ..session(Some(second_id)) };
        let fresh_id = SessionId(fresh.hash);
        assert!(store.change_password(ann, "another".into(), fresh).await.unwrap());
        for (session, open) in [(first, false), (second_id, false), (fresh_id, true)] {
            assert_eq!(is_open(&store, session, NOON + 5).await, open);
        }
        let account = store.account_of(ann).await.unwrap().unwrap();
        assert_eq!((account.password_hash.as_str(), account.password_changed_at), ("another", NOON + 5));
        assert!(!store.change_password(PlayerId::fresh(), "x".into(), session(None)).await.unwrap());
        store.close().await;
    }

    async fn a_blocked_account_has_no_sessions(base: Base) {
        let store = base.open().await;
        let (ann, first) = member(&store, "Ann").await;
        assert!(store.block(ann, NOON + 1).await.unwrap() && store.block(ann, NOON + 2).await.unwrap());
        assert!(!is_open(&store, first, NOON + 1).await);
        assert_eq!(store.account_of(ann).await.unwrap().unwrap().blocked_at, Some(NOON + 1));
        assert_eq!(owner(&store, "Ann").await, Some(ann), "nobody else gets the name");
        assert!(!store.start_session(ann, session(None)).await.unwrap(), "the password was right a moment ago");
        assert_eq!(store.sessions_of(ann, NOON + 1).await.unwrap(), []);
        assert!(store.unblock(ann).await.unwrap() && !store.unblock(ann).await.unwrap());
        assert_eq!(store.account_of(ann).await.unwrap().unwrap().blocked_at, None);
        assert!(!store.block(player(&store, "Guest").await, NOON).await.unwrap());
        store.close().await;
    }

    async fn attempts_are_counted_over_all_nodes(base: Base) {
        let store = base.open().await;
        let rate = (3, Duration::from_secs(60));
        let [ann, ben] = ["ann", "ben"].map(|name| Subject::new("sign in to", name));
        let count = async |subject, now| store.count_attempt(subject, rate, now).await.unwrap();
        let outcomes = join_all((0..10).map(|_| store.count_attempt(ann, rate, NOON))).await;
        assert_eq!(outcomes.into_iter().filter(|counted| *counted.as_ref().unwrap()).count(), 3, "three at once");
        assert!(count(ben, NOON).await, "each is counted by itself");
        assert!(!count(ann, NOON + 59_999).await && count(ann, NOON + 60_000).await, "then one a minute");
        assert!(!count(ann, NOON + 60_001).await, "what was refused does not count");
        store.delete_expired(NOON + 60_001).await.unwrap();
        assert!(!count(ann, NOON + 60_002).await && count(ben, NOON + 60_002).await);
        store.delete_expired(NOON + DAY).await.unwrap();
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM attempts").await, 0);
        for _ in 0..3 {
            assert!(count(ann, NOON + DAY).await, "the burst is free again");
        }
        assert!(!count(ann, NOON + DAY).await);
        store.take_back_attempt(ann, rate.1).await.unwrap();
        assert!(count(ann, NOON + DAY).await && !count(ann, NOON + DAY).await, "one that was taken back is free again");
        store.take_back_attempt(ben, rate.1).await.unwrap();
        store.close().await;
    }

    async fn an_account_knows_the_browsers_where_it_was_used_last(base: Base) {
        let store = base.open().await;
        let (ann, _) = member(&store, "Ann").await;
        let (ben, _) = member(&store, "Ben").await;
        let number = |number: u8| [number; 32];
        let know = async |player, browser, now| {
            let session = NewSession { now, browser, ..session(None) };
            assert!(store.start_session(player, session).await.unwrap());
        };
        for browser in 2..=MAX_KNOWN_BROWSERS as u8 {
            know(ann, number(browser), NOON + i64::from(browser)).await;
        }
        assert!(store.knows_browser(ann, number(1)).await.unwrap(), "where she signed up");
        assert!(!store.knows_browser(ben, number(2)).await.unwrap(), "that is Ann's");
        // Of more than so many it forgets the one where she signed in longest ago.
        know(ann, number(1), NOON + 100).await;
        know(ann, number(100), NOON + 101).await;
        assert_eq!(store.known_browsers(ann).await.unwrap().len(), MAX_KNOWN_BROWSERS as usize);
        for (browser, known) in [(1, true), (2, false), (3, true), (100, true)] {
            assert_eq!(store.knows_browser(ann, number(browser)).await.unwrap(), known, "{browser}");
        }
        assert!(store.knows_browser(ben, number(1)).await.unwrap(), "each for itself");
        store.delete_expired(NOON + KNOWN_MS + 100).await.unwrap();
        assert_eq!(store.known_browsers(ann).await.unwrap(), [NOON + 101]);
        store.delete_player(ann, NOON + 102).await.unwrap();
        assert_eq!(store.known_browsers(ann).await.unwrap(), [] as [UnixMs; 0]);
        store.close().await;
    }

    async fn another_name_is_written_everywhere(base: Base) {
        let store = base.open().await;
        let (ann, _) = member(&store, "Ann").await;
        let (ben, _) = member(&store, "Ben").await;
        let table = new_table();
        let first = event_with(table.id, 1, vec![
            Projection::Table(table.clone()), seated(ann, "Ann", 0), seated(ben, "Ben", 1),
        ]);
        store.append(first).await.unwrap();
        assert!(!store.rename_everywhere(ann, name("BEN"), NOON).await.unwrap(), "it is Ben's");
        assert!(!store.rename_everywhere(PlayerId::fresh(), name("Eve"), NOON).await.unwrap(), "there is nobody");
        assert!(store.rename_everywhere(ann, name("ANNA"), NOON).await.unwrap());
        assert!(store.rename_everywhere(ann, name("Anna"), NOON).await.unwrap(), "one's own name in another case");
        assert_eq!((owner(&store, "Ann").await, owner(&store, "anna").await), (None, Some(ann)));
        let names = store.names_at(table.id).await.unwrap();
        assert!(names.contains(&(ann, "Anna".to_owned())) && names.contains(&(ben, "Ben".to_owned())));
        store.close().await;
    }

    async fn who_was_deleted_leaves_games_and_nothing_else(base: Base) {
        let store = base.open().await;
        let (ann, session) = member(&store, "Ann").await;
        let (ben, _) = member(&store, "Ben").await;
        let cem = PlayerId::fresh();
        store.create_companion(cem, "Cem", ann, NOON).await.unwrap();
        let table = new_table();
        let first = event_with(table.id, 1, vec![
            Projection::Table(table.clone()), seated(ann, "Ann", 0), seated(cem, "Cem", 1), seated(ben, "Ben", 2),
        ]);
        store.append(first).await.unwrap();
        for (player, name, text) in [(ann, "Ann", "hello"), (cem, "Cem", "me too"), (ben, "Ben", "welcome")] {
            let row = ChatRow {
                n: 0, player, name: name.to_owned(), at: NOON, audience: Audience::All, text: text.to_owned(),
                about: None, silenced: false, member: false, owner: None,
            };
            store.write_chat(&NewChat { table: table.id, command: CommandId::fresh(), row }).await.unwrap();
        }
        store.delete_player(ann, NOON + 1).await.unwrap();
        store.delete_player(ann, NOON + 2).await.unwrap();

        assert!(!is_open(&store, session, NOON + 1).await);
        assert!(store.account_of(ann).await.unwrap().is_none());
        assert_eq!(owner(&store, "Ann").await, None, "the name is free");
        let names = store.names_at(table.id).await.unwrap();
        for (player, name) in [(ann, DELETED), (cem, DELETED), (ben, "Ben")] {
            assert!(names.contains(&(player, name.to_owned())), "{names:?}");
        }
        let lines = store.chat_after(table.id, 0).await.unwrap();
        assert_eq!(lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), [DELETED_LINE, DELETED_LINE, "welcome"]);
        let mut leaving = store.leaving_players().await.unwrap();
        leaving.sort();
        let mut both = vec![ann, cem];
        both.sort();
        assert_eq!(leaving, both);
        store.has_left(ann).await.unwrap();
        assert_eq!(store.leaving_players().await.unwrap(), [cem]);
        assert_eq!(seqs(&store, table.id).await, [1], "the log is as it was");
        store.close().await;
    }
}
