//! Forms that arrive twice, as by a double tap: the second one gets the answer to the first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::ids::{FormId, SessionToken, TableCode};

/// How long an answer is kept.
const KEPT: Duration = Duration::from_secs(60);
/// How many answers are kept. Forms beyond these are answered each time.
const MOST: usize = 10_000;

/// The table that a form has created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// Its code in the address.
    pub code: TableCode,
    /// The secret of the new session, if whoever sent the form had none.
    pub token: Option<SessionToken>,
}

/// The answers to forms of the last minute. Cheap to clone. Another node knows nothing of them.
#[derive(Clone, Debug, Default)]
pub struct Twice(Arc<Mutex<HashMap<FormId, Kept>>>);

#[derive(Debug)]
struct Kept {
    /// What was filled in: another form, perhaps of a page that was gone back to, gets an answer of its own.
    form: String,
    at: Instant,
    answer: Arc<OnceCell<Created>>,
}

impl Twice {
    /// The answer to a form that was filled in like this: that of `create`, unless there is one already. While one is being
    /// made, others wait for it.
    ///
    /// # Errors
    /// Those of `create`: the next one tries again.
    pub async fn once<E>(
        &self,
        id: FormId,
        form: String,
        create: impl Future<Output = Result<Created, E>>,
    ) -> Result<Created, E> {
        match self.kept(id, form) {
            Some(kept) => kept.get_or_try_init(|| create).await.cloned(),
            None => create.await,
        }
    }

    fn kept(&self, id: FormId, form: String) -> Option<Arc<OnceCell<Created>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, kept| kept.at.elapsed() < KEPT);
        if let Some(kept) = all.get(&id).filter(|kept| kept.form == form) {
            return Some(Arc::clone(&kept.answer));
        }
        if all.len() >= MOST {
            return None;
        }
        let answer = Arc::<OnceCell<Created>>::default();
        let kept = Kept {
            form,
            at: Instant::now(),
            answer: Arc::clone(&answer),
        };
        all.insert(id, kept);
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn created() -> Created {
        Created {
            code: TableCode::fresh(),
            token: Some(SessionToken::fresh()),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_same_form_is_answered_once_for_a_minute() {
        let (twice, id) = (Twice::default(), FormId::fresh());
        let answer = async |id, form: &str, created: Result<&Created, ()>| {
            let created = created.cloned();
            twice.once(id, form.to_owned(), async { created }).await
        };
        let [first, second] = [created(), created()];
        assert_eq!(answer(id, "a", Err(())).await, Err(()));
        assert_eq!(answer(id, "a", Ok(&first)).await, Ok(first.clone()));
        assert_eq!(answer(id, "a", Ok(&second)).await, Ok(first.clone()));
        assert_eq!(
            answer(FormId::fresh(), "a", Ok(&second)).await,
            Ok(second.clone())
        );
        assert_eq!(answer(id, "b", Ok(&second)).await, Ok(second.clone()));
        tokio::time::advance(KEPT).await;
        assert_eq!(answer(id, "b", Ok(&first)).await, Ok(first));
    }

    #[tokio::test]
    async fn one_that_comes_meanwhile_waits() {
        let (twice, id) = (Twice::default(), FormId::fresh());
        let [first, second] = [created(), created()];
        let slow = twice.once(id, String::new(), async {
            tokio::task::yield_now().await;
            Ok::<_, ()>(first.clone())
        });
        let fast = twice.once(id, String::new(), async { Ok::<_, ()>(second) });
        let answers = tokio::join!(slow, fast);
        assert_eq!(answers, (Ok(first.clone()), Ok(first)));
    }
}
