//! One type for each kind of id, so that they cannot be mixed up.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::stored_as::stored_as;
use crate::time::UnixMs;

/// A newtype of UUID, in memory, as text, in JSON and in the store.
macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        #[schema(value_type = String, format = "uuid")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub struct $name(pub Uuid);

        impl From<$name> for Uuid {
            fn from(id: $name) -> Uuid {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        stored_as!($name, Uuid);
    };
}

/// An id that the server makes itself: it begins with the time, so younger ids sort later.
macro_rules! own_id {
    ($(#[$doc:meta])* $name:ident) => {
        uuid_id!($(#[$doc])* $name);

        impl $name {
            #[must_use]
            pub fn fresh() -> Self {
                Self(Uuid::now_v7())
            }
        }
    };
}

/// An id that can also follow from what is asked for: whoever asks again gets the same one (RFC 9562, version 8).
macro_rules! derived_id {
    ($name:ident) => {
        own_id!($name);

        impl $name {
            /// That of what is asked for by these bytes.
            #[must_use]
            pub fn derived(asked: &[u8; 32]) -> Self {
                let mut bytes = [0; 16];
                bytes.copy_from_slice(&asked[..16]);
                Self(Uuid::new_v8(bytes))
            }
        }
    };
}

own_id!(TableId);
derived_id!(TournamentId);
derived_id!(ClubId);

own_id!(
    /// Identifies a form on a page, each time it is shown: sent twice, it counts once.
    IdempotencyKey
);
own_id!(
    /// Anybody with a cookie, with or without an account.
    PlayerId
);
own_id!(
    /// A token, by which it is listed and revoked. It says nothing of its secret.
    TokenId
);
own_id!(
    /// A way in which a player is told what concerns them.
    ChannelId
);
own_id!(EventId);
own_id!(
    /// Usually made by the client: a repeated id is the same command.
    CommandId
);

impl PlayerId {
    /// The id of a bot of a member: it begins with the time like others, and its version says what it is for ever (RFC 9562,
    /// version 8).
    #[must_use]
    pub fn fresh_program() -> PlayerId {
        let mut bytes = Uuid::now_v7().into_bytes();
        bytes[6] = bytes[6] & 0x0f | 0x80;
        PlayerId(Uuid::from_bytes(bytes))
    }
}

impl TableId {
    /// The smallest id that a table made at this time could have.
    #[must_use]
    pub fn earliest(at: UnixMs) -> TableId {
        let millis = u128::try_from(at.0).unwrap_or_default();
        TableId(Uuid::from_u128(millis << 80))
    }

    /// When it was made, as its id says.
    #[must_use]
    pub fn made_at(self) -> UnixMs {
        UnixMs(i64::try_from(self.0.as_u128() >> 80).unwrap_or_default())
    }
}

/// Crockford's base 32 in lower case: no `i`, `l`, `o` or `u` to be misread.
const CODE_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH: usize = 12;

/// The secret part of a table's link: twelve letters, sixty random bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, pattern = "^[0-9a-hjkmnp-tv-z]{12}$")]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub struct TableCode(String);

impl TableCode {
    #[must_use]
    pub fn fresh() -> Self {
        let bits: u64 = rand::rng().random();
        let letter = |i: usize| char::from(CODE_ALPHABET[(bits >> (5 * i)) as usize & 31]);
        Self((0..CODE_LENGTH).map(letter).collect())
    }

    /// The code of what is asked for by a secret and a key: whoever asks again gets the same one, and nobody else can know it.
    #[must_use]
    pub fn derived(secret: &[u8; 32], key: Uuid) -> Self {
        let hash = Sha256::new().chain_update(secret).chain_update(key).finalize();
        let letter = |byte: &u8| char::from(CODE_ALPHABET[usize::from(byte & 31)]);
        Self(hash.iter().take(CODE_LENGTH).map(letter).collect())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a table's code is twelve of the letters {}",
    String::from_utf8_lossy(CODE_ALPHABET)
)]
pub struct ParseTableCode;

impl FromStr for TableCode {
    type Err = ParseTableCode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.to_owned().try_into()
    }
}

impl TryFrom<String> for TableCode {
    type Error = ParseTableCode;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fits = text.len() == CODE_LENGTH && text.bytes().all(|b| CODE_ALPHABET.contains(&b));
        if fits { Ok(Self(text)) } else { Err(ParseTableCode) }
    }
}

impl From<TableCode> for String {
    fn from(code: TableCode) -> Self {
        code.0
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableCode({})", self.0)
    }
}

/// The secret of a session's cookie: 256 random bits, known to the browser alone.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

impl SessionToken {
    #[must_use]
    pub fn fresh() -> Self {
        Self(rand::rng().random())
    }

    /// There is no `Display`, so that the secret cannot slip into a log.
    #[must_use]
    pub fn cookie_text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }

    /// Stored instead of the secret.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

/// A session, however often its token is replaced: the hash of its first token.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SessionId(pub [u8; 32]);

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SessionId({self})")
    }
}

impl FromStr for SessionId {
    type Err = ParseSessionToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.parse::<SessionToken>()?.0))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the text of a session's token")]
pub struct ParseSessionToken;

impl FromStr for SessionToken {
    type Err = ParseSessionToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = BASE64URL_NOPAD
            .decode(text.as_bytes())
            .map_err(|_| ParseSessionToken)?;
        bytes.try_into().map(Self).map_err(|_| ParseSessionToken)
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_code_reads_back_and_uses_all_its_letters() {
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..1000 {
            let code = TableCode::fresh();
            assert_eq!(code.to_string().parse(), Ok(code.clone()));
            seen.extend(code.as_str().bytes());
        }
        assert_eq!(seen.len(), CODE_ALPHABET.len());
    }

    #[test]
    fn nothing_else_is_a_code() {
        for text in [
            "",
            "0123456789a",
            "0123456789abc",
            "0123456789aB",
            "0123456789ai",
            "0123456789al",
        ] {
            assert_eq!(text.parse::<TableCode>(), Err(ParseTableCode), "{text}");
        }
        for text in [
            "0123456789ao",
            "0123456789au",
            "0123456789a ",
            "0123456789a-",
            "ééé456789a",
        ] {
            assert_eq!(text.parse::<TableCode>(), Err(ParseTableCode), "{text}");
        }
        assert!(serde_json::from_str::<TableCode>("\"0123456789al\"").is_err());
        assert!(serde_json::from_str::<TableCode>("\"0123456789ab\"").is_ok());
    }

    #[test]
    fn a_token_reads_back_and_hides_in_debug() {
        let token = SessionToken::fresh();
        let text = token.cookie_text();
        assert_eq!(text.parse(), Ok(token.clone()));
        assert_ne!(token.hash(), SessionToken::fresh().hash());
        assert_ne!(token.hash(), token.0, "the store must not hold the secret itself");
        assert!(!format!("{token:?}").contains(&text));
        for wrong in ["", "AAAA", &text[1..], &format!("{text}A"), &format!("{text}=")] {
            assert_eq!(wrong.parse::<SessionToken>(), Err(ParseSessionToken), "{wrong}");
        }
    }

    #[test]
    fn ids_are_plain_text_in_json_and_sort_by_time() {
        let (first, second) = (TableId::fresh(), TableId::fresh());
        assert!(first < second);
        assert_eq!(serde_json::to_string(&first).unwrap(), format!("\"{first}\""));
        assert_eq!(first.to_string().parse(), Ok(first));
    }
}
