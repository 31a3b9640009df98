//! Ways in which players are told what concerns them, and what is to be sent there.

pub(super) mod channels;
pub(super) mod outbox;
