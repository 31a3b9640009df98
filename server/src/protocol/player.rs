//! A player, as everybody sees them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::PlayerId;
use crate::model::player::Player;
use crate::model::player::bot::{Bot, is_program};
use crate::time::{UnixMs, now_ms};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerView {
    pub id: PlayerId,
    /// At this table, for those who sit there.
    pub name: String,
    pub kind: PlayerKind,
    /// The level of a bot of this server, from 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<u8>,
    /// The name of the member whose program it is, for any other bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub owner: Option<String>,
    /// On whose device they sit at this table, if it is not their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub companion_of: Option<PlayerId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person without an account.
    Guest,
    /// A person with an account.
    Member,
    Bot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AwayView {
    pub player: PlayerId,
    /// For how long, in milliseconds.
    pub ms: u64,
}

impl AwayView {
    /// Somebody who has been away since then.
    pub fn new(player: PlayerId, since: UnixMs) -> AwayView {
        let ms = (now_ms() - since).max(0).unsigned_abs();
        AwayView { player, ms }
    }
}

/// A link that transfers a seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransferLinkView {
    pub link: String,
    /// Until when it is valid.
    pub expires: UnixMs,
    /// The link as a QR code: an SVG.
    pub qr: String,
}

impl PlayerView {
    /// The only place that makes views of players.
    pub fn new(id: PlayerId, name: impl Into<String>, guest: bool) -> PlayerView {
        let bot = Bot::of(id);
        let kind = match guest {
            _ if bot.is_some() || is_program(id) => PlayerKind::Bot,
            true => PlayerKind::Guest,
            false => PlayerKind::Member,
        };
        PlayerView {
            id,
            name: name.into(),
            kind,
            level: bot.map(|bot| bot.level.number()),
            owner: None,
            companion_of: None,
        }
    }
}

impl From<&Player> for PlayerView {
    fn from(player: &Player) -> PlayerView {
        PlayerView::new(player.id, player.name.clone(), !player.member)
    }
}
