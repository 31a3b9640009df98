//! A tree of variations as lines of text: a line breaks where there are several turns to choose from.

use super::game::Explorable;
use crate::protocol::VariationView;

/// How far lines are indented at most.
const DEEPEST: usize = 5;

#[derive(Clone, Debug)]
pub struct LineRow {
    /// 0 for the main line.
    pub depth: usize,
    pub turns: Vec<TriedRow>,
}

#[derive(Clone, Debug)]
pub struct TriedRow {
    pub index: usize,
    pub number: usize,
    pub colour: String,
    pub text: String,
    pub current: bool,
}

/// The lines of a tree, as `web/js/model/explorer.js` has them, too.
pub(super) fn lines(game: &Explorable, turns: &[VariationView], shown: usize) -> Vec<LineRow> {
    let mut next = vec![Vec::new(); turns.len() + 1];
    for (index, turn) in turns.iter().enumerate() {
        next[turn.after].push(index + 1);
    }
    let row = |index: usize, number: usize| {
        let ply = &turns[index - 1].ply;
        let colours = &game.kind.view.colours;
        let colour = usize::from(ply.seat)
            .checked_sub(1)
            .and_then(|seat| colours.get(seat));
        TriedRow {
            index,
            number,
            colour: colour.copied().unwrap_or_default().to_owned(),
            text: ply.short.clone().unwrap_or_else(|| ply.text.clone()),
            current: index == shown,
        }
    };
    let mut lines = Vec::new();
    write(&next, &row, (0, game.at), (0, Vec::new()), &mut lines);
    lines
}

/// Adds the lines that go on after a turn, which is given with its number in the game; `begun` is the line that it ends.
fn write(
    next: &[Vec<usize>],
    row: &dyn Fn(usize, usize) -> TriedRow,
    (mut after, mut number): (usize, usize),
    begun: (usize, Vec<TriedRow>),
    lines: &mut Vec<LineRow>,
) {
    let (depth, mut turns) = begun;
    while let [main, others @ ..] = next[after].as_slice() {
        number += 1;
        turns.push(row(*main, number));
        if !others.is_empty() {
            let turns = std::mem::take(&mut turns);
            lines.push(LineRow { depth, turns });
        }
        for &other in others {
            let line = ((depth + 1).min(DEEPEST), vec![row(other, number)]);
            write(next, row, (other, number), line, lines);
        }
        after = *main;
    }
    if !turns.is_empty() {
        lines.push(LineRow { depth, turns });
    }
}
