//! What decides between players with equal points.

use std::cmp::Ordering;

use crate::points::Points;
use crate::result::SeatResult;
use crate::round::Player;

/// What is compared, the larger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieBreak {
    /// How those who are tied placed against each other.
    DirectMeetings,
    /// The points of one's opponents.
    Buchholz,
    /// How often one came first.
    FirstPlaces,
    /// Capture stones, where the game counts them.
    Captures,
}

impl TieBreak {
    /// All of them, in the usual order.
    pub const ALL: [TieBreak; 4] = [
        TieBreak::DirectMeetings,
        TieBreak::Buchholz,
        TieBreak::FirstPlaces,
        TieBreak::Captures,
    ];

    /// Its name, for a page.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::DirectMeetings => "Direct meetings",
            TieBreak::Buchholz => "Buchholz",
            TieBreak::FirstPlaces => "First places",
            TieBreak::Captures => "Capture stones",
        }
    }

    /// What it is, for a page.
    pub fn sentence(self) -> &'static str {
        match self {
            TieBreak::DirectMeetings => {
                "At tables where tied players met: how often a player came before another tied player, less how often after one."
            }
            TieBreak::Buchholz => {
                "The points of a player's opponents, added up over the rounds; of each table the mean of the opponents. A round \
                 without an opponent counts the player's own points."
            }
            TieBreak::FirstPlaces => "How often a player came first alone.",
            TieBreak::Captures => "The capture stones of all games together.",
        }
    }

    /// The value as a page shows it: whole numbers, and points for Buchholz.
    pub fn shown(self, value: i64) -> String {
        match self {
            TieBreak::Buchholz => Points::from_units((value / BUCHHOLZ_PARTS) as u32).to_string(),
            _ => value.to_string(),
        }
    }

    /// The value of a player, whose table in each round `own` has. `points` are those of all, and `tied` the players who are
    /// compared.
    pub(crate) fn value(
        self,
        own: &Own,
        player: Player,
        points: &dyn Fn(Player) -> Points,
        tied: &[Player],
    ) -> i64 {
        let tables = own.iter().flatten();
        match self {
            TieBreak::DirectMeetings => tables.map(|table| direct_meetings(*table, tied)).sum(),
            TieBreak::Buchholz => own.iter().map(|table| buchholz(*table, player, points)).sum(),
            TieBreak::FirstPlaces => tables.filter(|table| is_first(**table)).count() as i64,
            TieBreak::Captures => tables.map(|(seat, _)| counted_captures(seat)).sum(),
        }
    }
}

/// A seat, and its table.
pub(crate) type OwnTable<'a> = (&'a SeatResult, &'a [SeatResult]);
/// For each round the seat of a player, if they were paired.
pub(crate) type Own<'a> = Vec<Option<OwnTable<'a>>>;

/// A mean of one to five opponents' points is a whole number of these parts.
const BUCHHOLZ_PARTS: i64 = 60;

/// The others of the table who came.
fn opponents<'a>((seat, table): OwnTable<'a>) -> impl Iterator<Item = &'a SeatResult> {
    table
        .iter()
        .filter(|other| other.player != seat.player && other.came())
}

/// Whether the seat came before all others of its table.
fn is_first((seat, table): OwnTable) -> bool {
    let mut others = table.iter().filter(|other| other.player != seat.player);
    seat.mark.is_none() && others.all(|other| seat.against(other) == Ordering::Greater)
}

fn counted_captures(seat: &SeatResult) -> i64 {
    if seat.mark.is_some() {
        0
    } else {
        i64::from(seat.captures)
    }
}

fn direct_meetings(own: OwnTable, tied: &[Player]) -> i64 {
    let (seat, _) = own;
    if !seat.came() {
        return 0;
    }
    let among = opponents(own).filter(|other| tied.contains(&other.player));
    among.map(|other| seat.against(other) as i64).sum()
}

fn buchholz(own: Option<OwnTable>, player: Player, points: &dyn Fn(Player) -> Points) -> i64 {
    let met = own
        .filter(|(seat, _)| seat.came())
        .into_iter()
        .flat_map(opponents);
    let (count, sum) = met.fold((0, 0), |(count, sum), other| {
        (count + 1, sum + i64::from(points(other.player).units()))
    });
    match count {
        0 => i64::from(points(player).units()) * BUCHHOLZ_PARTS,
        _ => sum * BUCHHOLZ_PARTS / count,
    }
}
