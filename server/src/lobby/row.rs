//! A table as a list shows it.

use thicket_rules::GameKind;

use crate::clock_words::timed;
use crate::ids::PlayerId;
use crate::model::projection::TablePhase;
use crate::protocol::TableRowView;
use crate::store::ListedTable;

/// A table that waits for players; `attended` if somebody who sits there is connected.
pub(super) fn waiting(listed: &ListedTable, attended: bool) -> Option<TableRowView> {
    let players = players(listed);
    row(
        listed,
        if attended {
            players
        } else {
            format!("{players}, away")
        },
        false,
    )
}

/// A game that can be watched. Whose turn it is changes too often to be said.
pub(super) fn playing(listed: &ListedTable) -> Option<TableRowView> {
    row(listed, "being played".to_owned(), false)
}

/// A table where one of the `viewers` sits; `left` if the lobby lists it no longer.
pub(super) fn own(listed: &ListedTable, viewers: &[PlayerId], left: bool) -> Option<TableRowView> {
    let to_move = listed.state.to_move;
    let name = |player| listed.people.iter().find(|listed| listed.player == player);
    let your_turn = to_move.is_some_and(|player| viewers.contains(&player));
    let state = match (listed.state.phase, to_move.and_then(name)) {
        (TablePhase::Waiting, _) if left => format!("{}, closed", players(listed)),
        (TablePhase::Waiting, _) => players(listed),
        (TablePhase::Playing, Some(_)) if your_turn => "your turn".to_owned(),
        (TablePhase::Playing, Some(player)) => format!("{} to move", player.name),
        (TablePhase::Playing, None) => "being played".to_owned(),
        (TablePhase::Over, _) => "finished".to_owned(),
    };
    row(listed, state, your_turn)
}

/// None for a game that this version does not know.
fn row(listed: &ListedTable, state: String, your_turn: bool) -> Option<TableRowView> {
    let kind: GameKind = listed.table.kind.parse().ok()?;
    let title = format!("{} {}", kind.info().title, listed.state.variant);
    let title = timed(title.trim_end().to_owned(), listed.state.clock.as_deref());
    Some(TableRowView {
        code: listed.table.code.clone(),
        kind: kind.to_string(),
        title,
        people: listed.people.iter().map(|player| player.name.clone()).collect(),
        seats: listed.state.seats,
        state,
        your_turn,
    })
}

fn players(listed: &ListedTable) -> String {
    format!("{} of {} players", listed.people.len(), listed.state.seats)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::ids::{TableCode, TableId};
    use crate::model::projection::TableState;
    use crate::store::{ListedPlayer, TableRow};

    fn listed(kind: &str, phase: TablePhase, people: &[PlayerId], to_move: Option<PlayerId>) -> ListedTable {
        let names = ["Ann", "Ben", "Cem"].iter().zip(0..).zip(people);
        ListedTable {
            table: TableRow {
                id: TableId::fresh(),
                code: TableCode::fresh(),
                kind: kind.to_owned(),
                public: true,
                created_at: 0,
            },
            state: TableState {
                seq: 1,
                phase,
                variant: "9x9".to_owned(),
                seats: 3,
                public: true,
                clock: None,
                to_move,
                deadline: None,
                changed_at: 0,
            },
            present_at: None,
            people: names
                .map(|((&name, seat), &player)| ListedPlayer {
                    seat,
                    player,
                    name: name.to_owned(),
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
            (plays, Some(ben), ann, false, "Ben to move", false),
            (plays, Some(eve), ann, false, "being played", false),
            (over, None, ann, false, "finished", false),
        ] {
            let row = own(&listed("bushi", phase, &[ann, ben], to_move), &[viewer], left).unwrap();
            assert_eq!((row.state.as_str(), row.your_turn), (state, your_turn));
            assert_eq!((row.title.as_str(), row.people.len()), ("Bushi 9x9", 2));
        }
        let unknown = listed("tomorrow", waits, &[ann], None);
        assert!(own(&unknown, &[ann], false).is_none() && waiting(&unknown, true).is_none());
        let known = listed("bushi", waits, &[ann], None);
        assert_eq!(waiting(&known, true).unwrap().state, "1 of 3 players");
        assert_eq!(waiting(&known, false).unwrap().state, "1 of 3 players, away");
        let mut timed = listed("bushi", waits, &[ann], None);
        timed.state.clock = Some("600+10".to_owned());
        assert_eq!(waiting(&timed, true).unwrap().title, "Bushi 9x9 · 10+10");
    }
}
