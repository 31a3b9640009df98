//! The authentication ceremony: somebody uses a credential, as section 7.2 has it checked.

use serde::Deserialize;

use super::authenticator_data::AuthenticatorData;
use super::base64url::Base64Url;
use super::client_data::{self, Ceremony};
use super::credential::Credential;
use super::public_key::PublicKey;
use super::{BadCredential, RelyingParty};

/// The answer of an authenticator that has signed a challenge. Without a user handle it is none: the credentials of this
/// server are discoverable.
pub(crate) type Assertion = Credential<Signed>;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Signed {
    authenticator_data: Base64Url,
    signature: Base64Url,
    user_handle: Base64Url,
}

#[derive(Clone, Debug)]
pub(crate) struct StoredCredential<'a> {
    pub(crate) user: &'a [u8],
    /// The COSE key.
    pub(crate) public_key: &'a [u8],
    pub(crate) sign_count: u32,
    /// Whether it may be copied to other devices of its owner.
    pub(crate) backup_eligible: bool,
}

impl Assertion {
    /// Checks the answer against the credential that it names; returns how often that has signed now. The caller has
    /// found the credential by its id (step 6), and stores the number (step 24). No credential was named that it
    /// could be one of (step 5), and no extension was requested (step 23). The error names the failed check.
    pub(crate) fn check(
        &self,
        challenge: &[u8],
        party: &RelyingParty,
        stored: &StoredCredential<'_>,
    ) -> Result<u32, BadCredential> {
        let answer = &self.response.own;
        // Step 6: the user was not known before, so the user handle names the owner.
        if answer.user_handle.0 != stored.user {
            return Err(BadCredential::User);
        }
        // Steps 7 to 14 and 20.
        let client_data = &self.response.client_data.0;
        let hash = client_data::check(client_data, Ceremony::Get, challenge, party)?;
        // Steps 15 to 18.
        let bytes = &answer.authenticator_data.0;
        let data = AuthenticatorData::parse(bytes)?;
        data.check(party)?;
        // Step 19: whether it may be copied never changes.
        if data.backup_eligible() != stored.backup_eligible {
            return Err(BadCredential::Backup);
        }
        // Step 21: the key has signed both, one after the other.
        let signed = [bytes, &hash[..]].concat();
        let key = PublicKey::parse(stored.public_key)?;
        if !key.verifies(&signed, &answer.signature.0) {
            return Err(BadCredential::Signature);
        }
        // Step 22: a counter that does not grow is that of a copy.
        let counts = data.sign_count > 0 || stored.sign_count > 0;
        if counts && data.sign_count <= stored.sign_count {
            return Err(BadCredential::Counter);
        }
        Ok(data.sign_count)
    }
}
