//! Tokens: found by the hash of their secret, until they end or are revoked.

use thicket_server::ids::{SessionId, TokenId};
use thicket_server::model::player::scopes::{Scope, Scopes};
use thicket_server::store::{Bearer, ENDED_TOKENS_MS, NewToken};
use thicket_server::time::UnixMs;

use super::accounts::member;
use super::*;
use crate::common::base::both;

const HOUR: i64 = 60 * 60 * 1000;

fn token(player: PlayerId, byte: u8, expires_at: Option<UnixMs>) -> NewToken {
    NewToken {
        id: TokenId::fresh(),
        hash: [byte; 32],
        player,
        name: format!("program {byte}"),
        scopes: [Scope::Read, Scope::Play].into_iter().collect(),
        now: NOON,
        expires_at,
    }
}

async fn bearer(store: &Store, byte: u8, now: UnixMs) -> Option<Bearer> {
    store.bearer([byte; 32], now).await.unwrap()
}

async fn ids(store: &Store, player: PlayerId) -> Vec<TokenId> {
    store
        .tokens_of(player)
        .await
        .unwrap()
        .into_iter()
        .map(|token| token.id)
        .collect()
}

both! {
    async fn a_token_acts_for_its_player_until_it_ends_or_is_revoked(base: Base) {
        let store = base.open().await;
        let (ann, _) = member(&store, "Ann").await;
        let (ben, _) = member(&store, "Ben").await;
        let (first, second) = (token(ann, 1, Some(NOON + HOUR)), token(ann, 2, None));
        assert!(store.add_token(first.clone(), 2).await.unwrap());
        assert!(!store.add_token(first.clone(), 2).await.unwrap(), "the same form");
        assert!(store.add_token(second.clone(), 2).await.unwrap());
        assert!(!store.add_token(token(ann, 3, None), 2).await.unwrap(), "one too many");
        assert!(!store.add_token(token(PlayerId::fresh(), 3, None), 2).await.unwrap(), "no account");
        let found = bearer(&store, 1, NOON).await.unwrap();
        assert_eq!((found.player.id, found.player.name.as_str(), found.player.member), (ann, "Ann", true));
        assert_eq!((found.scopes, found.expires_at, found.used_at), (Scopes::stored("read play"), Some(NOON + HOUR), None));
        assert_eq!(bearer(&store, 1, NOON + HOUR).await, None);
        assert!(bearer(&store, 2, NOON + 1000 * HOUR).await.is_some());
        // One that has ended makes room.
        let later = NewToken { now: NOON + HOUR, ..token(ann, 3, None) };
        assert!(store.add_token(later.clone(), 2).await.unwrap());
        assert_eq!(ids(&store, ann).await, [later.id, second.id, first.id]);

        assert!(!store.revoke_token(ben, second.id, NOON).await.unwrap(), "it is not his");
        assert!(store.revoke_token(ann, second.id, NOON).await.unwrap());
        assert!(!store.revoke_token(ann, second.id, NOON).await.unwrap());
        assert_eq!(bearer(&store, 2, NOON).await, None);
        assert_eq!(store.ended_sessions(NOON - 1).await.unwrap(), [SessionId([2; 32])]);
        store.delete_expired(NOON + HOUR + ENDED_TOKENS_MS - 1).await.unwrap();
        assert_eq!(ids(&store, ann).await, [later.id, first.id]);
        store.delete_expired(NOON + HOUR + ENDED_TOKENS_MS).await.unwrap();
        assert_eq!(ids(&store, ann).await, [later.id]);
        store.close().await;
    }

    async fn uses_are_recorded_once_in_a_while(base: Base) {
        let store = base.open().await;
        let (ann, _) = member(&store, "Ann").await;
        assert!(store.add_token(token(ann, 1, None), 9).await.unwrap());
        let minute = 60_000;
        let mut recorded = None;
        for (at, expected) in [(0, 0), (2 * minute, 0), (5 * minute, 0), (5 * minute + 1, 5 * minute + 1)] {
            store.record_token_use([1; 32], recorded, NOON + at);
            // The writer has one queue: this comes after it.
            store.add_token(token(ann, 1, None), 9).await.unwrap();
            store.count_attempt(thicket_server::store::Subject::new("a test", "x"), (9, std::time::Duration::from_secs(1)), NOON).await.unwrap();
            recorded = bearer(&store, 1, NOON).await.unwrap().used_at;
            assert_eq!(recorded, Some(NOON + expected), "{at}");
        }
        store.close().await;
    }

    async fn nobody_acts_for_an_account_that_is_blocked_reset_or_deleted(base: Base) {
        let store = base.open().await;
        let mut byte = 0;
        for end in ["block", "reset", "delete", "all"] {
            byte += 1;
            let (player, _) = member(&store, end).await;
            assert!(store.add_token(token(player, byte, None), 9).await.unwrap());
            assert!(bearer(&store, byte, NOON).await.is_some());
            match end {
                "block" => drop(store.block(player, NOON).await.unwrap()),
                "reset" => drop(store.reset_password(player, "hash".into(), NOON + HOUR, NOON).await.unwrap()),
                "delete" => store.delete_player(player, NOON).await.unwrap(),
                _ => drop(store.end_sessions_of_members(NOON).await.unwrap()),
            }
            assert_eq!(bearer(&store, byte, NOON).await, None, "{end}");
            assert_eq!(ids(&store, player).await, [], "{end}");
            let ended = store.ended_sessions(NOON - 1).await.unwrap();
            assert!(ended.contains(&SessionId([byte; 32])), "{end}");
        }
        store.close().await;
    }
}
