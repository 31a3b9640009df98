//! Who may see an entry of a feed.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    All,
    /// Those with a chair or a seat.
    Players,
    /// Those without one.
    Watchers,
}

impl Audience {
    pub fn includes(self, seated: bool) -> bool {
        match self {
            Audience::All => true,
            Audience::Players => seated,
            Audience::Watchers => !seated,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Audience::All => "all",
            Audience::Players => "players",
            Audience::Watchers => "watchers",
        }
    }
}

/// Whose lines of a chat somebody reads, besides the lines for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reads {
    All,
    Players,
    /// Of all watchers.
    Watchers,
    /// Their own, which other watchers do not read yet.
    Own,
}

impl Reads {
    pub fn includes(self, audience: Audience, is_own: bool) -> bool {
        match (self, audience) {
            (_, Audience::All) | (Reads::All, _) => true,
            (Reads::Players, _) => audience == Audience::Players,
            (Reads::Watchers, _) => audience == Audience::Watchers,
            (Reads::Own, _) => audience == Audience::Watchers && is_own,
        }
    }

    /// Who reads what they write, now or when the game is over.
    pub fn audience(self) -> Audience {
        match self {
            Reads::All => Audience::All,
            Reads::Players => Audience::Players,
            Reads::Watchers | Reads::Own => Audience::Watchers,
        }
    }
}

/// Parses a stored name. An unknown one becomes the smallest audience: nobody sees too much.
impl From<String> for Audience {
    fn from(name: String) -> Audience {
        match name.as_str() {
            "all" => Audience::All,
            "watchers" => Audience::Watchers,
            _ => Audience::Players,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_is_who_may_see() {
        assert!(Audience::All.includes(true) && Audience::All.includes(false));
        assert!(Audience::Players.includes(true) && !Audience::Players.includes(false));
        assert!(!Audience::Watchers.includes(true) && Audience::Watchers.includes(false));
    }

    #[test]
    fn during_the_game_each_side_reads_its_own_lines_and_otherwise_everybody_reads_all() {
        use Audience::{All, Players, Watchers};
        let read =
            |reads: Reads, is_own| [All, Players, Watchers].map(|audience| reads.includes(audience, is_own));
        for is_own in [true, false] {
            assert_eq!(read(Reads::All, is_own), [true, true, true]);
            assert_eq!(read(Reads::Players, is_own), [true, true, false]);
            assert_eq!(read(Reads::Watchers, is_own), [true, false, true]);
        }
        assert_eq!(read(Reads::Own, true), [true, false, true]);
        assert_eq!(read(Reads::Own, false), [true, false, false]);
    }

    #[test]
    fn an_audience_is_read_under_the_name_it_is_stored_under() {
        for audience in [Audience::All, Audience::Players, Audience::Watchers] {
            assert_eq!(Audience::from(audience.name().to_owned()), audience);
        }
    }
}
