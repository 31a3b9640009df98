//! What all pages have in common.

use crate::auth::CurrentUser;
use crate::backfill::{Backfill, Work};
use crate::http::assets;
use crate::pages::records::profile::address;

/// The frame of a page: where its assets are, and whose page it is.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The prefix of all assets, without a slash at the end: `/static/3fa9`.
    pub assets: String,
    /// The name of the reader, if they have given one.
    pub you: Option<String>,
    /// Whether the reader has an account.
    pub member: bool,
    /// What the page shows may be incomplete for this reason.
    pub notice: Option<&'static str>,
}

impl Frame {
    /// Where the name of the reader leads: to their profile, or to what a guest can do.
    pub fn you_address(&self) -> String {
        match &self.you {
            Some(name) if self.member => address(name),
            _ => "/session".to_owned(),
        }
    }

    /// The frame of a page that shows too little until all of this is done.
    pub fn depending(self, backfill: &Backfill, works: &[Work]) -> Frame {
        let notice = backfill.notice(works);
        Frame { notice, ..self }
    }

    /// The frame for a reader.
    pub fn of(user: &CurrentUser) -> Frame {
        let you = user.name().map(str::to_owned);
        Frame {
            assets: assets::ROOT.clone(),
            you,
            member: user.is_member(),
            notice: None,
        }
    }
}
