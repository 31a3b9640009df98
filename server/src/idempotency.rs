//! An idempotency cache: a form that arrives twice, as after a double tap, gets the response to the first one.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::auth::Browser;
use crate::http::limits::ANSWERS_CAPACITY;
use crate::ids::{IdempotencyKey, SessionId, SessionToken, TableCode};

const LIFE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created<T = TableCode> {
    /// What it led to.
    pub code: T,
    /// The secret of the new session, if the browser had none.
    pub token: Option<SessionToken>,
}

/// A form as one browser filled it in: a SHA-256. Another form, perhaps of a page that was gone back to, gets its own
/// response, and so does the same form in another browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SentForm([u8; 32]);

impl From<SentForm> for [u8; 32] {
    fn from(sent: SentForm) -> [u8; 32] {
        sent.0
    }
}

/// A form hashed without the browser that sends it.
#[derive(Clone, Debug)]
pub struct FilledForm(Sha256);

impl FilledForm {
    /// `filled_in` is under the form's key.
    pub fn new(key: IdempotencyKey, filled_in: &str) -> FilledForm {
        FilledForm(Sha256::new().chain_update(key.0).chain_update(filled_in))
    }

    /// A browser with a session is identified by it, one without by its address and kind.
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

/// The answers to forms of the last minute. Cheap to clone. Another node knows nothing of them.
///
/// A form comes in only once the limit of its address has let it pass, so that limit bounds what one address has here.
#[derive(Clone, Debug)]
pub struct IdempotencyCache<T = TableCode>(Arc<Cache<SentForm, Answer<T>>>);

#[derive(Clone, Debug)]
struct Answer<T> {
    created: Created<T>,
    expires: Instant,
}

impl<T> Answer<T> {
    fn new(created: Created<T>) -> Answer<T> {
        let expires = Instant::now() + LIFE;
        Answer { created, expires }
    }
}

impl<T: Clone> Default for IdempotencyCache<T> {
    fn default() -> IdempotencyCache<T> {
        IdempotencyCache(Arc::new(Cache::new(ANSWERS_CAPACITY)))
    }
}

impl<T: Clone> IdempotencyCache<T> {
    /// The answer to a form: that of `create`, unless there is one already. While one is being made, others wait for it.
    /// `limit` is asked only about a form that has not come before.
    ///
    /// # Errors
    /// What `limit` and `create` refuse: the next one tries again.
    pub async fn once<E>(
        &self,
        form: &FilledForm,
        browser: &Browser,
        limit: impl Future<Output = Result<(), E>>,
        create: impl Future<Output = Result<Created<T>, E>>,
    ) -> Result<Created<T>, E> {
        let sent = form.of(browser);
        let now = Instant::now();
        self.0.remove_if(&sent, |answer| answer.expires <= now);
        let answer = self.0.get_or_insert_async(&sent, async {
            limit.await?;
            let created = create.await?;
            self.remember_session(form, &created);
            Ok(Answer::new(created))
        });
        Ok(answer.await?.created)
    }

    /// Who had no session has the new one when the form comes again from a page that was gone back to.
    fn remember_session(&self, form: &FilledForm, Created { code, token }: &Created<T>) {
        if let Some(token) = token {
            let again = Created {
                code: code.clone(),
                token: None,
            };
            let form = form.of_session(SessionId(token.hash()));
            self.0.insert(form, Answer::new(again));
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
        assert_eq!(cache.0.len(), 0, "what led to nothing is not kept");
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
        let kept = cache.0.len();
        for _ in 0..100 {
            let other = form("a");
            let refused = cache.once(&other, &ann, ready(Err(())), ready(Ok(created())));
            assert_eq!(refused.await, Err(()));
        }
        assert_eq!(cache.0.len(), kept);
        let again = cache.once(&known, &ann, ready(Err(())), ready(Ok(created())));
        assert!(again.await.is_ok(), "it counts once");
    }

    #[tokio::test]
    async fn there_are_only_so_many_answers() {
        let (cache, one) = (IdempotencyCache::default(), created());
        let one = Created { token: None, ..one };
        let ann = browser(1, None);
        for _ in 0..ANSWERS_CAPACITY + 10 {
            answer(&cache, &form("a"), &ann, Ok(&one)).await.ok();
        }
        assert!(cache.0.len() <= ANSWERS_CAPACITY);
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
