//! What is written to a store in its life: the tests of the store once more, and what they leave out.

use thicket_server::ids::{ChannelId, SessionId, SessionToken};
use thicket_server::model::game::plan::{Lapse, Plan, Planned};
use thicket_server::model::log::notice::NoticeKind;
use thicket_server::model::notice_settings::{MailSettings, NoticeSettings};
use thicket_server::model::player::holiday::Holiday;
use thicket_server::model::player::preferences::Preferences;
use thicket_server::names::PlayerName;
use thicket_server::seq::Seq;
use thicket_server::store::{
    About, AfterSending, Challenge, Choice, DueNotice, LinkMail, LinkPurpose, NewBot, NewMailChannel,
    NewPushChannel, Passkey, PlanFate, RatedKind, StoredNote, StoredPlan,
};

use super::super::*;
use super::retried;
use crate::common::base::Base;
use crate::common::party::Dice;

/// Whatever is written to a store.
pub(super) async fn play_lives(base: impl AsyncFn() -> Base) {
    macro_rules! play {
        ($($file:ident: $($life:ident)*;)*) => { $($( retried(&base, super::super::$file::$life::run).await; )*)* };
    }
    play! {
        accounts: a_guest_who_signs_up_stays_who_they_are names_of_accounts_are_unique_to_the_eye
            sessions_are_listed_and_ended_one_by_one_or_all all_accounts_are_signed_out_and_guests_are_not
            a_rotated_session_is_one_session_and_ends_as_one a_new_password_ends_all_sessions_and_begins_one
            a_blocked_account_has_no_sessions attempts_are_counted_over_all_nodes
            an_account_knows_the_browsers_where_it_was_used_last
            another_name_is_written_everywhere who_was_deleted_leaves_games_and_nothing_else;
        alive: a_silence_of_all_servers_is_an_outage a_server_that_stops_says_so;
        changes: changes_and_events_share_a_transaction;
        channels: events_write_whom_they_concern_and_one_node_sends_it;
        chat: lines_read_back_in_order_and_one_that_is_sent_again_counts_once
            the_oldest_lines_go_but_not_who_is_silenced old_chats_are_deleted_when_their_games_are_over_for_long;
        lists: a_table_is_listed_as_its_last_event_left_it whoever_leaves_keeps_the_name_and_loses_the_seat
            finished_games_leave_the_list tables_of_an_older_version_are_found_and_filled
            the_lobby_lists_where_somebody_was_seen_and_no_chair_is_kept;
        clubs: a_club_with_members_has_an_officer tables_of_a_club_are_listed_until_they_are_taken_off;
        log: what_is_appended_is_read_back of_two_events_with_one_number_the_second_loses
            no_event_is_written_whose_predecessor_is_missing;
        players: players_are_renamed_and_their_names_found companions_are_players_of_their_owner;
        practice: games_that_end_come_first_and_then_older_ones
            a_day_has_one_position_of_a_kind_as_long_as_its_game_is_public;
        ratings: games_that_end_at_once_lose_no_rating every_game_is_counted_once_also_those_of_older_versions;
        record_filters: a_record_has_the_name_of_its_player_and_is_hidden_as_its_table_is
            records_of_older_versions_are_made_ready_for_filters;
        reviews: a_review_is_found_by_the_version_that_made_it_and_replaced_by_the_next;
        sessions: a_session_is_prolonged_and_never_shortened
            an_ended_session_takes_its_predecessor_and_its_successors_along;
        tokens: a_token_acts_for_its_player_until_it_ends_or_is_revoked uses_are_recorded_once_in_a_while
            nobody_acts_for_an_account_that_is_blocked_reset_or_deleted;
        tournaments: of_two_entries_with_one_number_the_second_loses who_is_told_is_written_with_the_entry
            what_is_to_be_done_follows_from_the_rows;
        transfer_links: a_seat_has_one_link_and_it_can_be_revoked a_used_link_tells_who_used_it_and_is_not_revoked
            the_link_of_an_event_that_lost_can_still_be_used;
    }
    the_rest(&base().await.open().await).await;
}

/// What those lives leave out.
async fn the_rest(store: &Store) {
    let (ann, ben) = (player(store, "Ann").await, player(store, "Ben").await);
    let here = table(store).await;
    let seats = vec![
        seated(ann, "Ann", 0),
        seated(ben, "Ben", 1),
        Projection::TableState(state(2)),
        Projection::AskedToGoOn { until: NOON },
    ];
    store.append(event_with(here.id, 2, seats)).await.unwrap();
    store.record_away(here.id, ann, Some(NOON));
    store.record_nudge(here.id, ann, NOON);
    store.record_look(here.id, ann, 3);
    store.record_away(here.id, ann, None);
    store.record_deadline(here.id, Seq(2), Some(NOON));
    store.record_present(vec![here.id], NOON);
    store
        .create_companion(PlayerId::fresh(), "Cem", ann, NOON)
        .await
        .unwrap();
    store.pass_companion(PlayerId::fresh(), ann, ben).await.unwrap();
    let rematch = Projection::RematchProposed {
        table: TableId::fresh(),
        code: TableCode::fresh(),
        by: "Ann".into(),
    };
    let invited = Projection::Invited { player: ben, by: ann };
    let projections = vec![rematch, invited];
    store.append(event_with(here.id, 3, projections)).await.unwrap();
    for choice in [Choice::Follow, Choice::Unfollow, Choice::Block, Choice::Unblock] {
        store.choose(ann, ben, choice, 9, NOON).await.unwrap();
    }
    store
        .record_quick_game(ann, TableId::fresh().0, &here.clone().into(), false)
        .await
        .unwrap();
    store.decline(here.id, ben).await.unwrap();
    make_plans(store, here.id, ann).await;
    make_notes(store, here.id, ann).await;
    make_holidays(store, ann).await;
    store.end_invitation(here.id, ben).await.unwrap();
    store.hide_table(here.id).await.unwrap();
    store.delete_line(here.id, 1, NOON).await.unwrap();
    super::super::ratings::random_games(store, 4, &mut Dice(1)).await;
    // The first time the list gets its day, and on a later one it is closed.
    for days in [0, 3] {
        store
            .update_day_lists(NOON + days * 24 * 60 * 60 * 1000)
            .await
            .unwrap();
    }
    for RatedKind { kind, .. } in store.rated_kinds().await.unwrap() {
        let games = store.rated_games(&kind, 0, 10).await.unwrap();
        store.put_rating_changes(games).await.unwrap();
        store.put_rated(&kind, 0).await.unwrap();
        store.rate_games().await.unwrap();
    }
    store.delete_standings("bushka", vec![ann]).await.unwrap();
    passkeys(store).await;
    notices(store, here.id).await;
    mails(store).await;
    let anna = PlayerName::parse("Anna").unwrap();
    store.rename_where_seated(ann, anna, NOON).await.unwrap();
    store.delete_player(ann, NOON).await.unwrap();
    store.has_left(ann).await.unwrap();
    store.delete_expired(NOON).await.unwrap();
    store
        .fill_record_chains(TableId(uuid::Uuid::nil()))
        .await
        .unwrap();
    store.tally_games(TableId(uuid::Uuid::nil())).await.unwrap();
    let node = uuid::Uuid::now_v7();
    store.take_backfill("a test", node, NOON).await.unwrap();
    let come = store.backfilled("a test").await.unwrap().unwrap();
    store.record_backfill("a test", node, NOON, come).await.unwrap();
    store.release_backfills(node);
    store.ready().await.unwrap();
    store.close().await;
}

async fn notices(store: &Store, table: TableId) {
    let (eva, _) = super::super::accounts::member(store, "Eva").await;
    let mail = MailSettings::chosen(&[], ["07:30", ""], false).unwrap();
    let settings = NoticeSettings::chosen(&[], ("22:00", "08:00"), "Europe/Berlin", mail).unwrap();
    store.set_notice_settings(eva, settings.clone()).await.unwrap();
    assert_eq!(store.notice_settings(eva).await.unwrap(), settings);
    store.push_key(vec![1]).await.unwrap();
    assert_eq!(
        store.push_key(vec![2]).await.unwrap(),
        [1],
        "the first one is kept"
    );
    let channel = NewPushChannel {
        id: ChannelId::fresh(),
        player: eva,
        session: SessionId([1; 32]),
        url: "https://push.example.net/1".to_owned(),
        home: "https://thicket.example".to_owned(),
        keys: vec![4; 81],
        agent: "Firefox on Linux".to_owned(),
        now: NOON,
    };
    let notice = DueNotice {
        about: About::Table(table),
        seq: Seq(3),
        kind: NoticeKind::YourTurn,
        at: NOON,
    };
    let after = AfterSending {
        later: Some(vec![(NoticeKind::HourLeft, NOON + 1)]),
        shows_turn: Some(true),
    };
    for id in [channel.id, ChannelId::fresh()] {
        let channel = NewPushChannel {
            id,
            now: NOON + 1,
            ..channel.clone()
        };
        store.add_push_channel(channel, 1).await.unwrap();
        store.has_sent(id, notice, after.clone()).await.unwrap();
        let later = store.due_notices(id, NOON + 1, 9).await.unwrap();
        store.postpone(id, later[0], NOON + 2).await.unwrap();
        assert_eq!(store.due_notices(id, NOON + 1, 9).await.unwrap(), []);
    }
    let left = store.push_channels_of(eva).await.unwrap();
    assert_eq!(left.len(), 1, "the other one was one too many");
    assert_eq!(store.turns_of(eva).await.unwrap(), 0);
    let outdated = store.outdated_notices(9).await.unwrap();
    assert_eq!(outdated.len(), 1);
    assert!(store.take_outdated(outdated[0].channel, table).await.unwrap());
    assert!(!store.take_outdated(outdated[0].channel, table).await.unwrap());
    store.forget_shown(NOON).await.unwrap();
    // Its session does not exist.
    assert_eq!(store.take_due(NOON + 5, 9).await.unwrap(), []);
    store.end_channel(left[0].id).await.unwrap();
    assert_eq!(store.push_channels_of(eva).await.unwrap(), []);
}

/// An address, and the links that are sent there.
async fn mails(store: &Store) {
    let (dan, _) = super::super::accounts::member(store, "Dan").await;
    let link = |purpose| LinkMail {
        id: uuid::Uuid::now_v7(),
        player: dan,
        address: "Dan@Example.org".to_owned(),
        purpose,
        token: SessionToken::fresh(),
        at: NOON,
        expires: NOON + 1000,
    };
    let channel = || NewMailChannel {
        id: ChannelId::fresh(),
        home: "https://thicket.example".to_owned(),
        secret: vec![7; 24],
        now: NOON + 1,
    };
    let question = link(LinkPurpose::Confirm);
    store.set_mail_address(question.clone()).await.unwrap();
    let due = store.take_link_mails(NOON, 9).await.unwrap();
    assert_eq!(due[0].token, question.token.cookie_text());
    assert_eq!(
        store.take_link_mails(NOON, 9).await.unwrap(),
        [],
        "one node sends it"
    );
    store.postpone_link_mail(due[0].id, NOON + 1).await.unwrap();
    assert_eq!(store.take_link_mails(NOON + 1, 9).await.unwrap()[0].failures, 1);
    store.link_mail_was_sent(due[0].id).await.unwrap();
    assert_eq!(
        store.take_link_mails(NOON + 999, 9).await.unwrap(),
        [],
        "it was sent"
    );
    assert_eq!(store.members_at("dan@example.org", 9).await.unwrap(), []);
    assert!(
        !store.add_mail_channel(dan, channel()).await.unwrap(),
        "it is not confirmed"
    );
    let hash = question.token.hash();
    assert!(store.confirm_mail_address(hash, channel()).await.unwrap());
    assert!(
        !store.confirm_mail_address(hash, channel()).await.unwrap(),
        "once"
    );
    assert!(
        !store.add_mail_channel(dan, channel()).await.unwrap(),
        "there is one"
    );
    assert_eq!(store.members_at("dan@example.ORG", 9).await.unwrap(), [dan]);
    let told = store.mail_address(dan).await.unwrap().unwrap().channel.unwrap();
    let leads_to = async |secret: u8| store.address_of_channel(told, &[secret; 24]).await.unwrap();
    assert_eq!(leads_to(7).await.as_deref(), Some("Dan@Example.org"));
    assert_eq!(leads_to(8).await, None);
    let forgotten = link(LinkPurpose::Password);
    store.add_link_mail(forgotten.clone()).await.unwrap();
    let hash = forgotten.token.hash();
    let link_of = async |now| store.link_of(hash, LinkPurpose::Password, now).await.unwrap();
    assert_eq!(link_of(NOON).await, Some((dan, "Dan@Example.org".to_owned())));
    assert_eq!(link_of(NOON + 1000).await, None, "it has expired");
    let choose = async || store.choose_password_by_link(hash, "hash".to_owned(), NOON).await;
    assert!(choose().await.unwrap());
    assert!(!choose().await.unwrap(), "once");
    store.remove_mail_address(dan).await.unwrap();
    assert_eq!(store.mail_address(dan).await.unwrap(), None);
}

/// A note of a player: new, changed, and deleted.
async fn make_notes(store: &Store, table: TableId, player: PlayerId) {
    let mut read = UnixMs::default();
    for (text, at) in [("one", NOON), ("two", NOON + 1), ("", NOON + 2)] {
        let note = StoredNote {
            text: text.to_owned(),
            changed_at: at,
        };
        assert!(store.put_note(table, player, note.clone(), read).await.unwrap());
        if !text.is_empty() {
            assert_eq!(store.note(table, player).await.unwrap(), Some(note));
        }
        read = at;
    }
    assert_eq!(
        store.note(table, player).await.unwrap(),
        Some(StoredNote::default())
    );
}

/// A holiday of a player that is cancelled, and one that ends.
async fn make_holidays(store: &Store, player: PlayerId) {
    for since in [NOON + 1, NOON] {
        let until = NOON + 60 * 60 * 1000;
        let holiday = Holiday { since, until };
        assert!(store.take_holiday(player, holiday, NOON).await.unwrap());
        assert!(!store.take_holiday(player, holiday, NOON).await.unwrap());
        assert_eq!(store.holidays_of(player, NOON).await.unwrap(), [holiday]);
        let known = store.holidays(NOON).await.unwrap();
        assert_eq!(known.get(&player), (since == NOON).then_some(&holiday));
        assert!(store.end_holiday(player, NOON).await.unwrap());
        assert!(!store.end_holiday(player, NOON).await.unwrap());
    }
    assert_eq!(store.correspondence_turns_of(player, 9).await.unwrap(), []);
}

/// Plans of a player, and what becomes of them.
async fn make_plans(store: &Store, table: TableId, player: PlayerId) {
    let planned = Planned::Turn {
        turn: "e5".to_owned(),
        cells: vec![],
    };
    let plan = Plan {
        turn: 0,
        plies: 0,
        planned,
        stood: vec![],
    };
    let moved = PlanFate::Moved(Plan {
        turn: 2,
        ..plan.clone()
    });
    for fate in [moved, PlanFate::Lapsed(Lapse::TakenBack), PlanFate::Done] {
        let id = uuid::Uuid::now_v7();
        let stored = StoredPlan {
            player,
            id,
            plan: plan.clone(),
            lapsed: None,
            made_at: NOON,
        };
        store.put_plan(table, stored.clone()).await.unwrap();
        assert_eq!(store.plans_at(table).await.unwrap(), [stored]);
        store.record_plan(table, player, id, fate);
    }
    store.delete_plan(table, player).await.unwrap();
}

async fn passkeys(store: &Store) {
    let (dee, _) = super::super::accounts::member(store, "Dee").await;
    let chosen = Preferences::stored("theme=dark");
    assert!(store.save_preferences(dee, chosen).await.unwrap());
    let passkey = Passkey {
        credential: vec![1],
        player: dee,
        name: "phone".to_owned(),
        public_key: vec![2],
        sign_count: 1,
        backup_eligible: true,
        created_at: NOON,
        used_at: None,
    };
    assert!(store.add_passkey(passkey, 20).await.unwrap());
    assert!(store.use_passkey(vec![1], 2, NOON).await.unwrap());
    let challenge = Challenge {
        hash: [1; 32],
        browser: [2; 32],
        player: None,
    };
    store.put_challenge(challenge, NOON).await.unwrap();
    store.take_challenge(challenge, NOON - 1).await.unwrap();
    store.remove_passkey(dee, vec![1]).await.unwrap();
    let bot = NewBot {
        player: PlayerId::fresh_program(),
        name: PlayerName::parse("Robo").unwrap(),
        owner: dee,
        now: NOON,
    };
    assert!(store.create_bot(bot, 5).await.unwrap());
    store
        .rename_where_seated(dee, PlayerName::parse("Dea").unwrap(), NOON)
        .await
        .unwrap();
    store
        .rename_everywhere(dee, PlayerName::parse("Dea").unwrap(), NOON)
        .await
        .unwrap();
    store.block(dee, NOON).await.unwrap();
    store.unblock(dee).await.unwrap();
    let (hash, choice) = ("hash".to_owned(), [3; 32]);
    store
        .reset_password(dee, hash.clone(), NOON + 1, NOON)
        .await
        .unwrap();
    assert!(
        store
            .use_password_once(dee, hash.clone(), choice, NOON + 1, NOON)
            .await
            .unwrap()
    );
    let session = super::super::accounts::session(None);
    assert!(store.choose_password(dee, choice, hash, session).await.unwrap());
}
