//! The limiters of rates: of each address, of each player, and of the whole server.

use governor::DefaultDirectRateLimiter;

use super::rate::{ByAddress, Keyed};
use super::{
    ANIMATIONS, ASSETS, BEST_TURNS, CHALLENGES, CHOICES, CLUB_FORMS, DELETIONS, DOWNLOADS, GUESTS, HINTS,
    IMPORTS, LINES, LINES_OF_ADDRESS, LINK_ASKS, LINKS, PICTURES, PUSHES, REQUESTS, REVIEWS, SERVER_SHARE,
    TABLES, TOURNAMENT_FORMS, TRIES, WEBHOOK_TRIES, WRONG_TOKENS,
};
use crate::ids::PlayerId;

#[derive(Debug)]
pub(super) struct KeyedLimits {
    pub(super) requests: ByAddress,
    pub(super) assets: ByAddress,
    pub(super) tables: ByAddress,
    pub(super) guests: ByAddress,
    pub(super) tournament_forms: ByAddress,
    pub(super) club_forms: ByAddress,
    pub(super) deletions: ByAddress,
    pub(super) choices: ByAddress,
    pub(super) links: ByAddress,
    pub(super) challenges: ByAddress,
    pub(super) wrong_tokens: ByAddress,
    pub(super) pushes: ByAddress,
    pub(super) link_asks: ByAddress,
    pub(super) webhook_tries: Keyed<PlayerId>,
    pub(super) tries: ByAddress,
    pub(super) downloads: ByAddress,
    pub(super) imports: ByAddress,
    pub(super) pictures: ByAddress,
    pub(super) animations: ByAddress,
    pub(super) lines: Keyed<PlayerId>,
    pub(super) lines_of_address: ByAddress,
    pub(super) hints: Keyed<PlayerId>,
    pub(super) best_turns: ByAddress,
    pub(super) reviews: ByAddress,
    pub(super) tables_of_all: DefaultDirectRateLimiter,
    pub(super) guests_of_all: DefaultDirectRateLimiter,
}

impl Default for KeyedLimits {
    fn default() -> KeyedLimits {
        KeyedLimits {
            requests: ByAddress::new(REQUESTS),
            assets: ByAddress::new(ASSETS),
            tables: ByAddress::new(TABLES),
            guests: ByAddress::new(GUESTS),
            tournament_forms: ByAddress::new(TOURNAMENT_FORMS),
            club_forms: ByAddress::new(CLUB_FORMS),
            deletions: ByAddress::new(DELETIONS),
            choices: ByAddress::new(CHOICES),
            links: ByAddress::new(LINKS),
            challenges: ByAddress::new(CHALLENGES),
            wrong_tokens: ByAddress::new(WRONG_TOKENS),
            pushes: ByAddress::new(PUSHES),
            link_asks: ByAddress::new(LINK_ASKS),
            webhook_tries: Keyed::new(WEBHOOK_TRIES),
            tries: ByAddress::new(TRIES),
            downloads: ByAddress::new(DOWNLOADS),
            imports: ByAddress::new(IMPORTS),
            pictures: ByAddress::new(PICTURES),
            animations: ByAddress::new(ANIMATIONS),
            lines: Keyed::new(LINES),
            lines_of_address: ByAddress::new(LINES_OF_ADDRESS),
            hints: Keyed::new(HINTS),
            best_turns: ByAddress::new(BEST_TURNS),
            reviews: ByAddress::new(REVIEWS),
            tables_of_all: TABLES.times(SERVER_SHARE).limiter(),
            guests_of_all: GUESTS.times(SERVER_SHARE).limiter(),
        }
    }
}

impl KeyedLimits {
    /// Forgets whoever has asked for nothing lately.
    pub(super) fn sweep(&self) {
        for limit in [
            &self.requests,
            &self.assets,
            &self.tables,
            &self.guests,
            &self.deletions,
            &self.choices,
            &self.links,
            &self.challenges,
            &self.wrong_tokens,
            &self.pushes,
            &self.link_asks,
            &self.tries,
            &self.downloads,
            &self.imports,
            &self.pictures,
            &self.animations,
            &self.lines_of_address,
            &self.reviews,
            &self.best_turns,
        ] {
            limit.sweep();
        }
        self.lines.sweep();
        self.hints.sweep();
        self.webhook_tries.sweep();
    }
}
