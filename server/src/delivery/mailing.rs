//! Notices by mail: at once where a turn takes days, everything else together at the times that the player has chosen.

use std::time::Duration;

use axum::body::Bytes;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout_at};

use super::letter::{Letter, LetterTable};
use super::mailer::{Mail, Mailer};
use super::message::{Message, Place, Told};
use super::notices::{game_with_others, time_ends};
use super::pauses;
use super::sending::{IN_SIGHT_MS, ROW_TIME, Sent, is_repeated};
use super::{Delivery, DeliveryError, Failure};
use crate::clock_words::face;
use crate::http::limits::{MAILS, MAILS_OF_ADDRESS};
use crate::ids::ChannelId;
use crate::model::log::notice::NoticeKind;
use crate::model::log::projection::TablePhase;
use crate::model::notice_settings::{NoticeSettings, NoticeTopic};
use crate::pictures::{Form, PlyRef};
use crate::store::{AfterSending, Due, DueNotice, Failing, ListedTable, Subject, TableRow};
use crate::time::{UnixMs, now_ms};

/// How many notices go into one mail.
const IN_A_MAIL: i64 = 200;
/// How many tables a mail lists, and how many of them with their boards.
const MAX_TABLES: usize = 30;
const MAX_BOARDS: usize = 6;
/// How long a mail waits for the boards in it. They are drawn when nothing else is to be done.
const DRAWING: Duration = Duration::from_secs(6);
/// A mail about one table is sent later if its board is not drawn by then, and after so long without it, in milliseconds.
const WITHOUT_BOARD_AFTER_MS: i64 = 2 * 60_000;
const DRAWN_LATER_MS: i64 = 5_000;
/// How long it is waited for before that: others are waiting for their mails and notices.
const DRAWING_FIRST: Duration = Duration::from_secs(1);
/// When something is tried again for which there were too many mails.
const TOO_MANY_MS: i64 = 60 * 60 * 1000;

/// The address at which a channel is ended with one click.
fn unsubscribe(due: &Due) -> String {
    let secret = BASE64URL_NOPAD.encode(&due.secret);
    format!("{}/mail/unsubscribe/{}/{secret}", due.home, due.channel)
}

/// The same for the notices of one channel at one of the times that its player has chosen.
fn id_of(channel: ChannelId, at: UnixMs) -> String {
    let hash = Sha256::new()
        .chain_update(channel.0)
        .chain_update(at.0.to_be_bytes())
        .finalize();
    format!("together.{}", HEXLOWER.encode(&hash[..16]))
}

/// What becomes of one notice.
enum Turn {
    Done(AfterSending),
    Later(UnixMs),
    Now,
    /// With others, at this time, which has come.
    Together(UnixMs),
}

impl Delivery {
    /// Sends what is due to a channel by mail.
    pub(super) async fn mail_all(
        &self,
        due: &Due,
        failing: &mut Option<Failing>,
    ) -> Result<Sent, DeliveryError> {
        let Some(mailer) = self.mailer.as_deref() else {
            // This node cannot send it; another one may.
            return Ok(Sent::Quiet(now_ms() + pauses::FIRST_MS));
        };
        let settings = self.store.notice_settings(due.player).await?;
        let end = Instant::now() + ROW_TIME;
        let mut together = Vec::new();
        let mut together_at = UnixMs(0);
        let notices = self.store.due_notices(due.channel, now_ms(), IN_A_MAIL).await?;
        for (index, &notice) in notices.iter().enumerate() {
            if Instant::now() > end {
                return Ok(Sent::All);
            }
            let message = match is_repeated(due.form, &notice, &notices[index + 1..]) {
                true => None,
                false => self.notices.message(due, notice).await?,
            };
            let Some(message) = message else {
                self.store
                    .has_sent(due.channel, notice, AfterSending::default())
                    .await?;
                continue;
            };
            let after = AfterSending {
                later: message.reminders(notice),
                shows_turn: None,
            };
            match self.turn(due, notice, &message, &settings, after.clone()).await? {
                Turn::Done(after) => self.store.has_sent(due.channel, notice, after).await?,
                Turn::Later(at) => self.store.postpone(due.channel, notice, at).await?,
                Turn::Together(at) => {
                    together_at = together_at.max(at);
                    together.push((notice, message, after));
                }
                Turn::Now => match self.mail_one(mailer, due, &message).await? {
                    Ok(()) => {
                        *failing = None;
                        self.store.has_sent(due.channel, notice, after).await?;
                    }
                    Err(failure) => return Ok(Sent::Failed(failure)),
                },
            }
        }
        if together.is_empty() {
            return Ok(Sent::All);
        }
        if !self.may_mail(&due.url).await? {
            return Ok(Sent::Quiet(now_ms() + TOO_MANY_MS));
        }
        if let Err(failure) = self.mail_together(mailer, due, &together, together_at).await? {
            return Ok(Sent::Failed(failure));
        }
        *failing = None;
        for (notice, _, after) in together {
            self.store.has_sent(due.channel, notice, after).await?;
        }
        Ok(Sent::All)
    }

    async fn turn(
        &self,
        due: &Due,
        notice: DueNotice,
        message: &Message,
        settings: &NoticeSettings,
        after: AfterSending,
    ) -> Result<Turn, DeliveryError> {
        let now = now_ms();
        let is_wanted = NoticeTopic::of(notice.kind).is_some_and(|topic| settings.mail.wants(topic));
        let Some(told) = message.told.as_ref().filter(|_| is_wanted) else {
            return Ok(Turn::Done(after));
        };
        if let Some(at) = self.notices.put_off(due.player, &notice).await? {
            return Ok(Turn::Later(at));
        }
        let wants_ready = settings.mail.wants(NoticeTopic::Tournaments);
        if self
            .notices
            .is_told_as_ready(due.form, &notice, wants_ready)
            .await?
        {
            return Ok(Turn::Done(after));
        }
        if !(told.is_told_at_once && settings.mail.at_once()) {
            return Ok(match settings.mailed_at(notice.at) {
                None => Turn::Done(after),
                Some(at) if at > now => Turn::Later(at),
                Some(at) => Turn::Together(at),
            });
        }
        if let Some(until) = settings.quiet_until(now) {
            return Ok(Turn::Later(until));
        }
        let table = notice.table();
        if table.is_some_and(|table| self.tables.is_in_sight(table, due.player)) {
            let seen_at = notice.at + IN_SIGHT_MS;
            return Ok(match now < seen_at {
                true => Turn::Later(seen_at),
                false => Turn::Done(after),
            });
        }
        let may_wait = now - notice.at < WITHOUT_BOARD_AFTER_MS;
        let drawn_by = Instant::now() + DRAWING_FIRST;
        if let Place::Table(row) = &told.place
            && may_wait
            && self.board(row, drawn_by).await.is_err()
        {
            return Ok(Turn::Later(now_ms() + DRAWN_LATER_MS));
        }
        Ok(match self.may_mail(&due.url).await? {
            true => Turn::Now,
            false => Turn::Later(now + TOO_MANY_MS),
        })
    }

    /// Counts a mail to an address. False if too many were sent there, or by all.
    pub(super) async fn may_mail(&self, address: &str) -> Result<bool, DeliveryError> {
        let now = now_ms();
        let address = Subject::new("mail to", &address.to_lowercase());
        for (subject, rate) in [(address, MAILS_OF_ADDRESS), (Subject::new("mail", ""), MAILS)] {
            let counted = self.store.count_attempt(subject, (rate.burst, rate.every), now);
            if !counted.await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn mail_one(
        &self,
        mailer: &Mailer,
        due: &Due,
        message: &Message,
    ) -> Result<Result<(), Failure>, DeliveryError> {
        let Some(Told {
            place, title, body, ..
        }) = &message.told
        else {
            return Ok(Ok(()));
        };
        let (letter, thread, pictures) = match place {
            Place::Table(row) => self.letter_of_table(due, message, row, (title, body)).await,
            Place::Tournament(id) => {
                let letter = Letter {
                    heading: title.clone(),
                    lead: body.clone(),
                    link: message.link.clone().map(|link| (link, "The tournament")),
                    ..told_by_mail(due)
                };
                (letter, format!("tournament.{id}"), Vec::new())
            }
        };
        let mail = Mail {
            id: message.id.clone(),
            thread: Some(thread),
            subject: format!("{title}: {body}"),
            ..mail(due, &letter, pictures)
        };
        Ok(send(mailer, mail, &letter).await)
    }

    /// A letter about one table, with its thread and its board.
    async fn letter_of_table(
        &self,
        due: &Due,
        message: &Message,
        row: &TableRow,
        (title, body): (&str, &str),
    ) -> (Letter, String, Vec<(String, Bytes)>) {
        let mut table = LetterTable {
            title: body.to_owned(),
            left: message.deadline().and_then(left),
            url: message.link.clone().unwrap_or_default(),
            picture: None,
        };
        let mut pictures = Vec::new();
        if let Ok(Some(picture)) = self.board(row, Instant::now() + DRAWING).await {
            table.picture = Some("board-1".to_owned());
            pictures.push(("board-1".to_owned(), picture));
        }
        let letter = Letter {
            heading: title.to_owned(),
            tables: vec![table],
            ..told_by_mail(due)
        };
        (letter, format!("table.{}", row.code), pictures)
    }

    async fn mail_together(
        &self,
        mailer: &Mailer,
        due: &Due,
        notices: &[(DueNotice, Message, AfterSending)],
        at: UnixMs,
    ) -> Result<Result<(), Failure>, DeliveryError> {
        let limit = i64::try_from(MAX_TABLES).unwrap_or(i64::MAX);
        let mut waiting: Vec<ListedTable> = self.tables.of_player(due.player, limit).await?;
        waiting.retain(|table| {
            table.state.phase == TablePhase::Playing && table.state.to_move == Some(due.player)
        });
        // Where time runs out first stands first.
        waiting.sort_by_key(|table| time_ends(&table.state).map_or(i64::MAX, |deadline| deadline.0));
        let drawn_by = Instant::now() + DRAWING;
        let (mut tables, mut pictures) = (Vec::new(), Vec::new());
        for (index, table) in waiting.iter().enumerate() {
            let (game, with, _) = game_with_others(due.player, table);
            let picture = match index < MAX_BOARDS {
                true => self.board(&table.table, drawn_by).await.unwrap_or_default(),
                false => None,
            };
            let id = picture.is_some().then(|| format!("board-{}", index + 1));
            pictures.extend(id.clone().zip(picture));
            tables.push(LetterTable {
                title: format!("{game}{with}"),
                left: time_ends(&table.state).and_then(left),
                url: format!("{}/g/{}", due.home, table.table.code),
                picture: id,
            });
        }
        let is_listed = |message: &Message| {
            tables
                .iter()
                .any(|table| Some(&table.url) == message.link.as_ref())
        };
        let others = notices.iter().filter(|(notice, message, _)| {
            let is_turn = message.told.as_ref().is_some_and(|told| told.is_turn);
            !(is_turn && notice.kind != NoticeKind::Ready && is_listed(message))
        });
        let others: Vec<(String, String)> = others
            .filter_map(|(_, message, _)| {
                let Told { title, body, .. } = message.told.as_ref()?;
                Some((format!("{title}: {body}"), message.link.clone()?))
            })
            .collect();
        let heading = match tables.len() {
            0 => "News of your games".to_owned(),
            1 => "One game waits for you".to_owned(),
            count => format!("{count} games wait for you"),
        };
        let letter = Letter {
            heading: heading.clone(),
            tables,
            others,
            ..told_by_mail(due)
        };
        let mail = Mail {
            id: id_of(due.channel, at),
            subject: heading,
            ..mail(due, &letter, pictures)
        };
        Ok(send(mailer, mail, &letter).await)
    }

    /// The board of a table, if it can be drawn.
    ///
    /// # Errors
    /// If it is not drawn by then.
    async fn board(&self, row: &TableRow, by: Instant) -> Result<Option<Bytes>, Elapsed> {
        let drawing = self.pictures.find(row, (PlyRef::Last, Form::Png), || Ok(()));
        let drawn = timeout_at(by, drawing).await?;
        Ok(drawn.ok().map(|picture| picture.bytes.clone()))
    }
}

fn left(deadline: UnixMs) -> Option<String> {
    let left = deadline - now_ms();
    (left > 0).then(|| face(left))
}

/// The letter of a channel, with nothing in it.
fn told_by_mail(due: &Due) -> Letter {
    Letter {
        link: Some((format!("{}/my", due.home), "All your tables")),
        reason: format!("You have asked Thicket to tell you this at {}.", due.url),
        unsubscribe: Some(unsubscribe(due)),
        ..Letter::default()
    }
}

/// A mail of a channel; its subject and its id are still missing.
fn mail(due: &Due, letter: &Letter, pictures: Vec<(String, Bytes)>) -> Mail {
    Mail {
        to: due.url.clone(),
        id: String::new(),
        thread: None,
        subject: String::new(),
        text: String::new(),
        html: String::new(),
        pictures,
        unsubscribe: letter.unsubscribe.clone(),
    }
}

/// Sends a mail that says what a letter does.
pub(super) async fn send(mailer: &Mailer, mail: Mail, letter: &Letter) -> Result<(), Failure> {
    let (text, html) = letter.written()?;
    mailer.send(Mail { text, html, ..mail }).await
}
