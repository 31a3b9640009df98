//! A table as a list shows it.

use std::time::Duration;

use thicket_rules::GameKind;

use crate::clock_words::{time_left, timed};
use crate::http::assets;
use crate::ids::{PlayerId, TableCode};
use crate::model::game::overdue::ABANDONED_AFTER;
use crate::model::log::projection::{TablePhase, TableState};
use crate::model::player::bot::{Bot, is_program};
use crate::protocol::{LobbyPlayerView, LobbyTableView};
use crate::store::{ListedPlayer, ListedTable};
use crate::time::UnixMs;

/// In milliseconds.
const HOUR: i64 = 60 * 60 * 1000;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ListRow {
    pub code: TableCode,
    pub picture: String,
    /// With the variant.
    pub title: String,
    pub people: Vec<String>,
    pub seats: u8,
    /// "2 of 4 players", "your turn".
    pub state: String,
    pub your_turn: bool,
    /// Whether others have nudged the viewer, who has not been there since.
    pub nudged: bool,
    /// The address of a picture of the board, in a game of the viewer.
    pub board: Option<String>,
    /// Where it is the viewer's turn, and there are clocks.
    pub left: Option<TimeLeft>,
    /// How many turns the viewer has not seen; 0 also where that is not known.
    pub unseen: u32,
}

/// How much time a player has left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeLeft {
    pub until: UnixMs,
    /// From when on there is little left.
    pub low_from: UnixMs,
    /// "2 days left", "only 50 minutes left".
    pub words: String,
    pub low: bool,
}

impl TimeLeft {
    /// Little is left when a quarter is, of what there was when the table last changed, or the last hour of more. Of both players
    /// are told.
    fn of(state: &TableState, now: UnixMs) -> Option<TimeLeft> {
        let until = state.deadline.filter(|_| state.clock.is_some())?;
        let given = until - state.changed_at;
        let last_hour = if given > HOUR { HOUR } else { 0 };
        let low_from = until - Duration::from_millis((given / 4).max(last_hour).unsigned_abs());
        let low = now >= low_from;
        Some(TimeLeft {
            until,
            low_from,
            words: time_left(until - now, low),
            low,
        })
    }
}

impl ListRow {
    /// For each seat whether it is taken; empty if all are.
    pub fn places(&self) -> Vec<bool> {
        let (taken, seats) = (self.people.len(), usize::from(self.seats));
        let seats = if taken < seats { seats } else { 0 };
        (0..seats).map(|seat| seat < taken).collect()
    }
}

/// A table that waits for players; `attended` if somebody who sits there is connected.
pub(super) fn waiting(listed: &ListedTable, attended: bool) -> Option<ListRow> {
    let away = if attended { "" } else { ", away" };
    row(listed, players(listed) + away)
}

/// A game that can be watched. Whose turn it is changes too often to be shown.
pub(super) fn playing(listed: &ListedTable) -> Option<ListRow> {
    row(listed, "being played".to_owned())
}

/// A table where one of the `viewers` sits; `left` if the lobby no longer lists it.
pub(super) fn own(listed: &ListedTable, viewers: &[PlayerId], left: bool, now: UnixMs) -> Option<ListRow> {
    let to_move = listed.state.to_move;
    let name = |player| listed.people.iter().find(|listed| listed.player == player);
    let your_turn = to_move.is_some_and(|player| viewers.contains(&player));
    let is_nudged = |player: &ListedPlayer| player.nudged && viewers.contains(&player.player);
    let nudged = your_turn && listed.people.iter().any(is_nudged);
    let state = match (listed.state.phase, to_move.and_then(name)) {
        (TablePhase::Waiting, _) if left => format!("{}, closed", players(listed)),
        (TablePhase::Waiting, _) => players(listed),
        (TablePhase::Playing, Some(_)) if nudged => "your turn, and the others are waiting".to_owned(),
        (TablePhase::Playing, Some(_)) if your_turn => "your turn".to_owned(),
        (TablePhase::Playing, Some(player)) => format!("{}’s turn", player.name),
        (TablePhase::Playing, None) => "being played".to_owned(),
        (TablePhase::Over, _) => "finished".to_owned(),
    };
    let row = row(listed, state + &asked(listed, now))?;
    let is_playing = listed.state.phase == TablePhase::Playing;
    let (code, seq) = (&listed.table.code, listed.state.seq);
    Some(ListRow {
        your_turn,
        nudged,
        // With the number of the last event, so that the picture of an open page follows.
        board: is_playing.then(|| format!("/g/{code}/board.svg?{seq}")),
        left: TimeLeft::of(&listed.state, now).filter(|_| your_turn),
        unseen: if is_playing { unseen(listed, viewers) } else { 0 },
        ..row
    })
}

/// These tables as data, without those of games that this version does not know.
pub(super) fn views(
    tables: &[ListedTable],
    is_attended: impl Fn(&ListedTable) -> bool,
) -> Vec<LobbyTableView> {
    let known = |listed: &&ListedTable| listed.table.kind.parse::<GameKind>().is_ok();
    let player = |player: &ListedPlayer| LobbyPlayerView {
        name: player.name.clone(),
        bot: Bot::of(player.player).map(|bot| bot.level),
        owner: player.owner.clone(),
    };
    let view = |listed: &ListedTable| LobbyTableView {
        code: listed.table.code.clone(),
        game: listed.table.kind.clone(),
        variant: listed.state.variant.clone(),
        seats: listed.state.seats,
        clock: listed.state.clock.clone(),
        rated: listed.state.rated,
        pie_rule: has_pie_rule(&listed.state),
        players: listed.people.iter().map(player).collect(),
        attended: is_attended(listed),
    };
    tables.iter().filter(known).map(view).collect()
}

/// That the players are asked whether a game without clocks goes on, in which nobody has played for long.
fn asked(listed: &ListedTable, now: UnixMs) -> String {
    const DAY: i64 = 24 * HOUR;
    let TableState { phase, deadline, .. } = &listed.state;
    // Outages put off the end, and an answer puts it off for longer.
    let asks = |&ends: &UnixMs| {
        listed
            .asked_until
            .is_some_and(|until| until <= ends && ends - until < ABANDONED_AFTER)
    };
    match deadline.filter(asks).filter(|_| *phase == TablePhase::Playing) {
        Some(ends) if ends - now < DAY => ", ends today unless somebody goes on".to_owned(),
        Some(ends) => {
            let days = (ends - now + DAY - 1) / DAY;
            format!(", ends in {days} days unless somebody goes on")
        }
        None => String::new(),
    }
}

/// `None` for a game that this version does not know.
fn row(listed: &ListedTable, state: String) -> Option<ListRow> {
    let kind: GameKind = listed.table.kind.parse().ok()?;
    let title = format!("{} {}", kind.info().title, listed.state.variant);
    let title = timed(title.trim_end().to_owned(), listed.state.clock.as_deref());
    let title = if listed.state.rated {
        title + " · rated"
    } else {
        title
    };
    let title = if has_pie_rule(&listed.state) {
        title + " · pie rule"
    } else {
        title
    };
    Some(ListRow {
        code: listed.table.code.clone(),
        picture: format!("{}/kinds/{kind}.picture.svg", assets::root()),
        title,
        people: listed.people.iter().map(name_of).collect(),
        seats: listed.state.seats,
        state,
        your_turn: false,
        nudged: false,
        board: None,
        left: None,
        unseen: 0,
    })
}

fn has_pie_rule(state: &TableState) -> bool {
    state.pie_rule && state.seats == 2
}

/// How many turns there were since one of the viewers had the table in sight.
fn unseen(listed: &ListedTable, viewers: &[PlayerId]) -> u32 {
    let own = listed
        .people
        .iter()
        .filter(|listed| viewers.contains(&listed.player));
    let looked = own.filter_map(|listed| listed.looked).max();
    listed
        .state
        .plies
        .zip(looked)
        .map_or(0, |(plies, looked)| plies.saturating_sub(looked))
}

fn name_of(player: &ListedPlayer) -> String {
    match Bot::of(player.player) {
        Some(bot) => format!("{} (bot, level {})", player.name, bot.level.number()),
        None if is_program(player.player) => match &player.owner {
            Some(owner) => format!("{} (bot of {owner})", player.name),
            None => format!("{} (bot)", player.name),
        },
        None => player.name.clone(),
    }
}

fn players(listed: &ListedTable) -> String {
    format!("{} of {} players", listed.people.len(), listed.state.seats)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::ids::{TableCode, TableId};
    use crate::seq::Seq;
    use crate::store::TableRow;

    fn listed(kind: &str, phase: TablePhase, people: &[PlayerId], to_move: Option<PlayerId>) -> ListedTable {
        let names = ["Ann", "Ben", "Cem"].iter().zip(0..).zip(people);
        ListedTable {
            table: TableRow {
                id: TableId::fresh(),
                code: TableCode::fresh(),
                kind: kind.to_owned(),
                public: true,
                created_at: UnixMs(0),
            },
            state: TableState {
                seq: Seq(1),
                phase,
                variant: "9x9".to_owned(),
                seats: 3,
                public: true,
                rated: false,
                clock: None,
                pie_rule: false,
                to_move,
                deadline: None,
                changed_at: UnixMs(0),
                plies: Some(7),
            },
            present_at: None,
            asked_until: None,
            people: names
                .map(|((&name, seat), &player)| ListedPlayer {
                    seat,
                    player,
                    name: name.to_owned(),
                    owner: None,
                    nudged: false,
                    looked: None,
                })
                .collect(),
        }
    }

    #[test]
    fn a_row_says_how_the_table_stands_for_its_viewer() {
        let [ann, ben, eve] = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
        let (waits, plays, over) = (TablePhase::Waiting, TablePhase::Playing, TablePhase::Over);
        for (phase, to_move, viewer, left, state, your_turn) in [
            (waits, None, ann, false, "2 of 3 players", false),
            (waits, None, ann, true, "2 of 3 players, closed", false),
            (plays, Some(ben), ben, false, "your turn", true),
            (plays, Some(ben), ann, false, "Ben’s turn", false),
            (plays, Some(eve), ann, false, "being played", false),
            (over, None, ann, false, "finished", false),
        ] {
            let row = own(
                &listed("bushi", phase, &[ann, ben], to_move),
                &[viewer],
                left,
                UnixMs(0),
            )
            .unwrap();
            assert_eq!((row.state.as_str(), row.your_turn), (state, your_turn));
            assert_eq!((row.title.as_str(), row.people.len()), ("Bushi 9x9", 2));
        }
        let mut old = listed("bushi", plays, &[ann, ben], Some(ben));
        old.state.deadline = Some(UnixMs(100_000_000));
        old.people[1].nudged = true;
        for (until, now, ends) in [
            (None, 0, ""),
            (Some(100_000_000), 0, ", ends in 2 days unless somebody goes on"),
            (
                Some(100_000_000),
                99_000_000,
                ", ends today unless somebody goes on",
            ),
            // The servers were down for a while.
            (Some(10_000_000), 0, ", ends in 2 days unless somebody goes on"),
            // Somebody has gone on.
            (Some(100_000_000 - ABANDONED_AFTER), 0, ""),
            (Some(100_000_001), 0, ""),
        ] {
            old.asked_until = until.map(UnixMs);
            let state = own(&old, &[ben], false, UnixMs(now)).unwrap().state;
            assert_eq!(state, format!("your turn, and the others are waiting{ends}"));
        }
        assert_eq!(
            own(&old, &[ben], false, UnixMs(0)).unwrap().left,
            None,
            "there is no clock"
        );
        let unknown = listed("tomorrow", waits, &[ann], None);
        assert!(own(&unknown, &[ann], false, UnixMs(0)).is_none() && waiting(&unknown, true).is_none());
        let known = listed("bushi", waits, &[ann], None);
        assert_eq!(waiting(&known, true).unwrap().state, "1 of 3 players");
        assert_eq!(waiting(&known, false).unwrap().state, "1 of 3 players, away");
        let mut timed = listed("bushi", waits, &[ann], None);
        timed.state.clock = Some("600+10".to_owned());
        assert_eq!(waiting(&timed, true).unwrap().title, "Bushi 9x9 · 10+10");
        timed.state.pie_rule = true;
        assert_eq!(
            waiting(&timed, true).unwrap().title,
            "Bushi 9x9 · 10+10",
            "it is for two"
        );
        timed.state.seats = 2;
        assert_eq!(
            waiting(&timed, true).unwrap().title,
            "Bushi 9x9 · 10+10 · pie rule"
        );
    }

    #[test]
    fn a_row_says_how_much_time_its_viewer_has_left_and_when_it_is_little() {
        let [ann, ben] = [PlayerId::fresh(), PlayerId::fresh()];
        let mut playing = listed("bushi", TablePhase::Playing, &[ann, ben], Some(ben));
        playing.state.clock = Some("7d+12h, cap 14d, grace 8h".to_owned());
        for (hours, at, words, low) in [
            (160, 0, "6 days left", false),
            (160, 119, "41 hours left", false),
            (160, 120, "only 40 hours left", true),
            (3, 1, "2 hours left", false),
            (3, 2, "only 60 minutes left", true),
        ] {
            playing.state.deadline = Some(UnixMs(hours * HOUR));
            let left = own(&playing, &[ben], false, UnixMs(at * HOUR))
                .unwrap()
                .left
                .unwrap();
            assert_eq!((left.words.as_str(), left.low), (words, low));
            assert_eq!(left.until, UnixMs(hours * HOUR));
        }
        playing.state.deadline = Some(UnixMs(600_000));
        let minutes = |at| own(&playing, &[ben], false, UnixMs(at)).unwrap().left.unwrap();
        assert!(
            !minutes(449_999).low && minutes(450_000).low,
            "of little time the last quarter is little"
        );
        assert_eq!(own(&playing, &[ann], false, UnixMs(0)).unwrap().left, None);
    }

    #[test]
    fn a_row_says_how_many_turns_its_viewers_have_not_seen() {
        let [ann, ben, cem] = [PlayerId::fresh(), PlayerId::fresh(), PlayerId::fresh()];
        let mut playing = listed("bushi", TablePhase::Playing, &[ann, ben], Some(ben));
        let unseen = |listed: &ListedTable, viewers: &[PlayerId]| {
            own(listed, viewers, false, UnixMs(0)).unwrap().unseen
        };
        assert_eq!(unseen(&playing, &[ann]), 0, "nobody knows");
        playing.people[0].looked = Some(4);
        playing.people[1].looked = Some(9);
        assert_eq!(unseen(&playing, &[ann]), 3);
        assert_eq!(unseen(&playing, &[ben]), 0, "turns were taken back");
        assert_eq!(
            unseen(&playing, &[ann, ben]),
            0,
            "one of them has seen it on their device"
        );
        assert_eq!(unseen(&playing, &[cem]), 0);
        playing.state.phase = TablePhase::Over;
        assert_eq!(unseen(&playing, &[ann]), 0);
    }
}
