//! Notices: what an event means to a player, who is told of it while they have no page open.

use std::fmt;

use super::event::Event;
use super::proposal::Proposal;
use crate::ids::PlayerId;

/// Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// It is their turn.
    YourTurn,
    /// A game where they play has begun.
    Begun,
    /// Others have offered something, and their answer is asked for.
    Offer,
    /// Nobody has played for long, and they are asked whether the game goes on.
    Idle,
    /// Somebody invites them to a table.
    Invitation,
    /// Somebody proposes to play once more.
    Rematch,
    /// A game where they play is over.
    Over,
    /// A quarter is left of the time that they had when it became their turn. Of this and the next, no event tells: they are sent
    /// some time after [`NoticeKind::YourTurn`].
    QuarterLeft,
    /// One hour is left.
    HourLeft,
    /// The game of a round of a tournament where they play has begun. It takes the place of [`NoticeKind::Begun`].
    Ready,
    /// A tournament for which they have signed up begins soon. This and the following are about a tournament, not a table.
    TournamentSoon,
    /// They have to confirm that they are there for the start.
    TournamentConfirm,
    /// A tournament for which they have signed up begins at another time.
    TournamentMoved,
    /// A tournament where they play is over, or does not take place.
    TournamentOver,
    /// Anything at all: for those who follow a table.
    Event,
}

impl NoticeKind {
    pub const ALL: [NoticeKind; 15] = [
        NoticeKind::YourTurn,
        NoticeKind::Begun,
        NoticeKind::Offer,
        NoticeKind::Idle,
        NoticeKind::Invitation,
        NoticeKind::Rematch,
        NoticeKind::Over,
        NoticeKind::QuarterLeft,
        NoticeKind::HourLeft,
        NoticeKind::Ready,
        NoticeKind::TournamentSoon,
        NoticeKind::TournamentConfirm,
        NoticeKind::TournamentMoved,
        NoticeKind::TournamentOver,
        NoticeKind::Event,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            NoticeKind::YourTurn => "your_turn",
            NoticeKind::Begun => "begun",
            NoticeKind::Offer => "offer",
            NoticeKind::Idle => "idle",
            NoticeKind::Invitation => "invitation",
            NoticeKind::Rematch => "rematch",
            NoticeKind::Over => "over",
            NoticeKind::QuarterLeft => "quarter_left",
            NoticeKind::HourLeft => "hour_left",
            NoticeKind::Ready => "ready",
            NoticeKind::TournamentSoon => "tournament_soon",
            NoticeKind::TournamentConfirm => "tournament_confirm",
            NoticeKind::TournamentMoved => "tournament_moved",
            NoticeKind::TournamentOver => "tournament_over",
            NoticeKind::Event => "event",
        }
    }

    /// Whether it is about a tournament, and not about a table.
    #[must_use]
    pub const fn is_of_tournament(self) -> bool {
        matches!(
            self,
            NoticeKind::TournamentSoon
                | NoticeKind::TournamentConfirm
                | NoticeKind::TournamentMoved
                | NoticeKind::TournamentOver
        )
    }
}

impl fmt::Display for NoticeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no kind of notice")]
pub struct UnknownNotice(String);

impl TryFrom<String> for NoticeKind {
    type Error = UnknownNotice;

    fn try_from(text: String) -> Result<Self, UnknownNotice> {
        let found = NoticeKind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or(UnknownNotice(text))
    }
}

/// Whom an event concerns, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    pub player: PlayerId,
    pub kind: NoticeKind,
}

/// Whom an event of a game concerns besides the player to move. `seats` are those who hold the seats after it.
pub(in crate::model) fn of(event: &Event, seats: &[PlayerId], is_of_tournament: bool) -> Vec<Notice> {
    let all = |kind| seats.iter().map(move |&player| Notice { player, kind });
    match event {
        Event::Started { .. } if is_of_tournament => all(NoticeKind::Ready).collect(),
        Event::Started { .. } => all(NoticeKind::Begun).collect(),
        Event::RematchProposed { player: by, .. } => all(NoticeKind::Rematch)
            .filter(|notice| notice.player != *by)
            .collect(),
        Event::Offered { asked, .. } | Event::SeatAsked { asked, .. } => {
            let kind = match event {
                Event::Offered {
                    proposal: Proposal::Abandon,
                    ..
                } => NoticeKind::Idle,
                _ => NoticeKind::Offer,
            };
            let seats = all(kind).zip(1..);
            seats
                .filter(|(_, seat)| asked.contains(seat))
                .map(|(notice, _)| notice)
                .collect()
        }
        event if event.ending().is_some() => all(NoticeKind::Over).collect(),
        _ => Vec::new(),
    }
}
