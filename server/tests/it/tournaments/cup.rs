//! A tournament at a server, with those who play it over sockets.

use thicket_server::model::clock_terms::ClockTerms;

use super::*;

const CORRESPONDENCE: &str = "1d+8h, cap 2d, grace 8h";
/// How long people have to sign up and to confirm (milliseconds).
pub(super) const SIGN_UP: i64 = 10_000;
/// How long they have where nobody has to confirm, on a machine that is not busy.
const SHORT_SIGN_UP: i64 = 2_000;

/// A tournament that begins soon, by correspondence: nobody has to confirm.
pub(super) fn form(kind: GameKind, seats: u8, format: Format, starts_in: i64) -> TermsForm {
    TermsForm {
        name: TournamentName::parse("Spring Cup").unwrap(),
        text: TournamentText::default(),
        kind,
        variant: String::new(),
        seats,
        fewest: seats,
        clock: CORRESPONDENCE.parse().unwrap(),
        rated: false,
        bot_for_missing: false,
        format,
        starts_at: monotonic_unix_ms() + starts_in,
        most: 16,
        ratings: RatingRange::default(),
        public: true,
        club: None,
    }
}

/// A tournament that nobody has signed up for.
pub(crate) async fn announced(store: &Store, director: &Person) -> TournamentId {
    three_rounds(store, director, CORRESPONDENCE, 60_000).await
}

/// One with clocks that begins in a few minutes: people confirm now.
pub(crate) async fn soon(store: &Store, director: &Person) -> TournamentId {
    three_rounds(store, director, "600+10", 5 * 60_000).await
}

async fn three_rounds(store: &Store, director: &Person, clock: &str, starts_in: i64) -> TournamentId {
    let form = TermsForm {
        clock: clock.parse().unwrap(),
        ..form(GameKind::Bushka, 2, Format::Swiss { rounds: 3 }, starts_in)
    };
    let tournaments = Tournaments::new(store.clone());
    create(&tournaments, form, director.id.parse().unwrap())
        .await
        .unwrap()
}

pub(crate) async fn create(
    tournaments: &Tournaments,
    form: TermsForm,
    director: PlayerId,
) -> Result<TournamentId, TournamentError> {
    let id = TournamentId::fresh();
    tournaments.create(id, form, director).await.map(|()| id)
}

/// So many people with sessions, without the limits of addresses.
pub(super) async fn guests(store: &Store, server: SocketAddr, count: usize) -> BTreeMap<PlayerId, Person> {
    let (mut people, now) = (BTreeMap::new(), monotonic_unix_ms());
    for number in 0..count {
        let (player, token) = (PlayerId::fresh(), SessionToken::fresh());
        let name = format!("Player {number}");
        store
            .create_guest(player, &name, token.hash(), now, now + 100_000_000)
            .await
            .unwrap();
        let person = Person {
            id: player.to_string(),
            name,
            cookie: Some(format!("thicket={}", token.cookie_text())),
            ..Person::nobody(server)
        };
        people.insert(player, person);
    }
    people
}

/// A tournament at a server, and those who play it.
pub(super) struct Cup {
    pub(super) tournaments: Tournaments,
    pub(super) id: TournamentId,
    pub(super) people: BTreeMap<PlayerId, Person>,
    pub(super) kind: GameKind,
    pub(super) dice: Dice,
    pub(super) store: Store,
}

impl Cup {
    /// So many people, each at one of the servers, sign up. Where they have to confirm, they have [`SIGN_UP`] for both.
    pub(super) async fn of(servers: &[SocketAddr], store: &Store, count: usize, form: TermsForm) -> Cup {
        let kind = form.kind;
        let mut people = BTreeMap::new();
        for number in 0..count {
            let server = servers[number % servers.len()];
            let person = Person::named(server, &format!("Player {number}")).await;
            people.insert(person.id.parse().unwrap(), person);
        }
        let tournaments = Tournaments::new(store.clone());
        let director = *people.keys().next().unwrap();
        let mut starts_in = match form.clock {
            ClockTerms::RealTime(_) => SIGN_UP,
            _ => SHORT_SIGN_UP,
        };
        let id = loop {
            let starts_at = monotonic_unix_ms() + starts_in;
            let terms = TermsForm {
                starts_at,
                ..form.clone()
            };
            let id = create(&tournaments, terms, director).await.unwrap();
            let signing = people.keys().map(|&player| tournaments.sign_up(id, player));
            let refused: Vec<_> = join_all(signing)
                .await
                .into_iter()
                .filter_map(Result::err)
                .collect();
            if refused.is_empty() {
                break id;
            }
            let began = |error: &TournamentError| {
                matches!(error, TournamentError::Refused(Refusal::Begun | Refusal::Over))
            };
            assert!(refused.iter().all(began), "{refused:?}");
            // A busy machine was too slow.
            let why = Reason::parse("It began too early.").unwrap();
            tournaments.act(id, director, &Action::Cancel { why }).await.ok();
            starts_in *= 4;
        };
        Cup {
            tournaments,
            id,
            people,
            kind,
            dice: Dice(7),
            store: store.clone(),
        }
    }

    /// Waits until the tournament is as wanted.
    pub(super) async fn until(&self, wanted: impl Fn(&State) -> bool) -> Arc<State> {
        let since = Instant::now();
        loop {
            let state = self.tournaments.read(self.id).await.unwrap();
            if wanted(&state) {
                return state;
            }
            assert!(since.elapsed() < 3 * TIMEOUT, "in vain: {state:?}");
            sleep(Duration::from_millis(100)).await;
        }
    }

    pub(super) async fn until_begun(&self, table: TableId) {
        let since = Instant::now();
        while self.store.events(table).await.unwrap().len() < 2 {
            assert!(since.elapsed() < 3 * TIMEOUT, "the table was not made");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Plays all rounds; the tournament after them.
    pub(super) async fn play(&mut self) -> Arc<State> {
        for round in 1.. {
            let state = self
                .until(|state| {
                    state.status != Status::Open
                        && (state.rounds().len() == round || state.status != Status::Running)
                })
                .await;
            if state.status != Status::Running {
                return state;
            }
            for table in &state.rounds()[round - 1].tables {
                self.play_table(&table.paired).await;
            }
        }
        unreachable!()
    }

    /// A few random turns; then those whose turn it is resign until one is left.
    pub(super) async fn play_table(&mut self, table: &PairedTable) {
        let Some(game) = &table.game else { return };
        self.until_begun(game.id).await;
        let code = game.code.to_string();
        let people: Vec<Person> = table
            .players
            .iter()
            .map(|player| self.people[player].clone())
            .collect();
        let mut sockets = Vec::new();
        for person in &people {
            sockets.push(person.join(&code).await);
        }
        let mut party = Party {
            code,
            game: self.kind.start(people.len() as u8, "").unwrap(),
            people,
            sockets,
        };
        for _ in 0..=self.dice.below(4) {
            let turn = self.dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        while party.game.status().to_move().is_some() {
            let to_move = party.to_move();
            party.resign(to_move).await;
        }
    }

    /// The log has each round once and each table once, and says of each what its record says.
    pub(super) async fn check(&self, rounds: usize) {
        let log = self.tournaments.log(self.id).await.unwrap();
        let paired: Vec<u16> = log.iter().filter_map(round_of).collect();
        assert_eq!(
            paired,
            (1..=rounds as u16).collect::<Vec<_>>(),
            "each round is paired once"
        );
        let begun = log
            .iter()
            .filter(|entry| matches!(entry.event, TournamentEvent::Begun { .. }));
        assert_eq!(begun.count(), 1);
        let mut finished = BTreeSet::new();
        for entry in &log {
            let TournamentEvent::TableFinished { table, seats } = &entry.event else {
                continue;
            };
            assert!(finished.insert(*table), "each result is entered once");
            let record = self.store.records().record(*table).await.unwrap().unwrap();
            let ranks: Vec<i64> = record.head.seats.iter().map(|seat| seat.rank).collect();
            assert_eq!(
                seats.iter().map(|seat| i64::from(seat.place)).collect::<Vec<_>>(),
                ranks
            );
            let events = self.store.events(*table).await.unwrap();
            let begun = events
                .iter()
                .filter(|event| event.event.body.get().contains("\"started\""));
            assert_eq!(begun.count(), 1, "each game begins once");
        }
        assert_eq!(games(&log), finished);
    }
}

fn round_of(entry: &TournamentEntry) -> Option<u16> {
    match &entry.event {
        TournamentEvent::Paired { round, .. } => Some(*round),
        _ => None,
    }
}

/// The games of all rounds.
fn games(log: &[TournamentEntry]) -> BTreeSet<TableId> {
    let tables = log.iter().flat_map(|entry| match &entry.event {
        TournamentEvent::Paired { tables, .. } => tables.as_slice(),
        _ => &[],
    });
    tables.filter_map(|table| Some(table.game.as_ref()?.id)).collect()
}
