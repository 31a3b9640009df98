//! Inserting many rows with few statements.

use super::sql::{Engine, Tx};

/// The numbers of rows that statements have. Each stays prepared, so that no group of events has to prepare one for
/// its own size.
const SIZES: [usize; 7] = [64, 32, 16, 8, 4, 2, 1];

/// How many statements an [`Insert`] keeps prepared.
pub(in crate::store) const STATEMENTS: usize = SIZES.len();

/// The texts of an `INSERT` for each size.
#[derive(Debug)]
pub(in crate::store) struct Insert {
    sqlite: [String; STATEMENTS],
    postgres: [String; STATEMENTS],
}

impl Insert {
    /// `into` is the table with its columns, and their number; `then` follows the rows.
    pub(in crate::store) fn new((into, columns): (&str, usize), then: &str) -> Self {
        let text = |rows: String| format!("INSERT INTO {into} VALUES {rows} {then}");
        Self::with_rows(columns, |cell| format!("${cell}"), text)
    }

    /// Statements with rows of these types somewhere in them, where Postgres does not see the types by itself.
    pub(in crate::store) fn typed(types: &[&str], text: impl Fn(String) -> String) -> Self {
        let columns = types.len();
        let cell = |cell: usize| format!("CAST(${cell} AS {})", types[(cell - 1) % columns]);
        Self::with_rows(columns, cell, text)
    }

    /// `cell` is how Postgres writes one, counted from 1.
    fn with_rows(
        columns: usize,
        cell: impl Fn(usize) -> String + Copy,
        text: impl Fn(String) -> String,
    ) -> Self {
        Self {
            // To SQLite `$1` is a name, and it searches all names for every value that is bound.
            sqlite: SIZES.map(|size| text(rows(size, columns, |_| "?".to_owned()))),
            postgres: SIZES.map(|size| text(rows(size, columns, cell))),
        }
    }

    /// The largest statement that this many rows fill, and its size. `count` must not be 0.
    pub(in crate::store) fn for_rows(&self, tx: &Tx<'_>, count: usize) -> (&str, usize) {
        let texts = match tx {
            Engine::Sqlite(_) => &self.sqlite,
            Engine::Postgres(_) => &self.postgres,
        };
        let place = fitting(count);
        (&texts[place], SIZES[place])
    }
}

/// The index of that size.
fn fitting(count: usize) -> usize {
    SIZES.iter().position(|&size| size <= count).expect("a row")
}

/// `($1, $2), ($3, $4)` for two rows of two columns, each cell as `cell` writes it.
pub(in crate::store) fn rows(rows: usize, columns: usize, cell: impl Fn(usize) -> String) -> String {
    let row = |row: usize| {
        let first = row * columns + 1;
        let cells: Vec<String> = (first..first + columns).map(&cell).collect();
        format!("({})", cells.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_through() {
        let insert = Insert::new(("t (a, b)", 2), "ON CONFLICT DO NOTHING");
        assert_eq!(
            insert.postgres[fitting(2)],
            "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING"
        );
        assert_eq!(
            insert.sqlite[fitting(2)],
            "INSERT INTO t (a, b) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING"
        );
    }

    #[test]
    fn the_largest_statement_that_is_filled_is_taken() {
        let sizes = |mut count: usize| {
            let mut sizes = vec![];
            while count > 0 {
                sizes.push(SIZES[fitting(count)]);
                count -= sizes[sizes.len() - 1];
            }
            sizes
        };
        assert_eq!(sizes(1), [1]);
        assert_eq!(sizes(63), [32, 16, 8, 4, 2, 1]);
        assert_eq!(sizes(150), [64, 64, 16, 4, 2]);
    }
}
