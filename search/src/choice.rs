//! Which steps of a position are looked at: the likeliest ones, and some of each sort, since a list of the likeliest alone would
//! cut off whatever is unlike the rest.

use std::cmp::Ordering;

/// Steps of different sorts are at most so many.
const SORTS: usize = 8;
/// So many of each sort are looked at, the likeliest ones, however unlikely they are.
const OF_EACH_SORT: usize = 3;

/// Brings the steps to look at to the front of the list, of which the first `breadth` are the likeliest. How many they are then.
pub(crate) fn choose<I: Copy>(
    order: &mut [I],
    breadth: usize,
    sort: impl Fn(I) -> usize,
    by_weight: impl Fn(&I, &I) -> Ordering,
) -> usize {
    if order.len() <= breadth {
        return order.len();
    }
    let mut chosen = [0; SORTS];
    let (likeliest, rest) = order.split_at_mut(breadth);
    likeliest
        .iter()
        .for_each(|&index| chosen[sort(index) % SORTS] += 1);
    // Sort 0 is that of most steps: of those there are enough.
    let unlike = bring_forward(rest, |index| sort(index) != 0);
    rest[..unlike].sort_unstable_by(by_weight);
    let few = |index| {
        let chosen = &mut chosen[sort(index) % SORTS];
        *chosen += 1;
        *chosen <= OF_EACH_SORT
    };
    breadth + bring_forward(&mut rest[..unlike], few)
}

/// Brings those that are wanted to the front, in their order. How many they are.
fn bring_forward<I: Copy>(list: &mut [I], mut is_wanted: impl FnMut(I) -> bool) -> usize {
    let mut wanted = 0;
    for place in 0..list.len() {
        if is_wanted(list[place]) {
            list.swap(wanted, place);
            wanted += 1;
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps are letters, capitals of another sort, and the first letters weigh most.
    fn chosen(steps: &str, breadth: usize) -> String {
        let mut order: Vec<char> = steps.chars().collect();
        let sort = |step: char| usize::from(step.is_uppercase());
        let count = choose(&mut order, breadth, sort, |a, b| a.cmp(b));
        order[..count].iter().collect()
    }

    #[test]
    fn of_each_sort_some_are_chosen() {
        assert_eq!(chosen("abcdefg", 3), "abc");
        assert_eq!(chosen("abcdEfZ", 3), "abcEZ");
        assert_eq!(chosen("abcDCeBA", 3), "abcABC");
        assert_eq!(chosen("AbcDeBC", 3), "AbcBC", "one is among the likeliest");
        assert_eq!(chosen("ab", 3), "ab");
    }
}
