//! The lobby as data.

use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::TableCode;
use crate::model::player::bot::BotLevel;

/// The public tables that can be joined or watched now.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct LobbyView {
    /// Those that wait for players: first those where somebody is there.
    pub waiting: Vec<LobbyTableView>,
    /// Games that are being played.
    pub playing: Vec<LobbyTableView>,
}

/// A table in the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LobbyTableView {
    pub code: TableCode,
    /// The name of the game.
    pub game: String,
    /// Empty where the game has none.
    pub variant: String,
    pub seats: u8,
    /// How much time the seats have, as records write it; none in a game without clocks.
    pub clock: Option<String>,
    pub rated: bool,
    /// Whether the other player may take the side that has played the first turn.
    pub pie_rule: bool,
    /// Who sits there.
    pub players: Vec<LobbyPlayerView>,
    /// Whether somebody who sits there is connected.
    pub attended: bool,
}

/// Somebody who sits at a table in the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LobbyPlayerView {
    pub name: String,
    /// The level of a bot of this server.
    pub bot: Option<BotLevel>,
    /// The name of the member whose program it is, for any other bot.
    pub owner: Option<String>,
}
