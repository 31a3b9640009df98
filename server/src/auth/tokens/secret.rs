//! The secret of a token, as a program sends it: `thicket_`, then 256 random bits and a checksum in base 32.
//!
//! The prefix and the checksum let programs that look for published secrets recognise one, and a text that was cut or mistyped
//! is refused without a look into the database.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE32_DNSSEC;
use rand::RngExt;
use sha2::{Digest, Sha256};

const PREFIX: &str = "thicket_";
const SECRET_BYTES: usize = 32;
/// With these the text needs no padding.
const CHECKSUM_BYTES: usize = 3;

#[derive(Clone, PartialEq, Eq)]
pub(super) struct TokenSecret([u8; SECRET_BYTES]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoSecret;

impl TokenSecret {
    pub(super) fn fresh() -> TokenSecret {
        TokenSecret(rand::rng().random())
    }

    /// There is no `Display`, so that the secret cannot slip into a log.
    pub(super) fn text(&self) -> String {
        let bytes = [&self.0[..], &checksum(&self.0)].concat();
        format!("{PREFIX}{}", BASE32_DNSSEC.encode(&bytes))
    }

    /// Stored instead of the secret.
    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

/// Says nothing of the hash that is stored.
fn checksum(secret: &[u8; SECRET_BYTES]) -> [u8; CHECKSUM_BYTES] {
    let digest = Sha256::new().chain_update(PREFIX).chain_update(secret).finalize();
    std::array::from_fn(|i| digest[i])
}

impl FromStr for TokenSecret {
    type Err = NoSecret;

    fn from_str(text: &str) -> Result<TokenSecret, NoSecret> {
        let text = text.strip_prefix(PREFIX).ok_or(NoSecret)?;
        let bytes = BASE32_DNSSEC.decode(text.as_bytes()).map_err(|_| NoSecret)?;
        let (secret, sum) = bytes.split_at_checked(SECRET_BYTES).ok_or(NoSecret)?;
        let secret = secret.try_into().map_err(|_| NoSecret)?;
        match sum == checksum(&secret) {
            true => Ok(TokenSecret(secret)),
            false => Err(NoSecret),
        }
    }
}

impl fmt::Debug for TokenSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_secret_reads_back_and_hides_in_debug() {
        let secret = TokenSecret::fresh();
        let text = secret.text();
        assert_eq!(text.len(), PREFIX.len() + 56, "{text}");
        assert!(
            text.bytes()
                .all(|byte| byte == b'_' || byte.is_ascii_lowercase() || byte.is_ascii_digit()),
            "one word, which a double click selects: {text}"
        );
        assert_eq!(text.parse(), Ok(secret.clone()));
        assert_ne!(secret.hash(), secret.0);
        assert!(!format!("{secret:?}").contains(&text[8..]));
    }

    #[test]
    fn what_was_cut_or_mistyped_is_no_secret() {
        let text = TokenSecret::fresh().text();
        let other = if text.ends_with('0') { "1" } else { "0" };
        let mistyped = format!("{}{other}", &text[..text.len() - 1]);
        for wrong in [
            "",
            "thicket_",
            &text[1..],
            &text[..text.len() - 1],
            &mistyped,
            &format!("{text}0"),
            &format!(" {text}"),
            "thicket_é",
        ] {
            assert_eq!(wrong.parse::<TokenSecret>(), Err(NoSecret), "{wrong}");
        }
    }
}
