//! Captures by phalanxes, and by single pieces that go on capturing.

use super::Bushka;
use super::board::{DIRECTIONS, Spots, direction_between};
use super::spot::Spot;
use super::step::{Path, Step};

impl Bushka {
    /// Appends the captures that are legal.
    pub(super) fn captures_into(&self, steps: &mut Vec<Step>) {
        if self.phalanxes_into(steps) == 0 {
            self.pieces_into(steps);
        }
    }

    /// Whether a man of the seat to move stands before a vacant square with an enemy behind it.
    pub(super) fn man_captures(&self) -> bool {
        let captures = |direction| !self.approaches(self.men(), direction).is_empty();
        DIRECTIONS.into_iter().any(captures)
    }

    /// Whether a king of the seat to move sees an enemy that it can capture.
    pub(super) fn king_captures(&self, king: Spot) -> bool {
        let chain = Chain::begin(self, king);
        DIRECTIONS
            .into_iter()
            .any(|direction| chain.approach(self, direction).is_some())
    }

    /// Whether there is a phalanx capture.
    pub(super) fn phalanx_captures(&self) -> bool {
        let captures = |direction| !self.approaches(self.heads(direction), direction).is_empty();
        DIRECTIONS.into_iter().any(captures)
    }

    /// Own men with another one right behind them.
    fn heads(&self, direction: i32) -> Spots {
        self.men() & self.men().to(direction)
    }

    /// The vacant squares next to some of `men`, just beyond which an enemy stands.
    fn approaches(&self, men: Spots, direction: i32) -> Spots {
        men.to(direction) & self.vacant() & self.enemies().to(-direction)
    }

    /// Appends the phalanx captures that take the most, and returns how many pieces they take.
    fn phalanxes_into(&self, steps: &mut Vec<Step>) -> u16 {
        let (first, mut most) = (steps.len(), 0);
        for direction in DIRECTIONS {
            for front in self.approaches(self.heads(direction), direction).singles() {
                let taken = self.touched(front, direction).count();
                if taken > most {
                    steps.truncate(first);
                    most = taken;
                }
                if taken == most {
                    let men = front.run(-direction, self.men());
                    let head = front.to(-direction);
                    steps.extend((men & !head).iter().filter_map(|from| capture(from, front)));
                }
            }
        }
        most
    }

    /// What a phalanx that comes to stand on `front` captures: a king, or a man and the men behind it.
    pub(super) fn touched(&self, front: Spots, direction: i32) -> Spots {
        let touched = front.to(direction) & self.enemies();
        if touched.meets(self.enemy_kings()) {
            touched
        } else {
            touched | touched.run(direction, self.enemy_men())
        }
    }

    /// Appends the captures of single pieces that take the most, and returns how many pieces they take.
    fn pieces_into(&self, steps: &mut Vec<Step>) -> u16 {
        let (first, mut most) = (steps.len(), 0);
        for start in self.pieces().iter() {
            let chain = Chain::begin(self, start);
            chain.follow(self, &mut |chain: &Chain| {
                if chain.taken.count() > most {
                    steps.truncate(first);
                    most = chain.taken.count();
                }
                if chain.taken.count() == most {
                    steps.push(Step::Capture(chain.path));
                }
            });
        }
        most
    }

    /// How many pieces a path takes if it is a capture at all, legal or not.
    pub(super) fn taken_by(&self, path: &Path) -> Option<u16> {
        if let Some((front, direction)) = self.phalanx(path) {
            let approached = self.approaches(self.heads(direction), direction).meets(front);
            return approached.then(|| self.touched(front, direction).count());
        }
        let start = Chain::begin(self, path.start());
        let end = path.as_slice()[1..].iter().try_fold(start, |chain, &stop| {
            let to = |&direction: &i32| {
                chain
                    .approach(self, direction)
                    .is_some_and(|(at, _)| at == Spots::one(stop))
            };
            chain.extended(self, DIRECTIONS.into_iter().find(to)?)
        });
        end.map(|chain| chain.taken.count())
    }

    /// Where a phalanx comes to stand and which way it goes, if the path is one of a phalanx: of a man that goes farther
    /// than one square, over own men only.
    pub(super) fn phalanx(&self, path: &Path) -> Option<(Spots, i32)> {
        let &[from, to] = path.as_slice() else {
            return None;
        };
        let direction = direction_between(from, to)?;
        let front = Spots::one(to);
        let men = front.run(-direction, self.men());
        let head = front.to(-direction);
        (men & !head).has(from).then_some((front, direction))
    }
}

fn capture(from: Spot, front: Spots) -> Option<Step> {
    Path::from(from).and(front.first()?).map(Step::Capture)
}

/// A piece in the middle of its captures.
#[derive(Clone, Copy)]
struct Chain {
    path: Path,
    at: Spots,
    king: bool,
    /// The squares it can go over: its own first square is vacant now, and captured pieces still stand.
    vacant: Spots,
    taken: Spots,
}

impl Chain {
    fn begin(position: &Bushka, start: Spot) -> Chain {
        let at = Spots::one(start);
        Chain {
            path: Path::from(start),
            at,
            king: position.kings[position.active().index()].has(start),
            vacant: position.vacant() | at,
            taken: Spots::EMPTY,
        }
    }

    /// Where the piece stops in this direction, and what it captures there.
    fn approach(&self, position: &Bushka, direction: i32) -> Option<(Spots, Spots)> {
        let mut stop = self.at.to(direction) & self.vacant;
        while self.king && stop.to(direction).meets(self.vacant) {
            stop = stop.to(direction);
        }
        let captured = stop.to(direction) & position.enemies() & !self.taken;
        (!captured.is_empty()).then_some((stop, captured))
    }

    fn extended(&self, position: &Bushka, direction: i32) -> Option<Chain> {
        let (at, captured) = self.approach(position, direction)?;
        Some(Chain {
            path: self.path.and(at.first()?)?,
            at,
            taken: self.taken | captured,
            ..*self
        })
    }

    /// Follows all continuations, and calls `ended` where each ends, if it captured anything.
    fn follow(&self, position: &Bushka, ended: &mut impl FnMut(&Chain)) {
        let mut further = false;
        for chain in DIRECTIONS
            .into_iter()
            .filter_map(|direction| self.extended(position, direction))
        {
            further = true;
            chain.follow(position, ended);
        }
        if !further && !self.taken.is_empty() {
            ended(self);
        }
    }
}
