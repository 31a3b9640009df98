//! Why a request failed, in the form of RFC 9457.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::refusal::RefusalCode;

/// Why a request failed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProblemView {
    /// Always `about:blank`: `code` tells problems apart.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The status in words.
    pub title: &'static str,
    /// The status of the answer.
    pub status: u16,
    /// Why, for people.
    pub detail: String,
    /// Why, for programs.
    pub code: RefusalCode,
}
