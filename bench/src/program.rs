//! Programs: accounts whose tokens act over HTTP.

use std::io::Read;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::http::{Answer, Connection};
use crate::protocol;

const PASSWORD: &str = "as-good-as-any-for-a-benchmark";
/// The server may end a connection on which nothing is asked for as long.
const IDLE: Duration = Duration::from_secs(3);
const FORM: &str = "application/x-www-form-urlencoded";

/// An account with a token that may do everything, and a connection for its requests.
pub struct Program {
    server: SocketAddr,
    token: String,
    connection: Connection,
    asked_at: Instant,
}

impl Program {
    /// Signs up, and makes the token as its page does.
    ///
    /// # Errors
    /// When the server refuses anything.
    pub fn sign_up(server: SocketAddr, name: &str) -> Result<Program> {
        let mut connection = Connection::open(server)?;
        let form = format!("name={name}&password={PASSWORD}");
        let answer = connection.post("/sign-up", None, FORM, &form)?;
        let set = answer.header("set-cookie").context("a cookie")?;
        let cookie = set.split(';').next().unwrap_or_default().to_owned();
        let page = connection.send("GET", "/session/tokens", &format!("cookie: {cookie}\r\n"), "")?;
        let id = between(&page, "name=\"id\" value=\"", '"')?;
        let form = format!("id={id}&label=bench&days=30&password={PASSWORD}&read=on&play=on&host=on");
        let page = connection.post("/session/tokens", Some(&cookie), FORM, &form)?;
        let token = between(&page, "class=\"secret\">", '<')?;
        Ok(Program {
            server,
            token,
            connection,
            asked_at: Instant::now(),
        })
    }

    /// Asks for an address of the API; with a body it is a `POST`.
    ///
    /// # Errors
    /// When the answer has another status than 200.
    pub fn ask(&mut self, path: &str, key: Option<&str>, body: Option<&str>) -> Result<Answer> {
        let (method, token) = (if body.is_some() { "POST" } else { "GET" }, &self.token);
        let mut lines = format!("authorization: Bearer {token}\r\ncontent-type: application/json\r\n");
        if let Some(key) = key {
            lines += &format!("idempotency-key: {key}\r\n");
        }
        if self.asked_at.elapsed() > IDLE {
            self.connection = Connection::open(self.server)?;
        }
        self.asked_at = Instant::now();
        let answer = self
            .connection
            .send(method, path, &lines, body.unwrap_or_default())?;
        let body = String::from_utf8_lossy(&answer.body);
        ensure!(
            answer.status() == 200,
            "{method} {path}: {} {body}",
            answer.header
        );
        Ok(answer)
    }

    /// Opens a table of four and sits on its first chair. Its code.
    ///
    /// # Errors
    /// When it is refused.
    pub fn open_table(&mut self) -> Result<String> {
        let wanted = r#"{"game":"bushwhacked","seats":4,"starter":"seated"}"#;
        between(&self.ask("/api/tables", None, Some(wanted))?, "\"code\":\"", '"')
    }

    /// Plays a turn, given as its steps with commas between.
    ///
    /// # Errors
    /// When it is refused.
    pub fn play(&mut self, code: &str, turn: usize, steps: &str) -> Result<()> {
        let (key, body) = protocol::play_by_request(turn, steps);
        let path = format!("/api/tables/{code}/commands");
        self.ask(&path, Some(&key), Some(&body)).map(drop)
    }

    /// Follows a stream of the API, whose lines are read by a thread of their own until the server ends it.
    ///
    /// # Errors
    /// When there is no connection.
    pub fn follow(&self, path: &str) -> Result<()> {
        let token = &self.token;
        let lines = format!("authorization: Bearer {token}\r\n");
        let mut stream = Connection::open(self.server)?.begin("GET", path, &lines)?;
        thread::Builder::new().stack_size(64 * 1024).spawn(move || {
            let mut read = vec![0; 16 * 1024];
            while stream.read(&mut read).is_ok_and(|count| count > 0) {}
        })?;
        Ok(())
    }
}

fn between(answer: &Answer, before: &str, after: char) -> Result<String> {
    let body = String::from_utf8_lossy(&answer.body);
    let (_, rest) = body
        .split_once(before)
        .with_context(|| format!("no {before} in {body}"))?;
    Ok(rest.split(after).next().unwrap_or_default().to_owned())
}
