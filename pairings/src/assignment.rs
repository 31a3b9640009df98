//! The assignment of least cost, exactly.

/// For each row a column of its own so that the sum of costs is least: the Hungarian method with potentials, in
/// O(n³) (Kuhn 1955; Jonker and Volgenant 1987). `costs` has `size` rows of `size` costs.
pub(crate) fn assign(costs: &[i64], size: usize) -> Vec<usize> {
    // Row and column 0 stand for nothing; column 0 holds the row that is being added.
    let (mut of_row, mut of_column) = (vec![0; size + 1], vec![0; size + 1]);
    let mut row_at = vec![0; size + 1];
    for row in 1..=size {
        row_at[0] = row;
        let way = shortest_path(costs, size, &row_at, &mut of_row, &mut of_column);
        flip(&mut row_at, &way);
    }
    let mut columns = vec![0; size];
    for column in 1..=size {
        columns[row_at[column] - 1] = column - 1;
    }
    columns
}

/// The shortest augmenting path from column 0: for each column the one before it. Its last column comes at the end.
fn shortest_path(
    costs: &[i64],
    size: usize,
    row_at: &[usize],
    of_row: &mut [i64],
    of_column: &mut [i64],
) -> (Vec<usize>, usize) {
    let mut slack = vec![i64::MAX; size + 1];
    let mut before = vec![0; size + 1];
    let mut done = vec![false; size + 1];
    let mut column = 0;
    while row_at[column] != 0 {
        done[column] = true;
        let row = row_at[column];
        let (mut least, mut next) = (i64::MAX, 0);
        for other in (1..=size).filter(|&other| !done[other]) {
            let cost = costs[(row - 1) * size + other - 1] - of_row[row] - of_column[other];
            if cost < slack[other] {
                (slack[other], before[other]) = (cost, column);
            }
            if slack[other] < least {
                (least, next) = (slack[other], other);
            }
        }
        for other in 0..=size {
            if done[other] {
                of_row[row_at[other]] += least;
                of_column[other] -= least;
            } else if other > 0 {
                slack[other] -= least;
            }
        }
        column = next;
    }
    (before, column)
}

fn flip(row_at: &mut [usize], (before, last): &(Vec<usize>, usize)) {
    let mut column = *last;
    while column != 0 {
        row_at[column] = row_at[before[column]];
        column = before[column];
    }
}

#[cfg(test)]
mod tests {
    use super::assign;
    use crate::rng::Rng;

    /// The least cost of the rows from `row` on, in columns that are not `taken`.
    fn least(costs: &[i64], size: usize, row: usize, taken: u32) -> i64 {
        let free = (0..size).filter(|column| taken & (1 << column) == 0);
        free.map(|column| costs[row * size + column] + least(costs, size, row + 1, taken | (1 << column)))
            .min()
            .unwrap_or(0)
    }

    #[test]
    fn no_assignment_costs_less() {
        let mut rng = Rng::new(1);
        for size in (0..7).cycle().take(700) {
            let costs: Vec<i64> = (0..size * size).map(|_| rng.below(20) as i64 - 5).collect();
            let columns = assign(&costs, size);
            let mut sorted = columns.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..size).collect::<Vec<_>>());
            let cost: i64 = columns
                .iter()
                .enumerate()
                .map(|(row, column)| costs[row * size + column])
                .sum();
            assert_eq!(cost, least(&costs, size, 0, 0));
        }
    }
}
