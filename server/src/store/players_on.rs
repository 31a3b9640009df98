//! Those who play on one device: a player and their companions.

/// A query for the ids of a player and of their companions, by the parameter that has the player's id.
macro_rules! players_on {
    ($owner:literal) => {
        concat!(
            "SELECT id FROM players WHERE id = ",
            $owner,
            " OR companion_of = ",
            $owner
        )
    };
}
pub(in crate::store) use players_on;
