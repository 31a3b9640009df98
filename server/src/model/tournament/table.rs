//! Making the tables of a round.

use super::event::NewGame;
use super::terms::TournamentTerms;
use crate::model::before_start::create::{Creation, create};
use crate::model::log::decision::{Context, Decision};
use crate::model::log::event::KeptChairs;
use crate::model::terms::TournamentTable;
use crate::names::PlayerName;
use crate::seq::Seq;

/// The event with which the game begins at a table of a tournament: it comes after that which makes the table.
pub const TOURNAMENT_START: Seq = Seq(2);

/// The first event of a table of a tournament. Decided again for the same game, it makes the same table. `None` if there are no
/// players.
pub fn create_for_tournament(
    terms: &TournamentTerms,
    table: TournamentTable,
    new: &NewGame,
    names: Vec<PlayerName>,
    context: &Context,
) -> Option<Decision> {
    let players = table.players.clone();
    let (host, name) = players.first().copied().zip(names.first().cloned())?;
    let creation = Creation {
        id: new.id,
        code: new.code.clone(),
        terms: terms.table_terms(table),
        host,
        name,
        kept: Some(KeptChairs {
            players,
            until: context.now,
            companion_of: None,
            names: names.iter().map(ToString::to_string).collect(),
        }),
    };
    Some(create(creation, context))
}
