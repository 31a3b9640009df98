//! Messages about tournaments, with the tournament as it is now.

use tokio::task::spawn_blocking;

use super::message::{self, Data, Message, Place, Told, TournamentData};
use super::notices::Notices;
use crate::ids::{PlayerId, TournamentId};
use crate::model::clock_terms::ClockTerms;
use crate::model::log::notice::NoticeKind;
use crate::model::tournament::decide::CONFIRM_WITHIN;
use crate::model::tournament::entry::TournamentEntry;
use crate::model::tournament::event::TournamentEvent;
use crate::model::tournament::notices::expected_start;
use crate::model::tournament::state::{State, Status};
use crate::seq::Seq;
use crate::store::{Due, DueNotice, ListedEntrant, StoreError};
use crate::time::{UnixMs, now_ms};

/// How a tournament has ended for a player.
enum Ending {
    Place(usize, usize),
    /// Nobody has won it.
    Cancelled(Option<String>),
}

/// A notice in words.
struct Words {
    title: &'static str,
    body: String,
    /// That their friends may read, too.
    sentence: String,
}

impl Notices {
    /// The message for a notice about a tournament; `None` if it need not be sent any more.
    pub(super) async fn tournament_message(
        &self,
        due: &Due,
        notice: DueNotice,
        id: TournamentId,
    ) -> Result<Option<Message>, StoreError> {
        let Some(entrant) = self.store.listed_entrant(id, due.player).await? else {
            return Ok(None);
        };
        if !is_true(notice, &entrant) {
            return Ok(None);
        }
        let mut data = TournamentData {
            tournament: id,
            url: format!("{}/tournaments/{id}", due.home),
            name: entrant.tournament.name.clone(),
            game: entrant.tournament.kind.clone(),
            starts_at: self.start_of(&entrant).await?,
            place: None,
            players: None,
            until: None,
        };
        let words = match notice.kind {
            NoticeKind::TournamentOver => match self.ending(id, due.player, notice.seq).await? {
                Some(ending) => {
                    if let Ending::Place(place, players) = ending {
                        (data.place, data.players) = (Some(place), Some(players));
                    }
                    over(&entrant, &ending)
                }
                None => return Ok(None),
            },
            kind => {
                let settings = self.store.notice_settings(due.player).await?;
                data.until = Some(data.starts_at);
                match kind {
                    NoticeKind::TournamentMoved => moved(&entrant, &settings.date_time(data.starts_at)),
                    _ => before(kind, &entrant, &settings.clock_time(data.starts_at)),
                }
            }
        };
        let is_over = notice.kind == NoticeKind::TournamentOver;
        Ok(Some(Message {
            id: message::id(due.channel, &notice),
            kind: message::kind(notice.kind),
            at: notice.at,
            link: Some(data.url.clone()),
            sentence: words.sentence,
            told: Some(Told {
                place: Place::Tournament(id),
                // Nobody can wait for what begins soon.
                is_told_at_once: !is_over || !asks_to_confirm(&entrant),
                is_turn: false,
                title: words.title.to_owned(),
                body: words.body,
            }),
            data: Data::Tournament(data),
        }))
    }

    async fn start_of(&self, entrant: &ListedEntrant) -> Result<UnixMs, StoreError> {
        let starts_at = entrant.tournament.starts_at;
        if !asks_to_confirm(entrant) {
            return Ok(starts_at);
        }
        Ok(expected_start(starts_at, &self.store.outages().await?, now_ms()))
    }

    /// `None` if its log cannot be read.
    async fn ending(
        &self,
        id: TournamentId,
        player: PlayerId,
        seq: Seq,
    ) -> Result<Option<Ending>, StoreError> {
        let last = self.store.tournament_log(id, seq).await?;
        let last = last.first().and_then(|entry| entry.decoded().ok());
        if let Some(TournamentEvent::Cancelled { why, .. }) = last.map(|entry| entry.event) {
            let why = why.map(|why| why.as_str().replace('\n', " "));
            return Ok(Some(Ending::Cancelled(why)));
        }
        let log = self.store.tournament_log(id, Seq::FIRST).await?;
        // All of its games count.
        let placed = spawn_blocking(move || {
            let decoded: Result<Vec<TournamentEntry>, _> = log.iter().map(|entry| entry.decoded()).collect();
            place_of(&State::replay(&decoded.ok()?).ok()?, player)
        });
        Ok(placed.await.ok().flatten())
    }
}

fn place_of(state: &State, player: PlayerId) -> Option<Ending> {
    let standings = state.standings();
    let own = standings.iter().find(|row| row.player == player)?;
    let rivals = standings.iter().filter(|row| row.division == own.division);
    Some(Ending::Place(own.standing.rank, rivals.count()))
}

/// Whether players have to say shortly before the start that they are there.
fn asks_to_confirm(entrant: &ListedEntrant) -> bool {
    matches!(entrant.tournament.clock.parse(), Ok(ClockTerms::RealTime(_)))
}

/// Whether a notice is still true. Whoever has withdrawn is told nothing.
fn is_true(notice: DueNotice, entrant: &ListedEntrant) -> bool {
    let (tournament, now) = (&entrant.tournament, now_ms());
    let until = match asks_to_confirm(entrant) {
        true => tournament.starts_at - CONFIRM_WITHIN,
        false => tournament.starts_at,
    };
    // Another start has notices of its own.
    let is_before = tournament.status == Status::Open && notice.seq == entrant.start_seq;
    entrant.present
        && match notice.kind {
            NoticeKind::TournamentSoon => is_before && now < until,
            NoticeKind::TournamentConfirm => is_before && asks_to_confirm(entrant) && !entrant.confirmed,
            NoticeKind::TournamentMoved => is_before,
            _ => matches!(tournament.status, Status::Finished | Status::Cancelled),
        }
}

/// What is told before a start, which is at this time.
fn before(kind: NoticeKind, entrant: &ListedEntrant, starts: &str) -> Words {
    let (tournament, name) = (&entrant.tournament.name, &entrant.name);
    match (kind, asks_to_confirm(entrant)) {
        (NoticeKind::TournamentConfirm, _) => Words {
            title: "Please confirm that you are there",
            body: format!("{tournament} begins at {starts}, with those who have confirmed."),
            sentence: format!(
                "{name} has to confirm before {starts} to play in the tournament {tournament}."
            ),
        },
        (_, true) => Words {
            title: "Your tournament begins soon",
            body: format!(
                "{tournament} begins at {starts}. Please confirm in the last ten minutes that you are there."
            ),
            sentence: format!(
                "The tournament {tournament} begins at {starts}. {name} has to confirm in the last ten minutes."
            ),
        },
        (_, false) => Words {
            title: "Your tournament begins soon",
            body: format!("{tournament} begins at {starts}."),
            sentence: format!("The tournament {tournament}, in which {name} plays, begins at {starts}."),
        },
    }
}

/// The new start with its day.
fn moved(entrant: &ListedEntrant, starts: &str) -> Words {
    let (tournament, name) = (&entrant.tournament.name, &entrant.name);
    Words {
        title: "Your tournament begins at another time",
        body: format!("{tournament} begins on {starts}."),
        sentence: format!("The tournament {tournament}, in which {name} plays, begins on {starts} now."),
    }
}

fn over(entrant: &ListedEntrant, ending: &Ending) -> Words {
    let (tournament, name) = (&entrant.tournament.name, &entrant.name);
    match ending {
        Ending::Place(place, players) => Words {
            title: "The tournament is over",
            body: format!("{tournament}: place {place} of {players}"),
            sentence: format!("The tournament {tournament} is over: {name} has place {place} of {players}."),
        },
        Ending::Cancelled(why) => {
            let why = why.as_deref().unwrap_or("Too few players have come.");
            Words {
                title: "The tournament was cancelled",
                body: format!("{tournament}: {why}"),
                sentence: format!("The tournament {tournament}, in which {name} plays, was cancelled: {why}"),
            }
        }
    }
}
