//! What all pages have in common.

use super::profile::address;
use crate::assets;
use crate::auth::CurrentUser;

/// The frame of a page: where its assets are, and whose page it is.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The prefix of all assets, without a slash at the end: `/static/3fa9`.
    pub assets: String,
    /// The name of the reader, if they have given one.
    pub you: Option<String>,
    /// Whether the reader has an account.
    pub member: bool,
}

impl Frame {
    /// Where the name of the reader leads: to their profile, or to what a guest can do.
    pub fn you_address(&self) -> String {
        match &self.you {
            Some(name) if self.member => address(name),
            _ => "/session".to_owned(),
        }
    }

    /// The frame for a reader.
    pub fn of(user: &CurrentUser) -> Frame {
        let you = user.name().map(str::to_owned);
        Frame {
            assets: assets::ROOT.clone(),
            you,
            member: user.is_member(),
        }
    }
}
