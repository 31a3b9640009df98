//! Authenticator data: what an authenticator says and signs, in the layout of section 6.1.

use ciborium::Value;
use sha2::{Digest, Sha256};

use super::{BadCredential, RelyingParty};

/// Bits of the flags.
const USER_PRESENT: u8 = 1 << 0;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

/// How deep CBOR may be nested: a COSE key is flat, and an attestation statement holds lists at most.
const DEPTH: usize = 4;

#[derive(Debug)]
pub(super) struct AuthenticatorData {
    rp_id_hash: [u8; 32],
    flags: u8,
    /// How often the key has signed; 0 if it does not count.
    pub(super) sign_count: u32,
    pub(super) credential: Option<AttestedCredential>,
}

#[derive(Debug)]
pub(super) struct AttestedCredential {
    pub(super) id: Vec<u8>,
    /// The COSE key, as it was sent.
    pub(super) public_key: Vec<u8>,
}

impl AuthenticatorData {
    pub(super) fn parse(bytes: &[u8]) -> Result<AuthenticatorData, BadCredential> {
        let mut rest = bytes;
        let rp_id_hash = take(&mut rest)?;
        let [flags] = take(&mut rest)?;
        let sign_count = u32::from_be_bytes(take(&mut rest)?);
        let credential = match flags & HAS_CREDENTIAL {
            0 => None,
            _ => Some(AttestedCredential::take(&mut rest)?),
        };
        if flags & HAS_EXTENSIONS != 0 && !read_cbor(&mut rest)?.is_map() {
            return Err(BadCredential::Malformed);
        }
        match rest {
            [] => Ok(AuthenticatorData {
                rp_id_hash,
                flags,
                sign_count,
                credential,
            }),
            _ => Err(BadCredential::Malformed),
        }
    }

    /// Steps 14 to 17 of section 7.1, and 15 to 18 of section 7.2.
    pub(super) fn check(&self, party: &RelyingParty) -> Result<(), BadCredential> {
        // 7.1 step 14, 7.2 step 15: it was made for this server.
        let expected: [u8; 32] = Sha256::digest(&party.id).into();
        if self.rp_id_hash != expected {
            return Err(BadCredential::RelyingParty);
        }
        // 7.1 step 15, 7.2 step 16: somebody touched the authenticator,
        if self.flags & USER_PRESENT == 0 {
            return Err(BadCredential::UserPresence);
        }
        // 7.1 step 16, 7.2 step 17: who showed it who they are.
        if self.flags & USER_VERIFIED == 0 {
            return Err(BadCredential::UserVerification);
        }
        // 7.1 step 17, 7.2 step 18: only what may be copied is.
        if self.flags & BACKED_UP != 0 && !self.backup_eligible() {
            return Err(BadCredential::Backup);
        }
        Ok(())
    }

    /// Whether the credential may be copied to other devices of its owner.
    pub(super) fn backup_eligible(&self) -> bool {
        self.flags & BACKUP_ELIGIBLE != 0
    }
}

impl AttestedCredential {
    fn take(rest: &mut &[u8]) -> Result<AttestedCredential, BadCredential> {
        let _aaguid: [u8; 16] = take(rest)?;
        let length = u16::from_be_bytes(take(rest)?);
        let (id, after) = rest
            .split_at_checked(length.into())
            .ok_or(BadCredential::Malformed)?;
        let mut left = after;
        read_cbor(&mut left)?;
        let public_key = after[..after.len() - left.len()].to_vec();
        *rest = left;
        Ok(AttestedCredential {
            id: id.to_vec(),
            public_key,
        })
    }
}

/// Reads one CBOR value; what follows it is left.
pub(super) fn read_cbor(rest: &mut &[u8]) -> Result<Value, BadCredential> {
    ciborium::de::from_reader_with_recursion_limit(rest, DEPTH).map_err(|_| BadCredential::Malformed)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], BadCredential> {
    let (first, after) = rest.split_first_chunk().ok_or(BadCredential::Malformed)?;
    *rest = after;
    Ok(*first)
}
