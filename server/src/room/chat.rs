//! The chat of a room. Its lines are in memory only where something was written.
//!
//! Writing and reading go through the store, one after the other, in a task that lives only while there is something
//! to do. They never pass through the room's task: a chat that is slow or fails delays no turn, and concerns only
//! those who write.

mod lines;

use std::collections::VecDeque;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use parking_lot::{Mutex, MutexGuard, RwLock, RwLockReadGuard};
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::time::sleep;
use tracing::warn;

use super::{Answer, PendingAnswer, Room, RoomStatus};
use crate::ids::{CommandId, PlayerId, TableId};
use crate::model::player::Player;
use crate::model::player::audience::{Audience, Reads};
use crate::model::player::chat::Line;
use crate::model::refusal::{Refusal, RefusalCode as Code};
use crate::protocol::{ChatPosition, ChatView, PlayerKind};
use crate::store::{ChatRow, NewChat, Store, StoreError, WrittenChat};
use crate::time::now_ms;
pub use lines::Lines;

/// How many chats are read from the store at once, so that connections remain for everything else.
const READS: usize = 2;
/// How soon a chat that could not be read is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// Shared by all chats of a node.
#[derive(Debug)]
pub(super) struct Chats {
    store: Store,
    reads: Semaphore,
}

impl Chats {
    pub(super) fn new(store: Store) -> Chats {
        Chats {
            store,
            reads: Semaphore::new(READS),
        }
    }
}

#[derive(Debug)]
pub struct Chat {
    table: TableId,
    chats: Arc<Chats>,
    /// Gone when the room has ended.
    status: Weak<watch::Sender<RoomStatus>>,
    /// `None` where nothing was written.
    lines: RwLock<Option<Box<Lines>>>,
    /// Whether the stored lines have been read.
    is_read: AtomicBool,
    work: Mutex<Work>,
}

/// Requests, in order.
#[derive(Debug, Default)]
struct Work {
    queue: VecDeque<Request>,
    /// Whether a task works on them.
    busy: bool,
}

#[derive(Debug)]
enum Request {
    Read,
    /// Everything, since lines were deleted or names changed.
    ReadAnew,
    Write {
        entry: Box<NewChat>,
        /// Refuse it if its author is silenced. Lines of those who sit at the table are never refused.
        watches: bool,
        answer: oneshot::Sender<Answer>,
    },
}

impl Chat {
    pub(super) fn new(
        table: TableId,
        chats: Arc<Chats>,
        status: &Arc<watch::Sender<RoomStatus>>,
    ) -> Arc<Chat> {
        Arc::new(Chat {
            table,
            chats,
            status: Arc::downgrade(status),
            lines: RwLock::default(),
            is_read: AtomicBool::new(false),
            work: Mutex::default(),
        })
    }

    /// The messages that a browser with so many lines is missing, and how many lines it has then.
    pub fn missing(
        &self,
        have: Option<ChatPosition>,
        reads: Reads,
        reader: Option<PlayerId>,
    ) -> (Option<ChatPosition>, Vec<Utf8Bytes>) {
        match self.lines().as_ref() {
            Some(lines) => lines.missing(have, reads, reader),
            None => (have, Vec::new()),
        }
    }

    /// The chat with the lines after a number alone, read from the store if it was not before.
    pub async fn view_after(
        &self,
        n: u64,
        reads: Reads,
        reader: Option<PlayerId>,
    ) -> Result<ChatView, StoreError> {
        if !self.is_read.load(Ordering::Acquire) {
            self.catch_up().await?;
        }
        let lines = self.lines();
        Ok(match lines.as_ref() {
            Some(lines) => lines.view_after(n, reads, reader),
            None => Lines::default().view(reads, reader),
        })
    }

    /// Another node or a browser knows of this number: the store is read if it is new here.
    pub fn record_remote(self: &Arc<Self>, n: u64) {
        if n > self.last() {
            self.read();
        }
    }

    /// The store has come to this number: it is read if it has more, or fewer lines than are here.
    pub(super) fn saw(self: &Arc<Self>, n: u64) {
        if n != self.last() {
            self.read();
        }
    }

    /// Has the store read for new lines, in the background.
    pub(super) fn read(self: &Arc<Self>) {
        self.enqueue(Request::Read);
    }

    /// Has everything read again, in the background, and then sent again by every socket, with the table.
    pub(super) fn read_anew(self: &Arc<Self>) {
        self.enqueue(Request::ReadAnew);
    }

    /// Has an entry written, in the background.
    fn write(self: &Arc<Self>, entry: NewChat, watches: bool) -> PendingAnswer {
        let (answer, answered) = oneshot::channel();
        self.enqueue(Request::Write {
            entry: Box::new(entry),
            watches,
            answer,
        });
        PendingAnswer(answered)
    }

    fn enqueue(self: &Arc<Self>, request: Request) {
        let mut work = self.work();
        let is_read = |waiting: &Request| matches!(waiting, Request::Read);
        if matches!(request, Request::Read) && work.queue.iter().any(is_read) {
            return;
        }
        work.queue.push_back(request);
        if !std::mem::replace(&mut work.busy, true) {
            tokio::spawn(Arc::clone(self).run());
        }
    }

    async fn run(self: Arc<Self>) {
        while let Some(request) = self.next() {
            match request {
                Request::Read => self.try_read().await,
                Request::ReadAnew => self.try_read_anew().await,
                Request::Write {
                    entry,
                    watches,
                    answer,
                } => {
                    // The receiver may be gone by now.
                    let _ = answer.send(self.store_entry(&entry, watches).await);
                }
            }
        }
    }

    /// The next request. If there is none, the next one needs a new task.
    fn next(&self) -> Option<Request> {
        let mut work = self.work();
        let next = work.queue.pop_front();
        if next.is_none() {
            *work = Work::default();
        }
        next
    }

    async fn try_read(self: &Arc<Self>) {
        let Err(error) = self.catch_up().await else {
            return;
        };
        warn!(table = %self.table, %error, "a chat could not be read");
        let chat = Arc::clone(self);
        tokio::spawn(async move {
            sleep(RETRY).await;
            if chat.status.strong_count() > 0 {
                chat.read();
            }
        });
    }

    /// On a failure, the lines are read when the table is next opened.
    async fn try_read_anew(&self) {
        match self.chats.store.chat_after(self.table, 0).await {
            Ok(rows) => self.replace(rows),
            Err(error) => warn!(table = %self.table, %error, "a chat could not be read anew"),
        }
        self.update_status(|state| state.refreshed += 1);
    }

    /// Reads what the store has beyond these lines; everything, if it has lost the last one of them.
    async fn catch_up(&self) -> Result<(), StoreError> {
        // The semaphore is never closed.
        let _permit = self.chats.reads.acquire().await.ok();
        let (store, last) = (&self.chats.store, self.last());
        let rows = store
            .chat_after(self.table, last.saturating_sub(1) as i64)
            .await?;
        let has_last = last == 0 || rows.first().is_some_and(|row| self.has(row));
        self.is_read.store(true, Ordering::Release);
        if !has_last {
            warn!(table = %self.table, last, "the database has lost lines of a chat");
            self.replace(store.chat_after(self.table, 0).await?);
            self.update_status(|state| state.refreshed += 1);
        } else if rows.last().is_some_and(|row| row.n.unsigned_abs() > last) {
            self.push(rows);
        }
        self.update_status(|state| state.chat_reads += 1);
        Ok(())
    }

    fn has(&self, row: &ChatRow) -> bool {
        self.lines().as_ref().is_some_and(|lines| lines.has(row))
    }

    fn replace(&self, rows: Vec<ChatRow>) {
        let mut lines = self.lines.write();
        if lines.is_some() || !rows.is_empty() {
            **lines.get_or_insert_default() = Lines::of(rows);
        }
    }

    /// Changes the status that sockets follow, unless the room has ended.
    fn update_status(&self, change: impl FnOnce(&mut RoomStatus)) {
        if let Some(status) = self.status.upgrade() {
            status.send_modify(change);
        }
    }

    async fn store_entry(&self, entry: &NewChat, watches: bool) -> Answer {
        if !self.is_read.load(Ordering::Acquire) {
            self.catch_up().await.map_err(|error| self.not_written(&error))?;
        }
        if watches && self.is_silenced(entry.row.player) {
            let sentence = "The host has silenced you in this chat.";
            return Err(Refusal::new(Code::Silenced, sentence));
        }
        let shown = entry.row.about.unwrap_or(entry.row.player);
        let owners = self.chats.store.bot_owners(iter::once(shown)).await;
        let mut owners = owners.map_err(|error| self.not_written(&error))?;
        let written = self.chats.store.write_chat(entry).await;
        let written = written.map_err(|error| self.not_written(&error))?;
        let n = written.n().unsigned_abs();
        if written == WrittenChat::Now(self.last() as i64 + 1) {
            let row = ChatRow {
                n: written.n(),
                owner: owners.remove(&shown),
                ..entry.row.clone()
            };
            self.push(vec![row]);
        } else if n > self.last() || matches!(written, WrittenChat::Now(_)) {
            // Other nodes wrote before, or this one without an answer; or the database has lost lines. What the store
            // has is shown.
            self.catch_up().await.map_err(|error| self.not_written(&error))?;
        }
        Ok(n)
    }

    fn is_silenced(&self, player: PlayerId) -> bool {
        let lines = self.lines();
        lines.as_ref().is_some_and(|lines| lines.is_silenced(player))
    }

    fn not_written(&self, error: &StoreError) -> Refusal {
        warn!(table = %self.table, %error, "a line was not written");
        let sentence = "Your message could not be saved. Please try again in a moment.";
        Refusal::new(Code::Unavailable, sentence)
    }

    fn push(&self, rows: Vec<ChatRow>) {
        let last = {
            let mut lines = self.lines.write();
            let lines = lines.get_or_insert_default();
            rows.into_iter().for_each(|row| lines.push(row));
            lines.last()
        };
        self.update_status(|state| state.chat = last);
    }

    /// 0 before the first line.
    pub fn last(&self) -> u64 {
        self.lines().as_ref().map_or(0, |lines| lines.last())
    }

    fn lines(&self) -> RwLockReadGuard<'_, Option<Box<Lines>>> {
        self.lines.read()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock()
    }
}

impl Room {
    /// Writes a line into the chat, unless the table refuses. The pending answer says whether it was stored.
    pub fn write_line(&self, by: &Player, command: CommandId, line: &Line) -> Result<PendingAnswer, Refusal> {
        let (now, table) = (now_ms(), self.table());
        let audience = table.state.decide_line(by.id, now)?;
        let row = ChatRow {
            n: 0,
            player: by.id,
            name: table.state.name(by.id).unwrap_or(&by.name).to_owned(),
            at: now,
            audience,
            text: line.to_string(),
            about: None,
            silenced: false,
            member: by.member,
            owner: None,
        };
        let watches = !table.state.is_seated(by.id);
        Ok(self.write_chat(command, row, watches))
    }

    /// Silences somebody who watches, or lets them write again. Refused for all but the host, and for a player who
    /// has not written anything.
    pub fn silence(
        &self,
        by: &Player,
        command: CommandId,
        player: PlayerId,
        silenced: bool,
    ) -> Result<PendingAnswer, Refusal> {
        self.table().state.decide_silence(by.id, player)?;
        let known = self.chat.lines().as_ref().and_then(|lines| lines.author(player));
        let nobody = || Refusal::new(Code::NoSuchPlayer, "They have written nothing here.");
        let known = known.ok_or_else(nobody)?;
        let row = ChatRow {
            n: 0,
            player: by.id,
            name: by.name.clone(),
            at: now_ms(),
            audience: Audience::All,
            member: known.kind == PlayerKind::Member,
            text: known.name,
            about: Some(player),
            silenced,
            owner: None,
        };
        Ok(self.write_chat(command, row, false))
    }

    fn write_chat(&self, command: CommandId, row: ChatRow, watches: bool) -> PendingAnswer {
        let table = self.id;
        self.chat.write(NewChat { table, command, row }, watches)
    }
}
