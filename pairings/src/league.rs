//! Leagues: divisions of four to eight, promotion and relegation.

use crate::round::Player;

/// The fewest players of a division, unless the whole league has fewer.
pub const FEWEST: usize = 4;
/// The most players of a division.
pub const MOST: usize = 8;

/// The rules, for players.
pub const SENTENCE: &str = "After a season the two best of a division of six or more are promoted and the last two relegated; \
     in a smaller division it is one each. Whoever leaves makes room: first the best of those who would be relegated stay, \
     then the divisions below move up. Newcomers begin in the lowest division.";

/// The sizes of the divisions, the highest first.
///
/// Every division has `size` players, which is taken to be 4 to 8. What is left over is a division of its own if it is four or
/// more; else the last division takes them if it has eight then at most; else the last two share. Fewer than four players are
/// one division.
pub fn division_sizes(players: usize, size: usize) -> Vec<usize> {
    let size = size.clamp(FEWEST, MOST);
    let (full, rest) = (players / size, players % size);
    let mut sizes = vec![size; full];
    match (rest, sizes.pop()) {
        (0, last) => sizes.extend(last),
        (rest, None) => sizes.push(rest),
        (rest, Some(last)) if rest >= FEWEST => sizes.extend([last, rest]),
        (rest, Some(last)) if last + rest <= MOST => sizes.push(last + rest),
        (rest, Some(last)) => sizes.extend([(last + rest).div_ceil(2), (last + rest) / 2]),
    }
    sizes
}

/// The divisions of a first season: `players` by strength, the strongest first.
pub fn first_season(players: &[Player], size: usize) -> Vec<Vec<Player>> {
    let mut rest = players;
    let division = |size: usize| {
        let (division, after) = rest.split_at(size);
        rest = after;
        division.to_vec()
    };
    division_sizes(players.len(), size)
        .into_iter()
        .map(division)
        .collect()
}

/// How many are promoted from a division and relegated to it from the one above: two if both have six or more, else one.
pub fn movers(above: usize, below: usize) -> usize {
    match above.min(below) {
        0 | 1 => 0,
        2..6 => 1,
        _ => 2,
    }
}

/// The divisions of the next season.
///
/// `standings` are the divisions as the season ended, the highest first, the best of each first. Between two divisions the last
/// [`movers`] of the upper one and the best of the lower one change places. A leaver who would be among them is counted: the
/// place is free, and nobody is relegated or promoted in their stead. Then leavers go out, and everybody is in one order: in
/// each division first those who come down, then those who stay, then those who come up, and newcomers last, in the order
/// given. [`division_sizes`] cuts it. So a free place goes to the best of those who would be relegated, and if that leaves one
/// below, to the next there. A newcomer who is in the league already is no newcomer.
pub fn next_season(
    standings: &[Vec<Player>],
    leavers: &[Player],
    newcomers: &[Player],
    size: usize,
) -> Vec<Vec<Player>> {
    let moved: Vec<usize> = standings
        .windows(2)
        .map(|two| movers(two[0].len(), two[1].len()))
        .collect();
    let mut order: Vec<Player> = Vec::new();
    for (at, division) in standings.iter().enumerate() {
        let up = if at == 0 { 0 } else { moved[at - 1] };
        let down = moved.get(at).copied().unwrap_or(0);
        if at > 0 {
            let above = &standings[at - 1];
            order.extend(&above[above.len() - up..]);
        }
        order.extend(
            division
                .get(up..division.len().saturating_sub(down))
                .unwrap_or_default(),
        );
        if let Some(below) = standings.get(at + 1) {
            order.extend(&below[..down]);
        }
    }
    order.extend(
        newcomers
            .iter()
            .filter(|newcomer| !standings.iter().flatten().any(|player| player == *newcomer)),
    );
    order.retain(|player| !leavers.contains(player));
    first_season(&order, size)
}
