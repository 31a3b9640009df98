//! Web push: messages to browsers, encrypted for them (RFC 8291), signed by this server (RFC 8292) and left at the push service of
//! each (RFC 8030).

use data_encoding::BASE64URL_NOPAD;
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;
use uuid::Uuid;
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use super::Failure;
use crate::ids::{ChannelId, TableCode, TournamentId};
use crate::seq::Seq;
use crate::time::UnixMs;

/// A point of the curve P-256 as it is sent, in bytes, and the secret beside it.
const PUBLIC_KEY_BYTES: usize = 65;
const AUTH_BYTES: usize = 16;
/// For how long a signature is good, in seconds; a day at most.
const SIGNED_FOR: i64 = 12 * 60 * 60;
/// For how long a push service keeps a message for a browser that is not connected, in seconds.
pub(super) const KEPT_FOR: i64 = 3 * 24 * 60 * 60;
/// This push service ends subscriptions whose messages show nothing.
const SHOWS_ALWAYS: &str = "web.push.apple.com";

/// A browser's subscription, as its `toJSON` has it.
#[derive(Clone, Debug, Deserialize)]
pub struct Subscription {
    pub endpoint: String,
    pub keys: SubscriptionKeys,
}

/// In base64url.
#[derive(Clone, Debug, Deserialize)]
pub struct SubscriptionKeys {
    pub p256dh: String,
    pub auth: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The keys of the subscription are not those of a browser.")]
pub struct BadKeys;

impl Subscription {
    /// The public key of the browser and its secret, one after the other.
    ///
    /// # Errors
    /// When they are no such keys.
    pub fn keys(&self) -> Result<Vec<u8>, BadKeys> {
        let decode = |text: &str| {
            let text = text.trim_end_matches('=').as_bytes();
            BASE64URL_NOPAD.decode(text).map_err(|_| BadKeys)
        };
        let keys = [decode(&self.keys.p256dh)?, decode(&self.keys.auth)?].concat();
        split(&keys).ok_or(BadKeys)?;
        Ok(keys)
    }

    /// The same for the same browser, however often it subscribes.
    #[must_use]
    pub fn channel(&self) -> ChannelId {
        channel_of(&self.endpoint)
    }
}

/// The channel of a subscription with this address.
#[must_use]
pub fn channel_of(endpoint: &str) -> ChannelId {
    let hash = Sha256::digest(endpoint.as_bytes());
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    ChannelId(Uuid::from_bytes(id))
}

fn split(keys: &[u8]) -> Option<(PublicKey, Auth)> {
    let (public, auth) = keys.split_at_checked(PUBLIC_KEY_BYTES)?;
    let public = PublicKey::from_sec1_bytes(public).ok()?;
    let auth: [u8; AUTH_BYTES] = auth.try_into().ok()?;
    Some((public, Auth::from(auth)))
}

/// What a browser is told.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Push {
    /// About a table or a tournament.
    Show {
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableCode>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tournament: Option<TournamentId>,
        /// The number of the event: a browser that is told twice shows it once.
        seq: Seq,
        title: String,
        body: String,
        /// At how many tables it is their turn.
        waiting: i64,
    },
    /// The notice of a table is to be closed.
    Close { close: TableCode, waiting: i64 },
}

impl Push {
    /// What it is about, in at most 32 letters.
    fn topic(&self) -> String {
        match self {
            Push::Show {
                table: Some(table), ..
            }
            | Push::Close { close: table, .. } => table.to_string(),
            Push::Show { tournament, .. } => {
                tournament.map_or_else(String::new, |id| id.0.simple().to_string())
            }
        }
    }
}

/// How a push service treats a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handling {
    /// In seconds.
    pub(super) kept_for: i64,
    pub(super) is_urgent: bool,
}

/// Whether a browser may be told something that it does not show.
pub(super) fn may_be_silent(endpoint: &str) -> bool {
    let url = Url::parse(endpoint).ok();
    url.is_some_and(|url| url.host_str() != Some(SHOWS_ALWAYS))
}

/// Whether a push service says that there is no such browser any more.
pub(super) fn is_gone(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Status(StatusCode::NOT_FOUND | StatusCode::GONE, _)
    )
}

/// The key of this server.
#[derive(Debug)]
pub(super) struct PushKey(EcdsaKeyPair);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushKeyError {
    #[error("no key for push services could be made")]
    Random,
    #[error("the key for push services in the database cannot be read")]
    Stored,
}

impl PushKey {
    /// A new key, in PKCS #8.
    pub(super) fn fresh() -> Result<Vec<u8>, PushKeyError> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        Ok(made.map_err(|_| PushKeyError::Random)?.as_ref().to_vec())
    }

    pub(super) fn read(pkcs8: &[u8]) -> Result<PushKey, PushKeyError> {
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new())
            .map(PushKey)
            .map_err(|_| PushKeyError::Stored)
    }

    /// The public key in base64url, with which browsers subscribe.
    pub(super) fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.public_key().as_ref())
    }

    /// The headers and the body of the request to a push service. `home` is the address of this server.
    pub(super) fn request(
        &self,
        (endpoint, keys, home): (&str, &[u8], &str),
        push: &Push,
        handling: Handling,
        now: UnixMs,
    ) -> Result<(HeaderMap, Vec<u8>), BadKeys> {
        let (public, auth) = split(keys).ok_or(BadKeys)?;
        let text = serde_json::to_vec(push).map_err(|_| BadKeys)?;
        let body = encrypt(text, &public, &auth).map_err(|_| BadKeys)?;
        let topic = push.topic();
        let urgency = match handling.is_urgent {
            true => "high",
            false => "normal",
        };
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
        headers.insert(
            HeaderName::from_static("urgency"),
            HeaderValue::from_static(urgency),
        );
        headers.insert(
            HeaderName::from_static("ttl"),
            HeaderValue::from(handling.kept_for),
        );
        // A later message about the same takes its place while it waits.
        let values = [
            (HeaderName::from_static("topic"), topic),
            (AUTHORIZATION, self.authorization(endpoint, home, now)?),
        ];
        for (name, value) in values {
            headers.insert(name, HeaderValue::try_from(value).map_err(|_| BadKeys)?);
        }
        Ok((headers, body))
    }

    /// Voluntary Application Server Identification (RFC 8292).
    fn authorization(&self, endpoint: &str, home: &str, now: UnixMs) -> Result<String, BadKeys> {
        let audience = Url::parse(endpoint)
            .map_err(|_| BadKeys)?
            .origin()
            .ascii_serialization();
        let claims = json!({ "aud": audience, "exp": now.0 / 1000 + SIGNED_FOR, "sub": home });
        let encode = |text: &str| BASE64URL_NOPAD.encode(text.as_bytes());
        let signed = format!(
            "{}.{}",
            encode(r#"{"typ":"JWT","alg":"ES256"}"#),
            encode(&claims.to_string())
        );
        let signature = self
            .0
            .sign(&SystemRandom::new(), signed.as_bytes())
            .map_err(|_| BadKeys)?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use web_push_native::decrypt;
    use web_push_native::p256::SecretKey;
    use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;

    use super::*;

    /// The example of RFC 8291, section 5.
    #[test]
    fn a_browser_reads_what_the_rfc_says_it_does() {
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let secret = SecretKey::from_slice(&decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap();
        let auth: [u8; AUTH_BYTES] = decode("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap();
        let message = decode(concat!(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz",
            "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        ));
        assert_eq!(
            decrypt(message, &secret, &Auth::from(auth)).unwrap(),
            b"When I grow up, I want to be a watermelon"
        );
    }

    #[test]
    fn what_is_sent_is_for_this_browser_alone_and_signed() {
        let secret = SecretKey::from_slice(&[7; 32]).unwrap();
        let public = secret.public_key().to_encoded_point(false);
        let subscription = Subscription {
            endpoint: "https://push.example.net/send/abc".to_owned(),
            keys: SubscriptionKeys {
                p256dh: BASE64URL_NOPAD.encode(public.as_bytes()),
                auth: format!("{}==", BASE64URL_NOPAD.encode(&[9; AUTH_BYTES])),
            },
        };
        let keys = subscription.keys().unwrap();
        let key = PushKey::read(&PushKey::fresh().unwrap()).unwrap();
        let push = Push::Close {
            close: TableCode::fresh(),
            waiting: 2,
        };
        let handling = Handling {
            kept_for: KEPT_FOR,
            is_urgent: true,
        };
        let at = (
            subscription.endpoint.as_str(),
            keys.as_slice(),
            "https://thicket.example",
        );
        let (headers, body) = key.request(at, &push, handling, UnixMs(1_000)).unwrap();
        let read = decrypt(body, &secret, &Auth::from([9; AUTH_BYTES])).unwrap();
        assert_eq!(read, serde_json::to_vec(&push).unwrap());
        let authorization = headers[AUTHORIZATION].to_str().unwrap();
        let token = authorization.strip_prefix("vapid t=").unwrap();
        let (token, public) = token.split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public))
            .verify(signed.as_bytes(), &decode(signature))
            .unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(
            claims,
            json!({ "aud": "https://push.example.net", "exp": 1 + SIGNED_FOR, "sub": "https://thicket.example" })
        );
    }

    #[test]
    fn keys_that_are_no_points_are_refused() {
        let subscription = |p256dh: Vec<u8>, auth: usize| Subscription {
            endpoint: String::new(),
            keys: SubscriptionKeys {
                p256dh: BASE64URL_NOPAD.encode(&p256dh),
                auth: BASE64URL_NOPAD.encode(&vec![1; auth]),
            },
        };
        let point = SecretKey::from_slice(&[7; 32])
            .unwrap()
            .public_key()
            .to_encoded_point(false);
        let point = point.as_bytes().to_vec();
        assert!(subscription(point.clone(), AUTH_BYTES).keys().is_ok());
        for wrong in [
            subscription(point, 15),
            subscription(vec![4; 65], 16),
            subscription(vec![], 0),
        ] {
            assert_eq!(wrong.keys(), Err(BadKeys));
        }
    }
}
