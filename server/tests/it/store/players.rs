//! Guests and their names.

use thicket_server::store::Choice;

use super::*;
use crate::common::base::both;

both! {
    async fn a_guest_is_made_whole_or_not_at_all(base: Base) {
        let store = base.open().await;
        let token = SessionToken::fresh();
        let first = PlayerId::fresh();
        store.create_guest(first, "Ann", token.hash(), NOON, NOON + 1).await.unwrap();
        let second = PlayerId::fresh();
        assert!(store.create_guest(second, "Ben", token.hash(), NOON, NOON + 1).await.is_err());
        let retry = store.create_guest(second, "Ben", SessionToken::fresh().hash(), NOON, NOON + 1).await;
        assert!(retry.is_ok(), "the first attempt left the player behind");
        assert_eq!(store.session(token.hash(), NOON).await.unwrap().unwrap().player.id, first);
    }

    async fn players_are_renamed_and_their_names_found(base: Base) {
        let store = base.open().await;
        let (ann, ben) = (player(&store, "Ann").await, player(&store, "Ben").await);
        store.rename(ann, "Änn 🌿").await.unwrap();
        let mut names = store.player_names(&[ben, PlayerId::fresh(), ann]).await.unwrap();
        names.sort();
        assert_eq!(names, [(ann, "Änn 🌿".to_owned()), (ben, "Ben".to_owned())]);
        assert_eq!(store.player_names(&[]).await.unwrap(), []);
    }

    async fn companions_are_players_of_their_owner(base: Base) {
        let store = base.open().await;
        let (ann, eve) = (player(&store, "Ann").await, player(&store, "Eve").await);
        let [ben, cem] = [PlayerId::fresh(), PlayerId::fresh()];
        store.create_companion(ben, "Ben", ann, NOON).await.unwrap();
        store.create_companion(cem, "Cem", ann, NOON + 1).await.unwrap();
        let names: Vec<String> = store.companions(ann).await.unwrap().into_iter().map(|player| player.name).collect();
        assert_eq!(names, ["Ben", "Cem"]);
        assert_eq!(store.companions(eve).await.unwrap(), []);
    }

    async fn a_player_chooses_only_so_many_others(base: Base) {
        let store = base.open().await;
        let [ann, ben, cem, eve] = [player(&store, "Ann").await, player(&store, "Ben").await, player(&store, "Cem").await, player(&store, "Eve").await];
        let choose = async |other, choice| store.choose(ann, other, choice, 1, NOON).await.unwrap();
        assert!(choose(ben, Choice::Follow).await);
        assert!(choose(ben, Choice::Follow).await, "the same again is no further one");
        assert!(!choose(cem, Choice::Follow).await);
        assert!(choose(ben, Choice::Block).await);
        assert!(choose(ben, Choice::Block).await, "the same again is no further one");
        assert!(choose(cem, Choice::Follow).await, "who is blocked is followed no longer");
        assert!(!choose(cem, Choice::Block).await);
        assert!(store.relation(ann, cem).await.unwrap().follows, "what is refused changes nothing");
        assert!(choose(cem, Choice::Unfollow).await);
        // Whoever is blocked is told nothing of it.
        store.choose(eve, ann, Choice::Block, 1, NOON).await.unwrap();
        assert!(choose(eve, Choice::Follow).await);
        assert!(!store.relation(ann, eve).await.unwrap().follows);
    }
}
