//! Points, exactly.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Points in 120ths, so that every share of a place at a table of two to six seats is a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// How many units a point has.
    pub const UNITS: u32 = 120;

    /// So many whole points.
    pub fn whole(points: u32) -> Points {
        Points(points * Points::UNITS)
    }

    /// So many 120ths of a point.
    pub fn from_units(units: u32) -> Points {
        Points(units)
    }

    /// In 120ths of a point.
    pub fn units(self) -> u32 {
        self.0
    }

    /// What a place is worth at a table of `size` in a tournament whose full tables have `seats`: as many points as a full
    /// table has opponents for coming before all others, none for the last place, and the places between at equal distances.
    /// `behind` others came after the player and `equal` ones share the place: who shares places gets their mean.
    pub fn for_place(seats: usize, size: usize, behind: usize, equal: usize) -> Points {
        let beaten_halves = 2 * behind + equal;
        let unit = Points::UNITS as usize / (2 * size.saturating_sub(1).max(1));
        Points((seats.saturating_sub(1) * beaten_halves * unit) as u32)
    }

    /// What a first place is worth, and so a bye in a Swiss tournament.
    pub fn first_place(seats: usize) -> Points {
        Points::whole((seats as u32).saturating_sub(1))
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

/// In whole points and parts of one.
impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        f64::from(points.0) / f64::from(Points::UNITS)
    }
}

/// `3`, `2.5`, or with two decimals, rounded: `1.33`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let hundredths = (self.0 * 100 + Points::UNITS / 2) / Points::UNITS;
        match (hundredths / 100, hundredths % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}
