//! Who may see an entry of a feed.

use serde::Serialize;

/// Who may see an entry of a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody at the table.
    All,
    /// Those who have a chair or a seat.
    Players,
    /// Those who have none.
    Watchers,
}

impl Audience {
    /// Whether somebody who is `seated`, or not, belongs to it.
    pub fn includes(self, seated: bool) -> bool {
        match self {
            Audience::All => true,
            Audience::Players => seated,
            Audience::Watchers => !seated,
        }
    }

    /// The name under which it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Audience::All => "all",
            Audience::Players => "players",
            Audience::Watchers => "watchers",
        }
    }
}

/// The audience with a stored name. One that this version does not know is the smallest: nobody sees too much.
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
    fn an_audience_is_read_under_the_name_it_is_stored_under() {
        for audience in [Audience::All, Audience::Players, Audience::Watchers] {
            assert_eq!(Audience::from(audience.name().to_owned()), audience);
        }
    }
}
