//! A program that webhooks tell.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::common::client::TIMEOUT;

/// A program that is told.
pub(super) struct Receiver {
    pub(super) address: SocketAddr,
    requests: Arc<Requests>,
}

struct Requests {
    received: Mutex<Vec<(HeaderMap, String)>>,
    /// What it answers, after those that are next.
    status: AtomicU16,
    next: Mutex<VecDeque<u16>>,
}

impl Receiver {
    pub(super) async fn start() -> Receiver {
        let requests = Arc::new(Requests {
            received: Mutex::default(),
            status: AtomicU16::new(204),
            next: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/hook", post(receive))
            .with_state(Arc::clone(&requests));
        tokio::spawn(async { axum::serve(listener, router).await });
        Receiver { address, requests }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub(super) fn answers(&self, status: u16) {
        self.requests.status.store(status, Ordering::Relaxed);
    }

    /// What it answers once.
    pub(super) fn answers_next(&self, status: u16) {
        self.requests.next.lock().push_back(status);
    }

    pub(super) fn received(&self) -> Vec<(HeaderMap, String)> {
        self.requests.received.lock().clone()
    }

    pub(super) fn messages(&self) -> Vec<Value> {
        let received = self.received().into_iter();
        received
            .map(|(_, body)| serde_json::from_str(&body).unwrap())
            .collect()
    }

    /// Waits until it has been sent so many.
    pub(super) async fn until(&self, count: usize) -> Vec<Value> {
        let sent = async {
            while self.received().len() < count {
                sleep(Duration::from_millis(50)).await;
            }
        };
        let sent = timeout(TIMEOUT, sent).await;
        assert!(sent.is_ok(), "{count} messages, not {:#?}", self.messages());
        self.messages()
    }

    /// The kind of each message.
    pub(super) fn kinds(&self) -> Vec<String> {
        let kind = |message: Value| {
            message["type"]
                .as_str()
                .unwrap()
                .trim_start_matches("table.")
                .to_owned()
        };
        self.messages().into_iter().map(kind).collect()
    }
}

async fn receive(State(requests): State<Arc<Requests>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let body = String::from_utf8(body.to_vec()).unwrap();
    requests.received.lock().push((headers, body));
    let next = requests.next.lock().pop_front();
    StatusCode::from_u16(next.unwrap_or_else(|| requests.status.load(Ordering::Relaxed))).unwrap()
}
