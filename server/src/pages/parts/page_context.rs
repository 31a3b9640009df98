//! What all pages have in common.

use std::sync::Arc;

use super::profile_address::address;
use crate::auth::CurrentUser;
use crate::backfill::{Backfill, Work};
use crate::http::assets;
use crate::model::player::preferences::Preferences;

/// The address of the assets, and the reader.
#[derive(Clone, Debug, Default)]
pub struct PageContext {
    /// The prefix of all assets, without a slash at the end: `/static/3fa9`.
    pub assets: Arc<str>,
    pub you: Option<String>,
    pub member: bool,
    pub preferences: Preferences,
    /// Why the page may be incomplete.
    pub notice: Option<&'static str>,
}

impl PageContext {
    /// The reader's profile, or the page of a guest's choices.
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
            assets: assets::root(),
            you,
            member: user.is_member(),
            preferences: user.preferences,
            notice: None,
        }
    }
}
