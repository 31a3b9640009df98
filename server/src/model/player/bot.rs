//! Bots: players that are programs. Of the server's own there is one for each name and level, shared by all tables; others are
//! accounts of members' programs.

use serde::{Deserialize, Serialize};
use thicket_rules::Info;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::ids::PlayerId;

/// From 1, the weakest, to 13, or to the last one of a game: [`BotLevel::strongest`]. Until November 2026 every game had five, so the
/// number in an older record is one of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[schema(minimum = 1, maximum = 13)]
#[serde(try_from = "u8", into = "u8")]
pub struct BotLevel(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the levels of bots are 1 to {}", BotLevel::ALL.len())]
pub struct NoSuchLevel;

impl BotLevel {
    pub const ALL: [BotLevel; 13] = [
        BotLevel(1),
        BotLevel(2),
        BotLevel(3),
        BotLevel(4),
        BotLevel(5),
        BotLevel(6),
        BotLevel(7),
        BotLevel(8),
        BotLevel(9),
        BotLevel(10),
        BotLevel(11),
        BotLevel(12),
        BotLevel(13),
    ];

    /// What is suggested to who has not chosen one yet.
    pub const USUAL: BotLevel = BotLevel(2);

    /// The last level of a game. There are as many as it takes for a person to climb from one to the next, and no more than can be told
    /// apart.
    pub fn strongest(game: &Info) -> BotLevel {
        BotLevel(match game.name {
            "btt" => 5,
            "bushi" => 12,
            "bushwhacked" => 13,
            _ => 10,
        })
    }

    /// Plays for people who do not come.
    pub fn substitute(game: &Info) -> BotLevel {
        BotLevel(BotLevel::strongest(game).0.div_ceil(2))
    }

    /// As it is offered among all of them.
    pub fn in_words(self) -> String {
        let most = BotLevel::ALL.len();
        match self.0 {
            1 => "1, gentle".to_owned(),
            number if usize::from(number) == most => format!("{number}, strongest"),
            number => number.to_string(),
        }
    }

    pub fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for BotLevel {
    type Error = NoSuchLevel;

    fn try_from(number: u8) -> Result<BotLevel, NoSuchLevel> {
        BotLevel::ALL
            .into_iter()
            .find(|level| level.0 == number)
            .ok_or(NoSuchLevel)
    }
}

impl From<BotLevel> for u8 {
    fn from(level: BotLevel) -> u8 {
        level.0
    }
}

/// Twice as many as a game has seats. Logs and records have ids made from their places here, so names are only ever
/// added, at the end.
const NAMES: [&str; 12] = [
    "Moss", "Fern", "Bramble", "Clover", "Thistle", "Sorrel", "Yarrow", "Bracken", "Nettle", "Teasel",
    "Burdock", "Lichen",
];

/// The prefix of the ids of bots. The last two bytes are the place of the name and the level. No other player has
/// such an id, since those begin with the time.
const IDS: u128 = 0x0000_0000_0000_8000_8000_0000_0000_0000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bot {
    /// An index of [`NAMES`].
    name: u8,
    pub level: BotLevel,
}

impl Bot {
    pub fn of_level(level: BotLevel) -> impl Iterator<Item = Bot> {
        (0..).zip(NAMES).map(move |(name, _)| Bot { name, level })
    }

    /// In the order of their ids.
    pub fn all() -> impl Iterator<Item = Bot> {
        (0..)
            .zip(NAMES)
            .flat_map(|(name, _)| BotLevel::ALL.map(|level| Bot { name, level }))
    }

    /// `None` for a person.
    pub fn of(player: PlayerId) -> Option<Bot> {
        let rest = player.0.as_u128() ^ IDS;
        let [name, level] = u16::try_from(rest).ok()?.to_be_bytes();
        let level = BotLevel::try_from(level).ok()?;
        (usize::from(name) < NAMES.len()).then_some(Bot { name, level })
    }

    pub fn id(self) -> PlayerId {
        let rest = u16::from_be_bytes([self.name, self.level.0]);
        PlayerId(Uuid::from_u128(IDS | u128::from(rest)))
    }

    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.name)]
    }
}

/// Whether a player is a bot of the server itself.
pub fn is_bot(player: PlayerId) -> bool {
    Bot::of(player).is_some()
}

/// Whether a player is the bot of a member, which plays through the API. Its id says so, so that logs and records do, too.
pub fn is_program(player: PlayerId) -> bool {
    player.0.get_version_num() == 8 && !is_bot(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::{PlayerName, look_alike};

    #[test]
    fn a_bot_is_known_by_its_id() {
        for bot in Bot::all() {
            assert_eq!(Bot::of(bot.id()), Some(bot));
        }
        let ids: Vec<PlayerId> = Bot::all().map(Bot::id).collect();
        assert!(ids.is_sorted() && ids.len() == 156);
        assert!(!is_bot(PlayerId::fresh()) && !is_program(PlayerId::fresh()));
        let (first, second) = (PlayerId::fresh_program(), PlayerId::fresh_program());
        assert!(is_program(first) && !is_bot(first) && first != second);
        assert!(!Bot::all().any(|bot| is_program(bot.id())));
        let wrong = [0x000e, 0x0000, 0x0c01, 0x1_0001].map(|rest| PlayerId(Uuid::from_u128(IDS | rest)));
        assert!(!wrong.into_iter().any(is_bot));
    }

    #[test]
    fn no_two_bots_have_names_that_look_alike() {
        for (place, name) in NAMES.into_iter().enumerate() {
            assert!(PlayerName::parse(name).is_ok_and(|parsed| parsed.as_str() == name));
            assert!(
                !NAMES[..place].iter().any(|other| look_alike(name, other)),
                "{name}"
            );
        }
    }

    /// They are chosen in a form on the home page, and in a dialog at a table.
    #[test]
    fn the_dialog_describes_the_levels_as_the_form_does() {
        let sentences = include_str!("../../../../web/js/sentences/bots.js");
        let [first, .., last] = BotLevel::ALL.map(BotLevel::in_words);
        let last = last.replace("13", "${level}");
        for words in [format!("\"{first}\""), format!("`{last}`")] {
            assert!(sentences.contains(&words), "{words}");
        }
    }

    #[test]
    fn levels_are_one_to_thirteen() {
        let read = |text| serde_json::from_str::<BotLevel>(text).map(BotLevel::number).ok();
        assert_eq!(["0", "1", "13", "14"].map(read), [None, Some(1), Some(13), None]);
    }
}
