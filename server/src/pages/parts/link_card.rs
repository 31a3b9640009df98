//! What chats show of a link to a table: Open Graph's title and description.

use crate::protocol::{PhaseName, TableView};
use crate::words::list;

/// The title and the description of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkCard {
    pub title: String,
    pub description: String,
}

impl LinkCard {
    /// The card of a table with this game and its clock, whose `status` is a sentence.
    pub fn of(table: &TableView, game: &str, status: &str) -> LinkCard {
        let names: Vec<&str> = table
            .chairs
            .iter()
            .flatten()
            .map(|player| player.name.as_str())
            .collect();
        match table.phase {
            PhaseName::Waiting => invitation(table, game, &names),
            PhaseName::Playing => LinkCard {
                title: format!("{game}: {}", list(&names)),
                description: format!("{status} Open the link to watch."),
            },
            PhaseName::Over => LinkCard {
                title: format!("{game}: {}", status.trim_end_matches('.')),
                description: format!("{} played. See the whole game, turn by turn.", list(&names)),
            },
        }
    }
}

fn invitation(table: &TableView, game: &str, names: &[&str]) -> LinkCard {
    let seats = table.chairs.len();
    let free = match seats - names.len() {
        0 => "all seats are taken".to_owned(),
        free => format!("{free} of {seats} seats free"),
    };
    let host = table
        .chairs
        .iter()
        .flatten()
        .find(|player| Some(player.id) == table.host);
    let title = match host {
        Some(host) => format!("{} invites you to {game} · {free}", host.name),
        None => format!("{game} · {free}"),
    };
    let there = match names {
        [] => "Nobody is at the table yet.".to_owned(),
        [name] => format!("{name} is at the table."),
        names => format!("{} are at the table.", list(names)),
    };
    LinkCard {
        title,
        description: format!("{there} Play in the browser, no account needed."),
    }
}
