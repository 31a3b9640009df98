//! The names at a table: no two may look alike, in either direction of reading.

use std::collections::HashMap;

use crate::ids::PlayerId;
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};
use crate::names::look_alike;

/// Of all who have ever sat at the table.
pub(in crate::model) type Names = HashMap<PlayerId, String>;

/// Whether the name of another of these players looks like this one.
pub(in crate::model) fn is_taken(
    player: PlayerId,
    name: &str,
    others: impl IntoIterator<Item = PlayerId>,
    names: &Names,
) -> bool {
    let mut others = others.into_iter().filter(|&other| other != player);
    others.any(|other| names.get(&other).is_some_and(|taken| look_alike(name, taken)))
}

/// Refuses such a player.
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
