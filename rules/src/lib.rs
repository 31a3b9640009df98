//! The rules of the games that Thicket plays.
//!
//! A [`Position`] knows one game and plays steps; a [`Game`] is a position with its history; an [`AnyGame`] is a game
//! whose kind is known only at run time. [`GameKind`] lists the games. Nothing here does I/O, reads a clock or uses
//! randomness.
//!
//! A whole game of Bushwhacked for two, from the setup to the record:
//!
//! ```
//! use thicket_rules::{GameKind, Head, Record, Seat, replay};
//!
//! let mut game = GameKind::Bushwhacked.start(2, "")?;
//! game.play_turn(&["a2"])?; // white
//! game.play_turn(&["b2"])?; // red, beside it
//! assert_eq!(game.play_turn(&["b2"]).unwrap_err().to_string(), "b2 is occupied");
//!
//! // A turn can be tried out first. The next one puts a stone on the board and completes white's turn.
//! let effect = game.check_turn(&["b1"])?;
//! assert!(effect.complete && effect.changes.len() == 1);
//! assert_eq!(game.ply_count(), 2);
//!
//! // Turns are read from the text of a record, too.
//! replay(game.as_mut(), "3. b1 4. q17 5. c2", |_, _| ())?;
//!
//! // White has play stones on three sides of b2, so the red stone there has become white's capture stone.
//! assert!(game.position_text().ends_with("/wWw14/1w15 2 12 0,0 27,29 - 5"));
//!
//! let red = Seat::new(2).expect("a seat");
//! game.drop_seat(red)?;
//! let outcome = game.status().outcome().expect("one seat is left");
//! assert_eq!(outcome.ranks.as_slice(), [1, 2]);
//! assert_eq!(outcome.scores.as_slice(), [[0, 1], [0, 0]]); // bases, capture stones
//!
//! let record = Record { head: Head::of(game.as_ref()), turns: game.plies() };
//! assert!(record.to_string().ends_with("\n\n1. a2 2. b2 3. b1 4. q17 5. c2 6. drop:2\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod any;
mod clicks;
mod game;
mod games;
mod grid;
mod guide;
mod head;
mod info;
mod kind;
mod outcome;
mod picture;
mod ply;
mod position;
mod record;
mod repetition;
mod replay;
mod seat;
mod setup;
mod state;
mod text;
mod trial;
mod turn;

pub use any::{AnyGame, PlayError, Steps};
pub use clicks::{Click, ClickTree, Clicks};
pub use game::{Game, IllegalDrop, IllegalTakeBack};
pub use games::*;
pub use grid::bits::Bits;
pub use grid::bitset::{BitSet, Geometry};
pub use grid::hex::{Hex, ParseHex};
pub use grid::square::{ParseSquare, Square};
pub use guide::{EndReason, Guide};
pub use head::{Head, HeadError, Wanted};
pub use info::Info;
pub use kind::{GameKind, UnknownGame, Visitor};
pub use outcome::{Outcome, Score, Status};
pub use picture::{Cell, Change, Diagram, Label, Layout, Line, Outline, Piece, Place};
pub use ply::Ply;
pub use position::{IllegalStep, ParsePosition, ParseStep, Position};
pub use record::{Record, RecordError};
pub use replay::{TurnError, replay};
pub use seat::{BySeat, MAX_SEATS, ParseSeat, Seat, Seats};
pub use setup::{Setup, SetupError};
pub use text::excerpt;
pub use turn::{Preview, TurnEffect, TurnRefusal};
