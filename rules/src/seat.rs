//! Seats, sets of seats, and a value for each seat.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// The most seats that any game has.
pub const MAX_SEATS: u8 = 6;

/// A place at the table, numbered from 1 in order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat: the one that takes the first turn.
    pub const FIRST: Seat = Seat(1);

    /// The seat with this number, if there is such a seat at any table.
    pub fn new(number: u8) -> Option<Seat> {
        (1..=MAX_SEATS).contains(&number).then_some(Seat(number))
    }

    /// The seat at this place, counted from 0.
    pub fn from_index(index: usize) -> Option<Seat> {
        u8::try_from(index + 1).ok().and_then(Seat::new)
    }

    /// The other seat of a table for two.
    pub fn other(self) -> Seat {
        debug_assert!(self.0 <= 2);
        Seat(if self == Seat::FIRST { 2 } else { 1 })
    }

    /// 1 for the first seat.
    pub fn number(self) -> u8 {
        self.0
    }

    /// 0 for the first seat.
    pub fn index(self) -> usize {
        usize::from(self.0 - 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// The text is not a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSeat;

impl fmt::Display for ParseSeat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a seat is a number from 1 to {MAX_SEATS}")
    }
}

impl std::error::Error for ParseSeat {}

impl FromStr for Seat {
    type Err = ParseSeat;

    fn from_str(text: &str) -> Result<Seat, ParseSeat> {
        match text.as_bytes() {
            [digit @ b'1'..=b'6'] => Ok(Seat(digit - b'0')),
            _ => Err(ParseSeat),
        }
    }
}

/// A set of seats, such as those in play. Its text is their numbers in order: `134`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// The first `count` seats.
    pub fn first(count: u8) -> Seats {
        debug_assert!(count <= MAX_SEATS);
        Seats((1 << count) - 1)
    }

    /// Whether the seat is one of them.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Adds the seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Removes the seat, if it is there.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// How many there are.
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (1..=MAX_SEATS).map(Seat).filter(move |&seat| self.contains(seat))
    }

    /// The next of them after `seat` in order of play, going round. `seat` need not be one of them; if it is the only one,
    /// it is followed by itself.
    pub fn after(self, seat: Seat) -> Option<Seat> {
        self.iter()
            .find(|&next| next > seat)
            .or_else(|| self.iter().next())
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}

impl FromStr for Seats {
    type Err = ParseSeat;

    fn from_str(text: &str) -> Result<Seats, ParseSeat> {
        let mut seats = Seats(0);
        let mut last = 0;
        for digit in text.bytes() {
            if !(b'1'..=b'6').contains(&digit) || digit <= last {
                return Err(ParseSeat);
            }
            seats.0 |= 1 << (digit - b'1');
            last = digit;
        }
        Ok(seats)
    }
}

/// One value for each seat of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T> {
    seats: u8,
    // Places beyond `seats` keep the default, so that derived equality and hashing are right.
    values: [T; MAX_SEATS as usize],
}

impl<T: Copy + Default> BySeat<T> {
    /// One value for each of `seats` seats (at most [`MAX_SEATS`]).
    pub fn all(seats: u8, value: T) -> BySeat<T> {
        BySeat::from_fn(seats, |_| value)
    }

    /// A value computed for each of `seats` seats (at most [`MAX_SEATS`]).
    pub fn from_fn(seats: u8, mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        debug_assert!(seats <= MAX_SEATS);
        let mut values = [T::default(); MAX_SEATS as usize];
        for number in 1..=seats {
            values[usize::from(number - 1)] = make(Seat(number));
        }
        BySeat { seats, values }
    }

    /// How many seats the table has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Each seat with its value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        (1..=self.seats).map(Seat).map(|seat| (seat, self[seat]))
    }

    /// The values in order of the seats.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.seats)]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.index()]
    }
}
