//! The registration ceremony: a new credential, as section 7.1 has it checked.

use ciborium::Value;
use serde::Deserialize;

use super::authenticator_data::{AuthenticatorData, read_cbor};
use super::base64url::Base64Url;
use super::client_data::{self, Ceremony};
use super::credential::Credential;
use super::public_key::PublicKey;
use super::{BadCredential, RelyingParty};

/// The longest id of a credential, in bytes: step 25 of section 7.1.
const MAX_ID_BYTES: usize = 1023;

pub(crate) type Registration = Credential<Attested>;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Attested {
    attestation_object: Base64Url,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewCredential {
    pub(crate) id: Vec<u8>,
    /// The COSE key.
    pub(crate) public_key: Vec<u8>,
    pub(crate) sign_count: u32,
    /// Whether it may be copied to other devices of its owner.
    pub(crate) backup_eligible: bool,
}

impl Registration {
    /// Checks the answer, and returns what is to be stored. The store checks that no account has the credential (step
    /// 26). No extension is requested (step 28). The error names the failed check.
    pub(crate) fn check(
        &self,
        challenge: &[u8],
        party: &RelyingParty,
    ) -> Result<NewCredential, BadCredential> {
        // Steps 5 to 12.
        let hash = client_data::check(&self.response.client_data.0, Ceremony::Create, challenge, party)?;
        // Step 13: the attestation object is CBOR with nothing after it.
        let attestation = AttestationObject::parse(&self.response.own.attestation_object.0)?;
        let data = AuthenticatorData::parse(&attestation.authenticator_data)?;
        // Steps 14 to 17. The page warns about what follows from the backup flags (18 and 19).
        data.check(party)?;
        let credential = data.credential.as_ref().ok_or(BadCredential::Malformed)?;
        // Step 20: the key is of a kind that was asked for.
        let key = PublicKey::parse(&credential.public_key)?;
        // Steps 21 to 24: no attestation was requested, but browsers may pass on one by the credential itself.
        attestation.check(&key, &hash)?;
        // Step 25.
        if credential.id.is_empty() || credential.id.len() > MAX_ID_BYTES {
            return Err(BadCredential::CredentialId);
        }
        if credential.id != self.id() {
            return Err(BadCredential::Malformed);
        }
        // Step 27.
        Ok(NewCredential {
            id: credential.id.clone(),
            public_key: credential.public_key.clone(),
            sign_count: data.sign_count,
            backup_eligible: data.backup_eligible(),
        })
    }
}

/// What an authenticator states about a new credential, and who attests it.
struct AttestationObject {
    format: String,
    statement: Vec<(Value, Value)>,
    authenticator_data: Vec<u8>,
}

impl AttestationObject {
    fn parse(mut bytes: &[u8]) -> Result<AttestationObject, BadCredential> {
        let value = read_cbor(&mut bytes)?;
        let mut members = match value.into_map() {
            Ok(members) if bytes.is_empty() => members,
            _ => return Err(BadCredential::Malformed),
        };
        let mut member = |name: &str| {
            let place = members.iter().position(|(key, _)| key.as_text() == Some(name));
            let place = place.ok_or(BadCredential::Malformed)?;
            Ok(members.swap_remove(place).1)
        };
        let malformed = |_| BadCredential::Malformed;
        Ok(AttestationObject {
            format: member("fmt")?.into_text().map_err(malformed)?,
            statement: member("attStmt")?.into_map().map_err(malformed)?,
            authenticator_data: member("authData")?.into_bytes().map_err(malformed)?,
        })
    }

    fn check(&self, key: &PublicKey, client_data: &[u8; 32]) -> Result<(), BadCredential> {
        let is_right = match self.format.as_str() {
            // Section 8.7: an empty statement.
            "none" => self.statement.is_empty(),
            "packed" => self.is_signed_by(key, client_data),
            _ => false,
        };
        is_right.then_some(()).ok_or(BadCredential::Attestation)
    }

    /// Section 8.2, self attestation: the new key has signed for itself.
    fn is_signed_by(&self, key: &PublicKey, client_data: &[u8; 32]) -> bool {
        let member = |name| {
            let found = self.statement.iter().find(|(key, _)| key.as_text() == Some(name));
            found.map(|(_, value)| value)
        };
        let algorithm = member("alg").and_then(Value::as_integer);
        let signed = [&self.authenticator_data, &client_data[..]].concat();
        let signature = member("sig").and_then(Value::as_bytes);
        member("x5c").is_none()
            && algorithm == Some(key.algorithm().into())
            && signature.is_some_and(|signature| key.verifies(&signed, signature))
    }
}
