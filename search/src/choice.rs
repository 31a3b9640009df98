//! Which steps of a position are looked at: the likeliest ones, and some of each sort, since a list of the likeliest alone would
//! cut off whatever is unlike the rest.

/// Steps of different sorts are at most so many.
const SORTS: usize = 8;
/// So many of each sort are looked at, the likeliest ones, however unlikely they are.
const OF_EACH_SORT: usize = 3;

/// A step of a list, by its weight and its number there: the likeliest is the least one, and of those that are as likely the first.
/// Both are one integer, since integers are sorted much quicker than numbers by weights that lie elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Candidate(u64);

impl Candidate {
    #[inline]
    pub(crate) fn new(index: usize, weight: f32) -> Candidate {
        // These integers are in the order of `f32::total_cmp`.
        let bits = weight.to_bits() as i32;
        let likely = bits ^ ((bits >> 31) as u32 >> 1) as i32;
        let unlikely = !(likely as u32 ^ 1 << 31);
        Candidate(u64::from(unlikely) << 32 | u64::from(index as u32))
    }

    /// The number of the step in the list.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as u32 as usize
    }
}

/// All steps of a list, by these weights.
pub(crate) fn candidates(weights: &[f32]) -> impl Iterator<Item = Candidate> {
    let weights = weights.iter().enumerate();
    weights.map(|(index, &weight)| Candidate::new(index, weight))
}

/// Brings the steps to look at to the front of the list, of which the first `breadth` are the likeliest. How many they are then.
pub(crate) fn choose<C: Copy + Ord>(order: &mut [C], breadth: usize, sort: impl Fn(C) -> usize) -> usize {
    if order.len() <= breadth {
        return order.len();
    }
    let mut chosen = [0; SORTS];
    let (likeliest, rest) = order.split_at_mut(breadth);
    likeliest.iter().for_each(|&step| chosen[sort(step) % SORTS] += 1);
    // Sort 0 is that of most steps: of those there are enough.
    let unlike = bring_forward(rest, |step| sort(step) != 0);
    rest[..unlike].sort_unstable();
    let few = |step| {
        let chosen = &mut chosen[sort(step) % SORTS];
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
        let count = choose(&mut order, breadth, sort);
        order[..count].iter().collect()
    }

    #[test]
    fn candidates_are_in_order_of_their_weights() {
        let weights = [
            0.5,
            -1.0,
            f32::MAX,
            0.5,
            -0.0,
            0.0,
            f32::NEG_INFINITY,
            -1.5,
            1e-30,
        ];
        let mut sorted: Vec<Candidate> = candidates(&weights).collect();
        sorted.sort_unstable();
        let sorted: Vec<usize> = sorted.into_iter().map(Candidate::index).collect();
        assert_eq!(sorted, [2, 0, 3, 8, 5, 4, 1, 7, 6]);
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
