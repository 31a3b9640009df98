//! Logs of tournaments: the second of two entries with one number loses, and all rows follow from the log or none.

use std::sync::Arc;

use thicket_rules::GameKind;
use thicket_server::ids::{ChannelId, SessionId, TournamentId};
use thicket_server::model::log::notice::NoticeKind;
use thicket_server::model::log::projection::TournamentResult;
use thicket_server::model::record::seat_outcome::SeatOutcome;
use thicket_server::model::tournament::context::Context;
use thicket_server::model::tournament::decide::Action;
use thicket_server::model::tournament::entry::TournamentEntry;
use thicket_server::model::tournament::event::{NewGame, TournamentEvent};
use thicket_server::model::tournament::form::TermsForm;
use thicket_server::model::tournament::state::{State, Status};
use thicket_server::model::tournament::terms::{Format, RatingRange};
use thicket_server::model::tournament::words::{Reason, TournamentName, TournamentText};
use thicket_server::store::{About, DueNotice, EndedGame, NewPushChannel};
use thicket_server::time::monotonic_unix_ms;
use thicket_server::tournaments::Tournaments;

use super::*;
use crate::common::base::both;

/// A tournament by correspondence for two seats, of two rounds.
fn form() -> TermsForm {
    TermsForm {
        name: TournamentName::parse("Spring Cup").unwrap(),
        text: TournamentText::default(),
        kind: GameKind::Bushka,
        variant: String::new(),
        seats: 2,
        fewest: 2,
        clock: "1d+8h, cap 2d, grace 8h".parse().unwrap(),
        rated: false,
        bot_for_missing: false,
        format: Format::Swiss { rounds: 2 },
        starts_at: NOON + 1,
        most: 8,
        ratings: RatingRange::default(),
        public: true,
        club: None,
    }
}

/// A tournament whose log is written entry by entry.
struct Logged<'s> {
    store: &'s Store,
    state: State,
}

fn entry(tournament: TournamentId, seq: Seq, event: TournamentEvent) -> TournamentEntry {
    TournamentEntry {
        id: EventId::fresh(),
        tournament,
        seq,
        at: NOON + 1,
        player: None,
        event,
    }
}

impl Logged<'_> {
    async fn create(store: &Store) -> Logged<'_> {
        Self::of(store, form()).await
    }

    async fn of(store: &Store, form: TermsForm) -> Logged<'_> {
        let director = player(store, "Director").await;
        let terms = form.parse(NOON).unwrap();
        let created = TournamentEvent::Created { terms, director };
        let first = entry(TournamentId::fresh(), Seq::FIRST, created);
        let state = State::new(&first).unwrap();
        assert!(store.append_to_tournament(&first, None, &state).await.unwrap());
        Logged { store, state }
    }

    fn context(&self) -> Context {
        Context {
            now: NOON + 1,
            seed: 1,
            is_officer: false,
            games: (0..self.state.most_tables()).map(|_| NewGame::fresh()).collect(),
            outages: Arc::default(),
        }
    }

    /// The next entry, and the tournament after it.
    fn next(&self, event: TournamentEvent) -> (TournamentEntry, State) {
        let next = entry(self.state.id, self.state.seq.next(), event);
        let mut after = self.state.clone();
        after.apply(&next).unwrap();
        (next, after)
    }

    async fn append(&mut self, event: TournamentEvent) {
        let (next, after) = self.next(event);
        assert!(
            self.store
                .append_to_tournament(&next, Some(&self.state), &after)
                .await
                .unwrap()
        );
        self.state = after;
    }

    async fn sign_up(&mut self, name: &str) -> PlayerId {
        let player = player(self.store, name).await;
        let action = Action::SignUp {
            rating: None,
            is_member: false,
            in_club: false,
        };
        self.append(self.state.decide(player, &action, &self.context()).unwrap())
            .await;
        player
    }

    async fn due(&mut self) {
        self.append(self.state.decide_due(&self.context()).unwrap()).await;
    }
}

/// A browser that is told what concerns a player.
async fn browser(store: &Store, player: PlayerId) -> ChannelId {
    let id = ChannelId::fresh();
    let channel = NewPushChannel {
        id,
        player,
        session: SessionId([1; 32]),
        url: "https://push.example.net/1".to_owned(),
        home: "https://thicket.example".to_owned(),
        keys: vec![4; 81],
        agent: "Firefox on Linux".to_owned(),
        now: NOON,
    };
    store.add_push_channel(channel, 9).await.unwrap();
    id
}

async fn seqs_of(store: &Store, tournament: TournamentId) -> Vec<u64> {
    let log = store.tournament_log(tournament, Seq::FIRST).await.unwrap();
    log.iter().map(|entry| entry.seq.0).collect()
}

both! {
    async fn of_two_entries_with_one_number_the_second_loses(base: Base) {
        let store = base.open().await;
        let mut cup = Logged::create(&store).await;
        cup.sign_up("Ann").await;
        let ben = player(&store, "Ben").await;
        let signed_up = TournamentEvent::SignedUp { player: ben, rating: Some(1500) };
        let (first, after) = cup.next(signed_up.clone());
        let (second, _) = cup.next(signed_up);
        let other = base.open().await;
        assert!(store.append_to_tournament(&first, Some(&cup.state), &after).await.unwrap());
        assert!(!other.append_to_tournament(&second, Some(&cup.state), &after).await.unwrap());
        assert!(!store.append_to_tournament(&first, Some(&cup.state), &after).await.unwrap(), "it is there");
        let log = store.tournament_log(cup.state.id, Seq(3)).await.unwrap();
        assert_eq!((log.len(), log[0].id), (1, first.id));
        let decoded = log[0].decoded().unwrap();
        assert_eq!(decoded, first);

        // The entry before this one is missing.
        let mut gap = first.clone();
        (gap.id, gap.seq) = (EventId::fresh(), Seq(5));
        assert!(!store.append_to_tournament(&gap, Some(&cup.state), &after).await.unwrap());
        assert_eq!(seqs_of(&store, cup.state.id).await, [1, 2, 3]);
        let listed = store.tournaments(Status::Open, 9).await.unwrap();
        assert_eq!((listed.len(), listed[0].id, listed[0].players), (1, cup.state.id, 2));
        assert_eq!(store.tournaments_directed_by(cup.state.director).await.unwrap(), 1);
    }

    async fn who_is_told_is_written_with_the_entry(base: Base) {
        const HOUR: i64 = 60 * 60 * 1000;
        let store = base.open().await;
        let mut cup = Logged::of(&store, TermsForm { starts_at: NOON + 3 * HOUR, ..form() }).await;
        let (id, ben) = (cup.state.id, player(&store, "Ben").await);
        let bens = browser(&store, ben).await;
        cup.append(TournamentEvent::SignedUp { player: ben, rating: None }).await;
        let ann = cup.sign_up("Ann").await;
        let anns = browser(&store, ann).await;
        let soon = DueNotice {
            about: About::Tournament(id),
            seq: Seq::FIRST,
            kind: NoticeKind::TournamentSoon,
            at: NOON + 2 * HOUR,
        };
        for channel in [anns, bens] {
            assert_eq!(store.due_notices(channel, NOON + 2 * HOUR - 1, 9).await.unwrap(), []);
            assert_eq!(store.due_notices(channel, NOON + 2 * HOUR, 9).await.unwrap(), [soon]);
        }
        let entrant = store.listed_entrant(id, ben).await.unwrap().unwrap();
        assert_eq!((entrant.name.as_str(), entrant.present, entrant.tournament.id), ("Ben", true, id));
        assert_eq!(store.listed_entrant(id, cup.state.director).await.unwrap(), None);

        let why = Reason::parse("Half of us come later.").unwrap();
        cup.append(TournamentEvent::StartMoved { by: cup.state.director, starts_at: NOON + 9 * HOUR, why }).await;
        let seq = cup.state.seq;
        let moved = DueNotice { seq, kind: NoticeKind::TournamentMoved, at: NOON + 1, ..soon };
        let later = DueNotice { seq, at: NOON + 8 * HOUR, ..soon };
        for channel in [anns, bens] {
            assert_eq!(store.due_notices(channel, NOON + 1, 9).await.unwrap(), [moved]);
            let all = store.due_notices(channel, NOON + 8 * HOUR, 9).await.unwrap();
            assert!([moved, soon, later].iter().all(|notice| all.contains(notice)), "{all:?}");
        }
        // What was to be told of the start before is told no more.
        let entrant = store.listed_entrant(id, ben).await.unwrap().unwrap();
        assert_eq!((entrant.start_seq, entrant.tournament.starts_at), (seq, NOON + 9 * HOUR));
        let cem = player(&store, "Cem").await;
        cup.append(TournamentEvent::SignedUp { player: cem, rating: None }).await;
        let cems = browser(&store, cem).await;
        assert_eq!(store.due_notices(cems, NOON + 8 * HOUR, 9).await.unwrap(), [later]);

        cup.append(TournamentEvent::Withdrew { player: ben }).await;
        cup.append(TournamentEvent::Cancelled { by: None, why: None }).await;
        let over = DueNotice { seq: cup.state.seq, kind: NoticeKind::TournamentOver, at: NOON + 1, ..soon };
        assert_eq!(store.due_notices(anns, NOON + 1, 9).await.unwrap(), [moved, over]);
        let told = store.due_notices(bens, NOON + 1, 9).await.unwrap();
        assert_eq!(told, [moved], "who has withdrawn is not told of the end");
    }

    async fn what_is_to_be_done_follows_from_the_rows(base: Base) {
        let store = base.open().await;
        let mut cup = Logged::create(&store).await;
        let [ann, ben] = [cup.sign_up("Ann").await, cup.sign_up("Ben").await];
        let cem = cup.sign_up("Cem").await;
        let id = cup.state.id;
        let none = TournamentId(uuid::Uuid::nil());
        let due = async |now| store.due_tournaments(now, none, 9).await.unwrap();
        assert!(due(NOON).await.is_empty(), "it begins later");
        assert_eq!(due(NOON + 1).await, [id]);
        assert!(store.due_tournaments(NOON + 1, id, 9).await.unwrap().is_empty(), "those after it");
        cup.due().await;
        cup.due().await;
        let game = store.unmade_tables(id, 9).await.unwrap()[0];
        let round = store.round_of(game).await.unwrap().unwrap();
        assert_eq!((round.tournament, round.name.as_str(), round.round), (id, "Spring Cup", 1));
        assert_eq!(due(NOON).await, [id], "a table is to be made");

        // The table is made, begins and ends.
        let made = NewTable { id: game, ..new_table() };
        store.append(created(&made)).await.unwrap();
        let begun = vec![Projection::TournamentTableBegun, Projection::TableState(state(2))];
        store.append(event_with(game, 2, begun)).await.unwrap();
        assert!(store.unmade_tables(id, 9).await.unwrap().is_empty());
        assert!(due(NOON + 1).await.is_empty(), "it is played");
        let seats = vec![SeatOutcome::place(1), SeatOutcome::place(2)];
        let result = TournamentResult { tournament: id, seats: seats.clone() };
        let over = vec![Projection::TournamentResult(result), Projection::TableState(state(3))];
        store.append(event_with(game, 3, over)).await.unwrap();
        let ended = EndedGame { table: game, seats: seats.clone() };
        assert_eq!(store.ended_games(id, 9).await.unwrap(), [ended]);
        assert_eq!(due(NOON).await, [id], "the result is to be entered");

        cup.append(cup.state.decide_result(game, &seats).unwrap()).await;
        assert!(store.ended_games(id, 9).await.unwrap().is_empty());
        assert_eq!(due(NOON + 1).await, [id], "the next round");
        let listed = store.tournaments(Status::Running, 9).await.unwrap();
        assert_eq!((listed[0].rounds, listed[0].all_rounds), (1, 2));

        // Who is deleted is to be withdrawn, and the database says so until that is done.
        store.delete_player(cem, NOON).await.unwrap();
        assert_eq!(store.leaving_tournament(id).await.unwrap(), [cem]);
        assert_eq!(due(NOON).await, [id]);
        store.has_left_tournament(id, cem).await.unwrap();
        assert!(due(NOON).await.is_empty());
        store.delete_player(cem, NOON).await.unwrap();
        cup.append(TournamentEvent::Withdrew { player: cem }).await;
        assert!(store.leaving_tournament(id).await.unwrap().is_empty());

        cup.append(TournamentEvent::Withdrew { player: ann }).await;
        cup.append(TournamentEvent::Withdrew { player: ben }).await;
        cup.due().await;
        assert!(due(NOON + 1).await.is_empty(), "too few are left");
        assert_eq!(store.tournaments(Status::Finished, 9).await.unwrap()[0].players, 0);
        store.settle_tournament_table(game).await.unwrap();
    }

    async fn formats_of_older_tournaments_come_from_their_logs(base: Base) {
        const MIGRATION: &str = include_str!("../../../../migrations/0043_leagues.sql");
        let store = base.open().await;
        let director = PlayerId::fresh();
        let session = SessionToken::fresh().hash();
        store.create_guest(director, "Dora", session, NOON, NOON + 1).await.unwrap();
        let all = [
            Format::Swiss { rounds: 2 },
            Format::RoundRobin { second_leg: false },
            Format::RoundRobin { second_leg: true },
            Format::Arena { minutes: 60 },
        ];
        for format in all {
            let clock = if format.rounds().is_none() { "300+5" } else { "1d+8h, cap 2d, grace 8h" };
            let wanted = TermsForm { format, clock: clock.parse().unwrap(), ..form() };
            let tournament = TournamentId::fresh();
            Tournaments::new(store.clone())
                .create(tournament, TermsForm { starts_at: monotonic_unix_ms() + 60_000, ..wanted }, director)
                .await
                .unwrap();
        }
        let formats = async || {
            let listed = store.tournaments(Status::Open, 9).await.unwrap();
            let mut names: Vec<String> = listed.into_iter().map(|listed| listed.format).collect();
            names.sort_unstable();
            names
        };
        let before = formats().await;
        assert_eq!(before, ["arena", "double_round_robin", "round_robin", "swiss"]);
        let mut rival = base.rival().await;
        rival.execute("UPDATE tournaments SET format = 'swiss'").await;
        let (_, filling) = MIGRATION.split_once("UPDATE").unwrap();
        rival.execute(format!("UPDATE{filling}")).await;
        assert_eq!(formats().await, before);
    }
}
