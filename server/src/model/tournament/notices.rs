//! Who is told of an entry of a tournament's log, of what, and when.

use super::decide::CONFIRM_WITHIN;
use super::entry::TournamentEntry;
use super::event::TournamentEvent;
use super::state::{State, Status};
use crate::ids::PlayerId;
use crate::model::log::notice::NoticeKind;
use crate::model::log::outage::{Outage, lost};
use crate::seq::Seq;
use crate::time::UnixMs;

/// How long before a start players are told of it (milliseconds).
pub const TOLD_BEFORE: i64 = 60 * 60 * 1000;

/// What players are told of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentNotice {
    /// `None` for all who take part.
    pub player: Option<PlayerId>,
    pub kind: NoticeKind,
    /// The entry that it is about. That of what comes before the start is the one that says when that is: so nobody is told twice who has
    /// signed up twice.
    pub seq: Seq,
    /// When they are told.
    pub at: UnixMs,
}

impl State {
    /// Whom the last entry concerns, with which the tournament is as it is.
    pub fn notices(&self, entry: &TournamentEntry) -> Vec<TournamentNotice> {
        match &entry.event {
            TournamentEvent::SignedUp { player, .. } | TournamentEvent::PassedOn { to: player, .. }
                if self.status == Status::Open =>
            {
                self.before_start(Some(*player), entry.at)
            }
            TournamentEvent::StartMoved { .. } => self.start_moved(entry),
            TournamentEvent::Cancelled { .. } | TournamentEvent::Finished => vec![TournamentNotice {
                player: None,
                kind: NoticeKind::TournamentOver,
                seq: entry.seq,
                at: entry.at,
            }],
            _ => Vec::new(),
        }
    }

    /// What all who take part are told of another start. They are told when it comes near, too, unless that is now.
    fn start_moved(&self, entry: &TournamentEntry) -> Vec<TournamentNotice> {
        let moved = TournamentNotice {
            player: None,
            kind: NoticeKind::TournamentMoved,
            seq: entry.seq,
            at: entry.at,
        };
        let mut notices = self.before_start(None, entry.at);
        notices.retain(|notice| notice.kind != NoticeKind::TournamentSoon || notice.at > entry.at);
        notices.insert(0, moved);
        notices
    }

    /// What players are told who have signed up now: nothing of a start that is about to come, but that they have to confirm.
    fn before_start(&self, player: Option<PlayerId>, now: UnixMs) -> Vec<TournamentNotice> {
        let starts_at = self.terms.starts_at();
        let notice = |kind, at: UnixMs| TournamentNotice {
            player,
            kind,
            seq: self.start_seq,
            at: at.max(now),
        };
        let soon = (now < starts_at - CONFIRM_WITHIN)
            .then(|| notice(NoticeKind::TournamentSoon, starts_at - TOLD_BEFORE));
        let asks = self.terms.asks_to_confirm();
        let confirm = asks.then(|| notice(NoticeKind::TournamentConfirm, self.confirms_from()));
        soon.into_iter().chain(confirm).collect()
    }
}

/// When a tournament starts that asks its players to confirm, as far as that is known now: time to confirm that outages took is given
/// back.
#[must_use]
pub fn expected_start(starts_at: UnixMs, outages: &[Outage], now: UnixMs) -> UnixMs {
    starts_at + lost(outages, starts_at - CONFIRM_WITHIN, now)
}
