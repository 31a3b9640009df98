//! The terms of a tournament in words.

use crate::clock_words::timed;
use crate::model::tournament::state::{State, Status};
use crate::model::tournament::terms::{Format, TournamentGame};
use crate::pages::titled;
use crate::time::{machine_time, page_time};

#[derive(Clone, Debug)]
pub(super) struct TermsView {
    pub name: String,
    pub text: String,
    /// The name that addresses have of the game.
    pub kind: String,
    /// "Bushi 9x9 · 10+10".
    pub game: String,
    pub tables: String,
    pub rated: bool,
    pub format: String,
    pub starts: String,
    /// The same for programs.
    pub starts_at: String,
    pub most: usize,
    /// Whose ratings may take part; empty if all may.
    pub ratings: String,
    pub asks_to_confirm: bool,
    pub bot_for_missing: bool,
    pub public: bool,
    pub members_only: bool,
    pub is_arena: bool,
    pub is_league: bool,
    /// When the next season of a league begins, while none is played: for people, and for programs.
    pub next_season: Option<(String, String)>,
    /// When an arena ends that has begun: for people, and for programs.
    pub ends: Option<(String, String)>,
}

impl TermsView {
    pub(super) fn of(state: &State) -> TermsView {
        let (terms, game) = (&state.terms, state.terms.game());
        let title = titled(game.kind.info().title, &game.variant);
        TermsView {
            name: terms.name().as_str().to_owned(),
            text: terms.text().as_str().to_owned(),
            kind: game.kind.to_string(),
            game: timed(title, Some(&game.clock.to_string())),
            tables: tables(game),
            rated: game.rated,
            format: format(terms.format(), state.total_rounds()),
            starts: page_time(terms.starts_at()),
            starts_at: machine_time(terms.starts_at()),
            most: terms.most(),
            ratings: match (terms.ratings().from, terms.ratings().to) {
                (None, None) => String::new(),
                (Some(from), None) => format!("from {from}"),
                (None, Some(to)) => format!("up to {to}"),
                (Some(from), Some(to)) => format!("{from} to {to}"),
            },
            asks_to_confirm: terms.asks_to_confirm(),
            bot_for_missing: game.bot_for_missing,
            public: terms.is_public(),
            members_only: terms.club().is_some_and(|club| club.members_only),
            is_arena: state.is_arena(),
            is_league: state.is_league(),
            next_season: state
                .next_season_at()
                .filter(|_| state.status == Status::Running)
                .map(|at| (page_time(at), machine_time(at))),
            ends: state.arena_ends_at().map(|at| (page_time(at), machine_time(at))),
        }
    }
}

fn tables(game: &TournamentGame) -> String {
    match game.seats == game.fewest {
        true => format!("tables for {}", game.seats),
        false => format!(
            "tables for {}, or fewer (down to {}) where the numbers do not divide",
            game.seats, game.fewest
        ),
    }
}

/// `total` is 0 before the start.
fn format(format: Format, total: usize) -> String {
    let rounds = |count: usize| match count {
        1 => "1 round".to_owned(),
        _ => format!("{count} rounds"),
    };
    match format {
        Format::Swiss { rounds: planned } => format!(
            "Swiss, {}: in each round players with about as many points meet",
            rounds(if total == 0 { planned.into() } else { total })
        ),
        Format::Arena { minutes } => {
            format!("Arena of {minutes} minutes: whoever is free gets the next table at once")
        }
        Format::League { division } => {
            format!(
                "League in divisions of about {division}: season after season, the best go up and the last go down"
            )
        }
        Format::RoundRobin { second_leg: false } => "Round robin: everybody meets everybody once".to_owned(),
        Format::RoundRobin { second_leg: true } => "Round robin: everybody meets everybody twice".to_owned(),
        Format::FullSchedule { rounds: planned } => {
            let count = if total == 0 {
                planned.map_or(0, usize::from)
            } else {
                total
            };
            let count = if count == 0 {
                String::new()
            } else {
                format!(", {}", rounds(count))
            };
            format!("Full schedule{count}: every two players meet as equally often as possible")
        }
    }
}
