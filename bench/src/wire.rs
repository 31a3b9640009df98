//! WebSocket frames: masked ones are made ahead of time, those of the server are cut out of what was read.

use std::ops::Range;

use crate::protocol;

/// A mask is there to keep proxies from reading what pages send; one for all frames does here.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
const FINAL_TEXT: u8 = 0x81;
const MASKED: u8 = 0x80;

/// The opcode of a text message.
pub const TEXT: u8 = 1;
/// The opcode that ends a connection.
pub const CLOSE: u8 = 8;

/// The frame of a text message from a client.
pub fn text(message: &str) -> Vec<u8> {
    let mut frame = vec![FINAL_TEXT];
    match u16::try_from(message.len()).expect("a short message") {
        short @ 0..=125 => frame.push(MASKED | short as u8),
        long => {
            frame.push(MASKED | 126);
            frame.extend(long.to_be_bytes());
        }
    }
    frame.extend(MASK);
    frame.extend(
        message
            .bytes()
            .zip(MASK.into_iter().cycle())
            .map(|(byte, mask)| byte ^ mask),
    );
    frame
}

/// The frame that plays a turn.
pub fn play(turn: usize, steps: &str) -> Vec<u8> {
    text(&protocol::play(turn, steps))
}

/// A frame of the server in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What kind of frame it is.
    pub opcode: u8,
    /// Where its payload stands.
    pub payload: Range<usize>,
}

/// The first frame of what was read; none while it is incomplete. Servers do not mask, and Thicket does not split
/// messages.
pub fn frame(read: &[u8]) -> Option<Frame> {
    let (&first, &second) = (read.first()?, read.get(1)?);
    let (start, length) = match second & 0x7f {
        126 => (
            4,
            usize::from(u16::from_be_bytes(read.get(2..4)?.try_into().ok()?)),
        ),
        127 => (10, u64::from_be_bytes(read.get(2..10)?.try_into().ok()?) as usize),
        short => (2, usize::from(short)),
    };
    let payload = start..start + length;
    (payload.end <= read.len()).then_some(Frame {
        opcode: first & 0x0f,
        payload,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn frames_are_cut_out_where_they_end() {
        for length in [0, 125, 126, 300, 65_535, 70_000] {
            let mut read = match length {
                0..=125 => vec![0x81, length as u8],
                126..=65_535 => [&[0x81, 126][..], &(length as u16).to_be_bytes()].concat(),
                _ => [&[0x81, 127][..], &(length as u64).to_be_bytes()].concat(),
            };
            let start = read.len();
            read.resize(start + length, b'x');
            let whole = Frame {
                opcode: TEXT,
                payload: start..start + length,
            };
            assert_eq!(frame(&read[..read.len() - 1]), None, "{length}");
            read.push(0x8a);
            assert_eq!(frame(&read), Some(whole), "{length}");
        }
    }

    #[test]
    fn a_masked_frame_reads_back() {
        for message in ["{}", &"x".repeat(200)] {
            let made = text(message);
            let start = made.len() - message.len();
            let unmasked = made[start..]
                .iter()
                .zip(MASK.iter().cycle())
                .map(|(byte, mask)| byte ^ mask);
            assert_eq!(String::from_utf8(unmasked.collect()).unwrap(), message);
        }
    }
}
