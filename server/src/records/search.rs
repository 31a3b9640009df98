//! What somebody looks for among the records, as it stands in an address.

mod values;

use thicket_rules::GameKind;
use time::Date;
use url::form_urlencoded;

use crate::error::PageError;
use crate::ids::TableId;
use crate::model::record::ending::Reason;
use crate::model::record::filter::{ClockKind, RecordFilter};
use crate::names::{PlayerName, folded};
use crate::time::{UnixMs, day_start};
pub(crate) use values::{
    CLOCK_KINDS, ENDINGS, PEOPLE, PLACES, RATED, day_text, ending_name, place_of, place_text, winner_name,
};
use values::{bad, date, known, place, read_place, seats, turns, variant, winner};

/// What is looked for. Nothing that is none narrows the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// `game`
    pub game: Option<GameKind>,
    /// `seats`
    pub seats: Option<u8>,
    /// `board`: the variant.
    pub variant: Option<String>,
    /// `player`, once for each who took part.
    pub players: Vec<PlayerName>,
    /// `place`: the rank of the first player.
    pub place: Option<u8>,
    /// `winner`: the seat that won, from 1; 0 for a shared first place.
    pub winner: Option<u8>,
    /// `ending`
    pub ending: Option<Reason>,
    /// `clock`
    pub clock: Option<ClockKind>,
    /// `from`: the first day.
    pub from: Option<Date>,
    /// `to`: the last day.
    pub to: Option<Date>,
    /// `shortest`: the fewest turns.
    pub shortest: Option<u32>,
    /// `longest`: the most turns.
    pub longest: Option<u32>,
    /// `opponents=people`: games with bots are left out.
    pub people: bool,
    /// `rated=yes` or `rated=no`
    pub rated: Option<bool>,
    /// `before`: where the page begins.
    pub before: Option<(UnixMs, TableId)>,
}

/// The most players whose common games can be looked for.
pub(crate) const MAX_PLAYERS: usize = 6;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Search {
    /// Parses the parts of an address. Empty ones mean nothing, and those with other names are ignored. The error is
    /// a sentence that says what makes no sense.
    pub fn read(pairs: &[(String, String)]) -> Result<Search, PageError> {
        let mut search = Search::default();
        let mut seen = Vec::new();
        for (name, value) in pairs {
            let value = value.trim();
            if value.is_empty() {
                continue;
            }
            if name != "player" && seen.contains(&name) {
                return Err(bad(format!("“{name}” stands twice in the address.")));
            }
            search.set(name, value)?;
            seen.push(name);
        }
        search.check()?;
        Ok(search)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), PageError> {
        match name {
            "game" => self.game = Some(known(value.parse().ok(), "There is no such game.")?),
            "seats" => self.seats = Some(known(seats(value), "No game has that many players.")?),
            "board" => self.variant = Some(known(variant(value), "There is no such board.")?),
            "player" => self.add_player(value)?,
            "place" => self.place = Some(known(place(value), "There is no such place.")?),
            "winner" => self.winner = Some(known(winner(value), "There is no such winner.")?),
            "ending" => {
                let found = ENDINGS.iter().find(|(reason, _)| ending_name(*reason) == value);
                self.ending = Some(known(found, "There is no such ending.")?.0);
            }
            "clock" => {
                let found = CLOCK_KINDS.iter().find(|(kind, _)| kind.name() == value);
                self.clock = Some(known(found, "There is no such clock.")?.0);
            }
            "opponents" => {
                let people = (value == PEOPLE).then_some(true);
                self.people = known(people, "The only choice of opponents is “people”.")?;
            }
            "rated" => {
                let found = RATED.iter().find(|(_, word, _)| *word == value);
                self.rated = Some(known(found, "Games are rated “yes” or “no”.")?.0);
            }
            "from" => self.from = Some(date(value)?),
            "to" => self.to = Some(date(value)?),
            "shortest" => self.shortest = Some(turns(value)?),
            "longest" => self.longest = Some(turns(value)?),
            "before" => self.before = Some(known(read_place(value), "There is no such page of records.")?),
            _ => (),
        }
        Ok(())
    }

    fn add_player(&mut self, value: &str) -> Result<(), PageError> {
        let name = PlayerName::stored(value).map_err(|error| bad(error.to_string()))?;
        let again = |other: &PlayerName| folded(other.as_str()) == folded(name.as_str());
        if !self.players.iter().any(again) {
            self.players.push(name);
        }
        Ok(())
    }

    fn check(&self) -> Result<(), PageError> {
        if self.players.len() > MAX_PLAYERS {
            return Err(bad(format!("Look for at most {MAX_PLAYERS} players at once.")));
        }
        if self.place.is_some() && self.players.is_empty() {
            return Err(bad("Whose place? Please name a player, too."));
        }
        if self
            .shortest
            .zip(self.longest)
            .is_some_and(|(least, most)| least > most)
        {
            return Err(bad("The fewest turns are more than the most."));
        }
        if self.from.zip(self.to).is_some_and(|(from, to)| from > to) {
            return Err(bad("The last day is before the first one."));
        }
        Ok(())
    }

    pub fn is_narrow(&self) -> bool {
        let everything = Search {
            before: self.before,
            ..Search::default()
        };
        *self != everything
    }

    pub fn filter(&self) -> RecordFilter {
        RecordFilter {
            kind: self.game.map(|game| game.to_string()),
            seats: self.seats.map(i64::from),
            variant: self.variant.clone(),
            players: self.players.iter().map(|name| folded(name.as_str())).collect(),
            place: self.place.map(i64::from),
            winner: self.winner.map(i64::from),
            reason: self.ending.map(ending_name),
            clock_kind: self.clock.map(|kind| kind.name().to_owned()),
            since: self.from.map(day_start),
            until: self.to.map(|day| day_start(day) + DAY_MS),
            shortest: self.shortest.map(i64::from),
            longest: self.longest.map(i64::from),
            people: self.people,
            rated: self.rated,
        }
    }

    pub fn address(&self) -> String {
        self.address_at("/records")
    }

    pub fn download(&self) -> String {
        self.address_at("/records.ndjson")
    }

    /// The address of what is found where another path lists it.
    pub fn address_at(&self, path: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in self.pairs() {
            query.append_pair(name, &value);
        }
        match query.finish().as_str() {
            "" => path.to_owned(),
            query => format!("{path}?{query}"),
        }
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        let players = self.players.iter().map(|name| ("player", name.to_string()));
        let before: [Option<(&'static str, String)>; 3] = [
            self.game.map(|game| ("game", game.to_string())),
            self.seats.map(|seats| ("seats", seats.to_string())),
            self.variant.clone().map(|variant| ("board", variant)),
        ];
        let rated = |rated| RATED.iter().find(|(known, ..)| *known == rated);
        let after = [
            self.place.map(|place| ("place", place.to_string())),
            self.winner.map(|seat| ("winner", winner_name(seat))),
            self.ending.map(|reason| ("ending", ending_name(reason))),
            self.clock.map(|kind| ("clock", kind.name().to_owned())),
            self.people.then(|| ("opponents", PEOPLE.to_owned())),
            self.rated
                .and_then(rated)
                .map(|(_, word, _)| ("rated", (*word).to_owned())),
            self.from.map(|day| ("from", day_text(day))),
            self.to.map(|day| ("to", day_text(day))),
            self.shortest.map(|turns| ("shortest", turns.to_string())),
            self.longest.map(|turns| ("longest", turns.to_string())),
            self.before.map(|place| ("before", place_text(place))),
        ];
        let before = before.into_iter().flatten();
        before.chain(players).chain(after.into_iter().flatten()).collect()
    }

    /// This search, beginning after a place in the list.
    pub fn after(&self, place: (UnixMs, TableId)) -> Search {
        Search {
            before: Some(place),
            ..self.clone()
        }
    }

    pub fn first_page(&self) -> Search {
        Search {
            before: None,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(query: &str) -> Result<Search, String> {
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        Search::read(&pairs).map_err(|error| error.to_string())
    }

    #[test]
    fn addresses_are_written_as_they_are_read() {
        for address in [
            "/records",
            "/records?game=bushi&seats=2&board=9x9&player=Ann&player=Ben+%3C%26%3E&place=1&winner=2&ending=time&clock=real_time\
             &opponents=people&rated=yes&from=2026-11-01&to=2026-11-30&shortest=10&longest=20",
            "/records?winner=shared",
            "/records?player=%C3%89lodie&before=1763640000000-0192f0c8a1b27000800000000000abcd",
        ] {
            let query = address.split_once('?').map_or("", |(_, query)| query);
            assert_eq!(read(query).unwrap().address(), address);
        }
        let search = read("game=&seats=&player=Ann&player=&player=ANN&utm=x&from=").unwrap();
        assert_eq!(search.address(), "/records?player=Ann");
    }

    #[test]
    fn days_are_whole() {
        let filter = read("from=2026-11-20&to=2026-11-20").unwrap().filter();
        assert_eq!(filter.since, Some(UnixMs(1_795_132_800_000)));
        assert_eq!(filter.until, Some(UnixMs(1_795_132_800_000) + DAY_MS));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_sentence() {
        for query in [
            "game=chess",
            "seats=9",
            "seats=two",
            "board=3x3",
            "place=1",
            "player=Ann&place=0",
            "winner=0",
            "winner=7",
            "winner=Ann",
            "ending=luck",
            "clock=sand",
            "opponents=cats",
            "rated=maybe",
            "from=yesterday",
            "from=2026-02-30",
            "to=99999-01-01",
            "from=2026-11-02&to=2026-11-01",
            "shortest=-1",
            "shortest=10&longest=9",
            "longest=99999999999",
            "before=1",
            "before=x-y",
            "game=bushi&game=bushka",
            "player=a&player=b&player=c&player=d&player=e&player=f&player=g",
            "player=%00",
            "player=wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
        ] {
            let sentence = read(query).unwrap_err();
            assert!(sentence.ends_with('.'), "{query}: {sentence}");
        }
    }
}
