//! The tags at the beginning of a record, and the game that they describe.

use std::fmt;

use crate::any::AnyGame;
use crate::info::Info;
use crate::kind::{GameKind, UnknownGame};
use crate::setup::SetupError;
use crate::text::{excerpt, number, quoted};

/// The tag that names the game.
pub(crate) const GAME: &str = "Game";
/// The tag with the number of seats.
pub(crate) const SEATS: &str = "Seats";
/// The tag with the variant.
pub(crate) const VARIANT: &str = "Variant";

/// The tags that say how the game is set up. If one is repeated, every value has to fit the game.
const SETUP: [&str; 3] = [GAME, SEATS, VARIANT];
/// Other tags that may be repeated only with the same value.
const KNOWN: [&str; 9] = [
    "Date", "Ending", "Ranks", "Seat1", "Seat2", "Seat3", "Seat4", "Seat5", "Seat6",
];

/// The tags of a record, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    tags: Vec<(String, String)>,
}

/// What is known of a game apart from the tags of its record, such as the options of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted<'a> {
    /// The game.
    pub game: Option<GameKind>,
    /// How many seats.
    pub seats: Option<u8>,
    /// The variant; the empty one means the default.
    pub variant: Option<&'a str>,
}

impl Head {
    /// The tags that say how a game was set up.
    pub fn of(game: &dyn AnyGame) -> Head {
        let mut head = Head::default();
        head.set(GAME, game.info().name);
        head.set(SEATS, &game.seats().to_string());
        head.set(VARIANT, game.variant());
        head
    }

    /// Appends a tag, or changes its value in place. Control characters become spaces, as a tag is one line. The name
    /// should be letters and digits, as in the tags of the notation.
    pub fn set(&mut self, name: &str, value: &str) {
        let value: String = value
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.tags
            .iter()
            .filter(move |tag| tag.0 == name)
            .map(|tag| tag.1.as_str())
    }

    /// Reads the tags at the beginning of a text, and returns them with the text that follows.
    pub fn split(text: &str) -> Result<(Head, &str), HeadError> {
        let mut head = Head::default();
        let mut rest = text.trim_start();
        while let Some(tag) = rest.strip_prefix('[') {
            let malformed = || HeadError::Malformed(rest.lines().next().unwrap_or_default().to_owned());
            let (name, value, after) = read_tag(tag).ok_or_else(malformed)?;
            head.add(name, value)?;
            rest = after.trim_start();
        }
        Ok((head, rest))
    }

    fn add(&mut self, name: &str, value: String) -> Result<(), HeadError> {
        let known = self.get(name).filter(|_| KNOWN.contains(&name));
        if known.is_some_and(|known| known != value) {
            return Err(HeadError::Contradiction(name.to_owned()));
        }
        self.tags.push((name.to_owned(), value));
        Ok(())
    }

    /// A game before its first turn, as `wanted` and the tags say, which must not contradict each other. What neither
    /// says is the game's default; only the game itself must be known.
    pub fn start(&self, wanted: Wanted) -> Result<Box<dyn AnyGame>, HeadError> {
        let kind = self.kind(wanted.game)?;
        let info = kind.info();
        let seats = self.seats(wanted.seats)?.unwrap_or(info.default_seats);
        let variant = self.variant(wanted.variant, info)?.unwrap_or_default();
        kind.start(seats, variant).map_err(HeadError::Setup)
    }

    /// A game before its first turn, as a record must describe it: with game, seats, and variant if the game has variants.
    pub fn start_recorded(&self) -> Result<Box<dyn AnyGame>, HeadError> {
        let variants = !self.kind(None)?.info().variants.is_empty();
        let needed = if variants { &SETUP[..] } else { &SETUP[..2] };
        match needed.iter().find(|name| self.get(name).is_none()) {
            Some(missing) => Err(HeadError::Missing(missing)),
            None => self.start(Wanted::default()),
        }
    }

    fn kind(&self, wanted: Option<GameKind>) -> Result<GameKind, HeadError> {
        let named = self
            .values(GAME)
            .map(|name| name.parse().map_err(HeadError::Game));
        agreed(GAME, named.chain(wanted.map(Ok)))?.ok_or(HeadError::Missing(GAME))
    }

    fn seats(&self, wanted: Option<u8>) -> Result<Option<u8>, HeadError> {
        let read = |value: &str| number(value).and_then(|seats| u8::try_from(seats).ok());
        let tags = self
            .values(SEATS)
            .map(|value| read(value).ok_or_else(|| HeadError::Seats(value.to_owned())));
        agreed(SEATS, tags.chain(wanted.map(Ok)))
    }

    fn variant<'a>(&'a self, wanted: Option<&'a str>, info: &Info) -> Result<Option<&'a str>, HeadError> {
        let default = info.variants.first().copied().unwrap_or("");
        let variants = self.values(VARIANT).chain(wanted);
        agreed(
            VARIANT,
            variants.map(|variant| Ok(if variant.is_empty() { default } else { variant })),
        )
    }
}

/// The value that all of them agree on; none if there are none.
fn agreed<T: PartialEq>(
    tag: &str,
    mut values: impl Iterator<Item = Result<T, HeadError>>,
) -> Result<Option<T>, HeadError> {
    let Some(first) = values.next().transpose()? else {
        return Ok(None);
    };
    for value in values {
        if value? != first {
            return Err(HeadError::Contradiction(tag.to_owned()));
        }
    }
    Ok(Some(first))
}

/// Reads a tag behind its opening bracket: its name, its value, and what follows it.
fn read_tag(tag: &str) -> Option<(&str, String, &str)> {
    let end = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = tag.split_at(end);
    let quoted = rest.trim_start_matches([' ', '\t']).strip_prefix('"')?;
    let (value, rest) = read_value(quoted)?;
    let after = rest.trim_start_matches([' ', '\t']).strip_prefix(']')?;
    (!name.is_empty()).then_some((name, value, after))
}

/// Reads a value behind its opening quote, and what follows the closing one.
fn read_value(quoted: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = quoted.chars();
    loop {
        match characters.next()? {
            '"' => return Some((value, characters.as_str())),
            '\\' => value.push(characters.next().filter(|c| ['"', '\\'].contains(c))?),
            c if c.is_control() => return None,
            c => value.push(c),
        }
    }
}

impl fmt::Display for Head {
    /// One tag a line.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in &self.tags {
            let escaped = value.replace('\\', r"\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{escaped}\"]")?;
        }
        Ok(())
    }
}

/// The tags, or what is wanted apart from them, do not describe a game.
#[derive(Clone, Debug)]
pub enum HeadError {
    /// A line begins like a tag, but is not one.
    Malformed(String),
    /// This tag has two different values.
    Contradiction(String),
    /// This tag is missing.
    Missing(&'static str),
    /// The value of the tag is not a number of seats.
    Seats(String),
    /// There is no such game.
    Game(UnknownGame),
    /// The game cannot be set up like that.
    Setup(SetupError),
}

impl fmt::Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            HeadError::Malformed(line) => {
                write!(
                    f,
                    "this is not a tag, such as [Game \"bushwhacked\"]: {}",
                    excerpt(line)
                )
            }
            HeadError::Contradiction(tag) => write!(f, "{} is said twice, and differently", excerpt(tag)),
            HeadError::Missing(tag) => write!(f, "the tag {tag} is missing"),
            HeadError::Seats(value) => write!(f, "{} is not a number of seats", quoted(value)),
            HeadError::Game(error) => error.fmt(f),
            HeadError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HeadError {}
