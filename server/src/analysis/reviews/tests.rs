//! A review is made once for all who ask, and only as long as somebody waits for it.

use std::error::Error;
use std::sync::mpsc;

use serde_json::value::RawValue;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::super::test_record::record_of;
use super::*;
use crate::ids::EventId;
use crate::model::log::entry::{LogEntry, StoredEvent};
use crate::model::log::projection::{NewTable, Projection};
use crate::pool::{SEARCHES, Urgency};
use crate::seq::Seq;
use crate::store::NewEntry;
use crate::time::UnixMs;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

/// A store with some games that are over, and reviews of them.
struct Club {
    reviews: Reviews,
    games: Vec<TableId>,
    _folder: TempDir,
}

impl Club {
    async fn with(games: usize) -> TestResult<Club> {
        let folder = tempfile::tempdir()?;
        let url = format!("sqlite:{}", folder.path().join("thicket.db").display());
        let store = Store::open(&url).await?;
        let mut club = Club {
            reviews: reviews(store, CancellationToken::new()),
            games: Vec::new(),
            _folder: folder,
        };
        for _ in 0..games {
            club.add_game().await?;
        }
        Ok(club)
    }

    async fn add_game(&mut self) -> TestResult {
        let record = record_of("bushi", "2", &["drop:1".to_owned()], &[2, 1]);
        let table = NewTable {
            id: record.head.table,
            code: record.head.code.clone(),
            kind: record.head.kind.clone(),
            public: false,
            created_at: UnixMs(1),
        };
        self.games.push(table.id);
        let body = RawValue::from_string("{}".to_owned())?;
        let entry = LogEntry {
            id: EventId::fresh(),
            table: table.id,
            seq: Seq::FIRST,
            player: None,
            command: None,
            at: UnixMs(1),
            event: StoredEvent { format: 1, body },
            name: None,
        };
        let event = NewEntry {
            entry,
            projections: vec![Projection::Table(table), Projection::Record(Box::new(record))],
            reconnects: None,
        };
        self.reviews.store.append(event).await?;
        Ok(())
    }

    async fn follow(&self, game: usize) -> Result<watch::Receiver<ReviewProgress>, PageError> {
        self.reviews.follow(self.games[game], || Ok(())).await
    }

    async fn is_kept(&self, game: usize) -> TestResult<bool> {
        Ok(self.reviews.find(self.games[game]).await?.is_some())
    }

    /// Keeps the only thread busy until something is sent.
    async fn busy(&self) -> TestResult<mpsc::Sender<()>> {
        let (go_on, may_go_on) = mpsc::channel();
        let (begun, has_begun) = oneshot::channel();
        let pool = self.reviews.pool.clone();
        tokio::spawn(async move {
            let wait = move || {
                let is_awaited = begun.send(()).is_ok();
                is_awaited.then(|| may_go_on.recv())
            };
            pool.run(Urgency::Turn, wait).await
        });
        has_begun.await?;
        Ok(go_on)
    }
}

fn reviews(store: Store, shutdown: CancellationToken) -> Reviews {
    Reviews::new(store, Pool::of(1, SEARCHES), Duration::from_secs(60), shutdown)
}

/// Whether a review is there in the end; none if nothing more is told.
async fn end(mut progress: watch::Receiver<ReviewProgress>) -> Option<bool> {
    let goes_on = |progress: &ReviewProgress| {
        matches!(
            progress,
            ReviewProgress::Looking { .. } | ReviewProgress::Refining { .. }
        )
    };
    let over = progress.wait_for(|progress| !goes_on(progress)).await.ok()?;
    Some(matches!(*over, ReviewProgress::Ready))
}

#[tokio::test]
async fn a_review_is_made_once_for_all_who_ask() -> TestResult {
    let club = Club::with(1).await?;
    let go_on = club.busy().await?;
    let [one, other] = [club.follow(0).await?, club.follow(0).await?];
    assert!(one.same_channel(&other));
    drop(one);
    go_on.send(())?;
    assert_eq!(end(other).await, Some(true));
    assert!(club.is_kept(0).await?);
    let refused = club.reviews.follow(club.games[0], || Err(TooMuch::Reviews)).await;
    assert_eq!(end(refused?).await, Some(true), "it is there");
    Ok(())
}

#[tokio::test]
async fn a_review_that_nobody_waits_for_is_given_up() -> TestResult {
    let club = Club::with(2).await?;
    let go_on = club.busy().await?;
    drop(club.follow(0).await?);
    while !club.reviews.running().is_empty() {
        tokio::task::yield_now().await;
    }
    let last = club.follow(1).await?;
    go_on.send(())?;
    assert_eq!(end(last).await, Some(true));
    assert!(!club.is_kept(0).await?);
    Ok(())
}

#[tokio::test]
async fn only_so_many_games_are_reviewed_at_the_same_time() -> TestResult {
    let club = Club::with(REVIEWED_AT_ONCE + 1).await?;
    let _go_on = club.busy().await?;
    let mut followed = Vec::new();
    for game in 0..REVIEWED_AT_ONCE {
        followed.push(club.follow(game).await?);
    }
    let refused = club.follow(REVIEWED_AT_ONCE).await;
    let why = refused.err().map(|error| error.to_string());
    assert_eq!(why, Some(TooMuch::Reviews.to_string()));
    assert!(club.follow(0).await.is_ok(), "that is no further one");
    Ok(())
}

#[tokio::test]
async fn a_server_that_stops_loses_only_what_it_had_computed() -> TestResult {
    let mut club = Club::with(1).await?;
    let go_on = club.busy().await?;
    let progress = club.follow(0).await?;
    club.reviews.shutdown.cancel();
    assert_eq!(end(progress).await, None, "nothing more is told");
    drop(go_on);
    club.reviews = reviews(club.reviews.store.clone(), CancellationToken::new());
    assert_eq!(end(club.follow(0).await?).await, Some(true));
    Ok(())
}
