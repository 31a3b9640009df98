//! The OpenAPI document, made from what the handlers say of themselves.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response as Described};
use utoipa::{Modify, OpenApi as _, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use super::{PREFIX, answers, streams};
use crate::http::etag::unless_same;
use crate::ids::CommandId;
use crate::protocol::ProblemView;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Thicket",
        version = "1",
        description = "Games, tables, records and players of a Thicket server. Anybody may read; who acts needs a token, which the \
            owner of an account makes on its page. Nothing depends on cookies. \
            Later versions add to what is here and change nothing of it: skip what you do not know.",
        license(name = "MIT", identifier = "MIT"),
    ),
    tags(
        (name = "games", description = "The games, their boards, and what can be played in a position."),
        (name = "tables", description = "Where a game is played: as it is now, and what happens there."),
        (name = "lobby", description = "Public tables that can be joined or watched."),
        (name = "records", description = "Finished games."),
        (name = "players", description = "Players with an account, and how games go."),
        (name = "tournaments", description = "Tournaments: reading and following them, creating one, and taking part."),
        (name = "clubs", description = "Clubs: who belongs to them, and what is played there."),
        (name = "acting", description = "What a token allows: to play, to open tables, and to follow your own."),
    ),
    components(schemas(ProblemView, CommandId)),
    modifiers(&TokenScheme),
)]
struct About;

/// How a token is sent.
struct TokenScheme;

impl Modify for TokenScheme {
    fn modify(&self, api: &mut OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A token of an account: `Authorization: Bearer thicket_…`. The scopes that an operation names are those of which its \
                 token needs one.",
            ))
            .build();
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// A request, and what is answered. Lists in it are shortened.
#[derive(Clone, Debug, Deserialize)]
pub struct Example {
    /// The address with its query.
    pub path: String,
    /// The JSON that is sent.
    pub body: Option<Value>,
    /// JSON, a list of lines of JSON, or text.
    pub answer: Value,
}

/// What can go wrong at any address.
const FAILURES: [(&str, &str); 4] = [
    (
        "401",
        "A token was sent that is not valid, or is needed and was not sent.",
    ),
    (
        "429",
        "A limit was reached: `Retry-After` says when to ask again.",
    ),
    ("500", "Something is wrong with the server itself."),
    ("503", "The server cannot do this now. Ask again in a moment."),
];

/// The whole API.
pub fn description() -> &'static OpenApi {
    static DESCRIPTION: LazyLock<OpenApi> = LazyLock::new(|| {
        let all = answers().merge(streams());
        let nested = OpenApiRouter::with_openapi(About::openapi()).nest(PREFIX, all);
        let mut api = nested.into_openapi();
        for item in api.paths.paths.values_mut() {
            operations(item).for_each(complete);
        }
        api
    });
    &DESCRIPTION
}

/// An example for each operation, by its id.
pub fn examples() -> &'static BTreeMap<String, Example> {
    static EXAMPLES: LazyLock<BTreeMap<String, Example>> =
        LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).expect("examples"));
    &EXAMPLES
}

/// `GET /api/openapi.json`
pub async fn document(headers: HeaderMap) -> Response {
    static JSON: LazyLock<Bytes> = LazyLock::new(|| description().to_json().expect("JSON").into());
    unless_same(&headers, "application/json", JSON.clone())
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post]
        .into_iter()
        .filter_map(Option::as_mut)
}

/// Adds what all operations have in common, and the example.
fn complete(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    let needs_token = operation.security.is_some();
    let denied = needs_token.then_some(("403", "The token does not allow it, or its player may not do it."));
    for (status, about) in FAILURES.into_iter().chain(denied) {
        let failure = ResponseBuilder::new().description(about).build();
        responses.insert(status.to_owned(), failure.into());
    }
    for (status, response) in responses.iter_mut() {
        if let RefOr::T(response) = response
            && status.starts_with(['4', '5'])
        {
            response
                .content
                .insert("application/problem+json".to_owned(), problem());
        }
    }
    let example = operation.operation_id.as_ref().and_then(|id| examples().get(id));
    if let (Some(example), Some(RefOr::T(response))) = (example, responses.get_mut("200")) {
        show(response, example);
    }
}

fn problem() -> RefOr<Content> {
    Content::new(Some(Ref::from_schema_name(ProblemView::name()))).into()
}

/// Lines are shown by the first of them.
fn show(response: &mut Described, example: &Example) {
    for (mime, content) in &mut response.content {
        let RefOr::T(content) = content else { continue };
        let is_lines = mime.ends_with("ndjson");
        content.example = match &example.answer {
            Value::Array(lines) if is_lines => lines.first().cloned(),
            answer => Some(answer.clone()),
        };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(object) => {
                found.extend(object.get("$ref").and_then(Value::as_str));
                object.values().for_each(|value| references(value, found));
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => (),
        }
    }

    #[test]
    fn every_type_that_is_named_is_described() {
        let document = serde_json::to_value(description()).unwrap();
        let mut named = Vec::new();
        references(&document, &mut named);
        assert!(!named.is_empty());
        for name in named {
            let pointer = name.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{name}");
        }
    }
}
