//! How many tables there are, and what happens with numbers that do not divide.

/// The most seats of a table.
pub const MAX_SEATS: usize = 6;

/// How many seats a table has, and how many it may have if the numbers do not divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    seats: usize,
    fewest: usize,
}

/// How so many players are seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The seats of each table, the largest first.
    pub sizes: Vec<usize>,
    /// How many players are left over.
    pub byes: usize,
}

impl TableSize {
    /// Tables of `seats`, which are 2 to 6, and of at least `fewest` where the numbers do not divide. If both are equal, there
    /// are byes instead of smaller tables. `None` for any other numbers.
    pub fn new(seats: usize, fewest: usize) -> Option<TableSize> {
        let legal = (2..=MAX_SEATS).contains(&seats) && (2..=seats).contains(&fewest);
        legal.then_some(TableSize { seats, fewest })
    }

    /// The seats of a full table.
    pub fn seats(self) -> usize {
        self.seats
    }

    /// As many players as possible play, at as few tables as possible, whose sizes differ by one at most. Whoever is left over
    /// has a bye.
    pub fn split(self, players: usize) -> Split {
        (0..=players)
            .rev()
            .find_map(|playing| {
                let sizes = self.sizes(playing)?;
                let byes = players - playing;
                Some(Split { sizes, byes })
            })
            .unwrap_or(Split {
                sizes: Vec::new(),
                byes: players,
            })
    }

    fn sizes(self, playing: usize) -> Option<Vec<usize>> {
        let tables = playing.div_ceil(self.seats);
        let sizes = (0..tables).map(|table| playing / tables + usize::from(table < playing % tables));
        let sizes: Vec<usize> = sizes.collect();
        sizes.iter().all(|&size| size >= self.fewest).then_some(sizes)
    }

    /// The rule of [`split`](TableSize::split), for players.
    pub fn sentence(self) -> String {
        let TableSize { seats, fewest } = self;
        if fewest == seats {
            return format!(
                "Every table has {seats} seats. Players who are left over when the tables are full have a bye."
            );
        }
        format!(
            "Tables have {seats} seats. If the number of players cannot be divided by {seats}, there are smaller tables of \
             {fewest} seats or more, as equal as possible, and a bye only where that is not enough."
        )
    }
}
