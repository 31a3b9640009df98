//! Those who play on one device: a player and their companions.

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
