//! Web Authentication: what a relying party has to check of what authenticators answer.
//!
//! The two ceremonies are [`Registration`] (section 7.1) and [`Assertion`] (section 7.2), and their comments name the steps, as
//! Level 3 numbers them in its Candidate Recommendation of 26 May 2026. (Level 2 has fewer, and other numbers.)
//! Passkeys are the only way in beside a password, so a credential has to be discoverable and its user verified. What kind of
//! authenticator it is does not matter, so no attestation is asked for. Signatures are checked by `ring`.

mod assertion;
mod authenticator_data;
mod base64url;
mod client_data;
mod credential;
mod options;
mod public_key;
mod registration;
mod relying_party;
#[cfg(test)]
mod tests;

pub(crate) use assertion::{Assertion, StoredCredential};
pub(crate) use credential::Credential;
pub use options::{CreationOptions, RequestOptions};
pub(crate) use registration::Registration;
pub use relying_party::RelyingParty;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCredential {
    #[error("it cannot be read")]
    Malformed,
    #[error("it belongs to another ceremony")]
    Ceremony,
    #[error("it was made for another challenge")]
    Challenge,
    #[error("it was made for another site")]
    Origin,
    #[error("it was signed for another site")]
    RelyingParty,
    #[error("nobody has confirmed it")]
    UserPresence,
    #[error("the authenticator has not checked who was there")]
    UserVerification,
    #[error("its backup flags contradict each other")]
    Backup,
    #[error("its key is of no known kind")]
    PublicKey,
    #[error("its attestation cannot be checked")]
    Attestation,
    #[error("its id is too long")]
    CredentialId,
    #[error("it belongs to somebody else")]
    User,
    #[error("the signature is wrong")]
    Signature,
    #[error("its counter does not count up")]
    Counter,
}
