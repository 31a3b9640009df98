//! What is chosen before a game starts: the number of seats and the variant.

use std::fmt;

use crate::info::Info;
use crate::text::quoted;

/// The seats and the variant of a game. [`Info::setup`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    pub(crate) seats: u8,
    pub(crate) variant: &'static str,
}

impl Setup {
    /// How many seats there are.
    pub fn seats(self) -> u8 {
        self.seats
    }

    /// The variant's name; empty if the game has none.
    pub fn variant(self) -> &'static str {
        self.variant
    }
}

impl Info {
    /// The setup with these seats and this variant, if the game can be played like that. The empty variant means the
    /// default one.
    ///
    /// ```
    /// use thicket_rules::GameKind;
    ///
    /// let info = GameKind::Bushi.info();
    /// assert_eq!(info.setup(2, "")?.variant(), info.variants[0]);
    /// assert_eq!(info.setup(3, "").unwrap_err().to_string(), "bushi has 2 to 2 seats, not 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&'static self, seats: u8, variant: &str) -> Result<Setup, SetupError> {
        if !self.seats.contains(&seats) {
            return Err(SetupError::Seats { info: self, seats });
        }
        let default = self.variants.first().copied().unwrap_or("");
        let known = self.variants.iter().copied().find(|&known| known == variant);
        match known.or((variant.is_empty()).then_some(default)) {
            Some(variant) => Ok(Setup { seats, variant }),
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
        /// The number that was asked for.
        seats: u8,
    },
    /// The game has no such variant.
    Variant {
        /// The game.
        info: &'static Info,
        /// The variant that was asked for.
        variant: String,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SetupError::Seats { info, seats } => {
                let (fewest, most) = (info.seats.start(), info.seats.end());
                write!(f, "{} has {fewest} to {most} seats, not {seats}", info.name)
            }
            SetupError::Variant { info, variant } if info.variants.is_empty() => {
                write!(
                    f,
                    "{} has no variants, so not {} either",
                    info.name,
                    quoted(variant)
                )
            }
            SetupError::Variant { info, variant } => {
                write!(
                    f,
                    "{} has the variants {}, not {}",
                    info.name,
                    info.variants.join(", "),
                    quoted(variant)
                )
            }
        }
    }
}

impl std::error::Error for SetupError {}
