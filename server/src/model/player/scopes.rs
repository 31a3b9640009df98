//! Scopes: what a token allows.

use std::fmt;

/// One thing that a token may allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Reads what only its player sees: their tables, invitations and private games.
    Read,
    /// Sits down, plays turns, answers offers and writes in chats.
    Play,
    /// Opens tables, starts games, and proposes rematches.
    Host,
}

impl Scope {
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Host];

    /// As forms, the store and programs have it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Host => "host",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Some of the [`Scope`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// Whoever has a session may do everything.
    #[must_use]
    pub fn all() -> Scopes {
        Scope::ALL.into_iter().collect()
    }

    #[must_use]
    pub fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }

    /// Reads words with spaces between. What this version does not know is left out: it allows nothing.
    #[must_use]
    pub fn stored(text: &str) -> Scopes {
        let words: Vec<&str> = text.split(' ').collect();
        let known = Scope::ALL.into_iter();
        known.filter(|scope| words.contains(&scope.word())).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

/// Words with spaces between.
impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.iter().map(Scope::word).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_and_unknown_words_allow_nothing() {
        let some: Scopes = [Scope::Read, Scope::Host].into_iter().collect();
        for scopes in [Scopes::default(), some, Scopes::all()] {
            assert_eq!(Scopes::stored(&scopes.to_string()), scopes);
        }
        assert_eq!(some.to_string(), "read host");
        assert!(some.has(Scope::Host) && !some.has(Scope::Play));
        assert_eq!(Scopes::stored("read everything host"), some);
        assert!(Scopes::stored("").is_empty());
    }
}
