//! Clubs: people who belong together, some of them officers, and what they may do.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::ClubId;
use crate::names::{BadName, title};
use crate::words::lines;

/// The longest name of a club, in letters.
pub const CLUB_NAME_LETTERS: usize = 40;
/// The longest text about a club, in characters.
pub const CLUB_TEXT_CHARACTERS: usize = 2_000;
/// How many members and officers a club can have.
pub const MOST_MEMBERS: i64 = 1_000;
/// In how many clubs a player can be.
pub const MOST_CLUBS: i64 = 50;
/// Of how many clubs a player can be an officer when they found another one.
pub const MOST_CLUBS_LED: i64 = 5;

/// One visible line, without invisible characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubName(String);

/// Some lines without control characters. It may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClubText(String);

/// How somebody becomes a member without being invited. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// By themselves.
    Open,
    /// An officer accepts them.
    OnRequest,
    /// Not at all: the link of the officers invites.
    Invited,
}

/// What a player is to a club. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Asks to become a member.
    Asked,
    Member,
    Officer,
    /// Was removed by an officer, and cannot come back unless an officer lets them.
    Removed,
}

/// What an officer changes about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoleChange {
    Accept,
    Decline,
    Promote,
    Remove,
    LetBack,
}

/// A club that a tournament belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentClub {
    pub id: ClubId,
    /// Whether only members of the club may take part.
    #[serde(default)]
    pub members_only: bool,
}

/// Nothing changed. The text is for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClubRefusal {
    #[error("A club needs a name.")]
    NoName,
    #[error("The name of a club has at most {CLUB_NAME_LETTERS} characters.")]
    LongName,
    #[error("That name has characters that cannot be read. Please type it again.")]
    UnreadableName,
    #[error("The text about a club has at most {CLUB_TEXT_CHARACTERS} characters.")]
    LongText,
    #[error("There is a club with that name already.")]
    NameTaken,
    #[error("Clubs are for accounts. Please sign in, or sign up.")]
    NoAccount,
    #[error("You belong to this club already.")]
    MemberAlready,
    #[error("You have asked to join this club. Its officers have not answered yet.")]
    AskedAlready,
    #[error("This club can be joined by the link that its officers send.")]
    NotInvited,
    #[error("The officers of this club have removed you.")]
    Removed,
    #[error("A club has at most {MOST_MEMBERS} members.")]
    Full,
    #[error("You are in {MOST_CLUBS} clubs, which is the most.")]
    TooManyClubs,
    #[error("You are an officer of {MOST_CLUBS_LED} clubs. Please leave one of them first.")]
    TooManyLed,
    #[error("You do not belong to this club.")]
    NotMember,
    #[error("Only an officer of the club can do that.")]
    NotOfficer,
    #[error("That cannot be done any more. Please look again.")]
    Outdated,
}

impl ClubName {
    /// Spaces at the ends are removed, several become one, and so is what is ignored when text is shown.
    pub fn parse(text: &str) -> Result<ClubName, ClubRefusal> {
        title(text, CLUB_NAME_LETTERS)
            .map(ClubName)
            .map_err(|bad| match bad {
                BadName::Empty => ClubRefusal::NoName,
                BadName::TooLong => ClubRefusal::LongName,
                BadName::Marks | BadName::Invisible => ClubRefusal::UnreadableName,
            })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl ClubText {
    pub fn parse(text: &str) -> Result<ClubText, ClubRefusal> {
        let text = lines(text, CLUB_TEXT_CHARACTERS).ok_or(ClubRefusal::LongText)?;
        Ok(ClubText(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Role {
    /// Whether somebody belongs to the club.
    #[must_use]
    pub fn belongs(self) -> bool {
        matches!(self, Role::Member | Role::Officer)
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Asked => "asked",
            Role::Member => "member",
            Role::Officer => "officer",
            Role::Removed => "removed",
        }
    }
}

impl Joining {
    pub const ALL: [Joining; 3] = [Joining::Open, Joining::OnRequest, Joining::Invited];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Joining::Open => "open",
            Joining::OnRequest => "on_request",
            Joining::Invited => "invited",
        }
    }

    /// For a page.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Joining::Open => "Everybody with an account can join.",
            Joining::OnRequest => "Whoever wants to join asks, and an officer answers.",
            Joining::Invited => "New members come by the link that officers send.",
        }
    }
}

/// What somebody becomes who wants to join; `invited` by the link of the officers.
pub fn join(joining: Joining, role: Option<Role>, invited: bool) -> Result<Role, ClubRefusal> {
    match (role, joining) {
        (Some(Role::Member | Role::Officer), _) => Err(ClubRefusal::MemberAlready),
        (Some(Role::Removed), _) => Err(ClubRefusal::Removed),
        (_, Joining::Open) => Ok(Role::Member),
        _ if invited => Ok(Role::Member),
        (Some(Role::Asked), _) => Err(ClubRefusal::AskedAlready),
        (None, Joining::OnRequest) => Ok(Role::Asked),
        (None, Joining::Invited) => Err(ClubRefusal::NotInvited),
    }
}

/// What somebody becomes of whom an officer changes something; `None` for nothing.
pub fn changed(
    by: Option<Role>,
    role: Option<Role>,
    change: RoleChange,
) -> Result<Option<Role>, ClubRefusal> {
    if by != Some(Role::Officer) {
        return Err(ClubRefusal::NotOfficer);
    }
    match (role, change) {
        (Some(Role::Asked), RoleChange::Accept) => Ok(Some(Role::Member)),
        (Some(Role::Asked), RoleChange::Decline) => Ok(None),
        (Some(Role::Member), RoleChange::Promote) => Ok(Some(Role::Officer)),
        (Some(Role::Asked | Role::Member), RoleChange::Remove) => Ok(Some(Role::Removed)),
        (Some(Role::Removed), RoleChange::LetBack) => Ok(None),
        _ => Err(ClubRefusal::Outdated),
    }
}

/// No club knows this word.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no word of clubs")]
pub struct UnknownWord(String);

impl TryFrom<String> for Role {
    type Error = UnknownWord;

    fn try_from(text: String) -> Result<Role, UnknownWord> {
        let all = [Role::Asked, Role::Member, Role::Officer, Role::Removed];
        let found = all.into_iter().find(|role| role.name() == text);
        found.ok_or(UnknownWord(text))
    }
}

impl TryFrom<String> for Joining {
    type Error = UnknownWord;

    fn try_from(text: String) -> Result<Joining, UnknownWord> {
        let found = Joining::ALL.into_iter().find(|joining| joining.name() == text);
        found.ok_or(UnknownWord(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Option<Role>; 5] = [
        None,
        Some(Role::Asked),
        Some(Role::Member),
        Some(Role::Officer),
        Some(Role::Removed),
    ];
    const CHANGES: [RoleChange; 5] = [
        RoleChange::Accept,
        RoleChange::Decline,
        RoleChange::Promote,
        RoleChange::Remove,
        RoleChange::LetBack,
    ];

    #[test]
    fn nobody_gets_in_unless_the_club_lets_them() {
        for joining in Joining::ALL {
            for invited in [false, true] {
                for role in ROLES {
                    let becomes = join(joining, role, invited);
                    if role == Some(Role::Removed) {
                        assert_eq!(becomes, Err(ClubRefusal::Removed), "not even with the link");
                    }
                    if becomes == Ok(Role::Member) {
                        assert!(invited || joining == Joining::Open);
                    }
                    assert_ne!(becomes, Ok(Role::Officer));
                }
            }
        }
        assert_eq!(join(Joining::OnRequest, None, false), Ok(Role::Asked));
        assert_eq!(
            join(Joining::OnRequest, Some(Role::Asked), true),
            Ok(Role::Member)
        );
        assert_eq!(join(Joining::Invited, None, false), Err(ClubRefusal::NotInvited));
    }

    #[test]
    fn only_officers_change_others_and_none_removes_an_officer() {
        for change in CHANGES {
            for role in ROLES {
                for by in ROLES.into_iter().filter(|by| *by != Some(Role::Officer)) {
                    assert_eq!(changed(by, role, change), Err(ClubRefusal::NotOfficer));
                }
            }
            let of_officer = changed(Some(Role::Officer), Some(Role::Officer), change);
            assert_eq!(of_officer, Err(ClubRefusal::Outdated));
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for role in ROLES.into_iter().flatten() {
            assert_eq!(Role::try_from(role.name().to_owned()), Ok(role));
        }
        for joining in Joining::ALL {
            assert_eq!(Joining::try_from(joining.name().to_owned()), Ok(joining));
        }
        assert!(Role::try_from("king".to_owned()).is_err());
        assert_eq!(ClubName::parse(" "), Err(ClubRefusal::NoName));
        assert_eq!(
            ClubText::parse(&"x".repeat(CLUB_TEXT_CHARACTERS + 1)),
            Err(ClubRefusal::LongText)
        );
    }
}
