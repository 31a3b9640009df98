//! What sqlx says within the writers of a store.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber, subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use super::lives::play_lives;
use crate::common::base::Base;

type Recorded = Arc<Mutex<BTreeSet<String>>>;

thread_local! {
    /// Where the writers that this thread starts leave what they say.
    static RECORDED: RefCell<Option<Recorded>> = const { RefCell::new(None) };
}

/// Records what sqlx says within the spans of writers that were started by a thread that wants to know.
struct Recorder;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recorder {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let wanted = RECORDED.with_borrow(Clone::clone);
        if let (Some(recorded), "writer") = (wanted, attributes.metadata().name()) {
            let span = context.span(id).unwrap();
            span.extensions_mut().insert::<Recorded>(recorded);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut spans = context.event_scope(event).into_iter().flatten();
        let recorded = spans.find_map(|span| span.extensions().get::<Recorded>().cloned());
        if let Some(recorded) = recorded {
            let mut said = Said::default();
            event.record(&mut said);
            recorded.lock().unwrap().insert(said.text());
        }
    }
}

/// What an event says: a statement, as a whole if it is long; or a notice.
#[derive(Default)]
struct Said(BTreeMap<&'static str, String>);

impl Said {
    fn text(&self) -> String {
        let whole = self.0.get("db.statement").filter(|text| !text.trim().is_empty());
        let said = whole.or_else(|| self.0.get("summary"));
        said.or_else(|| self.0.get("message"))
            .cloned()
            .unwrap_or_default()
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

/// What writers say while lives are played on databases of a kind.
pub(super) async fn record(base: impl AsyncFn() -> Base) -> BTreeSet<String> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let trace = tracing::Level::TRACE;
        let heard = Targets::new()
            .with_target("sqlx", trace)
            .with_target("thicket_server::store", trace);
        let recorder = tracing_subscriber::registry().with(Recorder.with_filter(heard));
        subscriber::set_global_default(recorder).unwrap();
    });
    let recorded = Recorded::default();
    RECORDED.set(Some(Arc::clone(&recorded)));
    play_lives(base).await;
    RECORDED.set(None);
    std::mem::take(&mut recorded.lock().unwrap())
}
