//! The text of a tree of variations, as in the notation of chess: turns follow each other, and parentheses behind a turn hold what
//! can be played in its place.

use crate::http::limits::{EXPLORE_BYTES, EXPLORED_TURNS, STEP_BYTES, STEPS};
use crate::model::refusal::{Refusal, RefusalCode as Code, refuse};

/// A turn of a tree. Turns are numbered from 1 in the order in which they stand in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the turn before it; 0 if it is played in the position that is explored.
    pub after: usize,
    /// The turn as record text spells it: `e5,f6`.
    pub turn: String,
}

/// Reads the text of a tree. The turns need not be legal; repeated turns are merged.
///
/// # Errors
/// When the parentheses do not match, or the text is too long.
pub fn read(text: &str) -> Result<Vec<Branch>, Refusal> {
    if text.len() > EXPLORE_BYTES {
        return refuse(Code::TooLarge, "That is more than can be explored at once.");
    }
    let mut reader = Reader::default();
    for token in tokens(text) {
        match token {
            "(" => reader.open()?,
            ")" => reader.close()?,
            turn => reader.turn(turn)?,
        }
    }
    if !reader.outer.is_empty() {
        return refuse(Code::Malformed, "A parenthesis in the variations is not closed.");
    }
    Ok(reader.tree)
}

/// Turns, without their numbers, and parentheses.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace();
    let parts = words.flat_map(|word| word.split_inclusive(['(', ')']).flat_map(split_last));
    parts.map(without_number).filter(|token| !token.is_empty())
}

fn split_last(part: &str) -> [&str; 2] {
    let (turn, parenthesis) = part.split_at(part.trim_end_matches(['(', ')']).len());
    [turn, parenthesis]
}

/// Removes the number from the front of a turn: digits and one or more dots.
fn without_number(token: &str) -> &str {
    let behind = token.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.len() < token.len() && behind.starts_with('.') {
        true => behind.trim_start_matches('.'),
        false => token,
    }
}

#[derive(Default)]
struct Reader {
    tree: Vec<Branch>,
    /// The last turn of this line; 0 before the first of all.
    last: usize,
    /// Whether this line has a turn that another one can stand in place of.
    begun: bool,
    /// The last turns of the lines around this one.
    outer: Vec<usize>,
}

impl Reader {
    fn turn(&mut self, turn: &str) -> Result<(), Refusal> {
        check_turn(turn)?;
        let is_same = |branch: &Branch| branch.after == self.last && branch.turn == turn;
        let known = self.tree.iter().position(is_same);
        let index = known.unwrap_or(self.tree.len());
        if known.is_none() {
            if index >= EXPLORED_TURNS {
                return refuse(Code::TooLarge, "There are too many turns in these variations.");
            }
            self.tree.push(Branch {
                after: self.last,
                turn: turn.to_owned(),
            });
        }
        (self.last, self.begun) = (index + 1, true);
        Ok(())
    }

    fn open(&mut self) -> Result<(), Refusal> {
        let before = self.last.checked_sub(1).and_then(|index| self.tree.get(index));
        match before.filter(|_| self.begun) {
            Some(branch) => {
                self.outer.push(self.last);
                (self.last, self.begun) = (branch.after, false);
                Ok(())
            }
            None => refuse(
                Code::Malformed,
                "A variation has to stand after the turn that it replaces.",
            ),
        }
    }

    fn close(&mut self) -> Result<(), Refusal> {
        match self.outer.pop().filter(|_| self.begun) {
            Some(last) => {
                self.last = last;
                Ok(())
            }
            None => refuse(
                Code::Malformed,
                "A parenthesis in the variations is closed but was not opened.",
            ),
        }
    }
}

/// Refuses a line with more or longer turns than can be explored.
pub fn check_line(turns: &[String]) -> Result<(), Refusal> {
    if turns.len() > EXPLORED_TURNS {
        return refuse(Code::TooLarge, "There are too many turns in these variations.");
    }
    turns.iter().try_for_each(|turn| check_turn(turn))
}

fn check_turn(turn: &str) -> Result<(), Refusal> {
    if turn.split(',').count() > STEPS {
        return refuse(Code::TooLarge, "No turn has that many steps.");
    }
    if turn.split(',').any(|step| step.len() > STEP_BYTES) {
        return refuse(Code::TooLarge, "No step is that long.");
    }
    Ok(())
}

/// The text of a tree: the first turn after another is the main line, the others stand in parentheses.
pub fn write(tree: &[Branch]) -> String {
    let mut next = vec![Vec::new(); tree.len() + 1];
    for (index, branch) in tree.iter().enumerate() {
        next[branch.after].push(index + 1);
    }
    let mut words = Vec::new();
    write_line(tree, &next, 0, &mut words);
    words.join(" ").replace("( ", "(").replace(" )", ")")
}

fn write_line(tree: &[Branch], next: &[Vec<usize>], mut after: usize, words: &mut Vec<String>) {
    while let [main, others @ ..] = next[after].as_slice() {
        words.push(tree[main - 1].turn.clone());
        for &other in others {
            words.push("(".to_owned());
            words.push(tree[other - 1].turn.clone());
            write_line(tree, next, other, words);
            words.push(")".to_owned());
        }
        after = *main;
    }
}
