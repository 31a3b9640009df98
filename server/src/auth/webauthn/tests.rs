//! Both ceremonies with a software authenticator that says and signs whatever it is told to.

#[path = "../../../tests/it/common/authenticator.rs"]
#[allow(clippy::unwrap_used)]
mod authenticator;

use std::error::Error;

use ciborium::Value as Cbor;
use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};

use self::authenticator::*;
use super::registration::NewCredential;
use super::*;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

const CHALLENGE: [u8; 32] = [7; 32];
const USER: &[u8] = b"Wilma's id";

fn party() -> RelyingParty {
    RelyingParty {
        id: "play.example".to_owned(),
        origin: "https://play.example".to_owned(),
    }
}

fn truth() -> Said {
    let challenge = json!(BASE64URL_NOPAD.encode(&CHALLENGE));
    Said::to(&challenge, "play.example", "https://play.example")
}

/// The options as the browser gets them.
fn options() -> Value {
    let exclude = [vec![1, 2]].into_iter();
    json!(CreationOptions::new(
        &party(),
        (USER, "Wilma"),
        &CHALLENGE,
        1,
        exclude
    ))
}

fn register(answer: &Value) -> Result<NewCredential, BadCredential> {
    Registration::parse(&answer.to_string())?.check(&CHALLENGE, &party())
}

fn use_it(answer: &Value, stored: &NewCredential) -> Result<u32, BadCredential> {
    let stored = StoredCredential {
        user: USER,
        public_key: &stored.public_key,
        sign_count: stored.sign_count,
        backup_eligible: stored.backup_eligible,
    };
    Assertion::parse(&answer.to_string())?.check(&CHALLENGE, &party(), &stored)
}

fn registered(key: &mut Authenticator, said: &Said) -> Result<NewCredential, BadCredential> {
    register(&key.create(&options(), said, Attestation::None))
}

/// What is wrong with client data, in either ceremony.
fn wrong_client_data() -> Vec<(Said, BadCredential)> {
    let other = BASE64URL_NOPAD.encode(&[8; 32]);
    let [cut, padded] = [&CHALLENGE[..31], &[7; 33]].map(|challenge| BASE64URL_NOPAD.encode(challenge));
    let mut cases = vec![
        (
            truth().with("type", json!("payment.get")),
            BadCredential::Ceremony,
        ),
        (truth().with("challenge", json!("a+/=")), BadCredential::Malformed),
        (truth().with("crossOrigin", json!(true)), BadCredential::Origin),
        (
            truth().with("topOrigin", json!("https://evil.example")),
            BadCredential::Origin,
        ),
    ];
    for challenge in [other.as_str(), &cut, &padded, ""] {
        cases.push((
            truth().with("challenge", json!(challenge)),
            BadCredential::Challenge,
        ));
    }
    for origin in [
        "https://evil.example",
        "http://play.example",
        "https://play.example:8443",
        "https://sub.play.example",
        "https://play.example/",
        "https://play.example.evil.example",
        "null",
    ] {
        cases.push((truth().with("origin", json!(origin)), BadCredential::Origin));
    }
    cases
}

/// What is wrong with authenticator data, in either ceremony.
fn wrong_authenticator_data() -> Vec<(Said, BadCredential)> {
    let flagged = |flags| Said { flags, ..truth() };
    let for_party = |party: &str| Said {
        party: party.to_owned(),
        ..truth()
    };
    let extended = |extensions: Vec<u8>| Said {
        extensions,
        ..truth()
    };
    vec![
        (for_party("evil.example"), BadCredential::RelyingParty),
        (for_party("sub.play.example"), BadCredential::RelyingParty),
        (flagged(USER_VERIFIED), BadCredential::UserPresence),
        (flagged(USER_PRESENT), BadCredential::UserVerification),
        (
            flagged(USER_PRESENT | USER_VERIFIED | BACKED_UP),
            BadCredential::Backup,
        ),
        (extended(vec![0xa0, 0]), BadCredential::Malformed),
        (extended(vec![0x01]), BadCredential::Malformed),
        (extended(vec![0x81; 64]), BadCredential::Malformed),
    ]
}

#[test]
fn passkeys_of_every_algorithm_are_made_and_used() -> TestResult {
    let rsa = include_bytes!("../../../tests/it/common/rsa.pkcs8.der");
    for mut key in [
        Authenticator::new(),
        Authenticator::ed25519(),
        Authenticator::rsa(rsa),
    ] {
        for attestation in [Attestation::None, Attestation::Packed] {
            let made = register(&key.create(&options(), &truth(), attestation))?;
            assert_eq!((&made.id, made.backup_eligible), (&key.credential, false));
            assert_eq!(use_it(&key.get(&truth()), &made), Ok(0));
        }
    }
    Ok(())
}

#[test]
fn what_is_synced_and_extended_is_fine_too() -> TestResult {
    let mut key = Authenticator::new();
    let said = Said {
        flags: USER_PRESENT | USER_VERIFIED | BACKUP_ELIGIBLE | BACKED_UP,
        extensions: bytes(&Cbor::Map(vec![("credProtect".into(), 2.into())])),
        ..truth().with("other_keys_can_be_added_here", json!("do not compare"))
    };
    let made = registered(&mut key, &said)?;
    assert!(made.backup_eligible);
    assert_eq!(use_it(&key.get(&said), &made), Ok(0));
    assert_eq!(
        use_it(&key.get(&truth()), &made),
        Err(BadCredential::Backup),
        "it never changes"
    );
    Ok(())
}

#[test]
fn a_registration_that_was_made_for_anything_else_is_refused() {
    let mut key = Authenticator::new();
    for (said, expected) in wrong_client_data().into_iter().chain(wrong_authenticator_data()) {
        let answer = key.create(&options(), &said, Attestation::None);
        assert_eq!(register(&answer), Err(expected), "{}", said.client_data);
    }
    let other = key.create(
        &options(),
        &truth().with("type", json!("webauthn.get")),
        Attestation::None,
    );
    assert_eq!(register(&other), Err(BadCredential::Ceremony));
    let vouched = key.create(&options(), &truth(), Attestation::Other);
    assert_eq!(register(&vouched), Err(BadCredential::Attestation));
}

#[test]
fn a_credential_has_an_id_of_its_own_that_is_not_too_long() {
    let mut key = Authenticator::new();
    let mut answer = key.create(&options(), &truth(), Attestation::None);
    answer["id"] = json!("AAAA");
    assert_eq!(
        register(&answer),
        Err(BadCredential::Malformed),
        "the id of another one"
    );
    for (length, expected) in [
        (1023, None),
        (1024, Some(BadCredential::CredentialId)),
        (0, Some(BadCredential::CredentialId)),
    ] {
        key.credential = vec![5; length];
        let answer = key.create(&options(), &truth(), Attestation::None);
        assert_eq!(register(&answer).err(), expected, "{length}");
    }
}

#[test]
fn a_signature_that_was_made_for_anything_else_is_refused() -> TestResult {
    let mut key = Authenticator::new();
    let made = registered(&mut key, &truth())?;
    for (said, expected) in wrong_client_data().into_iter().chain(wrong_authenticator_data()) {
        assert_eq!(
            use_it(&key.get(&said), &made),
            Err(expected),
            "{}",
            said.client_data
        );
    }
    let other = key.get(&truth().with("type", json!("webauthn.create")));
    assert_eq!(use_it(&other, &made), Err(BadCredential::Ceremony));
    Ok(())
}

#[test]
fn only_the_key_of_the_passkey_signs_for_its_owner() -> TestResult {
    let mut key = Authenticator::new();
    let made = registered(&mut key, &truth())?;
    let mut forger = Authenticator::new();
    registered(&mut forger, &truth())?;
    forger.credential.clone_from(&key.credential);
    assert_eq!(
        use_it(&forger.get(&truth()), &made),
        Err(BadCredential::Signature)
    );
    let right = key.get(&truth());
    // What was signed cannot be changed afterwards.
    for part in ["authenticatorData", "signature"] {
        let text = right["response"][part].as_str().ok_or("text")?;
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes())?;
        // In authenticator data this is the counter.
        let mut changed = bytes.clone();
        *changed.last_mut().ok_or("a last byte")? ^= 1;
        let mut answer = right.clone();
        answer["response"][part] = json!(BASE64URL_NOPAD.encode(&changed));
        assert_eq!(use_it(&answer, &made), Err(BadCredential::Signature), "{part}");
    }
    let mut answer = right.clone();
    answer["response"]["signature"] = json!("");
    assert_eq!(use_it(&answer, &made), Err(BadCredential::Signature));
    key.user = b"Eve's id".to_vec();
    assert_eq!(use_it(&key.get(&truth()), &made), Err(BadCredential::User));
    Ok(())
}

#[test]
fn a_counter_counts_up_or_not_at_all() -> TestResult {
    let mut key = Authenticator::new();
    let counted = |sign_count| Said {
        sign_count,
        ..truth()
    };
    for (stored, sent, expected) in [
        (0, 0, Ok(0)),
        (0, 1, Ok(1)),
        (5, 6, Ok(6)),
        (5, u32::MAX, Ok(u32::MAX)),
        (5, 5, Err(BadCredential::Counter)),
        (5, 4, Err(BadCredential::Counter)),
        (5, 0, Err(BadCredential::Counter)),
    ] {
        let made = registered(&mut key, &counted(stored))?;
        assert_eq!(
            use_it(&key.get(&counted(sent)), &made),
            expected,
            "{sent} after {stored}"
        );
    }
    Ok(())
}

#[test]
fn whatever_is_sent_instead_is_refused_and_harms_nobody() -> TestResult {
    let mut key = Authenticator::new();
    let made = registered(&mut key, &truth())?;
    for text in ["", "null", "[]", "{}", "\"x\"", &"[".repeat(10_000)] {
        assert_eq!(
            Registration::parse(text).err(),
            Some(BadCredential::Malformed),
            "{text:.10}"
        );
        assert_eq!(
            Assertion::parse(text).err(),
            Some(BadCredential::Malformed),
            "{text:.10}"
        );
    }
    let right = (
        key.create(&options(), &truth(), Attestation::None),
        key.get(&truth()),
    );
    for (answer, part) in [(&right.0, "attestationObject"), (&right.1, "authenticatorData")] {
        let text = answer["response"][part].as_str().ok_or("text")?;
        let whole = BASE64URL_NOPAD.decode(text.as_bytes())?;
        for length in 0..whole.len() {
            let mut cut = answer.clone();
            cut["response"][part] = json!(BASE64URL_NOPAD.encode(&whole[..length]));
            assert!(
                register(&cut).is_err() && use_it(&cut, &made).is_err(),
                "{length} bytes"
            );
        }
        let mut longer = answer.clone();
        longer["response"][part] = json!(BASE64URL_NOPAD.encode(&[&whole[..], &[0]].concat()));
        assert!(register(&longer).is_err() && use_it(&longer, &made).is_err());
    }
    let mut typed = right.1.clone();
    typed["type"] = json!("password");
    assert_eq!(use_it(&typed, &made), Err(BadCredential::Malformed));
    let mut nobodys = right.1;
    nobodys["response"]["userHandle"] = Value::Null;
    assert_eq!(use_it(&nobodys, &made), Err(BadCredential::Malformed));
    Ok(())
}

#[test]
fn keys_of_other_kinds_are_refused() -> TestResult {
    let map = |members: Vec<(i64, Cbor)>| {
        let members = members.into_iter().map(|(label, value)| (label.into(), value));
        bytes(&Cbor::Map(members.collect()))
    };
    let coordinate = || Cbor::Bytes(vec![1; 32]);
    let point = |curve: i64, y: Cbor| vec![(-1, curve.into()), (-2, coordinate()), (-3, y)];
    let key = |kind: i64, algorithm: i64, rest: Vec<(i64, Cbor)>| {
        map([vec![(1, kind.into()), (3, algorithm.into())], rest].concat())
    };
    for wrong in [
        key(2, -35, point(2, coordinate())),
        key(2, -7, point(2, coordinate())),
        key(1, -7, point(1, coordinate())),
        key(2, -7, point(1, Cbor::Bytes(vec![1; 31]))),
        key(2, -7, point(1, true.into())),
        key(2, -7, vec![(-1, 1.into()), (-2, coordinate())]),
        key(1, -8, vec![(-1, 4.into()), (-2, coordinate())]),
        key(1, -8, vec![(-1, 6.into())]),
        key(3, -257, vec![]),
        key(3, -37, vec![(-1, coordinate()), (-2, coordinate())]),
        map(vec![]),
        bytes(&Cbor::Array(vec![])),
    ] {
        assert_eq!(
            public_key::PublicKey::parse(&wrong),
            Err(BadCredential::PublicKey)
        );
    }
    // A point that is not on the curve can be read, and signs nothing.
    let nowhere = public_key::PublicKey::parse(&key(2, -7, point(1, coordinate())))?;
    assert!(!nowhere.verifies(b"message", b"signature"));
    Ok(())
}

#[test]
fn browsers_are_asked_for_what_is_checked() {
    let options = options();
    assert_eq!(options["rp"]["id"], "play.example");
    assert_eq!(options["attestation"], "none");
    let selection = &options["authenticatorSelection"];
    assert_eq!(
        (&selection["residentKey"], &selection["userVerification"]),
        (&json!("required"), &json!("required"))
    );
    assert_eq!(
        options["excludeCredentials"],
        json!([{ "type": "public-key", "id": "AQI" }])
    );
    let request = json!(RequestOptions::new(&party(), &CHALLENGE, 1));
    assert_eq!(
        (&request["rpId"], &request["userVerification"]),
        (&json!("play.example"), &json!("required"))
    );
}
