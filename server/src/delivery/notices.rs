//! Messages for what is in the outbox, with the table as it is now.

use std::collections::HashMap;

use serde_json::value::RawValue;
use tokio::task::spawn_blocking;

use thicket_rules::GameKind;

use super::HOUR_MS;
use super::message::{self, Data, Message, Place, RoundData, TableData, Told};
use super::pauses::FIRST_MS;
use crate::ids::{PlayerId, TableId};
use crate::model::clock_terms::ClockTerms;
use crate::model::log::notice::NoticeKind;
use crate::model::log::projection::{TablePhase, TableState};
use crate::model::notice_settings::NoticeTopic;
use crate::model::tournament::table::TOURNAMENT_START;
use crate::room::{LoadError, Log};
use crate::seq::Seq;
use crate::store::{About, ChannelForm, Due, DueNotice, ListedTable, Store, StoreError, TableRound};
use crate::story::{players, told};
use crate::tables::Tables;
use crate::time::{UnixMs, now_ms};
use crate::words::{capitalized, list};

/// How often it is looked whether a player is back from a holiday (milliseconds).
const LOOK_AGAIN_MS: i64 = HOUR_MS;

/// An event in a sentence, if others are told of it, and as the stream of its table has it.
type ToldEvent = (Option<String>, Box<RawValue>);

#[derive(Clone, Debug)]
pub(super) struct Notices {
    pub(super) store: Store,
    tables: Tables,
}

impl Notices {
    pub(super) fn new(store: Store, tables: Tables) -> Notices {
        Notices { store, tables }
    }

    /// The message for a notice; `None` if it need not be sent any more, such as that it is somebody's turn who has played it since.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub(super) async fn message(&self, due: &Due, notice: DueNotice) -> Result<Option<Message>, StoreError> {
        match notice.about {
            About::Table(table) => self.table_message(due, notice, table).await,
            About::Tournament(tournament) => self.tournament_message(due, notice, tournament).await,
        }
    }

    async fn table_message(
        &self,
        due: &Due,
        notice: DueNotice,
        id: TableId,
    ) -> Result<Option<Message>, StoreError> {
        let tables = self.store.listed_tables(&[id]).await?;
        let Some(table) = tables.into_iter().next() else {
            return Ok(None);
        };
        if !self.is_true(due.player, (notice.kind, id), &table).await? {
            return Ok(None);
        }
        let round = match notice.kind {
            NoticeKind::Ready => self.store.round_of(id).await?,
            _ => None,
        };
        let (sentence, event) = match notice.kind {
            NoticeKind::Event => match self.event(&table, &notice).await? {
                Some((sentence, event)) => (sentence, Some(event)),
                None => return Ok(None),
            },
            kind => (Some(own_sentence(kind, due.player, &table, round.as_ref())), None),
        };
        // A chat is told in sentences, and there is none for some events.
        let is_chat = matches!(due.form, ChannelForm::Discord | ChannelForm::Slack);
        if is_chat && sentence.is_none() {
            return Ok(None);
        }
        let url = format!("{}/g/{}", due.home, table.table.code);
        Ok(Some(Message {
            id: message::id(due.channel, &notice),
            kind: message::kind(notice.kind),
            at: notice.at,
            link: Some(url.clone()),
            sentence: sentence.unwrap_or_default(),
            told: told_to(notice.kind, due.player, &table, round.as_ref()),
            data: Data::Table(TableData {
                table: table.table.code,
                url,
                game: table.table.kind,
                players: table.people.into_iter().map(|player| player.name).collect(),
                seq: notice.seq,
                deadline: time_ends(&table.state),
                event,
                tournament: round.map(|round| RoundData {
                    id: round.tournament,
                    name: round.name,
                    round: round.round,
                }),
            }),
        }))
    }

    /// When a notice that time runs out is to be sent, if the player's clock has rested since it was planned.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub(super) async fn put_off(
        &self,
        player: PlayerId,
        notice: &DueNotice,
    ) -> Result<Option<UnixMs>, StoreError> {
        match notice.kind {
            NoticeKind::QuarterLeft | NoticeKind::HourLeft => (),
            // How long nothing was served is known first.
            NoticeKind::TournamentConfirm if !self.store.is_served(now_ms()).await? => {
                return Ok(Some(now_ms() + FIRST_MS));
            }
            _ => return Ok(None),
        }
        let holidays = self.tables.holidays_of(player).await?;
        let rested = holidays
            .iter()
            .find(|holiday| holiday.is_now(notice.at))
            .map(|holiday| holiday.until + (notice.at - holiday.since));
        // They may be back sooner.
        let soon = now_ms() + LOOK_AGAIN_MS;
        Ok(rested
            .filter(|&at| at > now_ms())
            .map(|at| UnixMs(at.0.min(soon.0))))
    }

    /// Whether a notice is still true.
    async fn is_true(
        &self,
        player: PlayerId,
        (kind, id): (NoticeKind, TableId),
        table: &ListedTable,
    ) -> Result<bool, StoreError> {
        let state = &table.state;
        Ok(match kind {
            NoticeKind::YourTurn | NoticeKind::QuarterLeft | NoticeKind::HourLeft => {
                state.phase == TablePhase::Playing && state.to_move == Some(player)
            }
            // An offer stands until the next turn, and so does not outlive the event after it by much.
            NoticeKind::Begun | NoticeKind::Ready | NoticeKind::Offer | NoticeKind::Idle => {
                state.phase == TablePhase::Playing
            }
            NoticeKind::Invitation => {
                state.phase == TablePhase::Waiting && self.store.invited_by(id, player).await?.is_some()
            }
            NoticeKind::Rematch | NoticeKind::Over | NoticeKind::Event => true,
            NoticeKind::TournamentSoon
            | NoticeKind::TournamentConfirm
            | NoticeKind::TournamentMoved
            | NoticeKind::TournamentOver => false,
        })
    }

    /// Whether a notice that it is their turn comes with the one that their table is ready, which says so, too. `wants_ready` is whether
    /// they want to hear that.
    ///
    /// # Errors
    /// When the database fails or does not answer in time.
    pub(super) async fn is_told_as_ready(
        &self,
        form: ChannelForm,
        notice: &DueNotice,
        wants_ready: bool,
    ) -> Result<bool, StoreError> {
        let is_first = notice.kind == NoticeKind::YourTurn && notice.seq == TOURNAMENT_START;
        match notice.table() {
            Some(table) if is_first && wants_ready && form != ChannelForm::Standard => {
                Ok(self.store.round_of(table).await?.is_some())
            }
            _ => Ok(false),
        }
    }

    /// An event in a sentence, if others are told of it, and as the stream of the table has it.
    async fn event(&self, table: &ListedTable, notice: &DueNotice) -> Result<Option<ToldEvent>, StoreError> {
        let log = match self.tables.log(&table.table).await {
            Ok(log) => log,
            Err(LoadError::Store(error)) => return Err(error),
            // It cannot be read, now or later.
            Err(_) => return Ok(None),
        };
        let owners = self.store.bot_owners(players(log.entries())).await?;
        // All turns before it are played again.
        let seq = notice.seq;
        let replayed = spawn_blocking(move || event_of(&log, seq, owners)).await;
        Ok(replayed.ok().flatten())
    }
}

/// Whether a turn may take days.
fn is_slow(state: &TableState) -> bool {
    let terms = state.clock.as_deref().map(str::parse);
    !matches!(terms, Some(Ok(ClockTerms::RealTime(_))))
}

/// When the time of who is to move ends, at a table with clocks.
pub(super) fn time_ends(state: &TableState) -> Option<UnixMs> {
    state
        .deadline
        .filter(|_| state.clock.is_some() && state.phase == TablePhase::Playing)
}

fn event_of(log: &Log, seq: Seq, owners: HashMap<PlayerId, String>) -> Option<ToldEvent> {
    let messages = log.messages(seq.previous(), 1).ok()?;
    let event = RawValue::from_string(messages.first()?.to_string()).ok()?;
    Some((told(log.entries(), seq, owners), event))
}

/// The game and the others at a table: "Bushi with Ann and Ben".
pub(super) fn game_with_others(player: PlayerId, table: &ListedTable) -> (&str, String, String) {
    let others: Vec<&str> = table
        .people
        .iter()
        .filter(|seat| seat.player != player)
        .map(|seat| seat.name.as_str())
        .collect();
    let kind_name = table.table.kind.as_str();
    let game = kind_name
        .parse()
        .map_or(kind_name, |kind: GameKind| kind.info().title);
    let others = list(&others);
    let with = match others.as_str() {
        "" => String::new(),
        others => format!(" with {others}"),
    };
    (game, with, others)
}

/// What a player is told of a table, in words that their friends may read, too.
fn own_sentence(
    kind: NoticeKind,
    player: PlayerId,
    table: &ListedTable,
    round: Option<&TableRound>,
) -> String {
    let own = table.people.iter().find(|seat| seat.player == player);
    let name = own.map_or("You", |seat| seat.name.as_str());
    let (game, with, others) = game_with_others(player, table);
    match kind {
        NoticeKind::YourTurn => format!("It is {name}’s turn in {game}{with}."),
        NoticeKind::QuarterLeft => format!("{name} has a quarter of the time left in {game}{with}."),
        NoticeKind::HourLeft => format!("{name} has one hour left in {game}{with}."),
        NoticeKind::Ready => match round {
            Some(part) => format!("{name}’s table in {} is ready: {game}{with}.", part.in_words()),
            None => format!("{name}’s game of {game}{with} has begun."),
        },
        NoticeKind::Begun => format!("{name}’s game of {game}{with} has begun."),
        NoticeKind::Offer => format!("{name} is asked for an answer in {game}{with}."),
        NoticeKind::Idle => {
            format!("Nobody has played {game}{with} for 30 days. Does the game go on, {name}?")
        }
        NoticeKind::Invitation => format!("{others} invites to a game of {game}."),
        NoticeKind::Rematch => format!("A rematch of {game}{with} is proposed to {name}."),
        _ => format!("{name}’s game of {game}{with} is over."),
    }
}

/// What a player is told of a table on a device of their own.
fn told_to(
    kind: NoticeKind,
    player: PlayerId,
    table: &ListedTable,
    round: Option<&TableRound>,
) -> Option<Told> {
    let (game, with, others) = game_with_others(player, table);
    let title = match kind {
        NoticeKind::YourTurn => "Your turn",
        NoticeKind::QuarterLeft => "A quarter of your time is left",
        NoticeKind::HourLeft => "One hour is left for your turn",
        NoticeKind::Begun => "Your game has begun",
        NoticeKind::Ready => "Your table is ready",
        NoticeKind::Offer => "Your answer is asked for",
        NoticeKind::Idle => "Does your game go on?",
        NoticeKind::Invitation => "You are invited to a game",
        NoticeKind::Rematch => "Another game?",
        NoticeKind::Over => "The game is over",
        NoticeKind::TournamentSoon
        | NoticeKind::TournamentConfirm
        | NoticeKind::TournamentMoved
        | NoticeKind::TournamentOver
        | NoticeKind::Event => return None,
    };
    let is_turn = match kind {
        NoticeKind::Ready => table.state.to_move == Some(player),
        kind => matches!(
            NoticeTopic::of(kind),
            Some(NoticeTopic::Turns | NoticeTopic::Clock)
        ),
    };
    let body = match kind {
        NoticeKind::Invitation => format!("{others} invites you to {game}."),
        NoticeKind::Ready => ready(&format!("{game}{with}"), is_turn, round),
        _ => format!("{game}{with}"),
    };
    Some(Told {
        place: Place::Table(table.table.clone()),
        is_told_at_once: is_slow(&table.state),
        is_turn,
        title: title.to_owned(),
        body,
    })
}

/// What a player is told of a table that is ready: "Round 2 of Spring Cup: Bushka with Ann. It is your turn."
fn ready(game: &str, is_turn: bool, round: Option<&TableRound>) -> String {
    let round = round.map_or_else(String::new, |part| format!("{}: ", capitalized(&part.in_words())));
    let turn = if is_turn { ". It is your turn." } else { "" };
    format!("{round}{game}{turn}")
}
