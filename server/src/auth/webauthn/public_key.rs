//! Public keys of credentials: COSE keys (RFC 9052 and 9053) of the kinds that are asked for.

use ciborium::Value;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::BadCredential;
use super::authenticator_data::read_cbor;

/// Labels of the members of a COSE key.
const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
/// For elliptic curves: the curve and the coordinates of the point.
const CURVE: i64 = -1;
const X: i64 = -2;
const Y: i64 = -3;
/// For RSA: the modulus and the exponent.
const MODULUS: i64 = -1;
const EXPONENT: i64 = -2;

const OCTET_KEY_PAIR: i64 = 1;
const ELLIPTIC_CURVE: i64 = 2;
const RSA: i64 = 3;
const P256: i64 = 1;
const CURVE_ED25519: i64 = 6;

/// EdDSA with Ed25519.
const EDDSA: i64 = -8;
/// ECDSA with P-256 and SHA-256, which nearly all authenticators have.
const ES256: i64 = -7;
/// RSASSA-PKCS1-v1_5 with SHA-256, the only one of many TPMs.
const RS256: i64 = -257;

/// The algorithms that are asked for, the best first.
pub(super) const ALGORITHMS: [i64; 3] = [EDDSA, ES256, RS256];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PublicKey {
    EdDsa([u8; 32]),
    Es256([u8; 65]),
    Rs256 { modulus: Vec<u8>, exponent: Vec<u8> },
}

impl PublicKey {
    pub(super) fn parse(mut bytes: &[u8]) -> Result<PublicKey, BadCredential> {
        let Value::Map(members) = read_cbor(&mut bytes)? else {
            return Err(BadCredential::PublicKey);
        };
        let key = CoseKey(members);
        let kind = (key.integer(KEY_TYPE)?, key.integer(ALGORITHM)?);
        match kind {
            (OCTET_KEY_PAIR, EDDSA) if key.integer(CURVE)? == CURVE_ED25519 => {
                Ok(PublicKey::EdDsa(key.fixed(X)?))
            }
            (ELLIPTIC_CURVE, ES256) if key.integer(CURVE)? == P256 => {
                let (x, y): ([u8; 32], [u8; 32]) = (key.fixed(X)?, key.fixed(Y)?);
                let mut point = [4; 65];
                point[1..33].copy_from_slice(&x);
                point[33..].copy_from_slice(&y);
                Ok(PublicKey::Es256(point))
            }
            (RSA, RS256) => Ok(PublicKey::Rs256 {
                modulus: key.bytes(MODULUS)?.to_vec(),
                exponent: key.bytes(EXPONENT)?.to_vec(),
            }),
            _ => Err(BadCredential::PublicKey),
        }
    }

    pub(super) fn algorithm(&self) -> i64 {
        match self {
            PublicKey::EdDsa(_) => EDDSA,
            PublicKey::Es256(_) => ES256,
            PublicKey::Rs256 { .. } => RS256,
        }
    }

    /// Whether the signature of a message was made by the private key. A key that makes no sense signs nothing.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            PublicKey::EdDsa(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            PublicKey::Es256(point) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature)
            }
            PublicKey::Rs256 { modulus, exponent } => {
                let (n, e) = (modulus, exponent);
                RsaPublicKeyComponents { n, e }.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        }
        .is_ok()
    }
}

struct CoseKey(Vec<(Value, Value)>);

impl CoseKey {
    fn member(&self, label: i64) -> Result<&Value, BadCredential> {
        let label = Value::from(label);
        let found = self.0.iter().find(|(key, _)| *key == label);
        found.map(|(_, value)| value).ok_or(BadCredential::PublicKey)
    }

    fn integer(&self, label: i64) -> Result<i64, BadCredential> {
        let number = self.member(label)?.as_integer();
        number
            .and_then(|number| number.try_into().ok())
            .ok_or(BadCredential::PublicKey)
    }

    fn bytes(&self, label: i64) -> Result<&[u8], BadCredential> {
        let bytes = self.member(label)?.as_bytes();
        bytes.map(Vec::as_slice).ok_or(BadCredential::PublicKey)
    }

    fn fixed<const N: usize>(&self, label: i64) -> Result<[u8; N], BadCredential> {
        self.bytes(label)?
            .try_into()
            .map_err(|_| BadCredential::PublicKey)
    }
}
