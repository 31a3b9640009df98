//! `GET /api`: the API for people, made from its description.

mod types;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::tag::Tag;
use utoipa::openapi::{OpenApi, RefOr, Required};

use crate::api::{Example, description, examples};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::pages::{PageContext, html};
use types::{Type, types};

#[derive(Clone, Debug, askama::Template)]
#[template(path = "api.html")]
struct ApiPage {
    context: PageContext,
    groups: Vec<Group>,
    types: Vec<Type>,
}

/// Addresses that are about the same.
#[derive(Clone, Debug)]
struct Group {
    name: String,
    about: String,
    addresses: Vec<Address>,
}

#[derive(Clone, Debug)]
struct Address {
    id: String,
    method: &'static str,
    path: String,
    summary: String,
    about: String,
    /// Of which scopes its token needs one; none if it needs no token.
    scopes: Option<Vec<String>>,
    parameters: Vec<Row>,
    statuses: Vec<(String, String)>,
    request: Option<String>,
    answer: Option<String>,
}

/// A parameter, and what it says.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    required: bool,
    about: String,
}

/// A tutorial, which a test follows word for word.
const WRITE_A_BOT: &str = include_str!("../../../../docs/write-a-bot.md");
/// The longest JSON that is written in one line.
const WIDTH: usize = 76;

pub async fn show(State(app): State<App>, user: CurrentUser, headers: HeaderMap) -> Response {
    let site = app.address(&headers, "");
    let api = description();
    let tags = api.tags.iter().flatten();
    let page = ApiPage {
        context: PageContext::of(&user),
        groups: tags.map(|tag| group(api, tag, &site)).collect(),
        types: types(&serde_json::to_value(api).expect("JSON")),
    };
    html(&page, StatusCode::OK)
}

/// `GET /write-a-bot.md`: the tutorial, with the address of this server in it.
pub async fn write_a_bot(State(app): State<App>, headers: HeaderMap) -> Response {
    let text = WRITE_A_BOT.replace("https://thicket.example", &app.address(&headers, ""));
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn group(api: &OpenApi, tag: &Tag, site: &str) -> Group {
    let all = api.paths.paths.iter().flat_map(|(path, item)| {
        let get = item.get.as_ref().map(|operation| ("GET", operation));
        let post = item.post.as_ref().map(|operation| ("POST", operation));
        let operations = [get, post].into_iter().flatten();
        operations.map(move |(method, operation)| (path, method, operation))
    });
    let is_here = |operation: &Operation| operation.tags.iter().flatten().any(|name| *name == tag.name);
    let here = all.filter(|(.., operation)| is_here(operation));
    Group {
        name: tag.name.clone(),
        about: tag.description.clone().unwrap_or_default(),
        addresses: here.map(|found| address(found, site)).collect(),
    }
}

fn address((path, method, operation): (&String, &'static str, &Operation), site: &str) -> Address {
    let id = operation.operation_id.clone().unwrap_or_default();
    let example = examples().get(&id);
    let parameters = operation.parameters.iter().flatten();
    let parameters = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some(row(parameter)),
        RefOr::Ref(_) => None,
    });
    let responses = operation.responses.responses.iter();
    let about = |response: &RefOr<_>| match response {
        RefOr::T(utoipa::openapi::Response { description, .. }) => description.clone(),
        RefOr::Ref(_) => String::new(),
    };
    Address {
        method,
        path: path.clone(),
        summary: operation.summary.clone().unwrap_or_default(),
        about: plain(operation.description.as_deref().unwrap_or_default()),
        scopes: scopes(operation),
        parameters: parameters.collect(),
        statuses: responses
            .map(|(status, response)| (status.clone(), about(response)))
            .collect(),
        request: example.map(|example| request(example, (method, operation.security.is_some()), site)),
        answer: example.map(|example| answer(&example.answer)),
        id,
    }
}

fn row(parameter: &Parameter) -> Row {
    Row {
        name: parameter.name.clone(),
        required: parameter.parameter_in == ParameterIn::Path || parameter.required == Required::True,
        about: parameter.description.clone().unwrap_or_default(),
    }
}

/// Without the marks of code, which a page has no use for.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

fn scopes(operation: &Operation) -> Option<Vec<String>> {
    let security = serde_json::to_value(operation.security.as_ref()?).expect("JSON");
    serde_json::from_value(security[0]["token"].clone()).ok()
}

/// The request as a command line.
fn request(example: &Example, (method, needs_token): (&str, bool), site: &str) -> String {
    let mut parts = match (method, &example.body) {
        ("POST", None) => vec![format!("curl --request POST '{site}{}'", example.path)],
        _ => vec![format!("curl '{site}{}'", example.path)],
    };
    if needs_token {
        parts.push("--header 'Authorization: Bearer thicket_…'".to_owned());
    }
    if let Some(body) = &example.body {
        parts.push("--header 'Content-Type: application/json'".to_owned());
        parts.push(format!("--data '{body}'"));
    }
    parts.join(" \\\n  ")
}

fn answer(answer: &Value) -> String {
    match answer {
        Value::String(text) => text.clone(),
        json => {
            let mut text = String::new();
            write(json, 0, &mut text);
            text
        }
    }
}

/// JSON with what is short in one line.
fn write(value: &Value, indent: usize, text: &mut String) {
    let line = value.to_string();
    let (parts, ends): (Vec<(String, &Value)>, _) = match value {
        Value::Object(object) if indent + line.len() > WIDTH => {
            let named = object
                .iter()
                .map(|(name, value)| (format!("\"{name}\": "), value));
            (named.collect(), ['{', '}'])
        }
        Value::Array(list) if indent + line.len() > WIDTH => (
            list.iter().map(|value| (String::new(), value)).collect(),
            ['[', ']'],
        ),
        _ => return text.push_str(&line),
    };
    let last = parts.len().saturating_sub(1);
    text.push(ends[0]);
    for (index, (name, value)) in parts.into_iter().enumerate() {
        text.push('\n');
        text.push_str(&" ".repeat(indent + 2));
        text.push_str(&name);
        write(value, indent + 2, text);
        text.push_str(if index < last { "," } else { "" });
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(ends[1]);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_json_is_one_line() {
        let long = "x".repeat(80);
        let written = answer(&json!({ "a": [1, 2], "b": { "c": long } }));
        assert_eq!(
            written,
            format!("{{\n  \"a\": [1,2],\n  \"b\": {{\n    \"c\": \"{long}\"\n  }}\n}}")
        );
    }
}
