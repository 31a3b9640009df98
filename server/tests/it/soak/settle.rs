//! What has to be true of every table once the soak is over.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tokio::time::sleep;

use super::actions::{self, Chance};
use super::table::{Table, World};
use super::view::View;
use crate::common::client::{Person, TIMEOUT, hello};
use crate::common::party::Dice;

/// How a table was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Found {
    Over,
    Waits,
    Starts,
    GoesOn,
    RanOut,
}

/// Checks that both nodes tell the same of a table, that the events of its guests add up to that, and that it is not stuck.
pub(super) async fn settle(world: &World, table: &mut Table, dice: &mut Dice) -> Found {
    table.leave();
    let known = agree(world, &table.code, &mut table.view).await;
    match known["phase"].as_str().unwrap() {
        "over" => Found::Over,
        "waiting" => starts_if_complete(world, table).await,
        _ => goes_on(world, table, dice).await,
    }
}

/// The table as both nodes tell it, once they do; the view has come as far by events alone.
async fn agree(world: &World, code: &str, view: &mut View) -> Value {
    let since = Instant::now();
    let nobody = world.nodes.map(|node| world.nobody.at(node));
    loop {
        catch_up(&nobody[0], code, view).await;
        let [one, other] = [snapshot(&nobody[0], code).await, snapshot(&nobody[1], code).await];
        let seqs = [&one, &other].map(|snapshot| snapshot["seq"].as_u64().unwrap());
        if seqs == [view.seq; 2] {
            assert_eq!(one["table"], other["table"], "both nodes tell the same");
            let differ = differences(&view.table, &one["table"]);
            assert!(differ.is_empty(), "events add up to the snapshot: {differ:#?}");
            return one["table"].clone();
        }
        assert!(since.elapsed() < TIMEOUT, "the nodes do not agree: {seqs:?}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// What two tables say differently.
fn differences(view: &Value, snapshot: &Value) -> Vec<(String, Value, Value)> {
    let [view, snapshot] = [view, snapshot].map(|table| table.as_object().unwrap());
    let names: BTreeSet<&String> = view.keys().chain(snapshot.keys()).collect();
    let said = |table: &Map<String, Value>, name: &String| table.get(name).cloned().unwrap_or_default();
    let both = |name: &String| (name.clone(), said(view, name), said(snapshot, name));
    let differs = |(_, one, other): &(String, Value, Value)| one != other;
    names.into_iter().map(both).filter(differs).collect()
}

/// Takes in the events that the view lacks.
async fn catch_up(person: &Person, code: &str, view: &mut View) {
    let mut socket = person.connect(code).await.unwrap();
    socket.seq = view.seq;
    socket.send(hello(view.is_whole().then_some(view.seq))).await;
    let mut news = Vec::new();
    loop {
        let message = socket.receive().await.expect("the connection to last");
        match message["t"].as_str() {
            Some("live") => break,
            Some("snapshot") => news.push(message),
            _ => (),
        }
    }
    news.append(&mut socket.events);
    view.take(news);
}

async fn snapshot(person: &Person, code: &str) -> Value {
    let mut socket = person.connect(code).await.unwrap();
    socket.send(hello(None)).await;
    socket.until(|message| message["t"] == "snapshot").await
}

/// A table whose chairs are taken starts when everybody is there and nobody stops it.
async fn starts_if_complete(world: &World, table: &Table) -> Found {
    if table.view.chairs().any(|player| player.is_none()) {
        return Found::Waits;
    }
    let mut sockets = Vec::new();
    for (person, node) in seated(table).into_iter().zip(world.nodes.iter().cycle()) {
        sockets.push(
            person
                .at(*node)
                .join_having(&table.code, Some(table.view.seq))
                .await,
        );
    }
    if !table.view.table["held_by"].is_null() {
        sockets[0]
            .command(json!({ "t": "hold_start", "held": false }))
            .await;
    }
    for socket in &mut sockets {
        let has_started = |event: &Value| event["event"]["e"] == "started";
        if !socket.events.iter().any(has_started) {
            socket.until_event("started").await;
        }
    }
    Found::Starts
}

fn seated(table: &Table) -> Vec<&Person> {
    let people = table.guests.iter().map(|guest| &guest.person);
    let person = |id| people.clone().find(|person| person.id == id);
    table.view.chairs().flatten().filter_map(person).collect()
}

/// The seat to move plays a turn, or its clock runs out.
async fn goes_on(world: &World, table: &mut Table, dice: &mut Dice) -> Found {
    let node = world.nodes[dice.below(2)];
    let message = turn(table, dice);
    let timed = table.view.deadline();
    if timed.is_some_and(|at| at < soon()) && dice.below(2) == 0 {
        return runs_out(&world.nobody.at(node), table).await;
    }
    let (person, message) = message.expect("somebody to move");
    let mut socket = person
        .at(node)
        .join_having(&table.code, Some(table.view.seq))
        .await;
    let answer = socket.command(message.clone()).await;
    match answer["code"].as_str() {
        None => Found::GoesOn,
        // Meanwhile the clock has run out.
        Some("wrong_turn" | "over" | "dropped") if timed.is_some_and(|at| at < now()) => Found::RanOut,
        Some(_) => panic!("table {} is stuck: {message} was answered {answer}", table.code),
    }
}

/// A time that a test waits for, in unix milliseconds.
fn soon() -> i64 {
    now() + 10_000
}

fn now() -> i64 {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// Who is to move, and a turn.
fn turn(table: &Table, dice: &mut Dice) -> Option<(Person, Value)> {
    let view = &table.view;
    let to_move = view.to_move()?;
    let people = table.guests.iter().map(|guest| &guest.person);
    let person = people.clone().find(|person| person.id == to_move)?;
    let message = actions::play(&mut Chance { view, person, dice })?;
    Some((person.clone(), message))
}

/// Nobody does anything, until the clock runs out.
async fn runs_out(nobody: &Person, table: &mut Table) -> Found {
    let deadline = table.view.deadline().unwrap();
    sleep(Duration::from_millis((deadline - now()).max(0).unsigned_abs())).await;
    let since = Instant::now();
    let before = table.view.seq;
    while table.view.seq == before {
        assert!(
            since.elapsed() < TIMEOUT,
            "table {}: nobody looks at its clock",
            table.code
        );
        catch_up(nobody, &table.code, &mut table.view).await;
        sleep(Duration::from_millis(200)).await;
    }
    Found::RanOut
}
