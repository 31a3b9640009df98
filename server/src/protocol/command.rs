//! Commands of a browser, and the actions that they ask for.

use serde::Deserialize;
use utoipa::ToSchema;

use super::clock_form::ClockForm;
use crate::ids::{CommandId, PlayerId};
use crate::model::clock_terms::BadClock;
use crate::model::game::plan::Planned;
use crate::model::log::action::Action;
use crate::model::log::proposal::Proposal;
use crate::model::log::swap::Swap;
use crate::model::player::bot::BotLevel;
use crate::model::player::scopes::Scope;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::names::PlayerName;
use crate::seq::Seq;

/// The longest turn, in steps, of any game by far.
pub(super) const MAX_STEPS: usize = 200;
pub(super) const TOO_MANY_STEPS: &str = "No turn has that many steps.";

/// A command, and what is said of every command.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// Made by the browser; the same id again is answered the same.
    pub id: CommandId,
    /// The player who acts, of those who sit there on this device; none: the session's own.
    #[serde(default, rename = "as")]
    #[cfg_attr(test, ts(optional))]
    pub acting: Option<PlayerId>,
    /// The turn that it is about: [`TableView::turn`](super::TableView::turn). Some commands need it, the others have none.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub turn: Option<u32>,
    pub command: ClientCommand,
}

/// What a browser can ask for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientCommand {
    Sit {
        /// Which, from 0.
        chair: u8,
        /// The name to sit under at this table. Accounts have their own.
        #[serde(default)]
        name: String,
    },
    Stand {},
    /// As the host, remove a player from their chair.
    Remove {
        player: PlayerId,
    },
    SeatBot {
        chair: u8,
        /// How well it plays, from 1 to 10; the last one that the game has, if that is less.
        level: BotLevel,
    },
    /// Stop the start of the game, or let it go on.
    HoldStart {
        held: bool,
    },
    /// As the host, change the number of seats before the start.
    ChangeSeats {
        seats: u8,
    },
    /// As the host, change the clock before the start.
    ChangeClock {
        clock: ClockForm,
    },
    /// As the host, change before the start whether what those who watch write is kept until the end.
    KeepLines {
        kept: bool,
    },
    /// As the host, change before the start whether the table has the pie rule, if two play.
    ChangePieRule {
        pie_rule: bool,
    },
    /// As the host, change the order of the chairs before the start.
    ArrangeChairs {
        /// Who shall sit on each: all who sit now.
        chairs: Vec<Option<PlayerId>>,
    },
    /// As the host, let chance decide the order of the players before the start.
    ShuffleChairs {},
    /// Move to a free chair before the start.
    ChangeChair {
        /// Which, from 0.
        chair: u8,
    },
    /// Ask another player to swap chairs before the start.
    OfferSwap {
        swap: Swap,
    },
    /// Answer such a question, or withdraw one's own.
    AnswerSwap {
        swap: Swap,
        agree: bool,
    },
    /// Play the whole turn, which was composed for the turn of the envelope.
    Play {
        /// The steps of the turn, as the rules spell them.
        steps: Vec<String>,
    },
    /// After the first turn, take the side that has played it, at a table with the pie rule: both players change seats, and who opened
    /// is to move.
    SwapSides {},
    /// Plan what to play when one's turn comes, in place of what was planned before. It is played at once then, if it fits, and nobody
    /// else is shown it.
    Plan {
        plan: Planned,
    },
    /// Forget what one has planned, or why it has lapsed.
    ForgetPlan {},
    /// Drop out of the game; the others play on.
    Resign {},
    /// Offer something to the others. It is done when all who are asked have agreed. The turn may have passed if a player leaves
    /// their own seat to a bot.
    Offer {
        proposal: Proposal,
    },
    /// While watching, ask for the seat of a player who is away, or of a bot. The others in play answer as they answer offers.
    /// The turn may have passed if the seat is a bot's.
    AskForSeat {
        seat: u8,
        #[serde(default)]
        name: String,
    },
    /// Nudge the player to move at this turn, who has been away for a while.
    Nudge {},
    /// Agree to an offer or decline it, or withdraw one's own.
    Answer {
        /// Which: [`OfferView::id`](super::OfferView::id).
        offer: Seq,
        agree: bool,
    },
    /// Write a line into the chat. The same id again is the same line.
    Say {
        /// What to write: up to 280 characters.
        text: String,
    },
    /// As the host, silence somebody who watches, or let them write again.
    Silence {
        player: PlayerId,
        silenced: bool,
    },
}

/// A command of a program, which has its id in a header.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The turn that it is about: `turn` of the table. `play`, `swap_sides`, `plan`, `offer`, `ask_for_seat` and `nudge` need it, the others have none.
    #[serde(default)]
    turn: Option<u32>,
    command: ClientCommand,
}

/// What a command asks for, and of whom.
#[derive(Clone, Debug)]
pub enum Request {
    /// The table decides on it.
    Act(Action),
    /// Nudge the player to move at this turn.
    Nudge(u32),
    /// Plan in this turn what to play.
    Plan(u32, Planned),
    ForgetPlan,
    Say(String),
    /// Silence a player in the chat, or let them write again.
    Silence(PlayerId, bool),
}

impl CommandRequest {
    /// What a token has to allow for it.
    pub fn scope(&self) -> Scope {
        self.command.scope()
    }

    /// What it asks for under this id, of a player with this name.
    ///
    /// # Errors
    /// When a turn is missing or one too many, or something in it cannot be used.
    pub fn request(self, id: CommandId, own: &str) -> Result<Request, Refusal> {
        let CommandRequest { turn, mut command } = self;
        if let ClientCommand::Sit { name, .. } | ClientCommand::AskForSeat { name, .. } = &mut command {
            own.clone_into(name);
        }
        let envelope = Envelope {
            id,
            acting: None,
            turn,
            command,
        };
        if !envelope.fits_its_command() {
            let sentence =
                "This command needs the number of the turn it is about, or has one and needs none.";
            return Err(Refusal::new(Code::Malformed, sentence));
        }
        if let Some(sentence) = envelope.excess() {
            return Err(Refusal::new(Code::TooLarge, sentence));
        }
        envelope.request()
    }
}

impl ClientCommand {
    /// What a token has to allow for it.
    fn scope(&self) -> Scope {
        use ClientCommand::*;
        match self {
            Sit { .. }
            | Stand {}
            | ChangeChair { .. }
            | OfferSwap { .. }
            | AnswerSwap { .. }
            | Play { .. }
            | SwapSides {}
            | Plan { .. }
            | ForgetPlan {}
            | Resign {}
            | Offer { .. }
            | AskForSeat { .. }
            | Nudge {}
            | Answer { .. }
            | Say { .. } => Scope::Play,
            Remove { .. }
            | SeatBot { .. }
            | HoldStart { .. }
            | ChangeSeats { .. }
            | ChangeClock { .. }
            | KeepLines { .. }
            | ChangePieRule { .. }
            | ArrangeChairs { .. }
            | ShuffleChairs {}
            | Silence { .. } => Scope::Host,
        }
    }
}

impl Envelope {
    /// Whether it has a turn if its command needs one, and names another player only where one can act for another.
    pub(super) fn fits_its_command(&self) -> bool {
        use ClientCommand::{AskForSeat, Nudge, Offer, Plan, Play, Say, Silence, SwapSides};
        let has_turn = matches!(
            self.command,
            Play { .. } | SwapSides {} | Plan { .. } | Offer { .. } | AskForSeat { .. } | Nudge {}
        );
        let is_own = matches!(self.command, Say { .. } | Silence { .. });
        self.turn.is_some() == has_turn && !(is_own && self.acting.is_some())
    }

    /// What there is too much of, if anything.
    pub(super) fn excess(&self) -> Option<&'static str> {
        let is_long = matches!(&self.command, ClientCommand::Play { steps } if steps.len() > MAX_STEPS);
        is_long.then_some(TOO_MANY_STEPS)
    }

    /// What it asks for.
    ///
    /// # Errors
    /// When the name or the clock in it cannot be used.
    pub fn request(self) -> Result<Request, Refusal> {
        let turn = self.turn.unwrap_or_default();
        Ok(Request::Act(match self.command {
            ClientCommand::Say { text } => return Ok(Request::Say(text)),
            ClientCommand::Silence { player, silenced } => return Ok(Request::Silence(player, silenced)),
            ClientCommand::Nudge {} => return Ok(Request::Nudge(turn)),
            ClientCommand::Plan { plan } => return Ok(Request::Plan(turn, plan)),
            ClientCommand::ForgetPlan {} => return Ok(Request::ForgetPlan),
            ClientCommand::Sit { chair, name } => Action::Sit {
                chair,
                name: player_name(&name)?,
                companion_of: None,
            },
            ClientCommand::Stand {} => Action::Stand,
            ClientCommand::Remove { player } => Action::Remove { player },
            ClientCommand::SeatBot { chair, level } => Action::SeatBot { chair, level },
            ClientCommand::HoldStart { held } => Action::HoldStart { held },
            ClientCommand::ChangeSeats { seats } => Action::ChangeSeats { seats },
            ClientCommand::ChangeClock { clock } => {
                let bad = |error: BadClock| Refusal::new(Code::BadClock, error.to_string());
                let clock = clock.terms().map_err(bad)?;
                Action::ChangeClock { clock }
            }
            ClientCommand::KeepLines { kept } => Action::KeepLines { kept },
            ClientCommand::ChangePieRule { pie_rule } => Action::ChangePieRule { pie_rule },
            ClientCommand::ArrangeChairs { chairs } => Action::ArrangeChairs { chairs },
            ClientCommand::ShuffleChairs {} => Action::ShuffleChairs,
            ClientCommand::ChangeChair { chair } => Action::ChangeChair { chair },
            ClientCommand::OfferSwap { swap } => Action::OfferSwap { swap },
            ClientCommand::AnswerSwap { swap, agree } => Action::AnswerSwap { swap, agree },
            ClientCommand::Play { steps } => Action::Play { turn, steps },
            ClientCommand::SwapSides {} => Action::SwapSides { turn },
            ClientCommand::Resign {} => Action::Resign,
            ClientCommand::Offer { proposal } => Action::Offer { turn, proposal },
            ClientCommand::AskForSeat { seat, name } => {
                let name = player_name(&name)?;
                Action::AskForSeat { turn, seat, name }
            }
            ClientCommand::Answer { offer, agree } => Action::Answer { offer, agree },
        }))
    }
}

fn player_name(name: &str) -> Result<PlayerName, Refusal> {
    PlayerName::parse(name).map_err(|error| Refusal::new(Code::BadName, error.to_string()))
}
