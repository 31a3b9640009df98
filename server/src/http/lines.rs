//! Answers of JSON lines that are sent one by one as they come to be.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{Stream, StreamExt};
use serde::Serialize;

/// Nothing but a sign of life: readers skip empty lines.
pub(crate) const PULSE: Bytes = Bytes::from_static(b"\n");

pub(crate) fn answer(lines: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let about = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    // A proxy that buffers lines would hold them back.
    let unbuffered = [("x-accel-buffering", "no")];
    let body = Body::from_stream(lines.map(Ok::<Bytes, Infallible>));
    (about, unbuffered, body).into_response()
}

pub(crate) fn line(value: &impl Serialize) -> Bytes {
    let mut line = serde_json::to_vec(value).expect("line");
    line.push(b'\n');
    line.into()
}
