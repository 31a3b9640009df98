//! What all pages have in common.

use super::profile_address::address;
use crate::auth::CurrentUser;
use crate::backfill::{Backfill, Work};
use crate::http::assets;

/// What a page knows of where its assets are, and whose page it is.
#[derive(Clone, Debug, Default)]
pub struct PageContext {
    /// The prefix of all assets, without a slash at the end: `/static/3fa9`.
    pub assets: String,
    /// The name of the reader, if they have given one.
    pub you: Option<String>,
    pub member: bool,
    /// What the page shows may be incomplete for this reason.
    pub notice: Option<&'static str>,
}

impl PageContext {
    /// Where the name of the reader leads: to their profile, or to what a guest can do.
    pub fn you_address(&self) -> String {
        match &self.you {
            Some(name) if self.member => address(name),
            _ => "/session".to_owned(),
        }
    }

    /// For a page that shows too little until all of this is done.
    pub fn depending(self, backfill: &Backfill, works: &[Work]) -> PageContext {
        let notice = backfill.notice(works);
        PageContext { notice, ..self }
    }

    pub fn of(user: &CurrentUser) -> PageContext {
        let you = user.name().map(str::to_owned);
        PageContext {
            assets: assets::ROOT.clone(),
            you,
            member: user.is_member(),
            notice: None,
        }
    }
}
