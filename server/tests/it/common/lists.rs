//! The socket of a page with lists.

use std::fmt::Debug;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::client::{Person, TIMEOUT};

/// An open socket of a page with lists, and the lists as they were written when it last said that they had changed.
pub(crate) struct Lists {
    ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    person: Person,
    lobby: Option<String>,
    yours: Option<String>,
    /// The code that the connection was closed with.
    pub(crate) closed: Option<u16>,
}

/// A row of a list: the code of its table, what it is called, and how it stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) code: String,
    pub(crate) title: String,
    pub(crate) state: String,
}

/// The text between two marks, and what comes after it.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<(&'t str, &'t str)> {
    text.split_once(before)?.1.split_once(after)
}

fn rows(mut html: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    while let Some((row, rest)) = between(html, "<li><a href=\"/g/", "</li>") {
        let (_, tag) = row.split_once("<span class=\"tag").unwrap();
        rows.push(Row {
            code: row.split('"').next().unwrap().to_owned(),
            title: between(row, "<b>", "</b>").unwrap().0.to_owned(),
            state: between(tag, ">", "<").unwrap().0.to_owned(),
        });
        html = rest;
    }
    rows
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
            person: person.clone(),
            lobby: None,
            yours: None,
            closed: None,
        }
    }

    /// Takes in the next message, and fetches the list that has changed; false if the connection has ended.
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
        match message["list"].as_str() {
            Some("lobby") => self.lobby = self.fetch("/lists/lobby", &message).await,
            Some("yours") => self.yours = self.fetch("/lists/my", &message).await,
            _ => (),
        }
        true
    }

    /// The list as it is written now; none if it is newer than the message says, since another message is on its way,
    /// or if the server has stopped.
    async fn fetch(&self, path: &str, message: &Value) -> Option<String> {
        let answer = self.person.get(path).send().await.ok()?;
        let list = answer.text().await.ok()?;
        let version = format!("data-version={}", message["version"]);
        Some(list).filter(|list| list.contains(&version))
    }

    /// Nothing is on its way: the next message is the answer to a sign of life.
    pub(crate) async fn hears_nothing_more(&mut self) {
        self.ws.send(Message::text(r#"{"t":"ping"}"#)).await.unwrap();
        let next = timeout(TIMEOUT, self.ws.next()).await.expect("a message in time");
        assert_eq!(next.unwrap().unwrap(), Message::text(r#"{"t":"pong"}"#));
    }

    /// The public tables that wait for players, and the games that can be watched; none before the list is known.
    pub(crate) fn lobby(&self) -> Option<[Vec<Row>; 2]> {
        let html = self.lobby.as_ref()?;
        let (waiting, playing) = html.split_once("Games to watch").unwrap_or((html, ""));
        Some([waiting, playing].map(rows))
    }

    /// Waits until the lists say this.
    async fn until<T: PartialEq + Debug>(&mut self, wanted: T, says: impl Fn(&Lists) -> Option<T>) {
        while says(self).as_ref() != Some(&wanted) {
            assert!(self.receive().await, "the connection has ended: {:?}", says(self));
        }
    }

    /// Waits until one of the lobby's lists, of tables that are `"waiting"` or `"playing"`, has these codes and states.
    pub(crate) async fn until_rows(&mut self, list: &str, wanted: &[(&str, &str)]) {
        let owned = |&(code, state): &(&str, &str)| (code.to_owned(), state.to_owned());
        let place = usize::from(list == "playing");
        let said = |lists: &Lists| {
            let rows = lists.lobby()?.into_iter().nth(place)?.into_iter();
            Some(rows.map(|row| (row.code, row.state)).collect())
        };
        self.until(wanted.iter().map(owned).collect::<Vec<_>>(), said)
            .await;
    }

    /// Waits until it is the player's turn at these tables.
    pub(crate) async fn until_turns(&mut self, wanted: &[&str]) {
        let codes = |lists: &Lists| {
            let yours = lists.yours.as_ref()?;
            let turns = between(yours, "id=\"turns-title\"", "</section>").map_or("", |(turns, _)| turns);
            Some(rows(turns).into_iter().map(|row| row.code).collect())
        };
        self.until(
            wanted.iter().map(|&code| code.to_owned()).collect::<Vec<_>>(),
            codes,
        )
        .await;
    }

    /// Waits until the player is invited to these tables, the latest first.
    pub(crate) async fn until_invited(&mut self, wanted: &[&str]) {
        let codes = |lists: &Lists| {
            let yours = lists.yours.as_ref()?;
            let invited =
                between(yours, "id=\"invitations-title\"", "</section>").map_or("", |(invited, _)| invited);
            Some(rows(invited).into_iter().map(|row| row.code).collect())
        };
        let wanted: Vec<String> = wanted.iter().map(|&code| code.to_owned()).collect();
        self.until(wanted, codes).await;
    }

    /// Waits until the player was nudged at these tables, and no others.
    pub(crate) async fn until_nudged(&mut self, wanted: &[&str]) {
        let nudged = |lists: &Lists| {
            Some(
                between(lists.yours.as_ref()?, "data-nudged=\"", "\"")?
                    .0
                    .to_owned(),
            )
        };
        self.until(wanted.join(" "), nudged).await;
    }
}
