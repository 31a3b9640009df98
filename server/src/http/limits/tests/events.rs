//! The limits of tournaments and clubs, as the table of limits says them.

use thicket_pairings::league;

use crate::auth::DAY_MS;
use crate::clubs::COUNTED_GAMES;
use crate::model::club::{
    CLUB_NAME_LETTERS, CLUB_TEXT_CHARACTERS, ClubRefusal, MOST_CLUBS, MOST_CLUBS_LED, MOST_MEMBERS,
};
use crate::model::tournament::arena::{
    LONGEST_ARENA, MOST_ARENA_PLAYERS, MOST_ARENA_SIGN_UPS, SHORTEST_ARENA,
};
use crate::model::tournament::decide::MOST_SIGN_UPS;
use crate::model::tournament::form::{
    BadTerms, LONGEST_AHEAD, MOST_ROUND_ROBIN_PLAYERS, MOST_SCHEDULED_PLAYERS, MOST_SWISS_PLAYERS,
    MOST_SWISS_ROUNDS,
};
use crate::model::tournament::league::MOST_LEAGUE_PLAYERS;
use crate::model::tournament::refusal::Refusal;
use crate::model::tournament::words::{BadWords, NAME_LETTERS, REASON_CHARACTERS, TEXT_CHARACTERS};
use crate::tournaments::{MOST_DIRECTED, TournamentError};

/// What lines of the table contain.
pub(super) fn lines() -> Vec<String> {
    vec![
        format!(
            "and that are not over | {MOST_DIRECTED} | {}",
            TournamentError::TooMany
        ),
        format!("{MOST_SWISS_PLAYERS} in a Swiss one, {MOST_ROUND_ROBIN_PLAYERS} in a round robin"),
        format!(
            "{MOST_SCHEDULED_PLAYERS} in a full schedule, {MOST_ARENA_PLAYERS} in an arena, {MOST_LEAGUE_PLAYERS} in a league |"
        ),
        format!(
            "minutes of an arena | {SHORTEST_ARENA} to {LONGEST_ARENA} | {}",
            BadTerms::ArenaMinutes
        ),
        format!(
            "rounds of a Swiss tournament | {MOST_SWISS_ROUNDS} | {}",
            BadTerms::SwissRounds
        ),
        format!(
            "for one tournament | {MOST_SIGN_UPS}, {MOST_ARENA_SIGN_UPS} in an arena and in a league | {}",
            Refusal::TooManySignUps
        ),
        format!(
            "announced ahead | {} | {}",
            LONGEST_AHEAD / DAY_MS,
            BadTerms::Start
        ),
        format!(
            "players of a division of a league | {} to {} | {}",
            league::FEWEST,
            league::MOST,
            BadTerms::Division
        ),
        format!(
            "founding another one | {MOST_CLUBS_LED} | {}",
            ClubRefusal::TooManyLed
        ),
        format!("clubs of a player | {MOST_CLUBS} | {}", ClubRefusal::TooManyClubs),
        format!("members of a club | {MOST_MEMBERS} | {}", ClubRefusal::Full),
        format!("leaderboard of a club counts, those that began last | {COUNTED_GAMES} |"),
        format!("name of a club | {CLUB_NAME_LETTERS} | {}", ClubRefusal::LongName),
        format!(
            "text about a club | {CLUB_TEXT_CHARACTERS} | {}",
            ClubRefusal::LongText
        ),
        format!("name of a tournament | {NAME_LETTERS} | {}", BadWords::LongName),
        format!(
            "text about a tournament | {TEXT_CHARACTERS} | {}",
            BadWords::LongText
        ),
        format!(
            "calls a tournament off | {REASON_CHARACTERS} | {}",
            BadWords::LongReason
        ),
    ]
}
