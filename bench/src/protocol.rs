//! The messages of a table's socket, as far as the generator sends and reads them.
//!
//! `hello` carries the version that the server says it speaks. Commands are written as that of this repository.

use memchr::memmem;

/// The version that is tried first; the server's `welcome` says which one it speaks.
pub const FIRST_TRIED: u32 = 3;

/// The first message on a socket.
pub fn hello(version: u32) -> String {
    format!(r#"{{"t":"hello","version":{version}}}"#)
}

/// Takes a chair.
pub fn sit(chair: usize, name: &str) -> String {
    let id = command_id(chair, 0);
    format!(r#"{{"id":"{id}","command":{{"t":"sit","chair":{chair},"name":"{name}"}}}}"#)
}

/// Leaves the chair.
pub fn stand() -> String {
    format!(r#"{{"id":"{}","command":{{"t":"stand"}}}}"#, command_id(0, 2))
}

/// As the host, puts a bot of a level on a chair.
pub fn seat_bot(chair: usize, level: u8) -> String {
    let id = command_id(chair, 3);
    format!(r#"{{"id":"{id}","command":{{"t":"seat_bot","chair":{chair},"level":{level}}}}}"#)
}

/// Plays a turn, given as its steps with commas between.
pub fn play(turn: usize, steps: &str) -> String {
    let id = command_id(turn, 1);
    let steps: Vec<String> = steps.split(',').map(|step| format!("\"{step}\"")).collect();
    let steps = steps.join(",");
    format!(r#"{{"id":"{id}","turn":{turn},"command":{{"t":"play","steps":[{steps}]}}}}"#)
}

/// The same as a request: its key and its body.
pub fn play_by_request(turn: usize, steps: &str) -> (String, String) {
    let steps = steps.replace(',', "\",\"");
    let body = format!(r#"{{"turn":{turn},"command":{{"t":"play","steps":["{steps}"]}}}}"#);
    (command_id(turn, 1), body)
}

/// Says that the connection is alive.
pub const PING: &str = r#"{"t":"ping"}"#;

/// A command's id: it has to be new to its player at its table, nowhere else, so that frames can be shared by tables.
fn command_id(number: usize, kind: u8) -> String {
    format!("01930000-0000-7000-80{kind:02x}-{number:012x}")
}

/// What the generator needs to know of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received<'a> {
    /// Event `seq` of the table; whether it starts the game.
    Event {
        /// Its number.
        seq: u64,
        /// Whether the game starts with it.
        starts: bool,
    },
    /// A command of this socket is done: it is event `seq`.
    Done {
        /// The event.
        seq: u64,
    },
    /// The whole table.
    Snapshot {
        /// The number of its last event.
        seq: u64,
    },
    /// The server says which version it speaks.
    Welcome(&'a [u8]),
    /// A command was refused: the whole message.
    Refused(&'a [u8]),
    /// Something that has no bearing on the load.
    Other,
}

/// Reads a message by looking for what is needed: the rest of it is not parsed.
pub fn parse(message: &[u8]) -> Received<'_> {
    let Some(kind) = message.strip_prefix(br#"{"t":""#) else {
        return Received::Other;
    };
    match kind {
        [b'e', ..] => number(message, b"\"seq\":").map_or(Received::Other, |seq| Received::Event {
            seq,
            starts: memmem::find(message, br#""e":"started""#).is_some(),
        }),
        [b'd', ..] => number(message, b"\"seq\":").map_or(Received::Other, |seq| Received::Done { seq }),
        [b's', ..] => number(message, b"\"seq\":").map_or(Received::Other, |seq| Received::Snapshot { seq }),
        [b'w', ..] => Received::Welcome(message),
        [b'r', ..] => Received::Refused(message),
        _ => Received::Other,
    }
}

/// Whether a command that was refused is to be sent again.
pub fn is_temporary(refusal: &[u8]) -> bool {
    let codes = ["try_again", "unknown", "unavailable"];
    codes
        .iter()
        .any(|code| memmem::find(refusal, format!("\"code\":\"{code}\"").as_bytes()).is_some())
}

/// The number after the first occurrence of a field's name.
pub fn number(message: &[u8], field: &[u8]) -> Option<u64> {
    let rest = &message[memmem::find(message, field)? + field.len()..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(None, |value: Option<u64>, byte| {
        Some(value.unwrap_or(0) * 10 + u64::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart_without_parsing_them() {
        let event = br#"{"t":"event","seq":12,"at":5,"event":{"e":"played","ply":{"seat":1}}}"#;
        assert_eq!(
            parse(event),
            Received::Event {
                seq: 12,
                starts: false
            }
        );
        let started = br#"{"t":"event","seq":5,"at":5,"event":{"e":"started","seats":[]}}"#;
        assert_eq!(parse(started), Received::Event { seq: 5, starts: true });
        let done = br#"{"t":"done","id":"01930000-0000-7000-8001-000000000000","seq":7}"#;
        assert_eq!(parse(done), Received::Done { seq: 7 });
        assert_eq!(parse(br#"{"t":"live","present":[]}"#), Received::Other);
        assert!(matches!(
            parse(br#"{"t":"refused","id":null}"#),
            Received::Refused(_)
        ));
    }

    #[test]
    fn ids_are_uuids_and_differ_by_turn() {
        for turn in [0, 1, 498] {
            let id = command_id(turn, 1);
            assert!(uuid::Uuid::try_parse(&id).is_ok(), "{id}");
            assert_ne!(id, command_id(turn + 1, 1));
        }
    }
}
