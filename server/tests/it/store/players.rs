//! Guests, their names and their sessions.

use thicket_server::store::{Player, SESSION_LIFE_MS};

use super::*;
use crate::common::base::both;

const DAY: i64 = 24 * 60 * 60 * 1000;

both! {
    async fn a_guest_is_known_by_the_cookie(base: Base) {
        let store = base.open().await;
        let (id, token) = (PlayerId::fresh(), SessionToken::fresh());
        store.create_guest(id, "Ann", token.hash(), NOON, NOON + DAY).await.unwrap();
        let ann = Player { id, name: "Ann".into(), created_at: NOON };
        assert_eq!(store.session(token.hash(), NOON).await.unwrap(), Some(ann.clone()));
        assert_eq!(store.session(SessionToken::fresh().hash(), NOON).await.unwrap(), None);
        store.rename(id, "Änn 🌿").await.unwrap();
        let renamed = Player { name: "Änn 🌿".into(), ..ann };
        assert_eq!(store.session(token.hash(), NOON).await.unwrap(), Some(renamed));
    }

    async fn a_guest_is_made_whole_or_not_at_all(base: Base) {
        let store = base.open().await;
        let token = SessionToken::fresh();
        let first = PlayerId::fresh();
        store.create_guest(first, "Ann", token.hash(), NOON, NOON + DAY).await.unwrap();
        let second = PlayerId::fresh();
        assert!(store.create_guest(second, "Ben", token.hash(), NOON, NOON + DAY).await.is_err());
        let retry = store.create_guest(second, "Ben", SessionToken::fresh().hash(), NOON, NOON + DAY).await;
        assert!(retry.is_ok(), "the first attempt left the player behind");
        assert_eq!(store.session(token.hash(), NOON).await.unwrap().unwrap().id, first);
    }

    async fn a_session_ends_when_it_is_not_used(base: Base) {
        let store = base.open().await;
        let token = SessionToken::fresh();
        let end = NOON + SESSION_LIFE_MS;
        store.create_guest(PlayerId::fresh(), "Ann", token.hash(), NOON, end).await.unwrap();
        assert_eq!(store.session(token.hash(), end).await.unwrap(), None);
        assert!(store.session(token.hash(), end - 1).await.unwrap().is_some());
    }

    async fn a_session_in_use_goes_on_and_is_written_once_a_day(base: Base) {
        let store = base.open().await;
        let token = SessionToken::fresh();
        let end = NOON + SESSION_LIFE_MS;
        store.create_guest(PlayerId::fresh(), "Ann", token.hash(), NOON, end).await.unwrap();
        let alive = async |at| store.session(token.hash(), at).await.unwrap().is_some();
        // Within a day nothing is written: the end stays where it was.
        assert!(alive(NOON + DAY).await);
        assert!(!alive(end).await);
        // A moment later it is, and the session lives as long again from there.
        assert!(alive(NOON + DAY + 1).await);
        assert!(alive(end + DAY).await);
        assert!(!alive(end + DAY + SESSION_LIFE_MS).await);
    }
}
