//! A software authenticator: it makes passkeys and signs with them, truly or with whatever a test has it say.

use ciborium::Value as Cbor;
use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Bits of the flags.
pub(crate) const USER_PRESENT: u8 = 1 << 0;
pub(crate) const USER_VERIFIED: u8 = 1 << 2;
pub(crate) const BACKUP_ELIGIBLE: u8 = 1 << 3;
pub(crate) const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

/// A passkey with its private key.
pub(crate) struct Authenticator {
    key: Key,
    pub(crate) credential: Vec<u8>,
    /// Whose it is, as the server calls them.
    pub(crate) user: Vec<u8>,
}

enum Key {
    EdDsa(Ed25519KeyPair),
    Es256(EcdsaKeyPair),
    Rs256(RsaKeyPair),
}

/// What browser and authenticator say in a ceremony. Tests change what they like before it is signed.
#[derive(Clone)]
pub(crate) struct Said {
    /// Without the type, which the ceremony adds unless it is there.
    pub(crate) client_data: Value,
    pub(crate) party: String,
    pub(crate) flags: u8,
    pub(crate) sign_count: u32,
    /// CBOR after everything else.
    pub(crate) extensions: Vec<u8>,
}

/// How a new credential is vouched for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attestation {
    None,
    /// By itself.
    Packed,
    /// By somebody, in a way that nobody asked for.
    Other,
}

impl Said {
    /// The truth, for a challenge in the form of the options.
    pub(crate) fn to(challenge: &Value, party: &str, origin: &str) -> Said {
        Said {
            client_data: json!({ "challenge": challenge, "origin": origin, "crossOrigin": false }),
            party: party.to_owned(),
            flags: USER_PRESENT | USER_VERIFIED,
            sign_count: 0,
            extensions: Vec::new(),
        }
    }

    /// Has another member of the client data.
    pub(crate) fn with(mut self, member: &str, value: Value) -> Said {
        self.client_data[member] = value;
        self
    }

    fn client_data(&self, ceremony: &str) -> Vec<u8> {
        let mut data = self.client_data.clone();
        if data["type"].is_null() {
            data["type"] = json!(ceremony);
        }
        data.to_string().into_bytes()
    }

    fn authenticator_data(&self, credential: &[u8]) -> Vec<u8> {
        let has_credential = if credential.is_empty() { 0 } else { HAS_CREDENTIAL };
        let has_extensions = if self.extensions.is_empty() {
            0
        } else {
            HAS_EXTENSIONS
        };
        let flags = self.flags | has_credential | has_extensions;
        [
            &Sha256::digest(&self.party)[..],
            &[flags],
            &self.sign_count.to_be_bytes(),
            credential,
            &self.extensions,
        ]
        .concat()
    }
}

impl Authenticator {
    /// With a key for ES256, as most have.
    pub(crate) fn new() -> Authenticator {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random);
        Authenticator::with(Key::Es256(key.unwrap()))
    }

    /// With a key for EdDSA.
    pub(crate) fn ed25519() -> Authenticator {
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Authenticator::with(Key::EdDsa(Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap()))
    }

    /// With this key for RS256.
    pub(crate) fn rsa(pkcs8: &[u8]) -> Authenticator {
        Authenticator::with(Key::Rs256(RsaKeyPair::from_pkcs8(pkcs8).unwrap()))
    }

    fn with(key: Key) -> Authenticator {
        Authenticator {
            key,
            credential: rand::random::<[u8; 32]>().to_vec(),
            user: Vec::new(),
        }
    }

    /// The answer to the options of a registration.
    pub(crate) fn create(&mut self, options: &Value, said: &Said, attestation: Attestation) -> Value {
        let user = options["user"]["id"].as_str().unwrap();
        self.user = BASE64URL_NOPAD.decode(user.as_bytes()).unwrap();
        let length = u16::try_from(self.credential.len()).unwrap().to_be_bytes();
        let credential = [&[0; 16][..], &length, &self.credential, &self.cose_key()].concat();
        let data = said.authenticator_data(&credential);
        let client_data = said.client_data("webauthn.create");
        let statement = match attestation {
            Attestation::None => Vec::new(),
            _ => vec![
                ("alg".into(), Cbor::from(self.algorithm())),
                ("sig".into(), Cbor::Bytes(self.sign(&data, &client_data))),
            ],
        };
        let format = match attestation {
            Attestation::None => "none",
            Attestation::Packed => "packed",
            Attestation::Other => "tpm",
        };
        let object = Cbor::Map(vec![
            ("fmt".into(), format.into()),
            ("attStmt".into(), Cbor::Map(statement)),
            ("authData".into(), Cbor::Bytes(data)),
        ]);
        json!({
            "id": BASE64URL_NOPAD.encode(&self.credential),
            "type": "public-key",
            "response": {
                "clientDataJSON": BASE64URL_NOPAD.encode(&client_data),
                "attestationObject": BASE64URL_NOPAD.encode(&bytes(&object)),
            },
        })
    }

    /// The answer to the options of signing in.
    pub(crate) fn get(&self, said: &Said) -> Value {
        let data = said.authenticator_data(&[]);
        let client_data = said.client_data("webauthn.get");
        json!({
            "id": BASE64URL_NOPAD.encode(&self.credential),
            "type": "public-key",
            "response": {
                "clientDataJSON": BASE64URL_NOPAD.encode(&client_data),
                "authenticatorData": BASE64URL_NOPAD.encode(&data),
                "signature": BASE64URL_NOPAD.encode(&self.sign(&data, &client_data)),
                "userHandle": BASE64URL_NOPAD.encode(&self.user),
            },
        })
    }

    fn sign(&self, data: &[u8], client_data: &[u8]) -> Vec<u8> {
        let message = [data, &Sha256::digest(client_data)[..]].concat();
        let random = SystemRandom::new();
        match &self.key {
            Key::EdDsa(key) => key.sign(&message).as_ref().to_vec(),
            Key::Es256(key) => key.sign(&random, &message).unwrap().as_ref().to_vec(),
            Key::Rs256(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, &message, &mut signature)
                    .unwrap();
                signature
            }
        }
    }

    fn algorithm(&self) -> i64 {
        match self.key {
            Key::EdDsa(_) => -8,
            Key::Es256(_) => -7,
            Key::Rs256(_) => -257,
        }
    }

    fn cose_key(&self) -> Vec<u8> {
        let (kind, members) = match &self.key {
            Key::EdDsa(key) => (
                1,
                vec![(-1, 6.into()), (-2, key.public_key().as_ref().to_vec().into())],
            ),
            Key::Es256(key) => {
                let (x, y) = key.public_key().as_ref()[1..].split_at(32);
                (
                    2,
                    vec![(-1, 1.into()), (-2, x.to_vec().into()), (-3, y.to_vec().into())],
                )
            }
            Key::Rs256(key) => {
                // In DER: the head of the sequence, the modulus after a zero, the exponent.
                let der = key.public().as_ref();
                let (n, e) = (der[9..265].to_vec(), der[267..].to_vec());
                (3, vec![(-1, n.into()), (-2, e.into())])
            }
        };
        let mut all: Vec<(Cbor, Cbor)> = vec![(1.into(), kind.into()), (3.into(), self.algorithm().into())];
        let members: Vec<(i64, Cbor)> = members;
        all.extend(members.into_iter().map(|(label, value)| (label.into(), value)));
        bytes(&Cbor::Map(all))
    }
}

/// A value as CBOR.
pub(crate) fn bytes(value: &Cbor) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}
