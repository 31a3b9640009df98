//! The games that a search finds as JSON lines, sent as they are read.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::search::{Search, place_of};
use crate::archive::{Header, LineWriter};
use crate::http::limits::{DOWNLOADED_GAMES, DOWNLOADED_SEARCHES};
use crate::ids::{PlayerId, TableId};
use crate::record::document;
use crate::store::{RecordStore, RecordsPage, StoreError};
use crate::time::UnixMs;

/// How many games are read at once. A reader who is slow holds these in memory, and no connection to the database.
const BATCH: usize = 20;

/// The games that fit what is looked for, newest first, as `docs/records.md` describes. Where there are more, the last line says
/// at which address, under the same path.
pub(crate) fn lines(
    records: RecordStore,
    search: Search,
    viewer: Option<PlayerId>,
    path: &'static str,
) -> Response {
    let asked = RecordsPage {
        viewer,
        filter: search.filter(),
        before: search.before,
        ..RecordsPage::default()
    };
    let sent = Sent {
        records,
        search,
        path,
        asked,
        writer: LineWriter::default(),
        games: 0,
        searches: 0,
        begun: false,
    };
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"thicket-games.ndjson\"",
        ),
    ];
    let lines = stream::try_unfold(Some(sent), next_lines);
    (headers, Body::from_stream(lines)).into_response()
}

/// How far a list was sent.
struct Sent {
    records: RecordStore,
    search: Search,
    path: &'static str,
    asked: RecordsPage,
    writer: LineWriter,
    games: usize,
    searches: usize,
    begun: bool,
}

/// Where a list goes on.
enum Rest {
    After((UnixMs, TableId)),
    Nowhere,
}

async fn next_lines(sent: Option<Sent>) -> Result<Option<(String, Option<Sent>)>, StoreError> {
    let Some(mut sent) = sent else { return Ok(None) };
    let mut lines = sent.begin();
    let rest = sent.read(&mut lines).await?;
    let is_full = sent.games >= DOWNLOADED_GAMES || sent.searches >= DOWNLOADED_SEARCHES;
    Ok(Some(match rest {
        Rest::After(place) if !is_full => {
            sent.asked.before = Some(place);
            (lines, Some(sent))
        }
        Rest::After(place) => {
            let next = sent.search.after(place).address_at(sent.path);
            (lines + &sent.writer.end(Some(&next)), None)
        }
        Rest::Nowhere => (lines + &sent.writer.end(None), None),
    }))
}

impl Sent {
    fn begin(&mut self) -> String {
        if std::mem::replace(&mut self.begun, true) {
            return String::new();
        }
        let header = Header {
            thicket: "games".to_owned(),
            format: document::FORMAT,
            schema: None,
        };
        self.writer.begin(&header)
    }

    async fn read(&mut self, lines: &mut String) -> Result<Rest, StoreError> {
        let limit = BATCH.min(DOWNLOADED_GAMES - self.games);
        self.asked.limit = limit;
        let found = self.records.search(&self.asked).await?;
        self.searches += 1;
        self.games += found.heads.len();
        let last = found.heads.last().map(place_of);
        let rest = match last.filter(|_| found.heads.len() == limit).or(found.stopped) {
            Some(place) => Rest::After(place),
            None => Rest::Nowhere,
        };
        for chained in self.records.chained_heads(found.heads).await? {
            *lines += &self.writer.line(&document::write(&chained));
        }
        Ok(rest)
    }
}
