//! A table of the soak with everybody who comes and goes there, one game after the other.

use std::net::SocketAddr;

use futures_util::future::join_all;
use thicket_rules::GameKind;

use super::guest::{Answers, Guest, add};
use super::view::View;
use crate::common::client::Person;
use crate::common::party::Dice;

/// Clocks: none, short ones that run out, and long ones that do not.
pub(super) const CLOCKS: [&str; 6] = [
    "untimed",
    "untimed",
    "3+1",
    "5+0",
    "8+2",
    "7d+12h, cap 14d, grace 8h",
];
/// After so many rounds people go on to a new table, whatever the old one is at.
const ROUNDS: usize = 150;

/// The nodes, and everybody who plays there.
pub(super) struct World {
    pub(super) nodes: [SocketAddr; 2],
    /// The longest pause of somebody between two actions, in milliseconds.
    pub(super) pause: usize,
    /// Somebody without a name.
    pub(super) nobody: Person,
    pub(super) people: Vec<Person>,
}

impl World {
    /// Everybody closes the connections that they keep for later.
    pub(super) fn hang_up(&mut self) {
        let Person { http, .. } = Person::nobody(self.nodes[0]);
        let all = self.people.iter_mut().chain([&mut self.nobody]);
        all.for_each(|person| person.http = http.clone());
    }
}

/// A table, and what its guests have seen of it together.
pub(super) struct Table {
    pub(super) code: String,
    pub(super) view: View,
    pub(super) guests: Vec<Guest>,
    pub(super) rounds: usize,
}

impl Table {
    /// A new table for some people out of all, of whom the first creates it.
    pub(super) async fn open(world: &World, dice: &mut Dice) -> Table {
        let kind = GameKind::ALL[dice.below(GameKind::ALL.len())];
        let seats = kind.info().seats.clone();
        let seats = seats.start() + dice.below(usize::from(seats.end() - seats.start()) + 1) as u8;
        // As many as play, two who watch or wait for a chair, and a second tab of the first.
        let first = dice.below(world.people.len());
        let some = world
            .people
            .iter()
            .cycle()
            .skip(first)
            .take(usize::from(seats) + 2);
        let mut people: Vec<Person> = some.cloned().collect();
        people.push(people[0].clone());
        let clock = CLOCKS[dice.below(CLOCKS.len())];
        let code = create(
            &people[0].at(world.nodes[dice.below(2)]),
            kind,
            seats,
            clock,
            dice,
        )
        .await;
        Table::of(kind, code, people, world, dice).await
    }

    /// A table that is there already, for these people; the first one arrives.
    async fn of(kind: GameKind, code: String, people: Vec<Person>, world: &World, dice: &mut Dice) -> Table {
        let mut guest = |person| Guest::new(person, &code, world, Dice(dice.below(usize::MAX) as u64));
        let mut guests: Vec<Guest> = people.into_iter().map(&mut guest).collect();
        guests[0].arrive().await;
        let news = guests[0].news();
        let mut view = View::of(kind, &news[0]);
        view.take(news);
        Table {
            code,
            view,
            guests,
            rounds: 0,
        }
    }

    /// Everybody does something or nothing, at the same time.
    pub(super) async fn round(&mut self) {
        let view = &self.view;
        let news = join_all(self.guests.iter_mut().map(|guest| guest.live(view))).await;
        self.view.take(news.into_iter().flatten().collect());
        self.rounds += 1;
    }

    /// Everybody's connection breaks.
    pub(super) fn leave(&mut self) {
        for guest in &mut self.guests {
            guest.leave();
            self.view.take(guest.news());
        }
    }

    /// What its guests were answered.
    pub(super) fn answers(self) -> Answers {
        let mut all = Answers::new();
        for guest in self.guests {
            add(&mut all, guest.answers);
        }
        all
    }

    /// Whether people go on to another table now.
    pub(super) fn is_left(&self, dice: &mut Dice) -> bool {
        self.rounds >= ROUNDS || (self.view.phase() == "over" && dice.below(5) == 0)
    }

    /// The table where the people of this one play next: mostly a rematch, where there can be one.
    pub(super) async fn next(&self, world: &World, dice: &mut Dice) -> Table {
        if self.view.phase() != "over" || dice.below(3) == 0 {
            return Table::open(world, dice).await;
        }
        let people: Vec<Person> = self.guests.iter().map(|guest| guest.person.clone()).collect();
        let played = people
            .iter()
            .filter(|person| self.view.place_of(&person.id).is_some());
        let asking = played.map(|person| rematch(person.at(world.nodes[dice.below(2)]), &self.code));
        let codes = join_all(asking.collect::<Vec<_>>()).await;
        assert!(
            codes.iter().all(|code| *code == codes[0]),
            "one table for all: {codes:?}"
        );
        Table::of(self.view.kind, codes[0].clone(), people, world, dice).await
    }
}

async fn create(person: &Person, kind: GameKind, seats: u8, clock: &str, dice: &mut Dice) -> String {
    let form = [
        ("kind", kind.to_string()),
        ("seats", seats.to_string()),
        (
            "starter",
            ["seated", "random", "experienced"][dice.below(3)].to_owned(),
        ),
        ("public", (dice.below(2) == 0).to_string()),
        ("name", person.name.clone()),
        ("clock", clock.to_owned()),
        ("pie_rule", (dice.below(2) == 0).to_string()),
    ];
    let answer = person.post("/tables").form(&form).send().await.unwrap();
    place(answer).await
}

/// Goes to the rematch of a table; its code.
async fn rematch(person: Person, code: &str) -> String {
    place(person.post(&format!("/g/{code}/rematch")).send().await.unwrap()).await
}

/// The code of the table that an answer leads to.
async fn place(answer: reqwest::Response) -> String {
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
    let place = answer.headers()["location"].to_str().unwrap();
    place.strip_prefix("/g/").unwrap().to_owned()
}
