//! What guests ask for at random, by what their page shows.
//!
//! A further action is a function and a line in [`ACTIONS`].

use serde_json::{Value, json};

use super::table::CLOCKS;
use super::view::View;
use crate::common::client::Person;
use crate::common::party::Dice;

/// Somebody at a table who may do something now.
pub(super) struct Chance<'a> {
    pub(super) view: &'a View,
    pub(super) person: &'a Person,
    pub(super) dice: &'a mut Dice,
}

/// The message of an action, without its id; none where it makes no sense.
type Action = fn(&mut Chance) -> Option<Value>;

/// How often each is tried, compared with the others. One that makes no sense is left out, and nothing else is tried.
const ACTIONS: &[(usize, Action)] = &[
    (400, play),
    (150, sit),
    (200, answer),
    (12, offer_to_take_back),
    (6, offer_an_end),
    (20, offer_to_drop),
    (2, resign),
    (4, stand),
    (2, remove),
    (4, hold_start),
    (40, let_start),
    (3, change_seats),
    (3, change_clock),
    (6, change_pie_rule),
    (100, swap_sides),
    (6, change_chair),
    (4, shuffle),
    (12, offer_swap),
    (60, answer_swap),
    (20, ask_for_seat),
    (10, nudge),
    (8, say),
    (2, silence),
    (6, preview),
    (6, play_an_old_turn),
    (4, answer_anything),
];

/// Something to do, if the dice fall on what makes sense.
pub(super) fn choose(chance: &mut Chance) -> Option<Value> {
    let all: usize = ACTIONS.iter().map(|(weight, _)| weight).sum();
    let mut left = chance.dice.below(all);
    for (weight, action) in ACTIONS {
        if left < *weight {
            return action(chance);
        }
        left -= weight;
    }
    None
}

impl Chance<'_> {
    fn place(&self) -> Option<usize> {
        self.view.place_of(&self.person.id)
    }

    fn is_waiting(&self) -> bool {
        self.view.phase() == "waiting"
    }

    /// Whether they have a seat that they have not left.
    fn plays(&self) -> bool {
        let in_play = |place: usize| self.view.game.in_play().iter().any(|seat| seat.index() == place);
        self.view.phase() == "playing" && self.place().is_some_and(in_play)
    }

    fn offer(&self, proposal: Value) -> Option<Value> {
        let is_free = self.plays() && self.view.table["offer"].is_null();
        is_free.then(|| json!({ "t": "offer", "turn": self.view.turn(), "proposal": proposal }))
    }
}

/// A legal turn of the seat to move.
pub(super) fn play(chance: &mut Chance) -> Option<Value> {
    if chance.view.to_move() != Some(&chance.person.id) {
        return None;
    }
    let turn = chance.dice.turn(chance.view.game.as_ref());
    let steps: Vec<&str> = turn.split(',').collect();
    Some(json!({ "t": "play", "turn": chance.view.turn(), "steps": steps }))
}

fn sit(chance: &mut Chance) -> Option<Value> {
    if !chance.is_waiting() || chance.place().is_some() {
        return None;
    }
    let chairs = chance.view.chairs().enumerate();
    let free: Vec<usize> = chairs
        .filter(|(_, player)| player.is_none())
        .map(|(chair, _)| chair)
        .collect();
    let chair = *free.get(chance.dice.below(free.len().max(1)))?;
    Some(json!({ "t": "sit", "chair": chair, "name": chance.person.name }))
}

fn stand(chance: &mut Chance) -> Option<Value> {
    (chance.is_waiting() && chance.place().is_some()).then(|| json!({ "t": "stand" }))
}

/// As the host, remove somebody.
fn remove(chance: &mut Chance) -> Option<Value> {
    if !chance.is_waiting() || chance.view.table["host"] != chance.person.id {
        return None;
    }
    let seated: Vec<&str> = chance.view.chairs().flatten().collect();
    let player = *seated.get(chance.dice.below(seated.len().max(1)))?;
    Some(json!({ "t": "remove", "player": player }))
}

fn hold_start(chance: &mut Chance) -> Option<Value> {
    (chance.is_waiting() && chance.place().is_some()).then(|| json!({ "t": "hold_start", "held": true }))
}

fn let_start(chance: &mut Chance) -> Option<Value> {
    let held = !chance.view.table["held_by"].is_null();
    (chance.is_waiting() && held).then(|| json!({ "t": "hold_start", "held": false }))
}

/// The number of seats, by the host or, which is refused, by somebody else.
fn change_seats(chance: &mut Chance) -> Option<Value> {
    let kinds = chance.view.kind.info().seats.clone();
    let seats = kinds.start() + chance.dice.below(usize::from(kinds.end() - kinds.start()) + 1) as u8;
    (chance.is_waiting() && chance.place().is_some()).then(|| json!({ "t": "change_seats", "seats": seats }))
}

fn change_clock(chance: &mut Chance) -> Option<Value> {
    let clock = CLOCKS[chance.dice.below(CLOCKS.len())];
    // The fields that a chosen clock does not need are as the form shows them.
    let clock = json!({
        "clock": clock, "minutes": "15", "seconds": "10", "days": "7", "hours": "12", "cap": "14", "grace": "12"
    });
    (chance.is_waiting() && chance.place().is_some()).then(|| json!({ "t": "change_clock", "clock": clock }))
}

fn change_pie_rule(chance: &mut Chance) -> Option<Value> {
    let pie_rule = chance.dice.below(2) == 0;
    (chance.is_waiting() && chance.place().is_some())
        .then(|| json!({ "t": "change_pie_rule", "pie_rule": pie_rule }))
}

/// After the first turn, by the player to move.
fn swap_sides(chance: &mut Chance) -> Option<Value> {
    let View { table, game, .. } = chance.view;
    let is_first = game.ply_count() == 1 && table["sides_swapped"].is_null() && table["pie_rule"] == true;
    let is_to_move = chance.view.to_move() == Some(&chance.person.id);
    (is_first && is_to_move).then(|| json!({ "t": "swap_sides", "turn": chance.view.turn() }))
}

fn shuffle(chance: &mut Chance) -> Option<Value> {
    (chance.is_waiting() && chance.place().is_some()).then(|| json!({ "t": "shuffle_chairs" }))
}

/// A chair of the table, taken or not.
fn any_chair(chance: &mut Chance) -> usize {
    let chairs = chance.view.chairs().count();
    chance.dice.below(chairs)
}

fn change_chair(chance: &mut Chance) -> Option<Value> {
    let chair = any_chair(chance);
    (chance.is_waiting() && chance.place().is_some()).then(|| json!({ "t": "change_chair", "chair": chair }))
}

fn offer_swap(chance: &mut Chance) -> Option<Value> {
    let from_chair = chance.place().filter(|_| chance.is_waiting())?;
    let to_chair = any_chair(chance);
    let to = chance.view.chairs().nth(to_chair)??;
    let swap = json!({ "from": chance.person.id, "from_chair": from_chair, "to": to, "to_chair": to_chair });
    Some(json!({ "t": "offer_swap", "swap": swap }))
}

/// One that we are asked for, or our own.
fn answer_swap(chance: &mut Chance) -> Option<Value> {
    let swaps = chance.view.table["swaps"].as_array()?;
    let is_ours = |swap: &&Value| [&swap["from"], &swap["to"]].contains(&&json!(chance.person.id));
    let swap = swaps.iter().find(is_ours).filter(|_| chance.is_waiting())?;
    let agree = chance.dice.below(3) > 0;
    Some(json!({ "t": "answer_swap", "swap": swap, "agree": agree }))
}

/// The seat to move, which is refused unless its player is away.
fn ask_for_seat(chance: &mut Chance) -> Option<Value> {
    let is_free = chance.view.table["offer"].is_null() && chance.place().is_none();
    let seat = chance
        .view
        .game
        .status()
        .to_move()
        .filter(|_| is_free && chance.view.phase() == "playing")?;
    let name = &chance.person.name;
    Some(json!({ "t": "ask_for_seat", "turn": chance.view.turn(), "seat": seat.number(), "name": name }))
}

fn nudge(chance: &mut Chance) -> Option<Value> {
    chance
        .plays()
        .then(|| json!({ "t": "nudge", "turn": chance.view.turn() }))
}

fn resign(chance: &mut Chance) -> Option<Value> {
    chance.plays().then(|| json!({ "t": "resign" }))
}

fn offer_to_take_back(chance: &mut Chance) -> Option<Value> {
    let turns = 1 + chance.dice.below(chance.view.game.seats().into());
    chance.offer(json!({ "what": "take_back", "turns": turns }))
}

/// A draw with two seats, with more a score; now and then the wrong one, which is refused.
fn offer_an_end(chance: &mut Chance) -> Option<Value> {
    let usual = if chance.view.game.seats() == 2 {
        "draw"
    } else {
        "score"
    };
    let what = if chance.dice.below(10) == 0 { "draw" } else { usual };
    chance.offer(json!({ "what": what }))
}

/// To go on without the seat to move, which is refused unless its player is away.
fn offer_to_drop(chance: &mut Chance) -> Option<Value> {
    let seat = chance.view.game.status().to_move()?.number();
    let untimed = chance.view.table["clocks"].is_null();
    let proposal = json!({ "what": "drop", "seat": seat });
    // With a clock it is refused.
    let sensible = untimed || chance.dice.below(10) == 0;
    chance.offer(proposal).filter(|_| sensible)
}

fn answer(chance: &mut Chance) -> Option<Value> {
    let offer = &chance.view.table["offer"];
    if offer.is_null() || !chance.plays() {
        return None;
    }
    let agree = chance.dice.below(3) > 0;
    Some(json!({ "t": "answer", "offer": offer["id"], "agree": agree }))
}

/// An answer to an offer that stands no longer, or never did.
fn answer_anything(chance: &mut Chance) -> Option<Value> {
    let offer = chance.dice.below(chance.view.seq as usize + 2);
    Some(json!({ "t": "answer", "offer": offer, "agree": chance.dice.below(2) == 0 }))
}

/// A turn that was composed for a position that is no more.
fn play_an_old_turn(chance: &mut Chance) -> Option<Value> {
    let mut message = play(chance)?;
    message["turn"] = json!(chance.dice.below(chance.view.turn() as usize + 1));
    // It would be a turn like any other if nothing had been played since.
    (message["turn"] != chance.view.turn()).then_some(message)
}

fn preview(chance: &mut Chance) -> Option<Value> {
    let playing = chance.view.phase() == "playing";
    playing.then(|| json!({ "t": "preview", "turn": chance.view.turn(), "steps": [] }))
}

fn say(chance: &mut Chance) -> Option<Value> {
    Some(json!({ "t": "say", "text": format!("Line {}", chance.dice.below(1000)) }))
}

/// As the host, silence somebody or let them write again; mostly somebody who plays, which is refused.
fn silence(chance: &mut Chance) -> Option<Value> {
    let players: Vec<&str> = chance.view.chairs().flatten().collect();
    let player = *players.get(chance.dice.below(players.len().max(1)))?;
    let is_host = chance.view.table["host"] == chance.person.id;
    is_host.then(|| json!({ "t": "silence", "player": player, "silenced": chance.dice.below(2) == 0 }))
}
