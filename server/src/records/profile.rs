//! How somebody plays, as profiles and leaderboards have it.

use std::collections::BTreeMap;

use thicket_rules::GameKind;

use crate::ids::PlayerId;
use crate::protocol::{
    LeaderView, LeaderboardView, OpponentView, PlayedView, ProfileView, SeatTallyView, StandingView,
};
use crate::store::{Listed, Opponent, PROFILE_GAMES, RecordStore, SeatTally, Standing, StoreError};
use crate::time::UnixMs;

const OPPONENTS: i64 = 8;
const HISTORY: i64 = 100;
/// How many players a whole leaderboard has.
pub(crate) const LISTED: i64 = 100;

/// The profile of a player with an account, who has had it since then.
pub(crate) async fn profile(
    records: &RecordStore,
    (player, name): (PlayerId, String),
    since: UnixMs,
) -> Result<ProfileView, StoreError> {
    let tallies = records.seat_tallies(player).await?;
    let count = |count: fn(&SeatTally) -> i64| tallies.iter().map(count).sum::<i64>();
    let games = count(|tally| tally.games);
    let opponents = records.opponents(player, OPPONENTS).await?;
    let mut owners = records.bot_owners(std::iter::once(player)).await?;
    Ok(ProfileView {
        name,
        owner: owners.remove(&player),
        since,
        ratings: ratings(records, player).await?,
        games,
        latest_only: games >= PROFILE_GAMES,
        known: count(|tally| tally.known),
        stayed: count(|tally| tally.stayed),
        played: played(&tallies),
        opponents: opponents.into_iter().map(OpponentView::from).collect(),
    })
}

async fn ratings(records: &RecordStore, player: PlayerId) -> Result<Vec<StandingView>, StoreError> {
    let mut ratings = Vec::new();
    for standing in records.ratings_of(player).await? {
        let history = records.rating_history(player, &standing.kind, HISTORY).await?;
        ratings.push(standing_view(standing, history));
    }
    Ok(ratings)
}

fn standing_view(standing: Standing, history: Vec<f64>) -> StandingView {
    StandingView {
        provisional: !standing.is_settled(),
        game: standing.kind,
        rating: standing.rating.into(),
        games: standing.games,
        opponents: standing.opponents,
        history,
    }
}

fn played(tallies: &[SeatTally]) -> Vec<PlayedView> {
    let mut groups: BTreeMap<(&str, i64), Vec<&SeatTally>> = BTreeMap::new();
    for tally in tallies {
        groups.entry((&tally.kind, tally.seats)).or_default().push(tally);
    }
    let mut played: Vec<PlayedView> = groups.into_iter().map(played_view).collect();
    played.sort_by_key(|played| std::cmp::Reverse(played.games));
    played
}

fn played_view(((game, seats), tallies): ((&str, i64), Vec<&SeatTally>)) -> PlayedView {
    let seat = |tally: &&SeatTally| SeatTallyView {
        seat: tally.seat,
        games: tally.games,
        won: tally.won,
    };
    PlayedView {
        game: game.to_owned(),
        seats,
        games: tallies.iter().map(|tally| tally.games).sum(),
        won: tallies.iter().map(|tally| tally.won).sum(),
        by_seat: tallies.iter().map(seat).collect(),
    }
}

impl From<Opponent> for OpponentView {
    fn from(opponent: Opponent) -> OpponentView {
        OpponentView {
            name: opponent.name,
            member: opponent.member,
            games: opponent.games,
            ahead: opponent.ahead,
            behind: opponent.behind,
        }
    }
}

/// The best players of a game, at most so many.
pub(crate) async fn leaderboard(
    records: &RecordStore,
    kind: GameKind,
    limit: i64,
) -> Result<LeaderboardView, StoreError> {
    let game = kind.info().name;
    let listed = records.leaderboard(game, limit).await?;
    let mut owners = records
        .bot_owners(listed.iter().map(|listed| listed.standing.player))
        .await?;
    let leader = |(listed, place): (Listed, usize)| LeaderView {
        place,
        owner: owners.remove(&listed.standing.player),
        name: listed.name,
        rating: listed.standing.rating.into(),
        games: listed.standing.games,
    };
    Ok(LeaderboardView {
        game,
        players: listed.into_iter().zip(1..).map(leader).collect(),
    })
}
