//! The only list of the games.

use std::fmt;
use std::str::FromStr;

use crate::any::AnyGame;
use crate::game::Game;
use crate::games::antipode::Antipode;
use crate::games::btt::Btt;
use crate::games::bushi::Bushi;
use crate::games::bushka::Bushka;
use crate::games::bushwhacked::Bushwhacked;
use crate::info::Info;
use crate::position::{ParsePosition, Position};
use crate::setup::SetupError;
use crate::text::quoted;

macro_rules! games {
    ($($kind:ident,)*) => {
        /// Which game is played.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameKind {
            $(#[doc = concat!("The game of [`", stringify!($kind), "`] positions.")] $kind,)*
        }

        impl GameKind {
            /// All of them.
            pub const ALL: &'static [GameKind] = &[$(GameKind::$kind),*];

            /// Calls the visitor with the type of this kind's positions. This is the only way from a value to the type.
            pub fn with<V: Visitor>(self, visitor: V) -> V::Out {
                match self {
                    $(GameKind::$kind => visitor.visit::<$kind>(),)*
                }
            }
        }
    };
}

games! { Bushwhacked, Bushi, Bushka, Antipode, Btt, }

/// Code that runs with the type of a kind's positions.
///
/// ```
/// use thicket_rules::{Game, GameKind, Position, Visitor};
///
/// /// Counts the turns of a game in which everybody plays the first legal step.
/// struct Turns;
///
/// impl Visitor for Turns {
///     type Out = usize;
///
///     fn visit<P: Position>(self) -> usize {
///         let setup = P::INFO.setup(P::INFO.default_seats, "").expect("the defaults");
///         let mut game = Game::<P>::new(setup);
///         while let Some(step) = game.legal_steps().first() {
///             game.play(step, &mut |_| ()).expect("a legal step");
///         }
///         game.plies().len()
///     }
/// }
///
/// assert!(GameKind::ALL.iter().all(|kind| kind.with(Turns) > 10));
/// ```
pub trait Visitor {
    /// What it returns.
    type Out;
    /// Runs with the type `P`.
    fn visit<P: Position>(self) -> Self::Out;
}

struct InfoOf;

impl Visitor for InfoOf {
    type Out = &'static Info;

    fn visit<P: Position>(self) -> &'static Info {
        P::INFO
    }
}

struct Start<'a> {
    seats: u8,
    variant: &'a str,
}

impl Visitor for Start<'_> {
    type Out = Result<Box<dyn AnyGame>, SetupError>;

    fn visit<P: Position>(self) -> Self::Out {
        Ok(Box::new(Game::<P>::new(P::INFO.setup(self.seats, self.variant)?)))
    }
}

struct At<'a>(&'a str);

impl Visitor for At<'_> {
    type Out = Result<Box<dyn AnyGame>, ParsePosition>;

    fn visit<P: Position>(self) -> Self::Out {
        Ok(Box::new(Game::<P>::at(self.0.parse()?)))
    }
}

impl GameKind {
    /// What every game of this kind shares.
    pub fn info(self) -> &'static Info {
        self.with(InfoOf)
    }

    /// A game before its first turn; the empty variant means the default one.
    pub fn start(self, seats: u8, variant: &str) -> Result<Box<dyn AnyGame>, SetupError> {
        self.with(Start { seats, variant })
    }

    /// A game that begins with the position of this text.
    ///
    /// ```
    /// use thicket_rules::GameKind;
    ///
    /// let mut game = GameKind::Bushka.start(2, "")?;
    /// let step = game.legal().swap_remove(0);
    /// game.play_turn(&[step])?;
    ///
    /// let copy = GameKind::Bushka.at(&game.position_text())?;
    /// assert_eq!((copy.legal(), copy.ply_count()), (game.legal(), 0));
    ///
    /// let error = GameKind::Bushka.at("nothing").unwrap_err();
    /// assert!(error.to_string().starts_with("not a position: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(self, position: &str) -> Result<Box<dyn AnyGame>, ParsePosition> {
        self.with(At(position))
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.info().name)
    }
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(pub String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.info().name).collect();
        write!(
            f,
            "there is no game {}; there is {}",
            quoted(&self.0),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownGame {}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<GameKind, UnknownGame> {
        let named = |kind: &GameKind| kind.info().name == name;
        GameKind::ALL
            .iter()
            .copied()
            .find(named)
            .ok_or_else(|| UnknownGame(name.to_owned()))
    }
}
