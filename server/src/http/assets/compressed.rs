//! Scripts and style sheets as small as Brotli makes them: a twelfth smaller than what is compressed while it is sent.

use std::collections::HashMap;
use std::sync::LazyLock;

use async_compression::Level;
use async_compression::brotli::EncoderParams;
use async_compression::tokio::bufread::BrotliEncoder;
use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use tokio::runtime::Handle;

/// How often a file has been asked for before it is compressed: what few ask for is not worth it.
const ENOUGH: u32 = 4;

/// What is known of a file.
enum Known {
    /// It was asked for so many times.
    Asked(u32),
    Compressed(Bytes),
}

/// By the hash of what they contain.
static KNOWN: LazyLock<Mutex<HashMap<[u8; 32], Known>>> = LazyLock::new(Mutex::default);

/// Whether a browser understands Brotli.
pub(super) fn accepts(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).into_iter();
    let accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|coding| coding.trim() == "br")
}

/// A file as Brotli makes it smallest. That takes up to a quarter of a second, so the first to ask for a file go without.
pub(super) fn kept(data: &Bytes) -> Option<Bytes> {
    let hash: [u8; 32] = Sha256::digest(data).into();
    let mut known = KNOWN.lock();
    let asked = match known.entry(hash).or_insert(Known::Asked(0)) {
        Known::Compressed(small) => return Some(small.clone()),
        Known::Asked(asked) => asked,
    };
    *asked = asked.saturating_add(1);
    if *asked != ENOUGH {
        return None;
    }
    let data = data.clone();
    tokio::task::spawn_blocking(move || match Handle::current().block_on(compressed(&data)) {
        Ok(small) => drop(KNOWN.lock().insert(hash, Known::Compressed(small))),
        Err(error) => tracing::error!(%error, "a file could not be compressed"),
    });
    None
}

async fn compressed(data: &[u8]) -> std::io::Result<Bytes> {
    let best = EncoderParams::default()
        .quality(Level::Best)
        .size_hint(data.len());
    let mut small = Vec::new();
    BrotliEncoder::with_params(data, best)
        .read_to_end(&mut small)
        .await?;
    Ok(Bytes::from(small))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use async_compression::tokio::bufread::BrotliDecoder;

    use super::*;

    #[tokio::test]
    async fn what_is_compressed_reads_back_and_is_small() {
        let script = "const turn = (player) => player.turns.at(-1);\n".repeat(500);
        let small = compressed(script.as_bytes()).await.unwrap();
        assert!(small.len() < 200, "{}", small.len());
        let mut read = String::new();
        let mut decoder = BrotliDecoder::new(&*small);
        decoder.read_to_string(&mut read).await.unwrap();
        assert_eq!(read, script);
    }

    #[tokio::test]
    async fn a_file_that_is_asked_for_often_is_compressed() {
        let script = Bytes::from("const board = document.querySelector(\"#board\");\n".repeat(100));
        for _ in 0..ENOUGH {
            assert_eq!(kept(&script), None);
        }
        let small = loop {
            match kept(&script) {
                Some(small) => break small,
                None => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
            }
        };
        assert!(small.len() < 200, "{}", small.len());
    }

    #[test]
    fn who_does_not_ask_for_it_gets_none() {
        let accepts = |text: &'static str| {
            let headers = [(header::ACCEPT_ENCODING, text.parse().unwrap())];
            accepts(&headers.into_iter().collect())
        };
        assert!(accepts("gzip, deflate, br, zstd"));
        assert!(!accepts("gzip, deflate") && !accepts("br;q=0, gzip") && !accepts("brotli"));
    }
}
