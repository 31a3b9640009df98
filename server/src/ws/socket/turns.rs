//! Where else it is the player's turn, for the page of a table.

use super::Socket;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::ids::TableCode;
use crate::lobby::Following;
use crate::protocol::ServerMessage;
use crate::store::TableRow;

pub(super) struct TurnsElsewhere {
    /// None for somebody without a name, who plays nowhere.
    turns: Option<Following>,
    /// The tables that were sent last, and those of them where the player was nudged. Nothing before that: what the browser
    /// knows from an earlier connection may be out of date.
    sent: Option<[Vec<TableCode>; 2]>,
}

impl TurnsElsewhere {
    pub(super) fn of(app: &App, user: &CurrentUser, here: &TableRow) -> TurnsElsewhere {
        TurnsElsewhere {
            turns: user
                .id()
                .map(|player| app.lobby.follow_turns(player, Some(here.id))),
            sent: None,
        }
    }

    pub(super) fn changes(&self) -> TurnChanges {
        TurnChanges(self.turns.clone())
    }

    /// What the browser at this table does not know yet.
    fn unsent(&mut self, here: &TableCode) -> Option<ServerMessage> {
        let turns = self.turns.as_mut()?.borrow_and_update().clone()?;
        // Whose turn it is here the browser knows by itself.
        let others = |codes: &Vec<TableCode>| codes.iter().filter(|code| *code != here).cloned().collect();
        let now = [&turns.tables, &turns.nudged].map(others);
        if self.sent.as_ref() == Some(&now) {
            return None;
        }
        let [tables, nudged] = self.sent.insert(now).clone();
        Some(ServerMessage::Turns { tables, nudged })
    }
}

/// Changes of where else it is the player's turn.
pub(super) struct TurnChanges(Option<Following>);

impl TurnChanges {
    /// Waits until the turns have been read again.
    pub(super) async fn changed(&mut self) {
        if let Some(turns) = &mut self.0
            && turns.changed().await.is_ok()
        {
            return;
        }
        std::future::pending().await
    }
}

impl Socket {
    /// Sends the tables where it is the player's turn, if the browser does not know them.
    pub(super) fn send_turns(&mut self) {
        if let Some(news) = self.turns_elsewhere.unsent(&self.row.code) {
            self.wire.send(&news);
        }
    }
}
