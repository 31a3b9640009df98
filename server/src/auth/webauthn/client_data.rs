//! Client data: what the browser adds to a ceremony, and the authenticator signs.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::base64url::Base64Url;
use super::{BadCredential, RelyingParty};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ceremony {
    Create,
    Get,
}

/// Unknown members are ignored, as the specification asks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CollectedClientData {
    #[serde(rename = "type")]
    ceremony: String,
    challenge: Base64Url,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    top_origin: Option<String>,
}

impl Ceremony {
    fn name(self) -> &'static str {
        match self {
            Ceremony::Create => "webauthn.create",
            Ceremony::Get => "webauthn.get",
        }
    }
}

/// Checks client data against what was asked: steps 5 to 12 of section 7.1, and 8 to 14 and 20 of section 7.2. Returns
/// its hash, which is part of what is signed.
pub(super) fn check(
    json: &[u8],
    ceremony: Ceremony,
    challenge: &[u8],
    party: &RelyingParty,
) -> Result<[u8; 32], BadCredential> {
    // 7.1 steps 5 and 6, 7.2 steps 8 and 9.
    let data = parse(json)?;
    // 7.1 step 7, 7.2 step 10: it was this ceremony.
    if data.ceremony != ceremony.name() {
        return Err(BadCredential::Ceremony);
    }
    // 7.1 step 8, 7.2 step 11: it was for the challenge that was sent.
    if data.challenge.0 != challenge {
        return Err(BadCredential::Challenge);
    }
    // 7.1 step 9, 7.2 step 12: it was for a page of this server,
    if data.origin != party.origin {
        return Err(BadCredential::Origin);
    }
    // 7.1 steps 10 and 11, 7.2 steps 13 and 14: which was not shown inside another page. No page of this server is.
    if data.cross_origin || data.top_origin.is_some() {
        return Err(BadCredential::Origin);
    }
    // 7.1 step 12, 7.2 step 20.
    Ok(Sha256::digest(json).into())
}

/// The challenge of client data that is not checked yet.
pub(super) fn challenge_of(json: &[u8]) -> Result<Vec<u8>, BadCredential> {
    Ok(parse(json)?.challenge.0)
}

/// The bytes are JSON in UTF-8, perhaps after a byte order mark.
fn parse(json: &[u8]) -> Result<CollectedClientData, BadCredential> {
    let json = json.strip_prefix("\u{feff}".as_bytes()).unwrap_or(json);
    serde_json::from_slice(json).map_err(|_| BadCredential::Malformed)
}
