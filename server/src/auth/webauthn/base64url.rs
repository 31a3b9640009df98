//! Bytes in the JSON of both ceremonies.

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Deserializer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base64Url(pub(super) Vec<u8>);

impl<'de> Deserialize<'de> for Base64Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Base64Url, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes());
        bytes.map(Base64Url).map_err(serde::de::Error::custom)
    }
}
