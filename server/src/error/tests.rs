use std::error::Error;

use axum::http::StatusCode;

use super::PageError;
use crate::room::LoadError;

#[test]
fn a_table_that_is_asked_for_while_the_server_stops_is_no_fault() {
    let [stopping, failing] = [LoadError::Shutdown, LoadError::Waiting].map(PageError::from);
    for error in [&stopping, &failing] {
        assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
    }
    // A cause is logged.
    assert!(failing.source().is_some());
    assert!(stopping.source().is_none());
    assert!(stopping.to_string().contains("restarting"));
}
