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

/// The only type of credentials.
#[derive(Clone, Copy, Debug, Deserialize)]
enum CredentialType {
    #[serde(rename = "public-key")]
    PublicKey,
}

impl<A: DeserializeOwned> Credential<A> {
    /// Reads the JSON of an answer. Neither ceremony asks for extensions, so what is said of them is not read.
    ///
    /// # Errors
    /// When it is not one of this ceremony.
    pub(crate) fn parse(json: &str) -> Result<Credential<A>, BadCredential> {
        // Steps 3 and 4 of both sections, where the browser's object became JSON.
        serde_json::from_str(json).map_err(|_| BadCredential::Malformed)
    }
}

impl<A> Credential<A> {
    /// The id of the credential.
    pub(crate) fn id(&self) -> &[u8] {
        &self.id.0
    }

    /// The challenge that it says it was made for, which is not checked yet.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn challenge(&self) -> Result<Vec<u8>, BadCredential> {
        client_data::challenge_of(&self.response.client_data.0)
    }
}
