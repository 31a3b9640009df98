//! `GET /worker.js`: the service worker, with what it has to know of this version.

use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;
use thicket_rules::GameKind;

use crate::http::assets;
use crate::http::etag::unless_same;
use crate::tutorial::fragment;

/// Its address says no version, so browsers ask each time whether it has changed.
pub async fn show(headers: HeaderMap) -> Response {
    let script = format!(
        "self.FILES={};self.ADDRESSES={};{}",
        json!(&*assets::root()),
        json!(addresses()),
        assets::worker()
    );
    unless_same(&headers, "text/javascript", script.into())
}

/// What can be read without a connection, besides the files that these pages name: rules and lessons, and the wood of boards.
fn addresses() -> Vec<String> {
    let mut addresses = vec![format!("{}/wood.svg", assets::root()), "/rules".to_owned()];
    for kind in GameKind::ALL.iter().filter(|&&kind| fragment(kind).is_some()) {
        addresses.extend([format!("/rules/{kind}"), format!("/learn/{kind}")]);
    }
    addresses
}
