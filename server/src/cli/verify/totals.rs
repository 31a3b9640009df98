//! Comparing what is counted over all games with the games themselves: statistics, the numbers of rated and of finished games, and
//! the lists of records.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use thicket_rules::GameKind;
use uuid::Uuid;

use crate::ids::PlayerId;
use crate::model::record::day_list::{Checker, DayList};
use crate::store::{GameTally, Store, StoreError};

/// What games were counted under, and how many with how many turns.
type Tallies = BTreeMap<GameTally, (i64, i64)>;

/// How many games of a kind players have finished.
type Finished = BTreeMap<(PlayerId, String), i64>;

/// How many of these are read at once.
const PAGE: i64 = 1_000;

/// Totals as they were before the games are read. If a server runs meanwhile, there may be more games.
#[derive(Debug)]
pub(super) struct Totals {
    tallies: Tallies,
    rated: HashMap<String, i64>,
    found: Tallies,
    numbers: HashMap<String, Vec<i64>>,
    finished_before: Finished,
    finished: Finished,
}

impl Totals {
    pub(super) async fn before(store: &Store) -> Result<Totals, StoreError> {
        Ok(Totals {
            tallies: tallies(store).await?,
            rated: rated_kinds(store).await?,
            found: Tallies::new(),
            numbers: HashMap::new(),
            finished_before: finished_games(store).await?,
            finished: Finished::new(),
        })
    }

    pub(super) fn count(&mut self, tally: GameTally) {
        add(&mut self.found, tally);
    }

    /// A game of a kind that was found, and whose it is.
    pub(super) fn finish(&mut self, kind: &str, players: Vec<PlayerId>) {
        for player in players {
            *self.finished.entry((player, kind.to_owned())).or_default() += 1;
        }
    }

    pub(super) fn number(&mut self, kind: &str, number: i64) {
        self.numbers.entry(kind.to_owned()).or_default().push(number);
    }

    pub(super) async fn disagreements(mut self, store: &Store) -> Result<Vec<String>, StoreError> {
        let after = tallies(store).await?;
        let mut wrong = Vec::new();
        let mut kinds: Vec<&GameTally> = self
            .tallies
            .keys()
            .chain(self.found.keys())
            .chain(after.keys())
            .collect();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            let of = |tallies: &Tallies| tallies.get(kind).copied().unwrap_or_default();
            let (least, found, most) = (of(&self.tallies), of(&self.found), of(&after));
            for (what, least, found, most) in [
                ("games", least.0, found.0, most.0),
                ("turns", least.1, found.1, most.1),
            ] {
                if found < least.min(most) || found > most.max(least) {
                    wrong.push(format!(
                        "game_tallies has {most} {what} of {}, but there are {found}",
                        words(kind)
                    ));
                }
            }
        }
        let after = rated_kinds(store).await?;
        let mut rated: Vec<String> = after.keys().chain(self.numbers.keys()).cloned().collect();
        rated.sort();
        rated.dedup();
        for kind in rated {
            let least = self.rated.get(&kind).copied().unwrap_or_default();
            let most = after.get(&kind).copied().unwrap_or_default();
            let numbers = self.numbers.remove(&kind).unwrap_or_default();
            wrong.extend(misnumbered(&kind, numbers, least, most));
        }
        let after = finished_games(store).await?;
        wrong.extend(miscounted(&self.finished_before, &self.finished, &after));
        Ok(wrong)
    }
}

/// Whose finished games are more or fewer than there are. Those that ended meanwhile may be missing.
fn miscounted<'a>(
    before: &'a Finished,
    found: &'a Finished,
    after: &'a Finished,
) -> impl Iterator<Item = String> + use<'a> {
    let keys: BTreeSet<&(PlayerId, String)> = [before, found, after]
        .into_iter()
        .flat_map(BTreeMap::keys)
        .collect();
    keys.into_iter().filter_map(move |key| {
        let [least, found, most] =
            [before, found, after].map(|counts| counts.get(key).copied().unwrap_or_default());
        let is_right = (least.min(most)..=most.max(least)).contains(&found);
        let (player, kind) = key;
        (!is_right).then(|| {
            format!("finished_games has {most} games of {kind} of player {player}, but there are {found}")
        })
    })
}

async fn rated_kinds(store: &Store) -> Result<HashMap<String, i64>, StoreError> {
    let kinds = store.rated_kinds().await?.into_iter();
    Ok(kinds.map(|kind| (kind.kind, kind.games)).collect())
}

async fn finished_games(store: &Store) -> Result<Finished, StoreError> {
    let mut all = Finished::new();
    let mut after = (PlayerId(Uuid::nil()), String::new());
    loop {
        let page = store.all_finished_games((after.0, &after.1), PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = (last.player, last.kind.clone());
        all.extend(page.into_iter().map(|row| ((row.player, row.kind), row.games)));
    }
}

/// Whether the rated games of a kind have the numbers from 1 on, each once. Of those that ended meanwhile some may be missing.
fn misnumbered(kind: &str, mut numbers: Vec<i64>, least: i64, most: i64) -> Option<String> {
    numbers.sort_unstable();
    let is_wrong = |(wanted, number): &(i64, i64)| wanted != number && (*wanted <= least || number < wanted);
    if let Some((wanted, number)) = (1..).zip(numbers.iter().copied()).find(is_wrong) {
        return Some(format!(
            "records.rated_game of {kind} is {number} where {wanted} should be"
        ));
    }
    let count = numbers.len() as i64;
    let is_right = count >= least && numbers.last().copied().unwrap_or_default() <= most;
    (!is_right).then(|| format!("rated_games has {most} games of {kind}, but there are {count}"))
}

async fn tallies(store: &Store) -> Result<Tallies, StoreError> {
    let mut found = Tallies::new();
    for kind in GameKind::ALL {
        for tally in store.records().tallies(kind.info().name).await? {
            add(&mut found, tally);
        }
    }
    Ok(found)
}

fn add(tallies: &mut Tallies, mut tally: GameTally) {
    let (games, plies) = (std::mem::take(&mut tally.games), std::mem::take(&mut tally.plies));
    let sum = tallies.entry(tally).or_default();
    *sum = (sum.0 + games, sum.1 + plies);
}

fn words(tally: &GameTally) -> String {
    let GameTally {
        kind,
        seats,
        bots,
        reason,
        length,
        winner,
        ..
    } = tally;
    let bots = if *bots { "with bots" } else { "without bots" };
    format!(
        "{kind} with {seats} seats {bots}, ended by {reason:?}, from {length} turns, won by seat {winner}"
    )
}

/// What is wrong with the lists of records; and the last one that is closed.
pub(super) async fn check_lists(store: &Store) -> Result<(Vec<String>, Option<DayList>), StoreError> {
    let lists = store.day_lists().await?;
    let mut checker = Checker::default();
    let (mut wrong, mut last) = (Vec::new(), None);
    for list in lists {
        let records = store.listed_sums(list.list).await?;
        wrong.extend(checker.check(&list, &records));
        last = Some(list).filter(|list| list.sha256.is_some()).or(last);
    }
    wrong.extend(checker.end());
    Ok((wrong, last))
}
