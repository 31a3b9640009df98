//! What a page knows of its table: a snapshot, and the events after it, applied as the page applies them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use thicket_rules::{AnyGame, GameKind, Seat, replay};

/// A table as the events of its socket tell of it.
pub(super) struct View {
    pub(super) kind: GameKind,
    /// The number of the last event in it.
    pub(super) seq: u64,
    /// What a snapshot would say.
    pub(super) table: Value,
    /// The game by its turns.
    pub(super) game: Box<dyn AnyGame>,
}

impl View {
    pub(super) fn of(kind: GameKind, snapshot: &Value) -> View {
        let table = snapshot["table"].clone();
        let seats = list(&table["chairs"]).len() as u8;
        let mut game = kind.start(seats, "").unwrap();
        for ply in list(&table["plies"]) {
            play(game.as_mut(), ply);
        }
        let seq = snapshot["seq"].as_u64().unwrap();
        View {
            kind,
            seq,
            table,
            game,
        }
    }

    /// Takes in what sockets have received, in whatever order: snapshots that know more, and the events that follow.
    pub(super) fn take(&mut self, messages: Vec<Value>) {
        let mut events = BTreeMap::new();
        for message in messages {
            let seq = message["seq"].as_u64().unwrap();
            match message["t"].as_str() {
                Some("snapshot") if self.is_older(seq) => *self = View::of(self.kind, &message),
                Some("event") => drop(events.insert(seq, message)),
                _ => (),
            }
        }
        for (seq, message) in events {
            if seq == self.seq + 1 {
                self.apply(seq, &message["event"]);
                self.table["changed_at"] = message["at"].clone();
                if message["event"]["e"] == "started" {
                    self.table["started_at"] = message["at"].clone();
                }
                self.seq = seq;
            }
        }
    }

    /// Whether a snapshot of this number is newer, or has what events do not tell.
    fn is_older(&self, seq: u64) -> bool {
        seq > self.seq || (seq == self.seq && !self.is_whole())
    }

    /// Whether it has all that a snapshot has.
    pub(super) fn is_whole(&self) -> bool {
        !self.table["start"].is_null()
    }

    fn apply(&mut self, seq: u64, event: &Value) {
        let table = &mut self.table;
        let text = |name: &str| event[name].as_str().unwrap();
        match text("e") {
            "created" => (),
            "sat" => {
                table["held_by"] = Value::Null;
                table["chairs"][event["chair"].as_u64().unwrap() as usize] = event["player"].clone();
                keep_for_others(&mut table["kept"], &event["player"]["id"]);
            }
            "stood" => {
                table["held_by"] = Value::Null;
                replace(&mut table["chairs"], text("player"), &Value::Null);
                keep_fitting(table);
            }
            "seat_transferred" => {
                let (from, to) = (text("from"), &event["to"]);
                replace(&mut table["chairs"], from, to);
                keep_fitting(table);
                for name in ["host", "held_by"] {
                    if table[name] == from {
                        table[name] = to["id"].clone();
                    }
                }
                if table["offer"]["to"]["id"] == to["id"] {
                    table["offer"] = Value::Null;
                }
            }
            "host_changed" => table["host"] = event["host"].clone(),
            "start_held" => {
                let held = event["held"] == true;
                table["held_by"] = if held {
                    event["player"].clone()
                } else {
                    Value::Null
                };
            }
            "table_changed" => {
                let after = event["table"].as_object().unwrap();
                for (name, value) in after {
                    match name.as_str() {
                        // Snapshots leave them out.
                        "clock" | "change" if value.is_null() => remove(table, name),
                        "keeps_lines" | "pie_rule" if value == false => remove(table, name),
                        _ => table[name] = value.clone(),
                    }
                }
                let seats = list(&table["chairs"]).len() as u8;
                if seats != self.game.seats() {
                    // Another board: the page is loaded anew.
                    table["start"] = Value::Null;
                    self.game = self.kind.start(seats, "").unwrap();
                }
            }
            "swap_offered" => {
                table["held_by"] = event["held_by"].clone();
                push(&mut table["swaps"], event["swap"].clone());
            }
            "swap_declined" => {
                let swaps = table["swaps"].as_array_mut().unwrap();
                swaps.retain(|swap| swap["from"] != event["swap"]["from"]);
            }
            "started" => {
                (table["held_by"], table["kept"]) = (Value::Null, Value::Null);
                table["phase"] = json!("playing");
                table["swaps"] = json!([]);
                table.as_object_mut().unwrap().remove("change");
                table["chairs"] = event["seats"].clone();
                if list(&table["chairs"]).len() != 2 {
                    remove(table, "pie_rule");
                }
                if event["shared_devices"].is_array() {
                    table["shared_devices"] = event["shared_devices"].clone();
                }
            }
            "offered" => {
                let [seat, proposal, asked] = ["seat", "proposal", "asked"].map(|name| &event[name]);
                table["offer"] = json!({
                    "id": seq, "seat": seat, "proposal": proposal, "asked": asked, "agreed": [], "to": null
                });
            }
            "seat_asked" => {
                let [to, seat, asked] = ["player", "seat", "asked"].map(|name| &event[name]);
                let proposal = json!({ "what": "hand_over", "to": to["id"] });
                table["offer"] = json!({
                    "id": seq, "seat": seat, "proposal": proposal, "asked": asked, "agreed": [], "to": to
                });
            }
            "agreed" => push(&mut table["offer"]["agreed"], event["seat"].clone()),
            "declined" => table["offer"] = Value::Null,
            "taken_back" => self.take_back(event["turns"].as_u64().unwrap() as usize),
            "sides_swapped" => {
                table["chairs"].as_array_mut().unwrap().reverse();
                table["sides_swapped"] = json!(true);
                self.next_turn();
            }
            "rematch" => table["rematch"] = event["rematch"].clone(),
            "played" | "dropped" => {
                push(&mut table["plies"], event["ply"].clone());
                play(self.game.as_mut(), &event["ply"]);
                self.next_turn();
            }
            "outage_credited" => (),
            "events_lost" => table["lost"] = event["lost"].clone(),
            other => panic!("an event that the soak does not know: {other}"),
        }
        self.note_end_and_clocks(event);
    }

    fn note_end_and_clocks(&mut self, event: &Value) {
        if event["ending"].is_object() {
            self.table["offer"] = Value::Null;
            self.table["phase"] = json!("over");
            self.table["ending"] = event["ending"].clone();
        }
        if event["clocks"].is_object() {
            self.table["clocks"] = event["clocks"].clone();
        }
    }

    fn next_turn(&mut self) {
        self.table["turn"] = json!(self.turn() + 1);
        self.table["offer"] = Value::Null;
    }

    /// The last turns become turns that were taken back. Each keeps its place among all that were ever made.
    fn take_back(&mut self, turns: usize) {
        let kept = list(&self.table["plies"]).len() - turns;
        let mut all: Vec<Value> = list(&self.table["plies"])
            .iter()
            .zip(1..)
            .map(|(ply, number)| json!({ "number": number, "ply": ply, "taken": number > kept }))
            .collect();
        for taken in list(&self.table["taken_back"]) {
            let again = json!({ "number": taken["number"], "ply": taken["ply"], "taken": true });
            all.insert(taken["at"].as_u64().unwrap() as usize, again);
        }
        let taken = all.iter().zip(0..).filter(|(one, _)| one["taken"] == true);
        let taken: Vec<Value> = taken
            .map(|(one, at)| json!({ "at": at, "number": one["number"], "ply": one["ply"] }))
            .collect();
        self.table["taken_back"] = json!(taken);
        self.table["plies"].as_array_mut().unwrap().truncate(kept);
        self.game.take_back(turns).unwrap();
        self.next_turn();
    }

    /// `waiting`, `playing` or `over`.
    pub(super) fn phase(&self) -> &str {
        self.table["phase"].as_str().unwrap()
    }

    /// What messages about the present position name.
    pub(super) fn turn(&self) -> u64 {
        self.table["turn"].as_u64().unwrap()
    }

    /// The ids of the players by chair or by seat.
    pub(super) fn chairs(&self) -> impl Iterator<Item = Option<&str>> {
        list(&self.table["chairs"])
            .iter()
            .map(|player| player["id"].as_str())
    }

    /// The place of a player, from 0.
    pub(super) fn place_of(&self, player: &str) -> Option<usize> {
        self.chairs().position(|seated| seated == Some(player))
    }

    /// The id of the player to move.
    pub(super) fn to_move(&self) -> Option<&str> {
        let seat = self.game.status().to_move().filter(|_| self.phase() == "playing");
        self.chairs().nth(seat.map(Seat::index)?)?
    }

    /// When the seat to move runs out of time, in unix milliseconds.
    pub(super) fn deadline(&self) -> Option<i64> {
        self.table["clocks"]["running"]["deadline"].as_i64()
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn remove(table: &mut Value, name: &str) {
    table.as_object_mut().unwrap().remove(name);
}

fn push(place: &mut Value, one: Value) {
    place.as_array_mut().unwrap().push(one);
}

fn play(game: &mut dyn AnyGame, ply: &Value) {
    replay(game, ply["text"].as_str().unwrap(), |_, _| ()).unwrap();
}

/// Puts somebody else, or nobody, on the chair of a player.
fn replace(chairs: &mut Value, player: &str, other: &Value) {
    let chairs = chairs.as_array_mut().unwrap().iter_mut();
    chairs
        .filter(|chair| chair["id"] == player)
        .for_each(|chair| *chair = other.clone());
}

/// Swaps stand only as long as both sit where they say.
fn keep_fitting(table: &mut Value) {
    let chairs = table["chairs"].clone();
    let sits = |swap: &Value, who: &str| {
        let chair = swap[format!("{who}_chair")].as_u64().unwrap() as usize;
        chairs[chair]["id"] == swap[who]
    };
    let swaps = table["swaps"].as_array_mut().unwrap();
    swaps.retain(|swap| sits(swap, "from") && sits(swap, "to"));
}

/// The chair that was kept for a player is kept no longer.
fn keep_for_others(kept: &mut Value, player: &Value) {
    if kept.is_null() {
        return;
    }
    replace(&mut kept["chairs"], player.as_str().unwrap(), &Value::Null);
    if list(&kept["chairs"]).iter().all(Value::is_null) {
        *kept = Value::Null;
    }
}
