//! The form by which records are searched, and what is set in it.

use thicket_rules::GameKind;

use crate::records::search::{
    CLOCK_KINDS, ENDINGS, PEOPLE, PLACES, RATED, Search, day_text, ending_name, winner_name,
};
use crate::time::{day_start, page_date};
use crate::words::isolate;

/// The form, filled in with a search.
#[derive(Clone, Debug)]
pub struct SearchForm {
    /// Whether anything narrows the search: the form is unfolded then.
    pub open: bool,
    /// Each with the address of the search without it.
    pub chips: Vec<Chip>,
    pub games: Vec<Choice>,
    pub seats: Vec<Choice>,
    pub boards: Vec<Choice>,
    pub places: Vec<Choice>,
    pub winners: Vec<Choice>,
    pub endings: Vec<Choice>,
    pub clocks: Vec<Choice>,
    pub rated: Vec<Choice>,
    pub opponents: Vec<Choice>,
    pub players: Vec<String>,
    pub from: String,
    pub to: String,
    pub shortest: String,
    pub longest: String,
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub value: String,
    pub words: String,
    pub chosen: bool,
}

#[derive(Clone, Debug)]
pub struct Chip {
    pub words: String,
    pub without: String,
}

/// How many players the form asks for.
const FIELDS: usize = 3;

impl SearchForm {
    pub fn of(search: &Search) -> SearchForm {
        let named = search.players.iter().map(ToString::to_string);
        let fields = FIELDS.max(search.players.len());
        let number = |turns: Option<u32>| turns.map(|turns| turns.to_string()).unwrap_or_default();
        SearchForm {
            open: search.is_narrow(),
            chips: chips(search),
            games: games(search),
            seats: seats(search),
            boards: boards(search),
            places: choices(
                PLACES.map(|(place, words)| (place.to_string(), words)),
                search.place.map(|place| place.to_string()),
            ),
            winners: winners(search),
            endings: choices(
                ENDINGS.map(|(reason, words)| (ending_name(reason), words)),
                search.ending.map(ending_name),
            ),
            clocks: choices(
                CLOCK_KINDS.map(|(kind, words)| (kind.name().to_owned(), words)),
                search.clock.map(|kind| kind.name().to_owned()),
            ),
            rated: choices(
                RATED.map(|(_, word, words)| (word.to_owned(), words)),
                RATED
                    .iter()
                    .find(|(rated, ..)| search.rated == Some(*rated))
                    .map(|(_, word, _)| (*word).to_owned()),
            ),
            opponents: choices(
                [(PEOPLE.to_owned(), "People only")],
                search.people.then(|| PEOPLE.to_owned()),
            ),
            players: named
                .chain(std::iter::repeat(String::new()))
                .take(fields)
                .collect(),
            from: search.from.map(day_text).unwrap_or_default(),
            to: search.to.map(day_text).unwrap_or_default(),
            shortest: number(search.shortest),
            longest: number(search.longest),
        }
    }
}

fn choices<const N: usize>(all: [(String, &str); N], chosen: Option<String>) -> Vec<Choice> {
    let choice = |(value, words): (String, &str)| Choice {
        chosen: chosen.as_deref() == Some(&value),
        words: words.to_owned(),
        value,
    };
    all.into_iter().map(choice).collect()
}

fn games(search: &Search) -> Vec<Choice> {
    let choice = |kind: &GameKind| Choice {
        value: kind.to_string(),
        words: kind.info().title.to_owned(),
        chosen: search.game == Some(*kind),
    };
    GameKind::ALL.iter().map(choice).collect()
}

fn seats(search: &Search) -> Vec<Choice> {
    let all = GameKind::ALL.iter().flat_map(|kind| kind.info().seats.clone());
    let all: std::collections::BTreeSet<u8> = all.collect();
    let choice = |seats: u8| Choice {
        value: seats.to_string(),
        words: seats.to_string(),
        chosen: search.seats == Some(seats),
    };
    all.into_iter().map(choice).collect()
}

fn boards(search: &Search) -> Vec<Choice> {
    let of_kind = |kind: &GameKind| {
        let info = kind.info();
        info.variants.iter().map(|variant| Choice {
            value: (*variant).to_owned(),
            words: format!("{} {variant}", info.title),
            chosen: search.variant.as_deref() == Some(variant),
        })
    };
    GameKind::ALL.iter().flat_map(of_kind).collect()
}

/// Each seat that there is, and a shared first place.
fn winners(search: &Search) -> Vec<Choice> {
    let most = GameKind::ALL.iter().map(|kind| *kind.info().seats.end()).max();
    let choice = |seat: u8| Choice {
        value: winner_name(seat),
        words: winner_words(seat),
        chosen: search.winner == Some(seat),
    };
    (1..=most.unwrap_or(0)).chain([0]).map(choice).collect()
}

fn winner_words(seat: u8) -> String {
    match seat {
        0 => "Draw or shared win".to_owned(),
        seat => format!("Seat {seat}"),
    }
}

fn words<T: PartialEq + Copy>(all: &[(T, &'static str)], value: T) -> &'static str {
    let found = all.iter().find(|(known, _)| *known == value);
    found.map_or("", |(_, words)| words)
}

fn chips(search: &Search) -> Vec<Chip> {
    let whole = search.first_page();
    let without = |change: &dyn Fn(&mut Search)| {
        let mut rest = whole.clone();
        change(&mut rest);
        rest.address()
    };
    let mut chips = Vec::new();
    let mut chip = |words: String, change: &dyn Fn(&mut Search)| {
        let without = without(change);
        chips.push(Chip { words, without });
    };
    if let Some(game) = search.game {
        chip(game.info().title.to_owned(), &|rest| rest.game = None);
    }
    if let Some(seats) = search.seats {
        chip(format!("{seats} players"), &|rest| rest.seats = None);
    }
    if let Some(variant) = &search.variant {
        chip(variant.clone(), &|rest| rest.variant = None);
    }
    for (number, name) in search.players.iter().enumerate() {
        chip(format!("{} played", isolate(name)), &|rest| {
            rest.players.remove(number);
            // The place was that of the first player.
            rest.place = rest.place.filter(|_| number > 0);
        });
    }
    if let (Some(place), Some(name)) = (search.place, search.players.first()) {
        let place = match place {
            1 => "won".to_owned(),
            _ => format!("was {}", words(&PLACES, place)),
        };
        chip(format!("{} {place}", isolate(name)), &|rest| rest.place = None);
    }
    if let Some(seat) = search.winner {
        let won = if seat > 0 { " won" } else { "" };
        chip(winner_words(seat) + won, &|rest| rest.winner = None);
    }
    if let Some(ending) = search.ending {
        chip(words(&ENDINGS, ending).to_owned(), &|rest| rest.ending = None);
    }
    if let Some(clock) = search.clock {
        chip(
            format!("Clock: {}", words(&CLOCK_KINDS, clock).to_lowercase()),
            &|rest| rest.clock = None,
        );
    }
    if search.people {
        chip("People only".to_owned(), &|rest| rest.people = false);
    }
    if let Some((_, _, words)) = RATED.iter().find(|(rated, ..)| search.rated == Some(*rated)) {
        chip((*words).to_owned(), &|rest| rest.rated = None);
    }
    if let Some(from) = search.from {
        chip(format!("From {}", page_date(day_start(from))), &|rest| {
            rest.from = None
        });
    }
    if let Some(to) = search.to {
        chip(format!("Until {}", page_date(day_start(to))), &|rest| {
            rest.to = None
        });
    }
    if let Some(turns) = search.shortest {
        chip(format!("At least {turns} turns"), &|rest| rest.shortest = None);
    }
    if let Some(turns) = search.longest {
        chip(format!("At most {turns} turns"), &|rest| rest.longest = None);
    }
    chips
}
