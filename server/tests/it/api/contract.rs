//! The OpenAPI document as the server sends it, and answers that have to keep to it.

use boon::{Compiler, Draft, Schemas};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;

use crate::common::client::Person;

const DOCUMENT: &str = "http://thicket/openapi.json";

/// A program that uses the API, and complains of answers that it was not promised.
pub(super) struct Program {
    pub(super) person: Person,
    pub(super) api: Value,
}

/// An answer that kept to the description.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Program {
    pub(super) async fn new(person: Person) -> Program {
        let api = person.get("/api/openapi.json").send().await.unwrap();
        let api = api.json().await.unwrap();
        Program { person, api }
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, self.person.get(path)).await
    }

    /// What is there, as JSON.
    pub(super) async fn read(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.person.http.post(self.person.url(path)).json(body);
        self.send("POST", path, request).await
    }

    /// The answer to a request. On a busy machine a picture may take longer than the server waits for it: then it is asked for
    /// again.
    pub(super) async fn send(&self, method: &str, path: &str, request: RequestBuilder) -> Answer {
        for _ in 0..30 {
            let answer = self.send_once(method, path, request.try_clone().unwrap()).await;
            if answer.status != 503 || !path.contains("/board.") {
                return answer;
            }
        }
        panic!("{path} is not drawn");
    }

    async fn send_once(&self, method: &str, path: &str, request: RequestBuilder) -> Answer {
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = answer.bytes().await.unwrap().to_vec();
        let answer = Answer {
            status,
            headers,
            body,
        };
        self.check(method, path, &answer);
        answer
    }

    /// The path of the document that this one is an instance of, as long as it has an operation of this kind.
    pub(super) fn template(&self, method: &str, path: &str) -> Option<&str> {
        let path = path.split('?').next().unwrap();
        let segments: Vec<&str> = path.split('/').collect();
        let fits = |template: &str| {
            let template: Vec<&str> = template.split('/').collect();
            let same = |(one, other): (&&str, &&str)| one.starts_with('{') || one == other;
            template.len() == segments.len() && template.iter().zip(&segments).all(same)
        };
        let paths = self.api["paths"].as_object().unwrap();
        let fitting = paths.keys().filter(|template| fits(template));
        let known = fitting.filter(|template| paths[*template][method.to_lowercase()].is_object());
        known
            .min_by_key(|template| template.matches('{').count())
            .map(String::as_str)
    }

    /// Checks an answer: its status, its type and its body are promised.
    pub(super) fn check(&self, method: &str, path: &str, answer: &Answer) {
        let what = format!(
            "{method} {path}: {} {}",
            answer.status,
            answer.header("content-type")
        );
        let Some(template) = self.template(method, path) else {
            return assert!(matches!(answer.status, 404 | 405), "{what}");
        };
        let status = answer.status.to_string();
        let place = ["paths", template, &method.to_lowercase(), "responses", &status];
        let response = place.iter().fold(&self.api, |found, part| &found[*part]);
        assert!(response.is_object(), "{what}: such a status is not described");
        if answer.body.is_empty() {
            return;
        }
        let sent = answer.header(CONTENT_TYPE.as_str()).split(';').next().unwrap();
        assert!(
            response["content"][sent].is_object(),
            "{what}: such a type is not described"
        );
        let schema = [&place[..], &["content", sent, "schema"]].concat();
        for value in values(sent, &answer.body) {
            self.validate(&schema, &value)
                .unwrap_or_else(|error| panic!("{what}: {error}\n{value}"));
        }
    }

    /// Checks a value by the schema at a place of the document.
    pub(super) fn validate(&self, place: &[&str], value: &Value) -> Result<(), String> {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.set_default_draft(Draft::V2020_12);
        compiler.add_resource(DOCUMENT, self.api.clone()).unwrap();
        let escaped = place
            .iter()
            .map(|part| part.replace('~', "~0").replace('/', "~1"));
        let pointer: String = escaped.map(|part| format!("/{part}")).collect();
        let pointer = pointer.replace('{', "%7B").replace('}', "%7D");
        let index = compiler.compile(&format!("{DOCUMENT}#{pointer}"), &mut schemas);
        let index = index.map_err(|error| format!("{error:#}"))?;
        schemas
            .validate(value, index)
            .map_err(|error| format!("{error:#}"))
    }
}

/// What a body has to be checked for: nothing in text and pictures.
fn values(mime: &str, body: &[u8]) -> Vec<Value> {
    let lines = || body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let read = |json: &[u8]| serde_json::from_slice(json).unwrap();
    match mime {
        "application/x-ndjson" => lines().map(read).collect(),
        mime if mime.ends_with("json") => vec![read(body)],
        _ => Vec::new(),
    }
}

impl Program {
    /// A request of any kind, as another site's page sends it.
    pub(super) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.person.http.request(method, self.person.url(path));
        request.header("origin", "https://elsewhere.example")
    }
}
