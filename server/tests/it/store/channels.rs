//! Channels and the outbox: events write whom they concern, and one node at a time sends it.

use thicket_server::ids::ChannelId;
use thicket_server::model::log::notice::{Notice, NoticeKind};
use thicket_server::store::{AfterSending, ChannelForm, Failing, NewChannel, Release};
use thicket_server::time::UnixMs;

use super::accounts::member;
use super::*;
use crate::common::base::both;

fn channel(player: PlayerId, table: Option<TableId>) -> NewChannel {
    NewChannel {
        id: ChannelId::fresh(),
        player,
        table,
        form: ChannelForm::Standard,
        url: "https://example.org/hook".to_owned(),
        home: "https://thicket.example".to_owned(),
        secret: vec![7; 24],
        now: NOON,
    }
}

fn notice(player: PlayerId, kind: NoticeKind) -> Projection {
    Projection::Notice(Notice { player, kind })
}

/// What is to be sent to a channel: kinds with the numbers of their events.
async fn due(store: &Store, channel: ChannelId) -> Vec<(NoticeKind, u64)> {
    let notices = store.due_notices(channel, NOON + 1_000, 100).await.unwrap();
    notices
        .into_iter()
        .map(|notice| (notice.kind, notice.seq.0))
        .collect()
}

fn failing() -> Failing {
    Failing {
        attempts: 1,
        since: NOON,
        problem: "it did not answer in time".to_owned(),
    }
}

fn release(channel: ChannelId, not_before: UnixMs, disabled_at: Option<UnixMs>) -> Release {
    Release {
        channel,
        not_before,
        failing: Some(failing()),
        disabled_at,
    }
}

both! {
    async fn events_write_whom_they_concern_and_one_node_sends_it(base: Base) {
        let store = base.open().await;
        let (ann, _) = member(&store, "Ann").await;
        let (ben, _) = member(&store, "Ben").await;
        let here = table(&store).await;
        let (own, follows) = (channel(ann, None), channel(ben, Some(here.id)));
        for channel in [&own, &follows] {
            assert!(store.add_channel(channel.clone(), 1).await.unwrap());
            assert!(!store.add_channel(channel.clone(), 9).await.unwrap(), "the same form");
        }
        assert!(!store.add_channel(channel(ann, None), 1).await.unwrap(), "one too many");
        assert!(!store.add_channel(channel(PlayerId::fresh(), None), 1).await.unwrap(), "no account");
        assert_eq!(store.take_due(NOON, 9).await.unwrap(), []);

        // A change of seats, a turn after which it is Ann's, and one after which it is Ben's.
        let change = vec![notice(ann, NoticeKind::Begun), seated(ann, "Ann", 0), Projection::TableState(state(2))];
        store.append(event_with(here.id, 2, change)).await.unwrap();
        for (seq, player) in [(3, ann), (4, ben)] {
            let turn = vec![notice(player, NoticeKind::YourTurn), Projection::TableState(state(seq))];
            store.append(event_with(here.id, seq, turn)).await.unwrap();
        }
        use NoticeKind::{Begun, Event, YourTurn};
        assert_eq!(due(&store, own.id).await, [(Begun, 2), (YourTurn, 3)]);
        assert_eq!(due(&store, follows.id).await, [(Event, 2), (Event, 3), (Event, 4)]);

        // Whoever takes a channel has it for a while.
        let taken = store.take_due(NOON, 9).await.unwrap();
        assert_eq!(taken.len(), 2);
        assert_eq!(store.take_due(NOON, 9).await.unwrap(), []);
        assert_eq!(store.take_due(NOON + 60_000, 1).await.unwrap().len(), 1, "whoever had it is gone");
        let first = store.due_notices(own.id, NOON, 1).await.unwrap();
        store.has_sent(own.id, first[0], AfterSending::default()).await.unwrap();
        assert_eq!(due(&store, own.id).await, [(YourTurn, 3)]);
        store.release_channel(release(own.id, NOON + 1000, None)).await.unwrap();
        let listed = store.channels_of(ann).await.unwrap();
        assert_eq!((&listed[0].failing, listed[0].disabled_at), (&Some(failing()), None));

        // What is switched off is told nothing until it is switched on again.
        store.release_channel(release(own.id, NOON, Some(NOON))).await.unwrap();
        assert_eq!(store.disabled_channels(ann).await.unwrap(), 1);
        assert_eq!(due(&store, own.id).await, []);
        let turn = vec![notice(ann, YourTurn), Projection::TableState(state(5))];
        store.append(event_with(here.id, 5, turn)).await.unwrap();
        assert_eq!(due(&store, own.id).await, []);
        assert!(!store.enable_channel(ben, own.id, NOON).await.unwrap(), "of somebody else");
        assert!(store.enable_channel(ann, own.id, NOON).await.unwrap());
        let turn = vec![notice(ann, YourTurn), Projection::TableState(state(6))];
        store.append(event_with(here.id, 6, turn)).await.unwrap();
        assert_eq!(due(&store, own.id).await, [(YourTurn, 6)]);

        // A blocked account is told nothing any more.
        let cem = member(&store, "Cem").await.0;
        let blocked = channel(cem, None);
        assert!(store.add_channel(blocked, 1).await.unwrap());
        store.block(cem, NOON).await.unwrap();
        assert_eq!(store.channels_of(cem).await.unwrap(), []);

        assert!(!store.delete_channel(ben, own.id).await.unwrap(), "of somebody else");
        assert!(store.delete_channel(ann, own.id).await.unwrap());
        assert_eq!(due(&store, own.id).await, []);
        store.delete_player(ben, NOON).await.unwrap();
        assert_eq!(due(&store, follows.id).await, []);
        assert_eq!(store.channels_of(ben).await.unwrap(), []);
        store.close().await;
    }
}
