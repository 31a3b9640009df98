//! A table with what is shown of it: the state, the names, and the message of every event, each made once.

use axum::extract::ws::Utf8Bytes;
use thicket_rules::{AnyGame, Change, ClickTree, Seat};

use super::command::Refusal;
use super::event::{Ending, Event};
use super::state::{self, BrokenLog, Names, Phase, State};
use crate::ids::{CommandId, PlayerId, TableCode};
use crate::protocol::{
    ChangeView, DiagramView, EventView, KindView, PhaseName, PlayerView, PlyView, PreviewView, RefusalCode,
    ServerMessage, TableView, short, tallies_view,
};

/// A table as it is served.
#[derive(Debug)]
pub struct Table {
    code: TableCode,
    /// The table by its events.
    pub state: State,
    /// The names of those who sit here.
    pub names: Names,
    plies: Vec<PlyView>,
    /// The message of event `seq` stands at `seq - 1`.
    messages: Vec<Utf8Bytes>,
    kind: KindView,
    start: DiagramView,
    started_at: i64,
}

/// One event as it comes from the store, or goes there.
#[derive(Clone, Debug)]
pub struct Logged {
    /// When it was made, in unix milliseconds.
    pub at: i64,
    /// The command that led to it.
    pub command: Option<(PlayerId, CommandId)>,
    /// What happened.
    pub event: Event,
}

/// What can only be told of a turn or a drop before it is made.
#[derive(Default)]
struct Ahead {
    seat: u8,
    short: Option<String>,
}

impl Table {
    /// The table that a log tells of.
    pub fn replay(
        code: TableCode,
        names: Names,
        log: impl IntoIterator<Item = Logged>,
    ) -> Result<Table, BrokenLog> {
        let mut log = log.into_iter();
        let broken = |why: String| BrokenLog { seq: 1, why };
        let Some(first) = log.next() else {
            return Err(broken("there are no events".to_owned()));
        };
        let Event::Created { terms, host } = &first.event else {
            return Err(broken("the first event does not make a table".to_owned()));
        };
        let game = state::start(terms).map_err(|error| broken(error.to_string()))?;
        let state = State::created(terms.clone(), *host).map_err(|error| broken(error.to_string()))?;
        let (kind, start) = (KindView::from(game.as_ref()), game.diagram().into());
        let mut table = Table {
            code,
            state,
            names,
            plies: Vec::new(),
            messages: Vec::new(),
            kind,
            start,
            started_at: 0,
        };
        let host = table.player(*host);
        table.push_message(first.at, EventView::Created { host });
        for logged in log {
            table.apply(&logged)?;
        }
        Ok(table)
    }

    /// Makes an event true and makes its message.
    pub fn apply(&mut self, logged: &Logged) -> Result<(), BrokenLog> {
        let ahead = self.ahead(&logged.event);
        let changes = self.state.apply(&logged.event, logged.command)?;
        if let Event::Started { .. } = logged.event {
            self.started_at = logged.at;
        }
        let view = self.view(&logged.event, logged.at, ahead, &changes);
        self.push_message(logged.at, view);
        Ok(())
    }

    fn ahead(&self, event: &Event) -> Ahead {
        let game = self.state.game();
        match event {
            Event::Played { steps, .. } => Ahead {
                seat: game
                    .and_then(|game| game.status().to_move())
                    .map_or(0, Seat::number),
                short: game.and_then(|game| short(game, &steps.join(","))),
            },
            Event::Dropped { seat, .. } => Ahead {
                seat: *seat,
                short: None,
            },
            _ => Ahead::default(),
        }
    }

    fn push_message(&mut self, at: i64, event: EventView) {
        let seq = self.messages.len() as u64 + 1;
        self.messages
            .push(message(&ServerMessage::Event { seq, at, event }));
    }

    fn view(&mut self, event: &Event, at: i64, ahead: Ahead, changes: &[Change]) -> EventView {
        match event {
            Event::Created { host, .. } => EventView::Created {
                host: self.player(*host),
            },
            Event::Sat { player, chair } => EventView::Sat {
                player: self.player(*player),
                chair: *chair,
            },
            Event::Stood { player, removed } => EventView::Stood {
                player: *player,
                removed: *removed,
            },
            Event::Moved { from, to } => EventView::Moved {
                from: *from,
                to: self.player(*to),
            },
            Event::HostChanged { host } => EventView::HostChanged { host: *host },
            Event::Started { seats } => EventView::Started {
                seats: seats.iter().map(|&player| self.player(player)).collect(),
            },
            Event::Played { ending, .. } => EventView::Played {
                ply: self.ply(at, ahead, changes),
                ending: ending.clone(),
            },
            Event::DrawOffered { seat, ending } => EventView::DrawOffered {
                seat: *seat,
                ending: ending.clone(),
            },
            Event::Dropped { ending, .. } => EventView::Dropped {
                ply: self.ply(at, ahead, changes),
                ending: ending.clone(),
            },
        }
    }

    fn ply(&mut self, at: i64, Ahead { seat, short }: Ahead, changes: &[Change]) -> PlyView {
        let game = self.state.game();
        let text = game.and_then(|game| game.plies().pop()).unwrap_or_default();
        let ply = PlyView {
            seat,
            text,
            short,
            changes: changes.iter().copied().map(ChangeView::from).collect(),
            tallies: game
                .map(|game| tallies_view(&game.diagram().tallies))
                .unwrap_or_default(),
            to_move: game.and_then(|game| game.status().to_move()).map(Seat::number),
            at: Some(at),
        };
        self.plies.push(ply.clone());
        ply
    }

    /// Somebody as the others see them.
    pub fn player(&self, id: PlayerId) -> PlayerView {
        let name = self
            .names
            .get(&id)
            .cloned()
            .unwrap_or_else(|| "somebody".to_owned());
        PlayerView {
            id,
            name,
            guest: true,
        }
    }

    /// The messages of the events after `seq`, or nothing if this table never had an event of that number.
    pub fn messages_after(&self, seq: u64) -> Option<&[Utf8Bytes]> {
        self.messages.get(usize::try_from(seq).ok()?..)
    }

    /// The code in the table's address.
    pub fn code(&self) -> &TableCode {
        &self.code
    }

    /// The turns and drops so far.
    pub fn plies(&self) -> &[PlyView] {
        &self.plies
    }

    /// When the game began, in unix milliseconds; 0 before.
    pub fn started_at(&self) -> i64 {
        self.started_at
    }

    /// The game and the board.
    pub fn kind(&self) -> &KindView {
        &self.kind
    }

    /// The whole table.
    pub fn snapshot(&self) -> TableView {
        let state = &self.state;
        let some = |players: &[PlayerId]| players.iter().map(|&player| Some(self.player(player))).collect();
        let (phase, chairs, ending): (_, _, Option<Ending>) = match &state.phase {
            Phase::Waiting { chairs, .. } => {
                let chairs = chairs.iter().map(|chair| chair.map(|player| self.player(player)));
                (PhaseName::Waiting, chairs.collect(), None)
            }
            Phase::Playing { seats, .. } => (PhaseName::Playing, some(seats), None),
            Phase::Over { seats, ending, .. } => (PhaseName::Over, some(seats), Some(ending.clone())),
        };
        TableView {
            code: self.code.clone(),
            public: state.terms.public,
            starter: state.terms.starter,
            host: Some(state.host),
            phase,
            chairs,
            start: self.start.clone(),
            plies: self.plies.clone(),
            offers: state.offers().iter().map(Seat::number).collect(),
            ending,
        }
    }

    /// The game and its turn number, for somebody who asks what steps would do.
    pub fn game(&self) -> Option<Box<dyn AnyGame>> {
        self.state.game().map(AnyGame::boxed_clone)
    }
}

/// What some steps would do, tried on a copy of the game.
pub fn preview(mut game: Box<dyn AnyGame>, turn: u32, steps: &[String]) -> Result<PreviewView, Refusal> {
    let plies = game.ply_count();
    if turn as usize != plies {
        return Err(Refusal::new(
            RefusalCode::WrongTurn,
            "The game has gone on: look at the board again.",
        ));
    }
    let mut changes = Vec::new();
    for step in steps {
        if game.ply_count() != plies {
            return Err(Refusal::new(
                RefusalCode::IllegalStep,
                "Your turn is over before this step.",
            ));
        }
        changes.extend(state::play_step(game.as_mut(), step)?);
    }
    let complete = game.ply_count() != plies;
    let clicks = if complete {
        ClickTree::empty()
    } else {
        game.click_tree()
    };
    let diagram = game.diagram();
    let end = if complete { None } else { game.play("end").ok() };
    Ok(PreviewView {
        changes: changes.into_iter().map(ChangeView::from).collect(),
        end: end.map(|changes| changes.into_iter().map(ChangeView::from).collect()),
        complete,
        tallies: tallies_view(&diagram.tallies),
        clicks: clicks.into(),
    })
}

/// A message as it goes over the wire.
pub fn message(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("message").into()
}
