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

/// What is wrong with the answer of an authenticator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCredential {
    /// It cannot be read.
    #[error("it cannot be read")]
    Malformed,
    /// It is the answer of the other ceremony.
    #[error("it belongs to another ceremony")]
    Ceremony,
    /// It was not made for this challenge.
    #[error("it was made for another challenge")]
    Challenge,
    /// It was made for a page of another site, or inside one.
    #[error("it was made for another site")]
    Origin,
    /// The authenticator signed for another relying party.
    #[error("it was signed for another site")]
    RelyingParty,
    /// Nobody was there.
    #[error("nobody has confirmed it")]
    UserPresence,
    /// The authenticator did not check who was there.
    #[error("the authenticator has not checked who was there")]
    UserVerification,
    /// It is said to be copied, and that it cannot be copied.
    #[error("its backup flags contradict each other")]
    Backup,
    /// The key is of a kind that was not asked for, or makes no sense.
    #[error("its key is of no known kind")]
    PublicKey,
    /// There is an attestation, which nobody asked for.
    #[error("its attestation cannot be checked")]
    Attestation,
    /// Its id is too long.
    #[error("its id is too long")]
    CredentialId,
    /// It is the credential of another user.
    #[error("it belongs to somebody else")]
    User,
    /// It was not signed by the key.
    #[error("the signature is wrong")]
    Signature,
    /// The key has signed more often than this says: there may be a copy of it.
    #[error("its counter does not count up")]
    Counter,
}
