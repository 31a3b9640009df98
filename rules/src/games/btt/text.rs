//! The text of a position: only one spelling, and only positions that play could reach, are read.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, Content, is_connected};
use super::pyramid::{Direction, OF_EACH, Pyramid, Size, Stash};
use super::{Btt, PURSE, Phase, grid, nulls, roots};
use crate::grid::rows::{read_row, write_rows};
use crate::grid::square::Square;
use crate::position::ParsePosition;
use crate::seat::{BySeat, MAX_SEATS, Seat};
use crate::text::{by_seat, fields, join, seat_to_move, seats_in_play, write_to_move, wrong};

const NULL: char = 'o';
const ROOT: char = '*';
const OWNERS: [char; MAX_SEATS as usize] = ['w', 'k', 'r', 'b', 'g', 'y'];
/// Seats cannot have taken tokens more often: the one that cannot pay would have paid more than 45, three for each of 15
/// pyramids.
const MAX_REFILLS: u16 = 9;

impl fmt::Display for Btt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let row = |row: Vec<Square>| row.into_iter().flat_map(|square| letters(self.board[square]));
        write_rows(f, grid(self.table()).rows().into_iter().map(row))?;
        write_to_move(f, self.to_move)?;
        write!(f, " {} {}", self.in_play, join(self.tokens))?;
        for (seat, stash) in self.stashes.iter() {
            f.write_str(if seat == Seat::FIRST { " " } else { "," })?;
            Size::ALL
                .into_iter()
                .try_for_each(|size| write!(f, "{}", stash[size]))?;
        }
        Ok(())
    }
}

/// How a square is written: a pyramid is three characters.
fn letters(content: Content) -> impl Iterator<Item = Option<char>> {
    let letters = match content {
        Content::Empty => [Some(None), None, None],
        Content::Null => [Some(Some(NULL)), None, None],
        Content::Root => [Some(Some(ROOT)), None, None],
        Content::Pyramid(Pyramid {
            owner,
            size,
            pointing,
        }) => [OWNERS[owner.index()], size.letter(), pointing.letter()].map(|letter| Some(Some(letter))),
    };
    letters.into_iter().flatten()
}

impl FromStr for Btt {
    type Err = ParsePosition;

    fn from_str(text: &str) -> Result<Btt, ParsePosition> {
        let [board, to_move, in_play, tokens, stashes] = fields(text, "five")?;
        let tokens = read_tokens(tokens)?;
        let seats = tokens.seats();
        let mut position = Btt {
            tokens,
            board: read_board(board, seats)?,
            in_play: seats_in_play(in_play, seats, "one or more of the table's seats, in order")?,
            stashes: read_stashes(stashes, seats)?,
            to_move: None,
        };
        position.check_set_up()?;
        position.check_pointing()?;
        position.check_stashes()?;
        position.check_tokens()?;
        position.to_move = seat_to_move(to_move, position.in_play, position.ended())?;
        position.check_turns()?;
        Ok(position)
    }
}

fn read_tokens(field: &str) -> Result<BySeat<u16>, ParsePosition> {
    let seats = field.split(',').count();
    let tokens = match u8::try_from(seats) {
        Ok(seats @ 2..=MAX_SEATS) => by_seat(field, seats),
        _ => None,
    };
    match tokens {
        Some(tokens) => Ok(BySeat::from_fn(tokens.seats(), |seat| tokens[seat].into())),
        None => wrong("tokens are a number for each of two to six seats"),
    }
}

fn read_stashes(field: &str, seats: u8) -> Result<BySeat<Stash>, ParsePosition> {
    let read = |stash: &str| {
        let digits: Option<Vec<u8>> = stash
            .chars()
            .map(|digit| u8::try_from(digit.to_digit(10)?).ok())
            .collect();
        <[u8; 3]>::try_from(digits?).ok().map(Stash::from)
    };
    let stashes: Option<Vec<Stash>> = field.split(',').map(read).collect();
    match stashes.filter(|stashes| stashes.len() == usize::from(seats)) {
        Some(stashes) => Ok(BySeat::from_fn(seats, |seat| stashes[seat.index()])),
        None => wrong("stashes are three digits for each seat"),
    }
}

fn read_board(field: &str, seats: u8) -> Result<Board, ParsePosition> {
    let grid = grid(seats);
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != usize::from(grid.ranks) {
        return wrong(format!("the board for {seats} seats has {} rows", grid.ranks));
    }
    let mut board = Board::empty(grid);
    for (rank, row) in (0..grid.ranks).rev().zip(rows) {
        let contents = read_row(row).and_then(|row| read_contents(&row, seats));
        let Some(contents) = contents.filter(|contents| contents.len() == usize::from(grid.files)) else {
            return wrong(format!("row {} is not eight squares", rank + 1));
        };
        let squares = (0..grid.files).filter_map(|file| Square::new(file, rank));
        squares
            .zip(contents)
            .for_each(|(square, content)| board.put(square, content));
    }
    Ok(board)
}

/// Joins the three characters of each pyramid.
fn read_contents(row: &[Option<char>], seats: u8) -> Option<Vec<Content>> {
    let mut contents = Vec::new();
    let mut rest = row;
    while let Some((first, behind)) = rest.split_first() {
        let (content, length) = match (first, behind) {
            (None, _) => (Content::Empty, 1),
            (Some(NULL), _) => (Content::Null, 1),
            (Some(ROOT), _) => (Content::Root, 1),
            (Some(owner), [Some(size), Some(pointing), ..]) => {
                let owners = &OWNERS[..usize::from(seats)];
                let pyramid = Pyramid {
                    owner: Seat::from_index(owners.iter().position(|letter| letter == owner)?)?,
                    size: Size::of(*size)?,
                    pointing: Direction::of(*pointing)?,
                };
                (Content::Pyramid(pyramid), 3)
            }
            _ => return None,
        };
        contents.push(content);
        rest = &rest[length..];
    }
    Some(contents)
}

impl Btt {
    /// Nulls come first, then roots, then pyramids.
    fn check_set_up(&self) -> Result<(), ParsePosition> {
        let seats = self.table();
        let (null, root, pyramid) = (
            self.board.null_count(),
            self.board.root_count(),
            self.board.pyramids().count(),
        );
        if null > nulls(seats) || root > roots(seats) {
            return wrong("there are too many holes or roots");
        }
        let early = match self.phase() {
            Phase::Nulls => root > 0 || pyramid > 0,
            Phase::Roots => pyramid > 0,
            Phase::Pyramids => false,
        };
        if early {
            return wrong("something is on the board before all holes and roots are");
        }
        if is_connected(self.board.open()) {
            Ok(())
        } else {
            wrong("the holes cut the board in two")
        }
    }

    /// Following the pyramids from where each one points leads to a root.
    fn check_pointing(&self) -> Result<(), ParsePosition> {
        let grows = |square: Square| {
            let next = |at: &Square| {
                let pyramid = self.board[*at].pyramid()?;
                self.board.next(*at, pyramid.pointing)
            };
            // A path that is longer than the number of pyramids goes round in a circle.
            let mut way = std::iter::successors(Some(square), next).take(usize::from(self.table()) * 16);
            way.any(|at| self.board[at] == Content::Root)
        };
        match self.board.pyramids().find(|&(square, _)| !grows(square)) {
            Some((square, _)) => wrong(format!("the pyramid on {square} does not grow from a root")),
            None => Ok(()),
        }
    }

    fn check_stashes(&self) -> Result<(), ParsePosition> {
        let laid = |seat, size| {
            let like = |pyramid: Pyramid| pyramid.owner == seat && pyramid.size == size;
            self.board
                .pyramids()
                .filter(|&(_, pyramid)| like(pyramid))
                .count()
        };
        for (seat, stash) in self.stashes.iter() {
            let whole = |&size: &Size| usize::from(stash[size]) + laid(seat, size) == usize::from(OF_EACH);
            if !Size::ALL.iter().all(whole) {
                return wrong(format!(
                    "seat {seat} has not {OF_EACH} pyramids of each size on the board and in its stash"
                ));
            }
        }
        Ok(())
    }

    /// The pyramids show what was paid and gained. Apart from that, all seats took the same from the pot.
    fn check_tokens(&self) -> Result<(), ParsePosition> {
        let mut earned: BySeat<i32> = BySeat::all(self.table(), PURSE.into());
        let mut payments = 0;
        for (square, pyramid) in self.board.pyramids() {
            let at = self.board.next(square, pyramid.pointing);
            let target = at.and_then(|at| self.board[at].pyramid());
            if let Some(target) = target.filter(|target| target.owner != pyramid.owner) {
                earned[pyramid.owner] -= i32::from(target.size.points());
                earned[target.owner] += i32::from(pyramid.size.points());
                payments += 1;
            }
        }
        let most = i32::from(MAX_REFILLS.min(payments));
        let refills = (i32::from(self.tokens[Seat::FIRST]) - earned[Seat::FIRST]) / i32::from(PURSE);
        let taken = refills * i32::from(PURSE);
        let fits = |(seat, tokens): (Seat, u16)| i32::from(tokens) == earned[seat] + taken;
        if (0..=most).contains(&refills) && self.tokens.iter().all(fits) {
            Ok(())
        } else {
            wrong("the tokens are not what the pyramids on the board leave to each seat")
        }
    }

    /// Seats take turns: those still to come in this round have one pyramid more than the others, and a seat that dropped
    /// has at least as many as those.
    fn check_turns(&self) -> Result<(), ParsePosition> {
        let left = |seat: Seat| self.stashes[seat].count();
        let most = self.in_play.iter().map(left).max().unwrap_or(0);
        let even = self.stashes.iter().all(|(_, stash)| stash.count() + 1 >= most);
        let round = self.to_move.is_none_or(|seat| {
            let (passed, coming): (Vec<Seat>, Vec<Seat>) =
                self.in_play.iter().partition(|&other| other < seat);
            coming
                .into_iter()
                .chain(passed)
                .map(left)
                .is_sorted_by(|a, b| a >= b)
        });
        let laid = self.board.filled_count();
        let nobody_dropped = self.in_play.count() == self.table();
        let turn = self
            .to_move
            .is_none_or(|seat| usize::from(laid % self.table()) == seat.index());
        if even && round && (turn || !nobody_dropped) {
            Ok(())
        } else {
            wrong("the seats have not taken turns to come to this")
        }
    }
}
