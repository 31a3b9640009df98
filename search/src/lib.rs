//! Bots for the games that Thicket plays.
//!
//! A [`Bot`] finds turns within a [`Budget`] and can be stopped at any moment. What it knows of each game beyond the rules
//! is in `games`; how it searches is the same for all. Nothing here starts a thread except for [`Match::play`], and with a
//! budget of nodes nothing reads a clock.
//!
//! ```
//! use thicket_rules::GameKind;
//! use thicket_search::{Bot, Budget, Level, Skill, Stop};
//!
//! let mut game = GameKind::Antipode.start(2, "")?;
//! let skill = Skill::Level(Level::new(2).expect("a level"));
//! let mut bot = Bot::new(GameKind::Antipode, game.seats(), skill, 1);
//! let thought = bot.think(game.as_ref(), &skill.budget(GameKind::Antipode), &Stop::default()).expect("a turn");
//! game.play_turn(&thought.steps)?;
//! assert_eq!(game.ply_count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod alphabeta;
mod arena;
mod bot;
mod budget;
mod calibration;
mod chance;
mod choice;
mod engine;
mod evaluator;
mod games;
mod hash;
mod history;
mod knowledge;
mod level;
mod mcts;
mod net;
mod reasons;
mod self_play;
mod simple;
mod transpositions;
mod tree;
mod tuning;
mod weights;

/// The version of the search, with what it knows of the games. It is raised with every change after which bots think otherwise
/// of positions, so that whoever keeps what they thought knows when that is out of date.
pub const VERSION: u32 = 16;

pub use arena::{Match, Tally};
pub use bot::{Bot, Thought};
pub use budget::{Budget, Stop};
pub use calibration::{Calibration, Sample, fit};
pub use chance::{first_places, payoffs};
pub use level::{Level, ParseSkill, Skill};
pub use net::example::{Example, ParseExample};
pub use net::training::{Epoch, learn};
pub use reasons::{Reason, reasons};
pub use self_play::SelfPlay;
pub use tuning::{Sought, Tuned, Tuning, Weight};
