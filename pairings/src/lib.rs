//! Tournaments as functions: who plays whom, who stands where.
//!
//! Everything here is a pure function of data and a seed: no I/O, no clock, no other randomness. Whoever runs a tournament calls
//! it, and keeps what it answers; the same input and seed give the same answer on every machine. Players are numbers, tables
//! have two to six seats, and the order at a table is the order of play.
//!
//! | format | makes rounds by |
//! | --- | --- |
//! | round robin of tables for two | [`round_robin::berger`]: everybody against everybody, in one leg or two |
//! | full schedule for three to six seats | [`schedule::schedule`]: every two meet as equally often as possible |
//! | Swiss | [`swiss::pair`]: the next round, by scores and without repetition |
//! | arena | [`arena::seat`]: tables of those who wait; [`arena::points`] with streaks |
//! | league | [`league::first_season`], [`league::next_season`]: divisions, which play one of the first two |
//!
//! What was played are [`PlayedRound`]s of [`SeatResult`]s. [`standings`] makes points and [tie-breaks](TieBreak) of them,
//! [`cross_table`] how each player did against each other one. What readers of a page have to know about a rule is a constant
//! `SENTENCE` or a function `sentence` beside it; `docs/pairings.md` has all rules in plain words.
//!
//! A Swiss round of three players, of whom one has a bye:
//!
//! ```
//! use thicket_pairings::swiss::{Contender, pair};
//! use thicket_pairings::{PlayedRound, Points, Scoring, SeatResult, TableSize, TieBreak, standings};
//!
//! let size = TableSize::new(2, 2).expect("tables for two");
//! let field = [1, 2, 3].map(|player| Contender { player, points: Points::ZERO });
//! let round = pair(&field, &[], size, 1);
//! assert_eq!(round.byes, [3]);
//!
//! let played = PlayedRound {
//!     tables: vec![vec![SeatResult::new(1, 2), SeatResult::new(2, 1)]], // 2 comes first
//!     byes: round.byes,
//! };
//! let scoring = Scoring {
//!     seats: 2,
//!     bye: Points::first_place(2),
//!     tie_breaks: vec![TieBreak::DirectMeetings, TieBreak::FirstPlaces],
//! };
//! let table = standings(&[1, 2, 3], &[played.clone()], &scoring);
//! assert_eq!(table.iter().map(|row| row.player).collect::<Vec<_>>(), [2, 3, 1]);
//!
//! // The next round: 1 and 2 have met, and 3 has had a bye.
//! let points = |player| table.iter().find(|row| row.player == player).map_or(Points::ZERO, |row| row.points);
//! let field = [1, 2, 3].map(|player| Contender { player, points: points(player) });
//! let next = pair(&field, &[played.round()], size, 2);
//! assert_eq!((next.tables.len(), next.byes.len()), (1, 1));
//! assert!(next.tables[0].contains(&3));
//! ```

#![deny(missing_docs)]

pub mod arena;
mod arrangement;
mod assignment;
mod cross_table;
mod exchange;
mod history;
pub mod league;
mod points;
mod result;
mod rng;
mod rotation;
mod round;
pub mod round_robin;
pub mod schedule;
mod seating;
mod standings;
pub mod swiss;
mod table_size;
mod tie_break;

pub use cross_table::{Meeting, cross_table};
pub use points::Points;
pub use result::{Mark, PlayedRound, SeatResult, points_of};
pub use round::{Player, Round};
pub use standings::{Scoring, Standing, standings};
pub use table_size::{MAX_SEATS, Split, TableSize};
pub use tie_break::TieBreak;
