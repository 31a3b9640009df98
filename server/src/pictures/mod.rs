//! Pictures of positions and of games, drawn on threads of their own and cached.

mod played;

use std::sync::Arc;

use axum::body::Bytes;
use data_encoding::HEXLOWER;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};

use self::played::Played;
use crate::error::PageError;
use crate::http::limits::TooMuch;
use crate::ids::TableId;
use crate::picture;
use crate::pool::{Pool, Settings, Urgency};
use crate::record::UnreadableRecord;
use crate::seq::Seq;
use crate::store::{Store, TableRow};
use crate::tables::Tables;

/// How much memory cached pictures take. A board as SVG takes about 20 kB, as PNG 40 kB, an animation up to some
/// megabytes.
pub(crate) const PICTURES_CAPACITY: u64 = 48 * 1024 * 1024;
/// A typical size of a picture.
const USUAL_BYTES: u64 = 32 * 1024;

/// The pool that draws boards.
const BOARDS: Settings = Settings {
    thread: "pictures",
    waiting: "thicket_pictures",
    panics: "thicket_picture_panics_total",
    places: 64,
    niceness: 19,
};
/// The pool that draws animations, for which no board has to wait.
const ANIMATIONS: Settings = Settings {
    thread: "animations",
    ..BOARDS
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlyRef {
    /// The board after so many turns and drops.
    After(u32),
    /// The board as it is now, or was at the end.
    Last,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    Svg,
    Png,
    /// A board on wood, for the preview of a link.
    Card,
    Gif,
}

#[derive(Debug)]
pub struct Picture {
    pub bytes: Bytes,
    /// A weak `ETag`, since the same picture is sent with and without compression.
    pub tag: String,
    /// Whether the same address will show the same picture for ever.
    pub lasting: bool,
}

#[derive(Clone, Debug)]
pub struct Pictures {
    store: Store,
    tables: Tables,
    kept: Arc<Cache<Key, Arc<Picture>, BySize>>,
    boards: Pool,
    animations: Pool,
}

/// A picture among those that are kept: one of a record, or of a table after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    table: TableId,
    seq: Option<Seq>,
    /// How often the store has reconnected: after a reconnect, the same number may belong to another event.
    reconnects: u64,
    ply: PlyRef,
    form: Form,
}

#[derive(Clone, Debug)]
struct BySize;

impl Weighter<Key, Arc<Picture>> for BySize {
    fn weight(&self, _: &Key, picture: &Arc<Picture>) -> u64 {
        picture.bytes.len().max(1) as u64
    }
}

impl Pictures {
    pub(crate) fn new(store: Store, tables: Tables) -> Pictures {
        let most = usize::try_from(PICTURES_CAPACITY / USUAL_BYTES).unwrap_or(usize::MAX);
        Pictures {
            store,
            tables,
            kept: Arc::new(Cache::with_weighter(most, PICTURES_CAPACITY, BySize)),
            boards: Pool::new(BOARDS),
            animations: Pool::of(1, ANIMATIONS),
        }
    }

    /// Finds or draws a picture of a table. Drawing is refused if it is not allowed; once begun it is finished and
    /// cached, even when nobody waits any more.
    pub async fn find(
        &self,
        row: &TableRow,
        (ply, form): (PlyRef, Form),
        allowed: impl FnOnce() -> Result<(), TooMuch>,
    ) -> Result<Arc<Picture>, PageError> {
        let reconnects = self.store.changes().reconnects().count();
        let key = |seq| Key {
            table: row.id,
            seq,
            reconnects,
            ply,
            form,
        };
        if let Some(picture) = self.kept.get(&key(None)) {
            return Ok(picture);
        }
        let (played, seq) = self.played(row).await?;
        if let Some(picture) = self.kept.get(&key(seq)) {
            return Ok(picture);
        }
        let plies = plies(&played, key(seq))?;
        allowed()?;
        let pictures = self.clone();
        let key = key(seq);
        let drawn = async move {
            let draw = pictures.draw(key, played, plies);
            pictures.kept.get_or_insert_async(&key, draw).await
        };
        tokio::spawn(drawn).await.map_err(|_| PageError::panicked())?
    }

    /// The game of a table, and the number of its last event unless the game is over.
    async fn played(&self, row: &TableRow) -> Result<(Played, Option<Seq>), PageError> {
        if let Some(record) = self.store.records().record(row.id).await? {
            return Ok((Played::recorded(record)?, None));
        }
        let room = self.tables.open(row).await?;
        let (played, seq) = Played::at(&room)?;
        Ok((played, Some(seq)))
    }

    async fn draw(&self, key: Key, played: Played, plies: Vec<usize>) -> Result<Arc<Picture>, PageError> {
        let pool = match key.form {
            Form::Gif => &self.animations,
            Form::Svg | Form::Png | Form::Card => &self.boards,
        };
        let drawn = pool
            .run(Urgency::Picture, move || drawn(key.form, &played.boards(&plies)?))
            .await;
        let bytes = drawn.ok_or_else(PageError::panicked)??;
        Ok(Arc::new(Picture {
            tag: format!("W/\"{}\"", HEXLOWER.encode(&Sha256::digest(&bytes)[..12])),
            bytes: bytes.into(),
            lasting: key.seq.is_none(),
        }))
    }
}

/// The numbers of turns after which a picture shows the board.
fn plies(played: &Played, Key { seq, ply, form, .. }: Key) -> Result<Vec<usize>, PageError> {
    match (form, ply) {
        (Form::Gif, _) if seq.is_some() => Err(PageError::missing(
            "A game can be seen as an animation once it is over.",
        )),
        (Form::Gif, _) => Ok(picture::plies(played.len())),
        (_, PlyRef::Last) => Ok(vec![played.len()]),
        (_, PlyRef::After(turns)) => match usize::try_from(turns) {
            Ok(turns) if turns <= played.len() => Ok(vec![turns]),
            _ => Err(PageError::missing("This game has not come to that turn.")),
        },
    }
}

fn drawn(form: Form, boards: &[String]) -> Result<Vec<u8>, UnreadableRecord> {
    let last = boards.last().map_or("", String::as_str);
    let drawn = match form {
        Form::Svg => Ok(last.as_bytes().to_vec()),
        Form::Png => picture::png(last),
        Form::Card => picture::card(last),
        Form::Gif => picture::gif(boards),
    };
    drawn.map_err(|error| UnreadableRecord(error.to_string()))
}
