//! What is sent: signed JSON in the form of Standard Webhooks, or a sentence that a chat takes.

use data_encoding::{BASE64, HEXLOWER};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use ring::hmac;
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::push::KEPT_FOR;
use super::{HOUR_MS, LONG_CLOCK_MS};
use crate::ids::{ChannelId, TableCode, TournamentId};
use crate::model::log::notice::NoticeKind;
use crate::seq::Seq;
use crate::store::{ChannelForm, DueNotice, TableRow};
use crate::time::{UnixMs, machine_time, now_ms};

/// The beginning of a secret, as its owner sees it.
const SECRET_PREFIX: &str = "whsec_";

/// The secret with which a receiver checks signatures, as text.
pub fn secret_text(secret: &[u8]) -> String {
    format!("{SECRET_PREFIX}{}", BASE64.encode(secret))
}

/// What a message is about.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) id: String,
    /// `table.your_turn`.
    pub(super) kind: String,
    /// When that happened.
    pub(super) at: UnixMs,
    pub(super) data: Data,
    /// The same for people, in a sentence.
    pub(super) sentence: String,
    /// Where it can be seen.
    pub(super) link: Option<String>,
    /// The same for the player themselves, if it is about what concerns them.
    pub(super) told: Option<Told>,
}

/// What a player is told.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) place: Place,
    /// Whether a mail tells it at once, if its reader wants that: a turn may take days there, or it is worth nothing later.
    pub(super) is_told_at_once: bool,
    /// Whether it says that it is the player's turn.
    pub(super) is_turn: bool,
    pub(super) title: String,
    pub(super) body: String,
}

/// Where it can be seen.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Table(TableRow),
    Tournament(TournamentId),
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Data {
    Table(TableData),
    Tournament(TournamentData),
    /// A message that its owner has asked for.
    Test {},
}

/// A table, and how it concerns the player.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TableData {
    pub(super) table: TableCode,
    pub(super) url: String,
    pub(super) game: String,
    /// Who sits there, in order of their seats.
    pub(super) players: Vec<String>,
    /// The number of the event that it is about.
    pub(super) seq: Seq,
    /// When the time of who is to move ends, at a table with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) deadline: Option<UnixMs>,
    /// The event, as the stream of the table has it; for those who follow the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<Box<RawValue>>,
    /// The tournament that it belongs to, if the message says that its game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tournament: Option<RoundData>,
}

/// The round of a tournament that a table belongs to.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RoundData {
    pub(super) id: TournamentId,
    pub(super) name: String,
    pub(super) round: i64,
}

/// A tournament, and how it concerns the player.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TournamentData {
    pub(super) tournament: TournamentId,
    pub(super) url: String,
    pub(super) name: String,
    pub(super) game: String,
    /// When it starts, or was to start.
    pub(super) starts_at: UnixMs,
    /// The player's place at its end, and how many have taken part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) players: Option<usize>,
    /// From when on it need not be told any more.
    #[serde(skip)]
    pub(super) until: Option<UnixMs>,
}

/// The id of a message, by which its receiver knows one that comes twice.
pub(super) fn id(channel: ChannelId, notice: &DueNotice) -> String {
    let hash = Sha256::new()
        .chain_update(channel.0)
        .chain_update(notice.about.id())
        .chain_update(notice.seq.0.to_be_bytes())
        .chain_update(notice.kind.name())
        .finalize();
    format!("msg_{}", HEXLOWER.encode(&hash[..16]))
}

impl Message {
    /// When the player is to be told that their time runs out, if this says that it is their turn.
    pub(super) fn reminders(&self, notice: DueNotice) -> Option<Vec<(NoticeKind, UnixMs)>> {
        let deadline = match (&self.data, notice.kind) {
            (Data::Table(table), NoticeKind::YourTurn) => table.deadline,
            _ => return None,
        };
        Some(
            deadline
                .map(|deadline| reminders(notice.at, deadline))
                .unwrap_or_default(),
        )
    }

    /// When the time of who is to move ends.
    pub(super) fn deadline(&self) -> Option<UnixMs> {
        match &self.data {
            Data::Table(table) => table.deadline,
            Data::Tournament(_) | Data::Test {} => None,
        }
    }

    /// For how long it is worth delivering, in seconds.
    pub(super) fn kept_for(&self) -> i64 {
        let until = match &self.data {
            Data::Tournament(tournament) => tournament.until,
            _ => self.deadline(),
        };
        let left = until.map(|until| (until - now_ms()) / 1000);
        left.unwrap_or(KEPT_FOR).clamp(60, KEPT_FOR)
    }

    /// The headers and the body of the request.
    pub(super) fn request(&self, form: ChannelForm, secret: &[u8], now: UnixMs) -> (HeaderMap, String) {
        let body = match form {
            ChannelForm::Standard => self.json(),
            // Nobody is called by a name that looks like a call.
            ChannelForm::Discord => {
                json!({ "content": self.text(plain_for_discord), "allowed_mentions": { "parse": [] } })
                    .to_string()
            }
            ChannelForm::Slack => json!({ "text": self.text(plain_for_slack) }).to_string(),
            // Those have forms of their own; see `push` and `mailing`.
            ChannelForm::Push | ChannelForm::Mail => String::new(),
        };
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if form == ChannelForm::Standard {
            let seconds = (now.0 / 1000).to_string();
            let signature = signature(secret, &self.id, &seconds, &body);
            for (name, value) in [
                ("webhook-id", self.id.as_str()),
                ("webhook-timestamp", &seconds),
                ("webhook-signature", &signature),
            ] {
                let value = HeaderValue::from_str(value).expect("letters and digits");
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        (headers, body)
    }

    fn json(&self) -> String {
        let timestamp = machine_time(self.at);
        json!({ "type": self.kind, "timestamp": timestamp, "data": self.data }).to_string()
    }

    fn text(&self, plain: fn(&str) -> String) -> String {
        let sentence = plain(&self.sentence);
        match &self.link {
            Some(link) => format!("{sentence} {link}"),
            None => sentence,
        }
    }
}

/// When a quarter of the time is left, and when the last hour begins.
fn reminders(since: UnixMs, deadline: UnixMs) -> Vec<(NoticeKind, UnixMs)> {
    let given = deadline - since;
    if given < LONG_CLOCK_MS {
        return Vec::new();
    }
    let quarter = (given / 4 > HOUR_MS).then(|| (NoticeKind::QuarterLeft, deadline - given / 4));
    let hour = (NoticeKind::HourLeft, deadline - HOUR_MS);
    quarter.into_iter().chain([hour]).collect()
}

/// The signature of Standard Webhooks: of the id, the time of sending and the body, with HMAC-SHA256.
fn signature(secret: &[u8], id: &str, seconds: &str, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let signed = format!("{id}.{seconds}.{body}");
    format!(
        "v1,{}",
        BASE64.encode(hmac::sign(&key, signed.as_bytes()).as_ref())
    )
}

/// Names are shown as they are, without the marks that Discord would format.
fn plain_for_discord(text: &str) -> String {
    let mark = |c| {
        matches!(
            c,
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '#' | '[' | ']' | '(' | ')' | '<'
        )
    };
    text.chars()
        .flat_map(|c| mark(c).then_some('\\').into_iter().chain([c]))
        .collect()
}

fn plain_for_slack(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The type of a message: `table.your_turn`, `tournament.over`.
pub(super) fn kind(kind: NoticeKind) -> String {
    match kind.name().strip_prefix("tournament_") {
        Some(name) => format!("tournament.{name}"),
        None => format!("table.{kind}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The example of the specification: <https://github.com/standard-webhooks/standard-webhooks>.
    #[test]
    fn a_message_is_signed_as_standard_webhooks_says() {
        let secret = BASE64.decode(b"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signature(
            &secret,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(secret_text(&secret), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }

    #[test]
    fn whoever_has_days_is_told_when_a_quarter_and_when_an_hour_is_left() {
        let hours = |hours: i64| UnixMs(hours * HOUR_MS);
        let told = |given: i64| reminders(hours(10), hours(10 + given));
        assert_eq!(told(1), []);
        assert_eq!(told(2), [(NoticeKind::HourLeft, hours(11))]);
        assert_eq!(told(4), [(NoticeKind::HourLeft, hours(13))]);
        assert_eq!(
            told(72),
            [
                (NoticeKind::QuarterLeft, hours(64)),
                (NoticeKind::HourLeft, hours(81))
            ]
        );
    }

    #[test]
    fn names_neither_format_nor_call_anybody() {
        let message = Message {
            id: String::new(),
            kind: String::new(),
            at: UnixMs(0),
            data: Data::Test {},
            sentence: "It is *Ann* <@1>’s turn.".to_owned(),
            link: Some("https://play.example.org/g/abc".to_owned()),
            told: None,
        };
        let body = |form| message.request(form, &[], UnixMs(0)).1;
        assert_eq!(
            body(ChannelForm::Discord),
            r#"{"allowed_mentions":{"parse":[]},"content":"It is \\*Ann\\* \\<@1\\>’s turn. https://play.example.org/g/abc"}"#
        );
        assert_eq!(
            body(ChannelForm::Slack),
            r#"{"text":"It is *Ann* &lt;@1&gt;’s turn. https://play.example.org/g/abc"}"#
        );
    }
}
