//! What is chosen before a game starts: the number of seats and the variant.

use std::fmt;
use std::marker::PhantomData;

use crate::position::{Info, Position};

/// The seats and the variant of a game of `P`: only such as the game has.
pub struct Setup<P> {
    seats: u8,
    variant: &'static str,
    game: PhantomData<fn() -> P>,
}

// Derived, these would ask the same of `P`.
impl<P> Clone for Setup<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Setup<P> {}

impl<P> fmt::Debug for Setup<P> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Setup({} seats, {:?})", self.seats, self.variant)
    }
}

impl<P: Position> Setup<P> {
    /// A setup with these seats and this variant (the empty text means the default one).
    pub fn new(seats: u8, variant: &str) -> Result<Setup<P>, SetupError> {
        let Choice { seats, variant } = P::INFO.choose(seats, variant)?;
        Ok(Setup {
            seats,
            variant,
            game: PhantomData,
        })
    }

    /// How many seats there are.
    pub fn seats(self) -> u8 {
        self.seats
    }

    /// The variant's name; empty where the game has none.
    pub fn variant(self) -> &'static str {
        self.variant
    }
}

/// Seats and a variant that a game has.
pub(crate) struct Choice {
    pub(crate) seats: u8,
    pub(crate) variant: &'static str,
}

impl Info {
    /// Checks a choice of seats and variant.
    pub(crate) fn choose(&'static self, seats: u8, variant: &str) -> Result<Choice, SetupError> {
        if !self.seats.contains(&seats) {
            return Err(SetupError::Seats { info: self, seats });
        }
        let default = self.variants.first().copied().unwrap_or("");
        let known = self.variants.iter().copied().find(|&known| known == variant);
        match known.or((variant.is_empty()).then_some(default)) {
            Some(variant) => Ok(Choice { seats, variant }),
            None => Err(SetupError::Variant {
                info: self,
                variant: variant.to_owned(),
            }),
        }
    }
}

/// The game cannot be set up like that.
#[derive(Clone, Debug)]
pub enum SetupError {
    /// The game is not for this number of seats.
    Seats {
        /// The game.
        info: &'static Info,
        /// What was asked for.
        seats: u8,
    },
    /// The game has no such variant.
    Variant {
        /// The game.
        info: &'static Info,
        /// What was asked for.
        variant: String,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SetupError::Seats { info, seats } => {
                let (least, most) = (info.seats.start(), info.seats.end());
                write!(f, "{} has {least} to {most} seats, not {seats}", info.name)
            }
            SetupError::Variant { info, variant } if info.variants.is_empty() => {
                write!(f, "{} has no variants, so not {variant:?} either", info.name)
            }
            SetupError::Variant { info, variant } => {
                write!(
                    f,
                    "{} has the variants {}, not {variant:?}",
                    info.name,
                    info.variants.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for SetupError {}
