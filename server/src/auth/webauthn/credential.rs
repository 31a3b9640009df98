//! What browsers send at the end of both ceremonies: a credential, and what its authenticator has answered.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::base64url::Base64Url;
use super::{BadCredential, client_data};

/// The answer of an authenticator (`RegistrationResponseJSON` and `AuthenticationResponseJSON`); `A` is what one ceremony has
/// and the other has not.
#[derive(Debug, Deserialize)]
pub(crate) struct Credential<A> {
    pub(super) id: Base64Url,
    #[serde(rename = "type")]
    _type: CredentialType,
    pub(super) response: Response<A>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Response<A> {
    #[serde(rename = "clientDataJSON")]
    pub(super) client_data: Base64Url,
    #[serde(flatten)]
    pub(super) own: A,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum CredentialType {
    #[serde(rename = "public-key")]
    PublicKey,
}

impl<A: DeserializeOwned> Credential<A> {
    /// Reads the JSON of an answer. No extensions are requested, so their results are not read.
    pub(crate) fn parse(json: &str) -> Result<Credential<A>, BadCredential> {
        // Steps 3 and 4 of both sections, where the browser's object became JSON.
        serde_json::from_str(json).map_err(|_| BadCredential::Malformed)
    }
}

impl<A> Credential<A> {
    pub(crate) fn id(&self) -> &[u8] {
        &self.id.0
    }

    /// The challenge that it claims to answer, not checked yet.
    pub(crate) fn challenge(&self) -> Result<Vec<u8>, BadCredential> {
        client_data::challenge_of(&self.response.client_data.0)
    }
}
