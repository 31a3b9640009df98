//! Numbers, lists and the fields of positions in texts: one spelling each. And foreign text in errors.

use std::fmt;

use crate::position::ParsePosition;
use crate::seat::{BySeat, Seat, Seats};

/// The most characters of foreign text that an error repeats.
const MAX_REPEATED: usize = 40;

/// Foreign text as an error may repeat it: at most 40 characters, the last an ellipsis if there were more, and in the
/// place of each one that does not print, such as a line break, a replacement character.
pub fn excerpt(text: &str) -> String {
    let length = text.chars().take(MAX_REPEATED + 1).count();
    let kept = if length > MAX_REPEATED {
        MAX_REPEATED - 1
    } else {
        length
    };
    let mut excerpt: String = text.chars().take(kept).map(printable).collect();
    if length > MAX_REPEATED {
        excerpt.push('…');
    }
    excerpt
}

fn printable(character: char) -> char {
    let plain = character.escape_debug().len() == 1 || matches!(character, '"' | '\'' | '\\');
    if plain {
        character
    } else {
        char::REPLACEMENT_CHARACTER
    }
}

/// An [`excerpt`] between quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", excerpt(text))
}

/// Reads a number that is written without a sign and without leading zeros.
pub(crate) fn number(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}

/// Reads one small number for each seat, joined by commas: `0,2,0,0`.
pub(crate) fn by_seat(text: &str, seats: u8) -> Option<BySeat<u8>> {
    let numbers: Option<Vec<u8>> = text
        .split(',')
        .map(|part| number(part)?.try_into().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() == usize::from(seats))?;
    Some(BySeat::from_fn(seats, |seat| numbers[seat.index()]))
}

/// Writes what [`by_seat`] reads.
pub(crate) fn join<T: Copy + Default + ToString>(values: BySeat<T>) -> String {
    let numbers: Vec<String> = values.as_slice().iter().map(T::to_string).collect();
    numbers.join(",")
}

/// The error for a text that is not a position.
pub(crate) fn wrong<T>(reason: impl Into<String>) -> Result<T, ParsePosition> {
    Err(ParsePosition(reason.into()))
}

/// The fields of a position's text, with one space between two. `count` says in words how many there are.
pub(crate) fn fields<'a, const N: usize>(text: &'a str, count: &str) -> Result<[&'a str; N], ParsePosition> {
    let fields: Vec<&str> = text.splitn(N + 1, ' ').collect();
    let fields = fields.try_into();
    fields.or_else(|_| wrong(format!("it has {count} fields, with one space between two")))
}

/// Reads which of the table's seats are in play. `expected` says in words what is expected.
pub(crate) fn seats_in_play(field: &str, table: u8, expected: &str) -> Result<Seats, ParsePosition> {
    match field.parse::<Seats>() {
        Ok(in_play) if in_play.count() > 0 && in_play.iter().all(|seat| seat.number() <= table) => {
            Ok(in_play)
        }
        _ => wrong(format!("seats in play are {expected}")),
    }
}

/// Reads how many turns were taken, in a game that is over after `last`.
pub(crate) fn turn_count(field: &str, last: u16) -> Result<u16, ParsePosition> {
    match number(field) {
        Some(turns) if turns <= last => Ok(turns),
        _ => wrong(format!("turns is a number up to {last}")),
    }
}

/// Writes a space and the seat to move, or `-` for nobody.
pub(crate) fn write_to_move(f: &mut fmt::Formatter, to_move: Option<Seat>) -> fmt::Result {
    match to_move {
        Some(seat) => write!(f, " {seat}"),
        None => write!(f, " -"),
    }
}

/// Reads the seat to move: any one in play, or nobody if the game has ended.
pub(crate) fn seat_to_move(field: &str, in_play: Seats, ended: bool) -> Result<Option<Seat>, ParsePosition> {
    match (field, field.parse::<Seat>()) {
        ("-", _) if ended => Ok(None),
        ("-", _) => wrong("nobody is to move, but the game is not over"),
        (_, Ok(_)) if ended => wrong("a seat is to move, but the game is over"),
        (_, Ok(seat)) if in_play.contains(seat) => Ok(Some(seat)),
        _ => wrong("the seat to move is not one in play"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_print() {
        assert_eq!(excerpt("e5,f6"), "e5,f6");
        assert_eq!(excerpt(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(excerpt(&"x".repeat(41)), format!("{}…", "x".repeat(39)));
        assert_eq!(excerpt(&"é".repeat(100_000)).chars().count(), 40);
        assert_eq!(excerpt("a\n\u{1b}[31m\u{202e}\u{2028}b"), "a��[31m��b");
        assert_eq!(quoted("a\"b"), r#""a\"b""#);
        assert_eq!(quoted(&"\u{7f}".repeat(41)), format!("\"{}…\"", "�".repeat(39)));
    }

    #[test]
    fn a_number_has_one_spelling() {
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("500"), Some(500));
        for text in ["", "00", "01", "+1", "-1", "1 ", "65536", "x", "١"] {
            assert_eq!(number(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_list_has_a_number_for_each_seat() {
        let three = BySeat::from_fn(3, |seat| seat.number() * 10);
        assert_eq!(by_seat("10,20,30", 3), Some(three));
        assert_eq!(join(three), "10,20,30");
        for text in ["", "10,20", "10,20,30,", "10,,30", "10,20,300", "10, 20,30"] {
            assert_eq!(by_seat(text, 3), None, "{text:?}");
        }
    }
}
