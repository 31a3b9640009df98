//! The socket of a page with lists.

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::client::{Person, TIMEOUT};

/// An open socket of a page with lists, and what it was told last.
pub(crate) struct Lists {
    ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) lobby: Value,
    pub(crate) turns: Vec<String>,
    pub(crate) nudged: Option<Vec<String>>,
    /// The code that the connection was closed with.
    pub(crate) closed: Option<u16>,
}

impl Lists {
    /// Opens `/lobby/socket` or `/my/socket`.
    pub(crate) async fn open(person: &Person, path: &str) -> Lists {
        let address = format!("ws://{}{path}", person.server);
        let mut request = address.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("origin", person.url("").parse().unwrap());
        if let Some(cookie) = &person.cookie {
            headers.insert("cookie", cookie.parse().unwrap());
        }
        let (ws, _) = connect_async(request).await.unwrap();
        Lists {
            ws,
            lobby: Value::Null,
            turns: Vec::new(),
            nudged: None,
            closed: None,
        }
    }

    /// Takes in the next message; false if the connection has ended.
    pub(crate) async fn receive(&mut self) -> bool {
        let frame = timeout(TIMEOUT, self.ws.next()).await.expect("a message in time");
        let text = match frame {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(Some(frame)))) => {
                self.closed = Some(frame.code.into());
                return false;
            }
            _ => return false,
        };
        let message: Value = serde_json::from_str(&text).unwrap();
        match message["t"].as_str().unwrap() {
            "lobby" => self.lobby = message["lobby"].clone(),
            "turns" => {
                self.turns = serde_json::from_value(message["tables"].clone()).unwrap();
                self.nudged = serde_json::from_value(message["nudged"].clone()).unwrap();
            }
            _ => (),
        }
        true
    }

    /// Nothing is on its way: the next message is the answer to a sign of life.
    pub(crate) async fn hears_nothing_more(&mut self) {
        self.ws.send(Message::text(r#"{"t":"ping"}"#)).await.unwrap();
        let next = timeout(TIMEOUT, self.ws.next()).await.expect("a message in time");
        assert_eq!(next.unwrap().unwrap(), Message::text(r#"{"t":"pong"}"#));
    }

    /// The codes and states of the tables in one of the lobby's lists.
    pub(crate) fn rows(&self, list: &str) -> Vec<(String, String)> {
        let rows = self.lobby[list].as_array().into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        rows.map(|row| (text(&row["code"]), text(&row["state"])))
            .collect()
    }

    /// Waits until the player was nudged at these tables, and no others.
    pub(crate) async fn until_nudged(&mut self, wanted: &[&str]) {
        while self.nudged.as_ref().is_none_or(|nudged| nudged != wanted) {
            assert!(self.receive().await, "the connection ended");
        }
    }

    /// Waits until a list of the lobby is this one.
    pub(crate) async fn until_rows(&mut self, list: &str, wanted: &[(&str, &str)]) {
        let owned = |&(code, state): &(&str, &str)| (code.to_owned(), state.to_owned());
        let wanted: Vec<_> = wanted.iter().map(owned).collect();
        while self.lobby.is_null() || self.rows(list) != wanted {
            assert!(
                self.receive().await,
                "the connection has ended: {:?}",
                self.rows(list)
            );
        }
    }

    /// Waits until it is the player's turn at these tables.
    pub(crate) async fn until_turns(&mut self, wanted: &[&str]) {
        while self.turns != wanted {
            assert!(self.receive().await, "the connection has ended: {:?}", self.turns);
        }
    }
}
