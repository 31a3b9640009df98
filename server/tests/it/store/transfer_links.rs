//! Seat transfer links: good once, revoked, expired, and raced for.

use thicket_server::store::{AppendError, TransferLink};
use thicket_server::time::UnixMs;
use tokio::join;

use super::*;
use crate::common::base::{Base, both};

const HOUR: i64 = 60 * 60 * 1000;

fn hash() -> [u8; 32] {
    SessionToken::fresh().hash()
}

/// The event that transfers a seat by a link.
fn transferred(table: TableId, seq: i64, hash: [u8; 32], by: PlayerId) -> NewEntry {
    let used = Projection::TransferLinkUsed { hash, by };
    event_with(table, seq, vec![used, seated(by, "Ann", 0)])
}

struct Scene {
    store: Store,
    table: TableId,
    ann: PlayerId,
    phone: PlayerId,
    tablet: PlayerId,
}

impl Scene {
    async fn at(base: &Base) -> Self {
        let store = base.open().await;
        let table = table(&store).await.id;
        let (ann, phone) = (player(&store, "Ann").await, player(&store, "Ann").await);
        let tablet = player(&store, "Ann").await;
        Self {
            store,
            table,
            ann,
            phone,
            tablet,
        }
    }

    /// A new link for Ann's seat, good for an hour.
    async fn link(&self) -> [u8; 32] {
        let hash = hash();
        self.store
            .make_transfer_link(hash, self.table, self.ann, NOON + HOUR, NOON)
            .await
            .unwrap();
        hash
    }

    async fn find(&self, hash: [u8; 32], now: UnixMs) -> Option<TransferLink> {
        self.store.transfer_link(self.table, hash, now).await.unwrap()
    }
}

both! {
    async fn a_link_is_found_until_it_expires(base: Base) {
        let scene = Scene::at(&base).await;
        let hash = scene.link().await;
        let link = TransferLink { table: scene.table, player: scene.ann, expires_at: NOON + HOUR, used_by: None };
        assert_eq!(scene.find(hash, NOON).await, Some(link));
        assert_eq!(scene.find(hash, NOON + HOUR).await, None);
        assert_eq!(scene.store.transfer_link(TableId::fresh(), hash, NOON).await.unwrap(), None);
    }

    async fn a_seat_has_one_link_and_it_can_be_revoked(base: Base) {
        let scene = Scene::at(&base).await;
        let (first, second) = (scene.link().await, scene.link().await);
        assert_eq!(scene.find(first, NOON).await, None);
        assert!(scene.find(second, NOON).await.is_some());
        scene.store.revoke_transfer_links(scene.table, scene.ann).await.unwrap();
        assert_eq!(scene.find(second, NOON).await, None);
        let outcome = scene.store.append(transferred(scene.table, 2, second, scene.phone)).await;
        assert_eq!(outcome, Err(AppendError::LinkUsed));
    }

    async fn a_used_link_tells_who_used_it_and_is_not_revoked(base: Base) {
        let scene = Scene::at(&base).await;
        let hash = scene.link().await;
        scene.store.append(transferred(scene.table, 2, hash, scene.phone)).await.unwrap();
        scene.store.revoke_transfer_links(scene.table, scene.ann).await.unwrap();
        // Also after it would have expired: the answer may have been lost on the way.
        let link = scene.find(hash, NOON + 2 * HOUR).await.unwrap();
        assert_eq!(link.used_by, Some(scene.phone));
        let again = scene.store.append(transferred(scene.table, 3, hash, scene.phone)).await;
        assert_eq!(again, Err(AppendError::LinkUsed));
        assert_eq!(seqs(&scene.store, scene.table).await, [1, 2]);
    }

    async fn an_expired_link_and_one_of_another_table_cannot_be_used(base: Base) {
        let scene = Scene::at(&base).await;
        let hash = scene.link().await;
        let mut late = transferred(scene.table, 2, hash, scene.phone);
        late.entry.at = NOON + HOUR;
        assert_eq!(scene.store.append(late).await, Err(AppendError::LinkUsed));
        let other = table(&scene.store).await;
        let elsewhere = transferred(other.id, 2, hash, scene.phone);
        assert_eq!(scene.store.append(elsewhere).await, Err(AppendError::LinkUsed));
        assert!(scene.store.append(transferred(scene.table, 2, hash, scene.phone)).await.is_ok());
    }

    async fn old_links_are_swept_when_one_is_made(base: Base) {
        let scene = Scene::at(&base).await;
        scene.link().await;
        let later = NOON + 26 * HOUR;
        scene.store.make_transfer_link(hash(), scene.table, scene.phone, later + HOUR, later).await.unwrap();
        assert_eq!(base.rival().await.count("SELECT COUNT(*) FROM transfer_links").await, 1);
    }

    async fn a_link_that_is_gone_leaves_out_its_event_alone(base: Base) {
        let scene = Scene::at(&base).await;
        let (store, other) = (&scene.store, table(&scene.store).await);
        let before = store.groups();
        let (bad, good) = join!(
            store.append(transferred(scene.table, 2, hash(), scene.phone)),
            store.append(event(other.id, 2)),
        );
        assert_eq!(bad, Err(AppendError::LinkUsed));
        assert!(good.is_ok());
        assert_eq!(store.groups().commits - before.commits, 1, "the group did not fail");
        assert_eq!(store.names_at(scene.table).await.unwrap(), []);
    }

    async fn two_who_use_one_link_at_once(base: Base) {
        let scene = Scene::at(&base).await;
        let other = base.open().await;
        for seq in 2..12 {
            let hash = scene.link().await;
            // In one group, and on another server.
            let outcomes = join!(
                scene.store.append(transferred(scene.table, seq, hash, scene.phone)),
                scene.store.append(transferred(scene.table, seq, hash, scene.tablet)),
                other.append(transferred(scene.table, seq, hash, scene.tablet)),
            );
            let outcomes = [outcomes.0, outcomes.1, outcomes.2];
            let won = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            assert_eq!(won, 1, "{outcomes:?}");
            let lost = |outcome: &&Result<_, AppendError>| {
                matches!(outcome, Err(AppendError::LinkUsed | AppendError::Conflict))
            };
            assert_eq!(outcomes.iter().filter(lost).count(), 2, "{outcomes:?}");
            let used_by = scene.find(hash, NOON).await.unwrap().used_by;
            assert_eq!(used_by, Some(if outcomes[0].is_ok() { scene.phone } else { scene.tablet }));
        }
    }

    async fn a_link_that_is_revoked_while_it_is_used(base: Base) {
        let scene = Scene::at(&base).await;
        let other = base.open().await;
        for seq in 2..12 {
            let hash = scene.link().await;
            let (used, revoked) = join!(
                scene.store.append(transferred(scene.table, seq, hash, scene.phone)),
                other.revoke_transfer_links(scene.table, scene.ann),
            );
            revoked.unwrap();
            let link = scene.find(hash, NOON).await;
            match used {
                Ok(_) => assert_eq!(link.unwrap().used_by, Some(scene.phone)),
                Err(error) => {
                    assert_eq!((error, link), (AppendError::LinkUsed, None));
                    scene.store.append(event(scene.table, seq)).await.unwrap();
                }
            }
        }
    }

    async fn the_link_of_an_event_that_lost_can_still_be_used(base: Base) {
        let scene = Scene::at(&base).await;
        let hash = scene.link().await;
        scene.store.append(event(scene.table, 2)).await.unwrap();
        let lost = scene.store.append(transferred(scene.table, 2, hash, scene.phone)).await;
        assert_eq!(lost, Err(AppendError::Conflict));
        assert_eq!(scene.find(hash, NOON).await.unwrap().used_by, None);
        assert!(scene.store.append(transferred(scene.table, 3, hash, scene.phone)).await.is_ok());
    }
}
