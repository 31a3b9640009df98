//! Positions as pages show them.

use thicket_rules::{AnyGame, GameKind};

use super::{Day, PracticeId};
use crate::analysis;
use crate::ids::TableCode;
use crate::model::refusal::Refusal;
use crate::model::turn::play_text;
use crate::protocol::{EvaluationView, LessonView, PracticeView, SuggestionView, preview};
use crate::store::{PracticeRow, RecordStore, StoreError};

/// How many positions a page of the list has.
const PER_PAGE: i64 = 20;

/// A position of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPosition {
    pub id: PracticeId,
    /// The seat to move, from 1.
    pub seat: u8,
    /// The game that it is from, and how many turns come before it there.
    pub code: TableCode,
    pub ply: i64,
}

/// A position that can be played on.
#[derive(Clone, Debug)]
pub struct ShownPosition {
    pub listed: ListedPosition,
    pub game: Box<dyn AnyGame>,
    /// The best turn and those that follow.
    pub line: Vec<String>,
}

/// None for a game that this version does not have.
fn listed(row: &PracticeRow) -> Option<ListedPosition> {
    Some(ListedPosition {
        id: PracticeId {
            day: Day(row.day),
            kind: row.kind.parse().ok()?,
        },
        seat: row.found.seat,
        code: row.code.clone(),
        ply: row.found.ply,
    })
}

/// The position of a kind for a day: its own one, or an earlier one that the day chooses, so that it is the same one at all nodes.
///
/// # Errors
/// When the database does not answer.
pub async fn of_the_day(
    records: &RecordStore,
    kind: GameKind,
    today: Day,
) -> Result<Option<ListedPosition>, StoreError> {
    let name = kind.info().name;
    let own = records.practice(name, today.0).await?;
    let row = match (own, records.first_practice_day(name).await?) {
        (Some(own), _) => Some(own),
        (None, Some(first)) if first <= today.0 => {
            match records.practice_until(name, chosen(first, today)).await? {
                Some(earlier) => Some(earlier),
                None => records.practice_until(name, today.0).await?,
            }
        }
        (None, _) => None,
    };
    Ok(row.as_ref().and_then(listed))
}

/// A day from the first one until today, another one each day.
fn chosen(first: i64, today: Day) -> i64 {
    let days = (today.0 - first).unsigned_abs() + 1;
    // The digits of the golden ratio spread the days evenly.
    let spread = today.0.unsigned_abs().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    first + i64::try_from(spread % days).unwrap_or_default()
}

/// A page of the positions of the days before today, the last ones first; of one kind or of all. With it the place where the next page
/// begins, if there is one.
///
/// # Errors
/// When the database does not answer.
pub async fn page(
    records: &RecordStore,
    only: Option<GameKind>,
    before: Option<PracticeId>,
    today: Day,
) -> Result<(Vec<ListedPosition>, Option<PracticeId>), StoreError> {
    let place = before.filter(|before| before.day <= today);
    let place = place.map_or((today.0, ""), |before| (before.day.0, before.kind.info().name));
    let only = only.map(|kind| kind.info().name);
    let mut rows = records.practice_before(place, only, PER_PAGE + 1).await?;
    let is_more = rows.len() as i64 > PER_PAGE;
    rows.truncate(PER_PAGE as usize);
    let positions: Vec<ListedPosition> = rows.iter().filter_map(listed).collect();
    let next = positions.last().map(|last| last.id).filter(|_| is_more);
    Ok((positions, next))
}

impl ShownPosition {
    /// The position with this id; none if it is one of the days to come, its game is not public, or this version cannot read it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(
        records: &RecordStore,
        id: PracticeId,
        today: Day,
    ) -> Result<Option<ShownPosition>, StoreError> {
        if id.day > today {
            return Ok(None);
        }
        let row = records.practice(id.kind.info().name, id.day.0).await?;
        Ok(row.and_then(|row| {
            let game = id.kind.at(&row.found.position).ok()?;
            game.status().to_move()?;
            Some(ShownPosition {
                listed: listed(&row)?,
                game,
                line: row.found.line.split(' ').map(str::to_owned).collect(),
            })
        }))
    }

    /// The page's data. None if this version's rules do not allow the best turn.
    #[must_use]
    pub fn view(&self) -> Option<PracticeView> {
        let game = self.game.as_ref();
        let best = self.best()?;
        Some(PracticeView {
            id: self.listed.id.to_string(),
            code: self.listed.code.clone(),
            ply: self.listed.ply,
            lesson: LessonView {
                kind: game.into(),
                start: game.diagram().into(),
                seat: self.listed.seat,
                solution: self.line.first()?.split(',').map(str::to_owned).collect(),
            },
            best,
        })
    }

    fn best(&self) -> Option<SuggestionView> {
        analysis::suggested_line(self.listed.id.kind, self.game.as_ref(), &self.line)
    }

    /// What these steps do, and whether they are the best turn: another order of steps that leads to the same position is as good.
    ///
    /// # Errors
    /// When a step is not legal.
    pub fn attempt(&self, steps: &[String]) -> Result<EvaluationView, Refusal> {
        let preview = preview(self.game.as_ref(), steps)?;
        let reached = preview.complete && self.leads_to(&steps.join(",")) == self.leads_to(&self.line[0]);
        Ok(EvaluationView { preview, reached })
    }

    fn leads_to(&self, turn: &str) -> Option<String> {
        let mut after = self.game.clone();
        play_text(after.as_mut(), turn).ok()?;
        Some(after.position_text())
    }
}
