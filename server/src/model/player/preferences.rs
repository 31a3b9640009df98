//! How somebody wants pages to look and sound, and their turns to be sent.

use std::fmt;

use serde::{Serialize, Serializer};

#[derive(Debug)]
pub struct Preference {
    pub name: &'static str,
    /// What can be chosen. The first value holds for whoever has chosen nothing.
    pub values: &'static [&'static str],
}

const ON: &[&str] = &["on", "off"];
const OFF: &[&str] = &["off", "on"];

/// How many there are. As the length of the array itself it would be a cycle for the compiler when it optimises.
const COUNT: usize = 11;

pub const PREFERENCES: [Preference; COUNT] = [
    preference("theme", &["system", "light", "dark"]),
    preference("text", &["normal", "large"]),
    preference("coordinates", ON),
    preference("letters", OFF),
    preference("send", &["undo", "at-once", "confirm"]),
    preference("sound-mine", ON),
    preference("sound-turn", OFF),
    preference("sound-capture", OFF),
    preference("sound-end", OFF),
    preference("sound-clock", OFF),
    preference("vibrate", ON),
];

const fn preference(name: &'static str, values: &'static [&'static str]) -> Preference {
    Preference { name, values }
}

/// What somebody has chosen: for each of the [`PREFERENCES`] the place of its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preferences([u8; COUNT]);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownChoice {
    #[error("There is no preference called “{0}”.")]
    Preference(String),
    #[error("“{value}” cannot be chosen for “{name}”.")]
    Value { name: &'static str, value: String },
}

impl Preferences {
    /// What a form chose: a box that is not checked is not sent.
    ///
    /// # Errors
    /// When there is no such preference or no such value.
    pub fn chosen<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Preferences, UnknownChoice> {
        let mut chosen = Preferences::default();
        for preference in PREFERENCES.iter().filter(|one| one.values.contains(&"off")) {
            chosen.set(preference.name, "off")?;
        }
        for (name, value) in pairs {
            chosen.set(name, value)?;
        }
        Ok(chosen)
    }

    /// What was written: the text of [`Preferences`]. What this version does not know is left out.
    pub fn stored(text: &str) -> Preferences {
        let mut stored = Preferences::default();
        for (name, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
            let _unknown = stored.set(name, value);
        }
        stored
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), UnknownChoice> {
        let at = PREFERENCES.iter().position(|one| one.name == name);
        let at = at.ok_or_else(|| UnknownChoice::Preference(name.to_owned()))?;
        let Preference { name, values } = PREFERENCES[at];
        let place = values.iter().position(|one| *one == value);
        let place = place.and_then(|place| u8::try_from(place).ok());
        let value = value.to_owned();
        self.0[at] = place.ok_or(UnknownChoice::Value { name, value })?;
        Ok(())
    }

    /// Every preference with the value that holds.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let places = PREFERENCES.iter().zip(self.0);
        places.map(|(one, place)| (one.name, one.values[usize::from(place)]))
    }

    /// Those that are not as usual.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = PREFERENCES.iter().zip(self.all());
        all.filter(|(one, (_, value))| *value != one.values[0])
            .map(|(_, pair)| pair)
    }

    /// The value that holds; empty if there is no such preference.
    pub fn get(&self, name: &str) -> &'static str {
        let found = self.all().find(|(found, _)| *found == name);
        found.map_or("", |(_, value)| value)
    }

    pub fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == value
    }
}

/// As a cookie and the database have it: `theme=dark&text=large`.
impl fmt::Display for Preferences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, value)) in self.changed().enumerate() {
            let before = if number > 0 { "&" } else { "" };
            write!(f, "{before}{name}={value}")?;
        }
        Ok(())
    }
}

impl Serialize for Preferences {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.all())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_chosen_is_written_and_read_again() {
        assert_eq!(Preferences::default().to_string(), "");
        let pairs = [
            ("theme", "dark"),
            ("coordinates", "on"),
            ("sound-mine", "on"),
            ("vibrate", "on"),
            ("sound-end", "on"),
        ];
        let chosen = Preferences::chosen(pairs).unwrap();
        assert_eq!(chosen.to_string(), "theme=dark&sound-end=on");
        assert_eq!(Preferences::stored(&chosen.to_string()), chosen);
        assert!(chosen.is("theme", "dark") && chosen.is("text", "normal") && !chosen.is("letters", "on"));
    }

    #[test]
    fn a_form_without_a_box_switches_it_off() {
        let nothing = Preferences::chosen([]).unwrap();
        assert_eq!(nothing.to_string(), "coordinates=off&sound-mine=off&vibrate=off");
    }

    #[test]
    fn what_cannot_be_chosen_is_refused_and_never_stored() {
        let sentence = |pair| Preferences::chosen([pair]).unwrap_err().to_string();
        assert_eq!(
            sentence(("theme", "pink")),
            "“pink” cannot be chosen for “theme”."
        );
        assert_eq!(
            sentence(("font", "large")),
            "There is no preference called “font”."
        );
        // Another version may have written it.
        let stored = Preferences::stored("theme=pink&font=large&text=large&&=&x");
        assert_eq!(stored.to_string(), "text=large");
    }
}
