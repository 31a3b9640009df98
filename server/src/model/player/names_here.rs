//! The names of those who sit at a table: no two that a reader could take for one another, whichever way one comes.

use std::collections::HashMap;

use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::names::look_alike;

/// The names of all who have ever sat at a table.
pub(in crate::model) type Names = HashMap<PlayerId, String>;

/// Whether somebody else of these players has a name that looks like this one.
pub(in crate::model) fn is_taken(
    player: PlayerId,
    name: &str,
    others: impl IntoIterator<Item = PlayerId>,
    names: &Names,
) -> bool {
    let mut others = others.into_iter().filter(|&other| other != player);
    others.any(|other| names.get(&other).is_some_and(|taken| look_alike(name, taken)))
}

/// Refuses a player whose name looks like that of somebody else of these players.
pub(in crate::model) fn check_name(
    player: PlayerId,
    name: &str,
    others: impl IntoIterator<Item = PlayerId>,
    names: &Names,
) -> Result<(), Refusal> {
    if is_taken(player, name, others, names) {
        return refuse(
            Code::NameTaken,
            "Another player at this table has that name. Please choose a different one.",
        );
    }
    Ok(())
}
