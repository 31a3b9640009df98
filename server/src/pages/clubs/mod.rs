//! The page of a club.

pub mod forms;
pub mod found;
pub mod list;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use self::found::TermsForm;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::backfill::Work;
use crate::clubs::{COUNTED_GAMES, ClubError, ClubStanding};
use crate::error::PageError;
use crate::ids::{ClubId, PlayerId, TableId};
use crate::lobby::ListRow;
use crate::model::club::{CLUB_NAME_LETTERS, CLUB_TEXT_CHARACTERS, Joining, Role};
use crate::pages::parts::profile_address::address;
use crate::pages::parts::tournament_row::TournamentRow;
use crate::pages::records::{RecordRow, row};
use crate::pages::{PageContext, html};
use crate::store::{Club, ClubPlayer};
use crate::time::page_date;

/// How many tournaments, open tables and finished games the page lists.
const TOURNAMENTS: i64 = 12;
const TABLES: i64 = 24;
const GAMES: i64 = 10;
/// How many members it names; all of them have a page of their own.
const MEMBERS: usize = 60;
/// How many of them its leaderboard has.
const LEADERS: usize = 20;
/// How many games a page of the club's records lists.
const GAMES_OF_PAGE: i64 = 30;

#[derive(Clone, Debug, askama::Template)]
#[template(path = "club.html")]
struct ClubPage {
    context: PageContext,
    id: ClubId,
    name: String,
    text: String,
    joining: Joining,
    since: String,
    /// How many members and officers there are.
    count: i64,
    /// The address for others; empty where a form was refused.
    link: String,
    role: Option<Role>,
    /// The secret of the link by which the reader has come, if it is right.
    invitation: String,
    problem: String,
    officer: Option<OfficerView>,
    tournaments: Vec<TournamentRow>,
    tables: Vec<ListRow>,
    leaders: Vec<LeaderRow>,
    games: Vec<RecordRow>,
    members: Vec<MemberRow>,
}

/// What officers see besides.
#[derive(Clone, Debug)]
struct OfficerView {
    /// The link with which anybody may join.
    link: String,
    asked: Vec<MemberRow>,
    removed: Vec<MemberRow>,
    typed: TermsForm,
}

#[derive(Clone, Debug)]
struct MemberRow {
    player: PlayerId,
    name: String,
    profile: String,
    is_officer: bool,
}

#[derive(Clone, Debug)]
struct LeaderRow {
    rank: usize,
    name: String,
    profile: String,
    points: String,
    firsts: usize,
    games: usize,
}

/// All games of a club, or all of its members.
#[derive(Clone, Debug, askama::Template)]
#[template(path = "club_records.html")]
struct ClubRecordsPage {
    context: PageContext,
    id: ClubId,
    name: String,
    games: Vec<RecordRow>,
    /// The address of older ones.
    older: Option<String>,
}

#[derive(Clone, Debug, askama::Template)]
#[template(path = "club_members.html")]
struct ClubMembersPage {
    context: PageContext,
    id: ClubId,
    name: String,
    members: Vec<MemberRow>,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct ClubQuery {
    #[serde(default)]
    invitation: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct RecordsQuery {
    before: Option<TableId>,
}

/// What was sent, and why nothing came of it.
#[derive(Clone, Debug, Default)]
struct Sent {
    invitation: String,
    problem: String,
    typed: Option<TermsForm>,
}

impl ClubPage {
    /// What chats show of a link to it.
    fn about(&self) -> String {
        let members = if self.count == 1 { "member" } else { "members" };
        format!("A club of {} {members} that plays on Thicket.", self.count)
    }

    fn belongs(&self) -> bool {
        self.role.is_some_and(Role::belongs)
    }

    /// Whether the reader could become a member, or ask to.
    fn can_join(&self) -> bool {
        let is_new = matches!(self.role, None | Some(Role::Asked));
        is_new
            && match self.joining {
                Joining::Open => true,
                Joining::OnRequest => self.role.is_none() || !self.invitation.is_empty(),
                Joining::Invited => !self.invitation.is_empty(),
            }
    }

    /// Whether an officer has to answer.
    fn asks(&self) -> bool {
        self.joining == Joining::OnRequest && self.invitation.is_empty()
    }

    fn more_members(&self) -> i64 {
        self.count - self.members.len() as i64
    }
}

/// `GET /clubs/{id}`, with the secret of the officers' link `GET /clubs/{id}?invitation=…`
pub async fn show(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
    query: Result<Query<ClubQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let (id, Query(ClubQuery { invitation })) = (known(&id)?, query?);
    let sent = Sent {
        invitation,
        ..Sent::default()
    };
    let page = page(&app, &user, id, sent, &headers).await?;
    let link = app.address(&headers, &format!("/clubs/{id}"));
    Ok(html(&ClubPage { link, ..page }, StatusCode::OK))
}

/// `GET /clubs/{id}/records`
pub async fn records(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
    query: Result<Query<RecordsQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (id, Query(RecordsQuery { before })) = (known(&id)?, query?);
    let club = app.clubs.find(id).await?;
    // One more than is shown tells whether there are older ones.
    let mut games = app.records.of_club(id, before, GAMES_OF_PAGE + 1).await?;
    let has_more = games.len() as i64 > GAMES_OF_PAGE;
    games.truncate(GAMES_OF_PAGE as usize);
    let last = games.last().filter(|_| has_more);
    let page = ClubRecordsPage {
        context: PageContext::of(&user).depending(&app.backfill, &[Work::Searches]),
        id,
        name: club.name,
        older: last.map(|head| format!("/clubs/{id}/records?before={}", head.table)),
        games: games.iter().map(row).collect(),
    };
    Ok(html(&page, StatusCode::OK))
}

/// `GET /clubs/{id}/members`
pub async fn members(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let id = known(&id)?;
    let club = app.clubs.find(id).await?;
    let members = app.clubs.members(id).await?;
    let page = ClubMembersPage {
        context: PageContext::of(&user),
        id,
        name: club.name,
        members: members.into_iter().map(MemberRow::of).collect(),
    };
    Ok(html(&page, StatusCode::OK))
}

fn known(id: &str) -> Result<ClubId, PageError> {
    id.parse().map_err(|_| ClubError::NotFound.into())
}

async fn page(
    app: &App,
    user: &CurrentUser,
    id: ClubId,
    sent: Sent,
    headers: &HeaderMap,
) -> Result<ClubPage, PageError> {
    let club = app.clubs.find(id).await?;
    let role = app.clubs.role_of(id, user.id()).await?;
    let members = app.clubs.members(id).await?;
    let leaders = app.clubs.leaderboard(id, &members).await?;
    let tables = app.clubs.tables(id, TABLES).await?;
    let belongs = role.is_some_and(Role::belongs);
    let tournaments = app.tournaments.of_club(id, belongs, TOURNAMENTS).await?;
    let games = app.records.of_club(id, None, GAMES).await?;
    let officer = match role {
        Some(Role::Officer) => Some(OfficerView::of(app, &club, sent.typed, headers).await?),
        _ => None,
    };
    Ok(ClubPage {
        context: PageContext::of(user).depending(&app.backfill, &[Work::Lists, Work::Searches]),
        id,
        link: String::new(),
        joining: club.joining,
        since: page_date(club.created_at),
        count: club.members,
        role,
        invitation: match sent.invitation == club.invitation {
            true => sent.invitation,
            false => String::new(),
        },
        problem: sent.problem,
        officer,
        tournaments: tournaments.iter().map(TournamentRow::of).collect(),
        tables: tables
            .iter()
            .filter_map(|listed| app.lobby.own_row(listed, &[]))
            .collect(),
        leaders: leaders.into_iter().take(LEADERS).map(LeaderRow::of).collect(),
        games: games.iter().map(row).collect(),
        members: members.into_iter().take(MEMBERS).map(MemberRow::of).collect(),
        name: club.name,
        text: club.text,
    })
}

impl OfficerView {
    async fn of(
        app: &App,
        club: &Club,
        typed: Option<TermsForm>,
        headers: &HeaderMap,
    ) -> Result<OfficerView, PageError> {
        let [asked, removed] = app.clubs.others(club.id).await?;
        let rows = |players: Vec<ClubPlayer>| players.into_iter().map(MemberRow::of).collect();
        let path = format!("/clubs/{}?invitation={}", club.id, club.invitation);
        Ok(OfficerView {
            link: app.address(headers, &path),
            asked: rows(asked),
            removed: rows(removed),
            typed: typed.unwrap_or_else(|| TermsForm::of(club)),
        })
    }
}

impl MemberRow {
    fn of(member: ClubPlayer) -> MemberRow {
        MemberRow {
            player: member.player,
            profile: address(&member.name),
            name: member.name,
            is_officer: member.role == Role::Officer,
        }
    }
}

impl LeaderRow {
    fn of(standing: ClubStanding) -> LeaderRow {
        LeaderRow {
            rank: standing.rank,
            profile: address(&standing.player.name),
            name: standing.player.name,
            points: standing.points.to_string(),
            firsts: standing.firsts,
            games: standing.games,
        }
    }
}
