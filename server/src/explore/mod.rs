//! Exploring: tries other turns than those of a game, from one of its positions, or any position at all. Nothing is stored.

mod attempt;
mod position;
#[cfg(test)]
mod tests;
mod text;

use thicket_rules::{AnyGame, GameKind};

pub use attempt::Attempt;
pub use position::{at_text, check_steps};
pub use text::{Branch, check_line, read, write};

use crate::model::record::ending::{Ending, Reason};
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::model::turn::{drop_of, play_text};
use crate::protocol::{EndingView, PlyView, VariationView};

/// How many turns are played to work out one tree: each branch is played from the start of the game.
const BUDGET: usize = 50_000;

#[derive(Clone, Debug)]
pub struct MainLine {
    pub kind: GameKind,
    pub seats: u8,
    pub variant: String,
    /// The turns and drops before the position, as record text spells them.
    pub turns: Vec<String>,
}

impl MainLine {
    /// The game at the position.
    ///
    /// # Errors
    /// When the rules of this version do not allow one of the turns.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        let start = self.kind.start(self.seats, &self.variant);
        let mut game = start.map_err(|error| Refusal::new(Code::NoSuchSetup, format!("{error}.")))?;
        for (index, turn) in self.turns.iter().enumerate() {
            play_text(game.as_mut(), turn).map_err(|refusal| numbered(index + 1, refusal))?;
        }
        Ok(game)
    }

    /// All turns of a tree, in its order, with what they do.
    ///
    /// # Errors
    /// When a turn is not legal where it stands, or there are too many branches.
    pub fn explore(&self, tree: &[Branch]) -> Result<Vec<VariationView>, Refusal> {
        let start = self.game()?;
        let mut game = start.clone();
        let (mut at, mut played) = (0, 0);
        let mut turns = Vec::with_capacity(tree.len());
        for (index, branch) in tree.iter().enumerate() {
            if branch.after != at {
                game = start.clone();
                let line = line(tree, branch.after);
                played += self.turns.len() + line.len();
                if played > BUDGET {
                    let sentence = "These variations branch too often to be played through.";
                    return Err(Refusal::new(Code::TooLarge, sentence));
                }
                for turn in line {
                    play_text(game.as_mut(), turn)?;
                }
            }
            let number = self.turns.len() + line(tree, branch.after).len() + 1;
            turns.push(tried(game.as_mut(), branch).map_err(|refusal| numbered(number, refusal))?);
            at = index + 1;
        }
        Ok(turns)
    }

    /// The game after a line of the tree: the turns up to number `shown`, 0 for the position itself.
    ///
    /// # Errors
    /// As [`MainLine::explore`].
    pub fn at(&self, tree: &[Branch], shown: usize) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut game = self.game()?;
        for (index, turn) in line(tree, shown).into_iter().enumerate() {
            let number = self.turns.len() + index + 1;
            play_text(game.as_mut(), turn).map_err(|refusal| numbered(number, refusal))?;
        }
        Ok(game)
    }
}

/// The turns from the position to turn number `to`, that one included.
pub fn line(tree: &[Branch], to: usize) -> Vec<&str> {
    let mut turns = Vec::new();
    let mut at = to;
    while let Some(branch) = at.checked_sub(1).and_then(|index| tree.get(index)) {
        turns.push(branch.turn.as_str());
        at = branch.after;
    }
    turns.reverse();
    turns
}

/// Plays a turn of a tree; what it does.
///
/// # Errors
/// When it is not legal.
pub fn tried(game: &mut dyn AnyGame, branch: &Branch) -> Result<VariationView, Refusal> {
    let effect = play_text(game, &branch.turn)?;
    let reason = match drop_of(&branch.turn) {
        Some(_) => Reason::Resignation,
        None => Reason::Rules,
    };
    let ending = game.status().outcome().map(|outcome| {
        let ending = Ending::new(game, &outcome, reason);
        EndingView::new(&ending, game, None)
    });
    Ok(VariationView {
        after: branch.after,
        ply: PlyView::new(effect, game, None),
        ending,
    })
}

fn numbered(number: usize, refusal: Refusal) -> Refusal {
    Refusal {
        sentence: format!("Turn {number}: {}", refusal.sentence),
        ..refusal
    }
}
