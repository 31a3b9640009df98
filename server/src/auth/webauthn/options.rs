//! What browsers are asked for, in the JSON of the specification (section 5.1.8 and 5.1.9).

use data_encoding::BASE64URL_NOPAD;
use serde::Serialize;

use super::RelyingParty;
use super::public_key::ALGORITHMS;

/// The site's name in the dialogs of browsers.
const SITE: &str = "Thicket";

/// What is asked for where a passkey is to be made (`PublicKeyCredentialCreationOptionsJSON`).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreationOptions {
    rp: Party,
    user: User,
    challenge: String,
    pub_key_cred_params: Vec<Parameters>,
    timeout: u64,
    exclude_credentials: Vec<Descriptor>,
    authenticator_selection: Selection,
    attestation: &'static str,
}

/// What is asked for where somebody signs in (`PublicKeyCredentialRequestOptionsJSON`). No credential is named: the browser
/// knows which it has for this site.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestOptions {
    challenge: String,
    timeout: u64,
    rp_id: String,
    user_verification: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct Party {
    id: String,
    name: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct User {
    id: String,
    name: String,
    display_name: String,
}

#[derive(Clone, Debug, Serialize)]
struct Parameters {
    #[serde(rename = "type")]
    kind: &'static str,
    alg: i64,
}

#[derive(Clone, Debug, Serialize)]
struct Descriptor {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Selection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

const PUBLIC_KEY: &str = "public-key";
const REQUIRED: &str = "required";

impl CreationOptions {
    pub fn new(
        party: &RelyingParty,
        (user, name): (&[u8], &str),
        challenge: &[u8],
        timeout: u64,
        present: impl Iterator<Item = Vec<u8>>,
    ) -> CreationOptions {
        let parameters = |alg| Parameters {
            kind: PUBLIC_KEY,
            alg,
        };
        let descriptor = |id: Vec<u8>| Descriptor {
            kind: PUBLIC_KEY,
            id: BASE64URL_NOPAD.encode(&id),
        };
        CreationOptions {
            rp: Party {
                id: party.id.clone(),
                name: SITE,
            },
            user: User {
                id: BASE64URL_NOPAD.encode(user),
                name: name.to_owned(),
                display_name: name.to_owned(),
            },
            challenge: BASE64URL_NOPAD.encode(challenge),
            pub_key_cred_params: ALGORITHMS.into_iter().map(parameters).collect(),
            timeout,
            exclude_credentials: present.map(descriptor).collect(),
            authenticator_selection: Selection {
                resident_key: REQUIRED,
                require_resident_key: true,
                user_verification: REQUIRED,
            },
            attestation: "none",
        }
    }
}

impl RequestOptions {
    pub fn new(party: &RelyingParty, challenge: &[u8], timeout: u64) -> RequestOptions {
        RequestOptions {
            challenge: BASE64URL_NOPAD.encode(challenge),
            timeout,
            rp_id: party.id.clone(),
            user_verification: REQUIRED,
        }
    }
}
