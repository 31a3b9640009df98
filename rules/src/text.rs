//! Numbers and lists in texts: one spelling each.

use crate::seat::BySeat;

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

#[cfg(test)]
mod tests {
    use super::*;

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
