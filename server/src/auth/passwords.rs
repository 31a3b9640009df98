//! Passwords: what may be one, and the hashes that are kept of them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version};
use thicket_rules::GameKind;
use tokio::sync::{OnceCell, Semaphore};
use tracing::error;

use super::common_passwords::is_common;
use crate::config::HashCost;
use crate::http::limits::{PASSWORDS_WAITING, TooMuch};

pub(crate) const MIN_PASSWORD_CHARACTERS: usize = 8;
pub(crate) const MAX_PASSWORD_CHARACTERS: usize = 128;
/// A password of fewer different characters is easily guessed.
const FEWEST_DIFFERENT: usize = 5;

/// With one, a hash takes one processor.
const LANES: u32 = 1;

/// A password as it was typed: neither trimmed nor changed.
#[derive(Clone)]
pub struct Password(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPassword {
    #[error("Use at least {MIN_PASSWORD_CHARACTERS} characters.")]
    TooShort,
    #[error("Use at most {MAX_PASSWORD_CHARACTERS} characters.")]
    TooLong,
    #[error("That is easy to guess. Please choose something longer or less regular.")]
    TooSimple,
    #[error("That is little more than a name, which is easy to guess. Please choose another one.")]
    OnlyName,
    #[error("This password is for one use only. Please choose another one.")]
    Once,
    #[error("This password is very common and easily guessed. Please choose another one.")]
    Common,
}

impl Password {
    pub fn choose(text: &str, name: &str) -> Result<Password, BadPassword> {
        let length = text.chars().count();
        let mut different: Vec<char> = text.chars().collect();
        different.sort_unstable();
        different.dedup();
        match () {
            () if length < MIN_PASSWORD_CHARACTERS => Err(BadPassword::TooShort),
            () if length > MAX_PASSWORD_CHARACTERS => Err(BadPassword::TooLong),
            () if different.len() < FEWEST_DIFFERENT => Err(BadPassword::TooSimple),
            () if is_only_name(text, name) => Err(BadPassword::OnlyName),
            () if is_common(text) => Err(BadPassword::Common),
            () => Ok(Password(text.to_owned())),
        }
    }

    /// A password to be compared with a stored hash.
    pub fn typed(text: String) -> Password {
        Password(text)
    }
}

/// Neither this nor `Display` shows it, so that it cannot slip into a log.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Whether a text is little more than its owner's name or a name that everybody here knows: forwards or backwards,
/// repeated, and with other characters around it or between.
fn is_only_name(text: &str, name: &str) -> bool {
    let games = GameKind::ALL
        .iter()
        .flat_map(|kind| [kind.to_string(), kind.info().title.to_owned()]);
    let text = letters(text);
    games.chain([name.to_owned(), "Thicket".to_owned()]).any(|name| {
        let name = letters(&name);
        let backwards: String = name.chars().rev().collect();
        is_repeated(&text, &name) || is_repeated(&text, &backwards)
    })
}

fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    letters.flat_map(char::to_lowercase).collect()
}

fn is_repeated(text: &str, word: &str) -> bool {
    !text.is_empty() && !word.is_empty() && text.replace(word, "").is_empty()
}

/// Whose password it is. The queues do not wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Of somebody who has not shown yet that they have an account.
    Strangers,
    /// Of somebody with an open session, or at a browser where they have signed in before.
    Known,
}

/// Hashes passwords outside of the tasks that serve requests, one for each processor at a time. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Passwords {
    cost: HashCost,
    strangers: Places,
    known: Places,
    /// The hash that is compared where there is no account.
    nobodys: Arc<OnceCell<String>>,
    hashed: Arc<AtomicU64>,
}

#[derive(Clone, Debug)]
struct Places {
    processors: Arc<Semaphore>,
    all: Arc<Semaphore>,
}

impl Places {
    fn new(processors: usize) -> Places {
        Places {
            processors: Arc::new(Semaphore::new(processors)),
            all: Arc::new(Semaphore::new(processors + PASSWORDS_WAITING)),
        }
    }
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords::new(HashCost::default())
    }
}

impl Passwords {
    pub fn new(cost: HashCost) -> Passwords {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let half = (processors / 2).max(1);
        Passwords {
            cost,
            strangers: Places::new(half),
            known: Places::new(half),
            nobodys: Arc::default(),
            hashed: Arc::default(),
        }
    }

    /// The hash of a password, as a PHC string. Refused when too many are waiting.
    pub async fn hash(&self, queue: Queue, password: Password) -> Result<String, TooMuch> {
        self.run(queue, move |argon2| hash(argon2, &password)).await
    }

    /// Compares a password with a hash. Without a hash the answer is no, after the same work.
    pub async fn verify(
        &self,
        queue: Queue,
        password: Password,
        hash: Option<String>,
    ) -> Result<bool, TooMuch> {
        let is_somebody = hash.is_some();
        let hash = match hash {
            Some(hash) => hash,
            None => self.nobodys().await?,
        };
        let is_right = self
            .run(queue, move |argon2| verify(argon2, &password, &hash))
            .await?;
        Ok(is_right && is_somebody)
    }

    pub fn hashed(&self) -> u64 {
        self.hashed.load(Ordering::Relaxed)
    }

    /// Makes that hash, so that the first attempt takes no longer than others.
    pub async fn prepare(&self) {
        // If too many wait, it is made when it is needed.
        let _ = self.nobodys().await;
    }

    async fn nobodys(&self) -> Result<String, TooMuch> {
        let secret = crate::ids::SessionToken::fresh().cookie_text();
        let made = self
            .nobodys
            .get_or_try_init(|| self.hash(Queue::Strangers, Password(secret)));
        made.await.cloned()
    }

    async fn run<T: Send + 'static>(
        &self,
        queue: Queue,
        work: impl FnOnce(&Argon2<'_>) -> T + Send + 'static,
    ) -> Result<T, TooMuch> {
        let places = match queue {
            Queue::Strangers => &self.strangers,
            Queue::Known => &self.known,
        };
        let place = Arc::clone(&places.all).try_acquire_owned();
        let place = place.map_err(|_| TooMuch::Passwords)?;
        let turn = Arc::clone(&places.processors).acquire_owned().await;
        let turn = turn.map_err(|_| TooMuch::Passwords)?;
        let hashed = Arc::clone(&self.hashed);
        let cost = self.cost;
        let done = tokio::task::spawn_blocking(move || {
            // Held until the end, even if the caller has gone: the processor is busy.
            let _held = (place, turn);
            hashed.fetch_add(1, Ordering::Relaxed);
            work(&argon2id(cost))
        });
        done.await.map_err(|error| {
            error!(%error, "a password could not be hashed");
            TooMuch::Passwords
        })
    }
}

fn argon2id(cost: HashCost) -> Argon2<'static> {
    let params = Params::new(cost.memory_kib, cost.passes, LANES, None).expect("parameters");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(argon2: &Argon2<'_>, password: &Password) -> String {
    argon2
        .hash_password(password.0.as_bytes())
        .expect("hash of a password")
        .to_string()
}

fn verify(argon2: &Argon2<'_>, password: &Password, hash: &str) -> bool {
    // The parameters are those of the hash.
    PasswordHash::new(hash).is_ok_and(|hash| argon2.verify_password(password.0.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_would_be_guessed_soon_is_no_password() {
        let choose = |text: &str| Password::choose(text, "Wilhelmina").map(drop);
        assert_eq!(choose("1234567"), Err(BadPassword::TooShort));
        assert_eq!(choose(&"äbcde".repeat(26)), Err(BadPassword::TooLong));
        for simple in ["aaaaaaaaaaaa", "12121212"] {
            assert_eq!(choose(simple), Err(BadPassword::TooSimple), "{simple}");
        }
        for name in [
            "wilhelmina",
            "Wilhelmina1",
            "1900wilhelmina!",
            "wil-hel-mina",
            "ANIMLEHLIW",
            "7animlehliw",
            "wilhelminawilhelmina2",
            "thicket1",
            "THICKET2026",
            "1tekciht",
            "thicketthicket",
            "bushwhacked!",
            "antipode7",
            "B1u2s3h4i5",
        ] {
            assert_eq!(choose(name), Err(BadPassword::OnlyName), "{name}");
        }
        assert_eq!(
            Password::choose("20260713 é", "É").map(drop),
            Err(BadPassword::OnlyName)
        );
        assert_eq!(
            Password::choose("39175204", "Ann").map(drop),
            Ok(()),
            "there is no name in it"
        );
        for common in ["password1", "Qwertyuiop", "trustno1"] {
            assert_eq!(choose(common), Err(BadPassword::Common), "{common}");
        }
        for fine in [
            "grünes Moos",
            &"abcdefgh".repeat(16),
            "  spaces count  ",
            "Wilhelmina tends geese",
            "a thicket of thorns",
        ] {
            assert_eq!(choose(fine), Ok(()), "{fine}");
        }
        assert!(!format!("{:?}", Password::typed("grünes Moos".into())).contains("Moos"));
    }

    #[tokio::test]
    async fn an_unknown_name_takes_the_same_work_as_a_wrong_password() {
        let passwords = Passwords::default();
        passwords.prepare().await;
        let password = |text: &str| Password::typed(text.to_owned());
        let known = passwords
            .hash(Queue::Known, password("green moss"))
            .await
            .unwrap();
        assert!(known.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{known}");
        let nobodys = passwords.nobodys().await.unwrap();
        let parameters = |hash: &str| hash.rsplitn(3, '$').last().map(str::to_owned);
        assert_eq!(parameters(&nobodys), parameters(&known));
        for (typed, hash, right) in [
            ("green moss", Some(known.clone()), true),
            ("grey moss", Some(known), false),
            ("green moss", None, false),
            ("green moss", Some("no hash at all".to_owned()), false),
        ] {
            let before = passwords.hashed();
            let verified = passwords.verify(Queue::Strangers, password(typed), hash.clone());
            assert_eq!(verified.await, Ok(right));
            assert_eq!(passwords.hashed() - before, 1, "{hash:?}");
        }
    }

    #[tokio::test]
    async fn only_so_many_wait_for_their_turn_and_strangers_for_themselves() {
        let strangers = Places {
            processors: Arc::new(Semaphore::new(0)),
            all: Arc::new(Semaphore::new(2)),
        };
        let passwords = Passwords {
            strangers,
            ..Passwords::default()
        };
        let hash = |queue| passwords.hash(queue, Password::typed("green moss".to_owned()));
        let typed = || hash(Queue::Strangers);
        let waiting = [typed(), typed()].map(Box::pin);
        let mut waiting = futures_util::future::join_all(waiting);
        assert!(futures_util::poll!(&mut waiting).is_pending());
        assert_eq!(typed().await, Err(TooMuch::Passwords));
        assert!(hash(Queue::Known).await.is_ok());
        passwords.strangers.processors.add_permits(1);
        assert!(waiting.await.iter().all(Result::is_ok), "one after the other");
    }
}
