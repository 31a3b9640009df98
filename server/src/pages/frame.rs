//! What every page shows besides its own.

use super::assets;
use crate::auth::CurrentUser;

/// The frame of a page: where its assets are, and who looks at it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The prefix of all assets, without a slash at the end: `/static/3fa9`.
    pub assets: String,
    /// The name of whoever looks, if they are known.
    pub you: Option<String>,
}

impl Frame {
    /// The frame for whoever looks.
    pub fn of(user: &CurrentUser) -> Frame {
        let you = user.name().map(str::to_owned);
        Frame {
            assets: assets::ROOT.clone(),
            you,
        }
    }
}
