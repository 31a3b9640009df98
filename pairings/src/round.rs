//! A round: who sits where, and who has a bye.

/// The number of a player in the order of entry. Whoever calls this crate gives the numbers.
pub type Player = u32;

/// Who plays whom in one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The tables. At each, the players are in the order of play: the first one has the first turn.
    pub tables: Vec<Vec<Player>>,
    /// Those who do not play in this round though they could, and get the points of a bye.
    pub byes: Vec<Player>,
}

impl Round {
    /// Everybody who is paired or has a bye.
    pub fn players(&self) -> impl Iterator<Item = Player> + '_ {
        self.tables.iter().flatten().chain(&self.byes).copied()
    }
}
