//! Inserting many rows with few statements.

/// How many rows a statement can have. A statement of each size stays prepared, so that no group of events has to
/// prepare one for its own size.
const SIZES: [usize; 7] = [64, 32, 16, 8, 4, 2, 1];

/// How many statements an [`Insert`] keeps prepared.
pub(super) const STATEMENTS: usize = SIZES.len();

/// The texts of an `INSERT` for each of the sizes, made once.
#[derive(Debug)]
pub(super) struct Insert {
    texts: [String; STATEMENTS],
}

impl Insert {
    /// `into` is what stands before `VALUES`, `then` what stands behind the rows, each of which has `columns`.
    pub(super) fn new(into: &str, columns: usize, then: &str) -> Self {
        let texts = SIZES.map(|size| format!("{into} VALUES {} {then}", rows(size, columns)));
        Self { texts }
    }

    /// The largest statement that this many rows fill, and how many it takes. There must be a row.
    pub(super) fn for_rows(&self, count: usize) -> (&str, usize) {
        let place = SIZES.iter().position(|&size| size <= count).expect("a row");
        (&self.texts[place], SIZES[place])
    }
}

/// `($1, $2), ($3, $4)` for two rows of two columns.
fn rows(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let first = row * columns + 1;
        let cells: Vec<String> = (first..first + columns).map(|cell| format!("${cell}")).collect();
        format!("({})", cells.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_through() {
        assert_eq!(rows(2, 3), "($1, $2, $3), ($4, $5, $6)");
    }

    #[test]
    fn the_largest_statement_that_is_filled_is_taken() {
        let insert = Insert::new("INSERT INTO t (a, b)", 2, "ON CONFLICT DO NOTHING");
        let sizes = |mut count: usize| {
            let mut sizes = vec![];
            while count > 0 {
                sizes.push(insert.for_rows(count).1);
                count -= sizes[sizes.len() - 1];
            }
            sizes
        };
        assert_eq!(sizes(1), [1]);
        assert_eq!(sizes(63), [32, 16, 8, 4, 2, 1]);
        assert_eq!(sizes(150), [64, 64, 16, 4, 2]);
        let (text, _) = insert.for_rows(1);
        assert_eq!(
            text,
            "INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        );
    }
}
