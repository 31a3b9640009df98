//! Operations on clubs: found, join, leave, and what officers do; and what a club's page tells.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use data_encoding::BASE64URL_NOPAD;
use rand::RngExt;
use thicket_pairings::{Mark, Points, SeatResult, points_of};

use crate::ids::{ClubId, PlayerId, TableCode, TableId};
use crate::model::club::{ClubRefusal, MOST_CLUBS_LED, MOST_MEMBERS, Role, RoleChange, changed, join};
use crate::model::player::bot::{is_bot, is_program};
use crate::store::{Club, ClubPlayer, ClubResult, ClubTerms, ListedTable, OwnClub, Store, StoreError};
use crate::time::now_ms;

/// How many games a club's leaderboard counts, those that began last.
pub const COUNTED_GAMES: i64 = 1_000;
/// How many of those who ask, and of those who were removed, an officer sees.
const MOST_SHOWN: i64 = 100;

/// All clubs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clubs(Store);

/// Why something is not done with a club.
#[derive(Debug, thiserror::Error)]
pub enum ClubError {
    #[error(transparent)]
    Refused(#[from] ClubRefusal),
    #[error("There is no such club.")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a member has reached in the games of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubStanding {
    pub player: ClubPlayer,
    /// From 1; who has as many points and first places shares it.
    pub rank: usize,
    /// Those of tables for two, whatever the number of seats: 1 for the first place, 0 for the last one.
    pub points: Points,
    /// How often they came first alone.
    pub firsts: usize,
    pub games: usize,
}

impl Clubs {
    pub fn new(store: Store) -> Clubs {
        Clubs(store)
    }

    /// Founds a club with this id, unless there is one: the form was sent twice. Who founds it is its first officer.
    pub async fn found(&self, id: ClubId, terms: ClubTerms, founder: PlayerId) -> Result<(), ClubError> {
        if self.0.club(id).await?.is_some() {
            return Ok(());
        }
        self.check_member(founder).await?;
        let own = self.0.clubs_of(founder).await?;
        let led = own.iter().filter(|own| own.role == Role::Officer).count();
        if led as i64 >= MOST_CLUBS_LED {
            return Err(ClubRefusal::TooManyLed.into());
        }
        match self.0.found_club(id, terms, secret(), founder, now_ms()).await? {
            true => Ok(()),
            false if self.0.club(id).await?.is_some() => Ok(()),
            false => Err(ClubRefusal::NameTaken.into()),
        }
    }

    pub async fn find(&self, id: ClubId) -> Result<Club, ClubError> {
        self.0.club(id).await?.ok_or(ClubError::NotFound)
    }

    /// At most so many clubs, those with the most members first.
    pub async fn list(&self, limit: i64) -> Result<Vec<Club>, StoreError> {
        self.0.clubs(limit).await
    }

    /// The clubs where a player belongs or asks to.
    pub async fn of_player(&self, player: PlayerId) -> Result<Vec<OwnClub>, StoreError> {
        self.0.clubs_of(player).await
    }

    /// `None` if the player has nothing to do with the club.
    async fn role(&self, club: ClubId, player: PlayerId) -> Result<Option<Role>, StoreError> {
        self.0.club_role(club, player).await
    }

    /// What a reader, who may have no name yet, is to a club.
    pub async fn role_of(&self, club: ClubId, reader: Option<PlayerId>) -> Result<Option<Role>, StoreError> {
        match reader {
            Some(player) => self.role(club, player).await,
            None => Ok(None),
        }
    }

    /// Has a player join, or ask to. With the secret of the officers' link nobody has to be asked.
    pub async fn join(&self, id: ClubId, player: PlayerId, invitation: &str) -> Result<Role, ClubError> {
        let club = self.find(id).await?;
        self.check_member(player).await?;
        let role = self.role(id, player).await?;
        let becomes = join(club.joining, role, invitation == club.invitation)?;
        self.change(id, player, role, Some(becomes)).await?;
        Ok(becomes)
    }

    /// Has a player leave, or ask no more.
    pub async fn leave(&self, id: ClubId, player: PlayerId) -> Result<(), ClubError> {
        match self.role(id, player).await? {
            role @ Some(Role::Asked | Role::Member | Role::Officer) => {
                self.change(id, player, role, None).await
            }
            Some(Role::Removed) | None => Err(ClubRefusal::NotMember.into()),
        }
    }

    /// An officer becomes a member like others. The last one stays an officer, unless there is another member.
    pub async fn step_down(&self, id: ClubId, player: PlayerId) -> Result<(), ClubError> {
        let role = self.role(id, player).await?;
        if role != Some(Role::Officer) {
            return Err(ClubRefusal::NotOfficer.into());
        }
        self.change(id, player, role, Some(Role::Member)).await
    }

    /// What an officer changes about somebody else.
    pub async fn change_role(
        &self,
        id: ClubId,
        by: PlayerId,
        other: PlayerId,
        change: RoleChange,
    ) -> Result<(), ClubError> {
        let role = self.role(id, other).await?;
        let becomes = changed(self.role(id, by).await?, role, change)?;
        self.change(id, other, role, becomes).await
    }

    async fn change(
        &self,
        id: ClubId,
        player: PlayerId,
        from: Option<Role>,
        to: Option<Role>,
    ) -> Result<(), ClubError> {
        if self.0.change_club_role(id, player, from, to, now_ms()).await? {
            return Ok(());
        }
        let club = self.find(id).await?;
        Err(match self.role(id, player).await? {
            role if role != from => ClubRefusal::Outdated,
            _ if club.members >= MOST_MEMBERS => ClubRefusal::Full,
            _ => ClubRefusal::TooManyClubs,
        }
        .into())
    }

    /// What an officer says of the club.
    pub async fn edit(&self, id: ClubId, by: PlayerId, terms: ClubTerms) -> Result<(), ClubError> {
        self.check_officer(id, by).await?;
        match self.0.change_club(id, terms).await? {
            true => Ok(()),
            false => Err(ClubRefusal::NameTaken.into()),
        }
    }

    /// The link of the officers changes: the one before invites nobody any more.
    pub async fn renew_link(&self, id: ClubId, by: PlayerId) -> Result<(), ClubError> {
        self.check_officer(id, by).await?;
        Ok(self.0.renew_club_invitation(id, secret()).await?)
    }

    /// An officer takes a table off the club's lists.
    pub async fn remove_table(&self, id: ClubId, by: PlayerId, code: &TableCode) -> Result<(), ClubError> {
        self.check_officer(id, by).await?;
        let table = self.0.table_by_code(code).await?;
        let table = table.ok_or(ClubRefusal::Outdated)?;
        // Gone already is gone.
        self.0.remove_club_table(id, table.id).await?;
        Ok(())
    }

    async fn check_officer(&self, id: ClubId, by: PlayerId) -> Result<(), ClubError> {
        match self.role(id, by).await? {
            Some(Role::Officer) => Ok(()),
            _ => Err(ClubRefusal::NotOfficer.into()),
        }
    }

    /// Refuses whoever has no account, and bots.
    async fn check_member(&self, player: PlayerId) -> Result<(), ClubError> {
        let is_person = !is_bot(player) && !is_program(player);
        match is_person && !self.0.members_of(&[player]).await?.is_empty() {
            true => Ok(()),
            false => Err(ClubRefusal::NoAccount.into()),
        }
    }

    /// The officers, then the other members, in the order in which they came.
    pub async fn members(&self, id: ClubId) -> Result<Vec<ClubPlayer>, StoreError> {
        let mut all = self.0.club_players(id, Role::Officer, MOST_MEMBERS).await?;
        all.extend(self.0.club_players(id, Role::Member, MOST_MEMBERS).await?);
        Ok(all)
    }

    /// Those who ask to join, and those who were removed.
    pub async fn others(&self, id: ClubId) -> Result<[Vec<ClubPlayer>; 2], StoreError> {
        let asked = self.0.club_players(id, Role::Asked, MOST_SHOWN).await?;
        let removed = self.0.club_players(id, Role::Removed, MOST_SHOWN).await?;
        Ok([asked, removed])
    }

    /// At most so many public tables of a club whose games are not over.
    pub async fn tables(&self, id: ClubId, limit: i64) -> Result<Vec<ListedTable>, StoreError> {
        self.0.club_tables(id, limit).await
    }

    /// The club that a table belongs to, with its name; `None` for most.
    pub async fn of_table(&self, table: TableId) -> Result<Option<(ClubId, String)>, StoreError> {
        self.0.club_of_table(table).await
    }

    /// What the members have reached in the club's latest [`COUNTED_GAMES`] public games, the best first; none who played in none.
    pub async fn leaderboard(
        &self,
        id: ClubId,
        members: &[ClubPlayer],
    ) -> Result<Vec<ClubStanding>, StoreError> {
        let results = self.0.records().club_results(id, COUNTED_GAMES).await?;
        Ok(standings(&results, members))
    }
}

/// The secret of a link: 72 random bits.
fn secret() -> String {
    let bytes: [u8; 9] = rand::rng().random();
    BASE64URL_NOPAD.encode(&bytes)
}

/// What somebody has reached so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    points: Points,
    firsts: usize,
    games: usize,
}

fn standings(results: &[ClubResult], members: &[ClubPlayer]) -> Vec<ClubStanding> {
    let mut reached: HashMap<PlayerId, Reached> = HashMap::new();
    for game in results.chunk_by(|one, other| one.table == other.table) {
        // Who sat on two seats of one game has played against themselves.
        let players: HashSet<PlayerId> = game.iter().map(|seat| seat.player).collect();
        if players.len() < game.len() {
            continue;
        }
        let seats = game.iter().zip(0..).map(|(seat, number)| SeatResult {
            mark: (seat.stayed == Some(false)).then_some(Mark::Left),
            ..SeatResult::new(number, u8::try_from(seat.rank).unwrap_or(u8::MAX))
        });
        let seats: Vec<SeatResult> = seats.collect();
        for (own, seat) in game.iter().zip(&seats) {
            let mut others = seats.iter().filter(|other| other.player != seat.player);
            let is_first = seat.mark.is_none() && others.all(|other| seat.against(other).is_gt());
            let reached = reached.entry(own.player).or_default();
            reached.points += points_of(seat, &seats, 2);
            reached.firsts += usize::from(is_first);
            reached.games += 1;
        }
    }
    let mut rows: Vec<(&ClubPlayer, Reached)> = members
        .iter()
        .filter_map(|member| Some((member, *reached.get(&member.player)?)))
        .collect();
    let key = |own: &Reached| (own.points, own.firsts);
    rows.sort_by_key(|(_, own)| (Reverse(key(own)), own.games));
    let better = |own: &Reached| rows.iter().take_while(|(_, other)| key(other) > key(own)).count();
    let standing = |(player, own): &(&ClubPlayer, Reached)| ClubStanding {
        player: (*player).clone(),
        rank: better(own) + 1,
        points: own.points,
        firsts: own.firsts,
        games: own.games,
    };
    rows.iter().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaderboard_counts_places_of_members_who_stayed() {
        let [ann, ben, cem, guest] = [(); 4].map(|()| PlayerId::fresh());
        let members = [ann, ben, cem].map(|player| ClubPlayer {
            player,
            name: String::new(),
            role: Role::Member,
        });
        let game = |seats: &[(PlayerId, i64, bool)]| {
            let table = TableId::fresh();
            let seat = |&(player, rank, stayed): &(PlayerId, i64, bool)| ClubResult {
                table,
                player,
                rank,
                stayed: Some(stayed),
            };
            seats.iter().map(seat).collect::<Vec<_>>()
        };
        let games = [
            game(&[(ann, 1, true), (ben, 2, true)]),
            game(&[(ben, 1, true), (guest, 2, true), (ann, 3, true)]),
            // Half a point for a place in the middle, and none for who left, whatever the place.
            game(&[(guest, 1, true), (ann, 2, true), (ben, 3, true)]),
            game(&[(ann, 1, true), (ben, 1, false)]),
            // Both seats of one person count for nobody.
            game(&[(cem, 1, true), (cem, 2, true)]),
        ];
        let rows = standings(&games.concat(), &members);
        let row = |at: usize| {
            let row: &ClubStanding = &rows[at];
            (
                row.player.player,
                row.rank,
                row.points.to_string(),
                row.firsts,
                row.games,
            )
        };
        assert_eq!(row(0), (ann, 1, "2.5".to_owned(), 2, 4));
        assert_eq!(row(1), (ben, 2, "1".to_owned(), 1, 4));
        assert_eq!(
            rows.len(),
            2,
            "who played nothing is not listed, and nobody who is no member"
        );
    }
}
