//! Legal steps as a tree of clicks, so that a user interface can offer them without knowing the rules.

use std::collections::BTreeMap;

use crate::picture::Cell;

/// One click on the way to a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Click {
    /// A cell of the board.
    Cell(Cell),
    /// A button: one of [`Info::buttons`](crate::Info::buttons).
    Button(&'static str),
}

impl Click {
    /// The click that a text stands for: the number of a cell, or the name of one of these buttons.
    pub fn parse(text: &str, buttons: &[(&'static str, &'static str)]) -> Option<Click> {
        let button = buttons.iter().find(|(name, _)| *name == text);
        button
            .map(|&(name, _)| Click::Button(name))
            .or_else(|| text.parse().ok().map(|number| Click::Cell(Cell(number))))
    }
}

/// The clicks that enter one step, in order.
pub type Clicks = Vec<Click>;

/// What can be clicked next, and where each click leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClickTree {
    /// The step is entered: its text.
    Step(String),
    /// More clicks are needed.
    Next(BTreeMap<Click, ClickTree>),
}

impl ClickTree {
    /// A tree that offers nothing.
    pub fn empty() -> ClickTree {
        ClickTree::Next(BTreeMap::new())
    }

    /// The tree of some steps, each with its clicks. A step whose clicks begin with all clicks of another is left out;
    /// the laws of [`Position`](crate::Position) rule that out.
    pub fn of(steps: impl IntoIterator<Item = (Clicks, String)>) -> ClickTree {
        let mut root = BTreeMap::new();
        for (clicks, step) in steps {
            insert(&mut root, &clicks, step);
        }
        ClickTree::Next(root)
    }
}

fn insert(branches: &mut BTreeMap<Click, ClickTree>, clicks: &[Click], step: String) {
    let Some((&click, rest)) = clicks.split_first() else {
        return;
    };
    if rest.is_empty() {
        branches.entry(click).or_insert(ClickTree::Step(step));
    } else if let ClickTree::Next(further) = branches.entry(click).or_insert_with(ClickTree::empty) {
        insert(further, rest, step);
    }
}
