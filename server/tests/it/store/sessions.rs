//! Sessions: who a cookie stands for, for how long, and how its token is replaced.

use thicket_server::ids::SessionId;
use thicket_server::store::{Player, Session};
use thicket_server::time::UnixMs;

use super::*;
use crate::common::base::both;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A guest whose session lives for ten days from noon.
async fn guest(store: &Store) -> (PlayerId, [u8; 32]) {
    let (id, hash) = (PlayerId::fresh(), SessionToken::fresh().hash());
    store
        .create_guest(id, "Ann", hash, NOON, NOON + 10 * DAY)
        .await
        .unwrap();
    (id, hash)
}

async fn lives(store: &Store, hash: [u8; 32], now: UnixMs) -> bool {
    store.session(hash, now).await.unwrap().is_some()
}

both! {
    async fn a_guest_is_known_by_the_cookie(base: Base) {
        let store = base.open().await;
        let (id, hash) = guest(&store).await;
        let player = Player { id, name: "Ann".into(), created_at: NOON, member: false };
        let session = Session {
            id: SessionId(hash), player, preferences: None,
            created_at: NOON, expires_at: NOON + 10 * DAY, ends_at: None, seen_at: NOON,
            replaces: None,
        };
        assert_eq!(store.session(hash, NOON).await.unwrap(), Some(session));
        assert_eq!(store.session(SessionToken::fresh().hash(), NOON).await.unwrap(), None);
        assert!(lives(&store, hash, NOON + 10 * DAY - 1).await);
        assert!(!lives(&store, hash, NOON + 10 * DAY).await, "using it has not prolonged it");
    }

    async fn a_session_is_prolonged_and_never_shortened(base: Base) {
        let store = base.open().await;
        let (_, hash) = guest(&store).await;
        store.prolong_session(hash, NOON + 20 * DAY, NOON).await.unwrap();
        store.prolong_session(hash, NOON + 5 * DAY, NOON).await.unwrap();
        assert!(lives(&store, hash, NOON + 19 * DAY).await);
        assert!(!lives(&store, hash, NOON + 20 * DAY).await);
    }

    async fn a_rotated_session_lives_beside_the_new_one_until_that_is_used(base: Base) {
        let store = base.open().await;
        let (id, old) = guest(&store).await;
        let new = SessionToken::fresh().hash();
        assert!(store.rotate_session(old, new, NOON, NOON + DAY).await.unwrap());
        let session = store.session(new, NOON).await.unwrap().unwrap();
        assert_eq!((session.player.id, session.replaces), (id, Some(old)));
        // The answer with the new token may be lost: then the old one goes on as before.
        assert!(lives(&store, old, NOON + 9 * DAY).await && !lives(&store, new, NOON + DAY).await);

        assert!(store.confirm_session(new, NOON + 30 * DAY, NOON + 60_000).await.unwrap());
        assert!(lives(&store, new, NOON + 29 * DAY).await);
        assert!(lives(&store, old, NOON + 59_999).await && !lives(&store, old, NOON + 60_000).await);
        assert_eq!(store.session(new, NOON).await.unwrap().unwrap().replaces, None);
        assert!(!store.confirm_session(new, NOON + 90 * DAY, NOON + 1).await.unwrap(), "it is confirmed once");
        assert!(!lives(&store, new, NOON + 30 * DAY).await && lives(&store, old, NOON + 2).await);
    }

    async fn a_session_that_has_expired_is_not_rotated(base: Base) {
        let store = base.open().await;
        let (_, old) = guest(&store).await;
        let (late, new) = (NOON + 10 * DAY, SessionToken::fresh().hash());
        assert!(!store.rotate_session(old, new, late, late + DAY).await.unwrap());
        assert!(!lives(&store, new, NOON).await);
        assert!(!store.rotate_session(SessionToken::fresh().hash(), new, NOON, late).await.unwrap());
    }

    async fn an_ended_session_takes_its_predecessor_and_its_successors_along(base: Base) {
        let store = base.open().await;
        let fresh = || SessionToken::fresh().hash();
        for (confirmed, end_old) in [(false, false), (false, true), (true, false), (true, true)] {
            let (_, other) = guest(&store).await;
            let (_, old) = guest(&store).await;
            let new = fresh();
            store.rotate_session(old, new, NOON, NOON + DAY).await.unwrap();
            if confirmed {
                store.confirm_session(new, NOON + DAY, NOON + DAY).await.unwrap();
            }
            store.end_session(if end_old { old } else { new }, NOON).await.unwrap();
            assert!(!lives(&store, old, NOON).await && !lives(&store, new, NOON).await);
            assert!(lives(&store, other, NOON).await);
        }
    }

    async fn expired_sessions_are_swept_when_their_player_rotates(base: Base) {
        let store = base.open().await;
        let (_, old) = guest(&store).await;
        store.rotate_session(old, SessionToken::fresh().hash(), NOON, NOON + 1).await.unwrap();
        store.rotate_session(old, SessionToken::fresh().hash(), NOON + 1, NOON + DAY).await.unwrap();
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM sessions").await, 2);
    }
}
