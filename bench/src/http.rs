//! As much of HTTP/1.1 as is needed to give names, open tables and upgrade to a socket; blocking.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// How long the server may take to answer.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Any key will do: the server only has to answer it.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";

/// What came back: the header as text, and the body.
#[derive(Debug)]
pub struct Answer {
    /// The status line and the header lines.
    pub header: String,
    /// The body; empty when the header does not say how long it is.
    pub body: Vec<u8>,
}

impl Answer {
    /// The status code.
    pub fn status(&self) -> u16 {
        let code = self.header.split(' ').nth(1);
        code.and_then(|code| code.parse().ok()).unwrap_or(0)
    }

    /// The value of a header line.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &&str| {
            line.split_once(':')
                .is_some_and(|(key, _)| key.eq_ignore_ascii_case(name))
        };
        let line = self.header.lines().find(named)?;
        line.split_once(':').map(|(_, value)| value.trim())
    }
}

/// A connection that is kept for many requests.
#[derive(Debug)]
pub struct Connection {
    server: SocketAddr,
    stream: TcpStream,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// When the server does not listen.
    pub fn open(server: SocketAddr) -> Result<Connection> {
        Connection::open_for(server, PATIENCE)
    }

    /// Opens a connection with a time limit for each answer.
    ///
    /// # Errors
    /// When the server does not listen.
    pub fn open_for(server: SocketAddr, patience: Duration) -> Result<Connection> {
        let stream = TcpStream::connect(server).with_context(|| format!("connecting to {server}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience))?;
        Ok(Connection { server, stream })
    }

    /// Sends a body as a page of the server would, and waits for the answer.
    ///
    /// # Errors
    /// When the connection breaks, or the answer is not HTTP.
    pub fn post(&mut self, path: &str, cookie: Option<&str>, media_type: &str, body: &str) -> Result<Answer> {
        let cookie = cookie
            .map(|cookie| format!("cookie: {cookie}\r\n"))
            .unwrap_or_default();
        self.send(
            "POST",
            path,
            &format!("{cookie}content-type: {media_type}\r\n"),
            body,
        )
    }

    /// Sends a request with further lines in its header, and waits for the answer.
    ///
    /// # Errors
    /// When the connection breaks, or the answer is not HTTP.
    pub fn send(&mut self, method: &str, path: &str, lines: &str, body: &str) -> Result<Answer> {
        self.write(method, path, lines, body)?;
        self.answer()
    }

    /// Sends a request without a body whose answer does not end, and leaves reading it to the caller. It may take as long as it likes.
    ///
    /// # Errors
    /// When the connection breaks.
    pub fn begin(mut self, method: &str, path: &str, lines: &str) -> Result<TcpStream> {
        self.write(method, path, lines, "")?;
        self.stream.set_read_timeout(None)?;
        Ok(self.stream)
    }

    fn write(&mut self, method: &str, path: &str, lines: &str, body: &str) -> Result<()> {
        let (server, length) = (self.server, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {server}\r\norigin: http://{server}\r\n{lines}content-length: \
             {length}\r\n\r\n{body}"
        );
        Ok(self.stream.write_all(request.as_bytes())?)
    }

    /// Turns the connection into the socket of a table.
    ///
    /// # Errors
    /// When the server does not upgrade it.
    pub fn upgrade(mut self, code: &str, cookie: &str) -> Result<TcpStream> {
        let server = self.server;
        let request = format!(
            "GET /g/{code}/socket HTTP/1.1\r\nhost: {server}\r\norigin: http://{server}\r\ncookie: \
             {cookie}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: \
             13\r\nsec-websocket-key: {KEY}\r\n\r\n"
        );
        self.stream.write_all(request.as_bytes())?;
        let answer = self.answer()?;
        ensure!(
            answer.status() == 101,
            "the socket was refused: {}",
            answer.header
        );
        Ok(self.stream)
    }

    fn answer(&mut self) -> Result<Answer> {
        let header = self.header()?;
        let mut answer = Answer {
            header,
            body: Vec::new(),
        };
        if let Some(length) = answer.header("content-length") {
            answer.body.resize(length.parse().context("a length")?, 0);
            self.stream.read_exact(&mut answer.body)?;
        } else if answer.header("transfer-encoding").is_some() {
            answer.body = self.chunks()?;
        }
        Ok(answer)
    }

    /// A body whose length the header does not say, as proxies send it.
    fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(self.up_to(b"\r\n")?.trim_end(), 16).context("a length")?;
            let mut chunk = vec![0; length + b"\r\n".len()];
            self.stream.read_exact(&mut chunk)?;
            if length == 0 {
                return Ok(body);
            }
            body.extend_from_slice(&chunk[..length]);
        }
    }

    /// Reads up to the empty line.
    fn header(&mut self) -> Result<String> {
        self.up_to(b"\r\n\r\n")
    }

    /// What follows an upgrade is not touched, so bytes are read one by one.
    fn up_to(&mut self, end: &[u8]) -> Result<String> {
        let (mut text, mut byte) = (Vec::new(), [0]);
        while !text.ends_with(end) {
            self.stream.read_exact(&mut byte).context("reading an answer")?;
            text.push(byte[0]);
        }
        Ok(String::from_utf8(text)?)
    }
}
