//! The commands of one socket that wait for their answers.

use std::collections::VecDeque;

use crate::ids::CommandId;
use crate::room::{Answer, PendingAnswer};

const MAX_PENDING: usize = 16;

/// In the order in which they were sent, which is the order of the answers.
#[derive(Default)]
pub(super) struct Pending(VecDeque<(CommandId, PendingAnswer)>);

impl Pending {
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MAX_PENDING
    }

    pub(super) fn push(&mut self, id: CommandId, answer: PendingAnswer) {
        self.0.push_back((id, answer));
    }

    /// Waits for the next answer; for ever if none is due.
    pub(super) async fn answer(&mut self) -> (CommandId, Answer) {
        let Some((id, answer)) = self.0.front_mut() else {
            return std::future::pending().await;
        };
        let answered = (*id, answer.await);
        self.0.pop_front();
        answered
    }
}
