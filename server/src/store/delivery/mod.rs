//! Ways in which players are told what concerns them, and what is to be sent there.

pub(super) mod channels;
pub(super) mod link_mails;
pub(super) mod mail;
pub(super) mod outbox;
pub(super) mod push;
pub(super) mod push_key;
pub(super) mod settings;
