//! Clocks, as a browser sees them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock_words::{long, short};
use crate::model::clock_terms::{ClockTerms, Pace};
use crate::model::game::clock::Clocks;
use crate::time::UnixMs;

/// How much time the seats have, in milliseconds and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockTermsView {
    pub bank: i64,
    pub increment: i64,
    /// Increments do not fill the bank beyond this; in correspondence only.
    pub cap: Option<i64>,
    /// How long after the turn before a clock begins to run; in correspondence only.
    pub grace: Option<i64>,
    /// In short: "10+10", "7 days + 12 h".
    pub short: String,
    pub long: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClocksView {
    /// What each seat had left when its clock last stopped, in milliseconds.
    pub left: Vec<i64>,
    pub running: Option<RunningClockView>,
    /// Who is on holiday, or was: their clocks rest until then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<HolidayView>>"))]
    pub holidays: Vec<HolidayView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HolidayView {
    pub seat: u8,
    pub until: UnixMs,
}

/// The clock of the seat to move: what it has left at a time is `deadline - max(from, time)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunningClockView {
    pub seat: u8,
    /// From when on it runs; in a grace period this is still to come.
    pub from: UnixMs,
    pub deadline: UnixMs,
}

impl ClockTermsView {
    /// `None` for a game without clocks.
    pub fn new(terms: ClockTerms) -> Option<ClockTermsView> {
        let Pace {
            bank,
            increment,
            cap,
            grace,
        } = terms.pace()?;
        let correspondence = matches!(terms, ClockTerms::Correspondence(_));
        Some(ClockTermsView {
            bank,
            increment,
            cap: correspondence.then_some(cap),
            grace: correspondence.then_some(grace),
            short: short(terms)?,
            long: long(terms)?,
        })
    }
}

impl ClocksView {
    /// What a seat has left at a time; none if there is no such seat.
    pub fn left(&self, index: usize, now: UnixMs) -> Option<i64> {
        let left = *self.left.get(index)?;
        let running = self
            .running
            .filter(|running| usize::from(running.seat) == index + 1);
        Some(running.map_or(left, |running| (running.deadline - running.from.max(now)).max(0)))
    }
}

impl From<&Clocks> for ClocksView {
    fn from(clocks: &Clocks) -> ClocksView {
        let running = clocks.running().zip(clocks.deadline());
        ClocksView {
            left: clocks.banks().to_vec(),
            holidays: (1..)
                .zip(clocks.holidays())
                .filter(|(_, until)| **until > UnixMs::default())
                .map(|(seat, &until)| HolidayView { seat, until })
                .collect(),
            running: running.map(|(running, deadline)| RunningClockView {
                seat: running.seat.number(),
                from: running.from,
                deadline,
            }),
        }
    }
}
