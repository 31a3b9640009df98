//! An idempotency cache: a form that arrives twice, as by a double tap, gets the answer to the first one.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::auth::Browser;
use crate::http::limits::ANSWERS_CAPACITY;
use crate::ids::{IdempotencyKey, SessionId, SessionToken, TableCode};

/// How long an answer is kept.
const LIFE: Duration = Duration::from_secs(60);

/// The table that a form has created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// Its code in the address.
    pub code: TableCode,
    /// The secret of the new session, if whoever sent the form had none.
    pub token: Option<SessionToken>,
}

/// A form as it was filled in by one browser: a SHA-256. Another form, perhaps of a page that was gone back to, is answered by
/// itself, and so is the same form of another browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SentForm([u8; 32]);

/// A form that is hashed but for the browser that sends it.
#[derive(Clone, Debug)]
pub struct FilledForm(Sha256);

impl FilledForm {
    /// What was filled in, under the form's key.
    pub fn new(key: IdempotencyKey, filled_in: &str) -> FilledForm {
        FilledForm(Sha256::new().chain_update(key.0).chain_update(filled_in))
    }

    /// The form as a browser sent it: one with a session is known by it, one without by its address and kind.
    pub fn of(&self, browser: &Browser) -> SentForm {
        match browser.session {
            Some(session) => self.of_session(session),
            None => self.end(&format!("\0{} {}", browser.from, browser.agent)),
        }
    }

    fn of_session(&self, session: SessionId) -> SentForm {
        self.end(&format!("\0session {session}"))
    }

    fn end(&self, browser: &str) -> SentForm {
        SentForm(self.0.clone().chain_update(browser).finalize().into())
    }
}

type Answer = Arc<OnceCell<Created>>;

/// The answers to forms of the last minute. Cheap to clone. Another node knows nothing of them.
///
/// A form comes in only once the limit of its address has let it pass, so that limit bounds what one address has here.
#[derive(Clone, Debug, Default)]
pub struct IdempotencyCache(Arc<Mutex<Answers>>);

#[derive(Debug, Default)]
struct Answers {
    of: HashMap<SentForm, Answer>,
    /// When they expire, the first one first.
    expiry: VecDeque<(Instant, SentForm)>,
}

impl IdempotencyCache {
    /// The answer to a form: that of `create`, unless there is one already. While one is being made, others wait for it.
    /// `limit` is asked only about a form that has not come before.
    ///
    /// # Errors
    /// Those of `limit` and `create`: the next one tries again.
    pub async fn once<E>(
        &self,
        form: &FilledForm,
        browser: &Browser,
        limit: impl Future<Output = Result<(), E>>,
        create: impl Future<Output = Result<Created, E>>,
    ) -> Result<Created, E> {
        let sent = form.of(browser);
        let found = self.lock().find(sent);
        let answer = match found {
            Some(answer) => answer,
            None => {
                limit.await?;
                self.lock().entry(sent)
            }
        };
        let created = answer.get_or_try_init(|| create).await.cloned();
        match &created {
            Ok(created) => self.lock().remember(form, created),
            Err(_) => self.lock().forget(sent, &answer),
        }
        created
    }

    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.0.lock()
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.lock().of.len()
    }
}

impl Answers {
    fn find(&mut self, form: SentForm) -> Option<Answer> {
        self.expire();
        self.of.get(&form).map(Arc::clone)
    }

    /// The place for an answer, which is kept if there is room for it.
    fn entry(&mut self, form: SentForm) -> Answer {
        if let Some(answer) = self.find(form) {
            return answer;
        }
        let answer = Answer::default();
        if self.expiry.len() < ANSWERS_CAPACITY {
            self.of.insert(form, Arc::clone(&answer));
            self.expiry.push_back((Instant::now() + LIFE, form));
        }
        answer
    }

    /// Who had no session has the new one when the form comes again from a page that was gone back to.
    fn remember(&mut self, form: &FilledForm, created: &Created) {
        if let Some(token) = &created.token {
            let again = Created {
                token: None,
                ..created.clone()
            };
            // It is there already if this is the second time.
            let _ = self.entry(form.of_session(SessionId(token.hash()))).set(again);
        }
    }

    /// A form that led to nothing is not kept, unless somebody else has answered it meanwhile.
    fn forget(&mut self, form: SentForm, answer: &Answer) {
        if !answer.initialized() && self.of.get(&form).is_some_and(|kept| Arc::ptr_eq(kept, answer)) {
            self.of.remove(&form);
        }
    }

    fn expire(&mut self) {
        let now = Instant::now();
        while let Some((_, form)) = self.expiry.pop_front_if(|(at, _)| *at <= now) {
            self.of.remove(&form);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;
    use crate::http::address::ClientAddress;

    fn created() -> Created {
        Created {
            code: TableCode::fresh(),
            token: Some(SessionToken::fresh()),
        }
    }

    fn browser(address: u8, session: Option<SessionId>) -> Browser {
        Browser {
            from: ClientAddress::of_peer([203, 0, 113, address].into()),
            agent: "Firefox on Linux".to_owned(),
            session,
            secret: SessionToken::fresh(),
        }
    }

    fn form(filled_in: &str) -> FilledForm {
        FilledForm::new(IdempotencyKey::fresh(), filled_in)
    }

    async fn answer(
        cache: &IdempotencyCache,
        form: &FilledForm,
        browser: &Browser,
        created: Result<&Created, ()>,
    ) -> Result<Created, ()> {
        cache
            .once(form, browser, ready(Ok(())), ready(created.cloned()))
            .await
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_form_is_answered_once_for_a_minute() {
        let (cache, ann) = (IdempotencyCache::default(), browser(1, None));
        let key = IdempotencyKey::fresh();
        let [a, b] = ["a", "b"].map(|filled_in| FilledForm::new(key, filled_in));
        let [first, second] = [created(), created()];
        assert_eq!(answer(&cache, &a, &ann, Err(())).await, Err(()));
        assert_eq!(cache.len(), 0, "what led to nothing is not kept");
        assert_eq!(answer(&cache, &a, &ann, Ok(&first)).await, Ok(first.clone()));
        assert_eq!(answer(&cache, &a, &ann, Ok(&second)).await, Ok(first.clone()));
        assert_eq!(
            answer(&cache, &form("a"), &ann, Ok(&second)).await,
            Ok(second.clone())
        );
        assert_eq!(answer(&cache, &b, &ann, Ok(&second)).await, Ok(second.clone()));
        tokio::time::advance(LIFE).await;
        assert_eq!(answer(&cache, &b, &ann, Ok(&first)).await, Ok(first));
    }

    #[tokio::test]
    async fn another_browser_gets_an_answer_of_its_own() {
        let (cache, form) = (IdempotencyCache::default(), form("a"));
        let first = created();
        answer(&cache, &form, &browser(1, None), Ok(&first)).await.ok();
        let other_session = SessionId(SessionToken::fresh().hash());
        for other in [browser(2, None), browser(1, Some(other_session))] {
            let own = created();
            assert_eq!(
                answer(&cache, &form, &other, Ok(&own)).await,
                Ok(own),
                "{other:?}"
            );
        }
        let session = first.token.as_ref().map(|token| SessionId(token.hash()));
        let again = Created {
            token: None,
            ..first.clone()
        };
        let back = answer(&cache, &form, &browser(1, session), Ok(&created())).await;
        assert_eq!(back, Ok(again), "who got the session comes to the same table");
    }

    #[tokio::test]
    async fn a_form_that_the_limit_refuses_is_not_kept() {
        let (cache, ann) = (IdempotencyCache::default(), browser(1, None));
        let known = form("a");
        answer(&cache, &known, &ann, Ok(&created())).await.ok();
        let kept = cache.len();
        for _ in 0..100 {
            let other = form("a");
            let refused = cache.once(&other, &ann, ready(Err(())), ready(Ok(created())));
            assert_eq!(refused.await, Err(()));
        }
        assert_eq!(cache.len(), kept);
        let again = cache.once(&known, &ann, ready(Err(())), ready(Ok(created())));
        assert!(again.await.is_ok(), "it counts once");
    }

    #[tokio::test(start_paused = true)]
    async fn there_are_only_so_many_answers() {
        let (cache, one) = (IdempotencyCache::default(), created());
        let one = Created { token: None, ..one };
        for number in 0..ANSWERS_CAPACITY + 10 {
            let ann = browser((number % 256) as u8, None);
            answer(&cache, &form("a"), &ann, Ok(&one)).await.ok();
        }
        assert_eq!(cache.len(), ANSWERS_CAPACITY);
        tokio::time::advance(LIFE).await;
        answer(&cache, &form("a"), &browser(1, None), Ok(&one)).await.ok();
        assert_eq!(cache.len(), 1);
    }

    #[tokio::test]
    async fn one_that_comes_meanwhile_waits() {
        let (cache, ann, form) = (IdempotencyCache::default(), browser(1, None), form(""));
        let [first, second] = [created(), created()];
        let slow = cache.once(&form, &ann, ready(Ok(())), async {
            tokio::task::yield_now().await;
            Ok::<_, ()>(first.clone())
        });
        let fast = answer(&cache, &form, &ann, Ok(&second));
        assert_eq!(tokio::join!(slow, fast), (Ok(first.clone()), Ok(first)));
    }
}
