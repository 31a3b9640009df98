//! A tournament in a list.

use thicket_rules::GameKind;

use crate::clock_words::timed;
use crate::model::tournament::state::Status;
use crate::store::ListedTournament;
use crate::time::{machine_time, page_time};

/// A tournament in a list of a page.
#[derive(Clone, Debug)]
pub struct TournamentRow {
    pub id: String,
    pub name: String,
    /// "Bushi · 10+10, casual, tables for 2".
    pub facts: String,
    /// "12 of 16 players", "round 2 of 5".
    pub state: String,
    pub starts: String,
    /// The same for programs.
    pub starts_at: String,
}

impl TournamentRow {
    pub fn of(listed: &ListedTournament) -> TournamentRow {
        let kind: Option<GameKind> = listed.kind.parse().ok();
        let title = kind.map_or_else(|| listed.kind.clone(), |kind| kind.info().title.to_owned());
        let rated = if listed.rated { "rated" } else { "casual" };
        let players = match listed.players {
            1 => "1 player".to_owned(),
            players => format!("{players} players"),
        };
        TournamentRow {
            id: listed.id.to_string(),
            name: listed.name.clone(),
            facts: format!(
                "{}, {rated}, tables for {}",
                timed(title, Some(&listed.clock)),
                listed.seats
            ),
            state: match listed.status {
                Status::Open => format!("{} of {} players", listed.players, listed.most),
                Status::Running if listed.format == "league" => {
                    format!("season {}, {players}", listed.rounds.max(1))
                }
                // An arena has no rounds.
                Status::Running if listed.all_rounds == 0 => players,
                Status::Running => format!("round {} of {}, {players}", listed.rounds, listed.all_rounds),
                Status::Finished => "finished".to_owned(),
                Status::Cancelled => "cancelled".to_owned(),
            },
            starts: page_time(listed.starts_at),
            starts_at: machine_time(listed.starts_at),
        }
    }
}
