//! Players and watchers of one table at different nodes.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::common::client::{Person, Socket, fresh_id};
use crate::common::cluster::{Cluster, buses};
use crate::common::log::events_of;
use crate::common::party::{Dice, Party};

/// The players of a party, each at another node.
async fn spread(party: &mut Party, cluster: &Cluster) {
    for (place, person) in party.people.iter_mut().enumerate() {
        *person = person.at(cluster.nodes[place % cluster.nodes.len()].address);
        party.sockets[place] = person.join_having(&party.code, Some(0)).await;
    }
}

/// Somebody who watches the table from its first event, at each node.
async fn watchers(party: &Party, cluster: &Cluster) -> Vec<Socket> {
    let watch = |address| async move { Person::nobody(address).join_having(&party.code, Some(0)).await };
    join_all(cluster.nodes.iter().map(|node| watch(node.address))).await
}

/// All that a socket has seen once the table has come to this event. Sockets check that events come in order, each once.
async fn seen(socket: &mut Socket, seq: u64) -> &[Value] {
    while socket.seq < seq {
        socket.receive().await.expect("the connection to last");
    }
    &socket.events
}

/// The number of the last event in the log.
async fn log_end(cluster: &Cluster, code: &str) -> u64 {
    events_of(&cluster.nodes[0].store, code).await.len() as u64
}

buses! {
    async fn everybody_sees_every_event_in_order_and_once(cluster: Cluster) {
        let cluster = cluster.with(3, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 3).await;
        spread(&mut party, &cluster).await;
        let mut watchers = watchers(&party, &cluster).await;
        // Each turn is played at once, before the player's own node can have heard of the turn before.
        party.play_out(&mut Dice(5)).await;
        let end = log_end(&cluster, &party.code).await;
        let all = seen(&mut watchers[0], end).await.to_vec();
        assert_eq!(all.len() as u64, end);
        for socket in party.sockets.iter_mut().chain(&mut watchers) {
            assert_eq!(seen(socket, end).await, all);
        }
        cluster.stop().await;
    }

    async fn a_table_fills_and_starts_with_its_players_at_different_nodes(cluster: Cluster) {
        let cluster = cluster.with(3, &[]).await;
        let address = |place: usize| cluster.nodes[place].address;
        let ann = Person::named(address(0), "Ann").await;
        let code = ann.create(3, "seated", true).await;
        let mut sockets = vec![ann.join(&code).await];
        for (place, name) in [(1, "Ben"), (2, "Cem")] {
            let friend = Person::named(address(place), name).await;
            let mut socket = friend.join(&code).await;
            socket.sit(&friend, place as u8).await;
            sockets.push(socket);
        }
        for socket in &mut sockets {
            socket.until_event("started").await;
        }
        let end = log_end(&cluster, &code).await;
        assert_eq!(end, 4, "created, two sat, and one start");
        cluster.stop().await;
    }

    async fn whoever_comes_from_another_node_never_falls_back(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 2).await;
        // The room is open at the other node, which hears of every turn in its own time.
        let mut watcher = Person::nobody(cluster.nodes[1].address).join(&party.code).await;
        let mut dice = Dice(1);
        for _ in 0..40 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
            let seq = log_end(&cluster, &party.code).await;
            let mut back = party.people[0].at(cluster.nodes[1].address).connect(&party.code).await.unwrap();
            back.seq = seq;
            back.send(crate::common::client::hello(Some(seq))).await;
            let first = back.until(|message| ["snapshot", "event", "live"].contains(&message["t"].as_str().unwrap())).await;
            assert_eq!(first["t"], "live", "nothing is missing: {first}");
            if party.game.status().to_move().is_none() {
                break;
            }
        }
        let end = log_end(&cluster, &party.code).await;
        seen(&mut watcher, end).await;
        cluster.stop().await;
    }

    async fn ten_thousand_racing_commands_lose_nothing_and_stop_nobody(cluster: Cluster) {
        const SOCKETS: usize = 4;
        const COMMANDS: usize = 10_000;
        let cluster = cluster.with(3, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 4).await;
        let mut watchers = watchers(&party, &cluster).await;
        let mut tabs: Vec<Vec<Socket>> = Vec::new();
        for person in &party.people {
            let here = cluster.nodes.iter().flat_map(|node| [node.address; SOCKETS]);
            let code = &party.code;
            tabs.push(join_all(here.map(|address| async move { person.at(address).join(code).await })).await);
        }
        let (mut dice, mut sent) = (Dice(11), 0);
        while sent < COMMANDS && party.game.status().to_move().is_some() {
            let (to_move, number) = (party.to_move(), party.game.ply_count());
            let turns: Vec<String> = tabs[to_move].iter().map(|_| dice.turn(party.game.as_ref())).collect();
            let each = (COMMANDS - sent).div_ceil(tabs[to_move].len()).min(12);
            let race = tabs[to_move].iter_mut().zip(&turns).map(|(tab, turn)| rush(tab, number, turn, each));
            let answers: Vec<Value> = join_all(race).await.into_iter().flatten().collect();
            sent += answers.len();
            let won: Vec<usize> = (0..answers.len()).filter(|&place| answers[place]["t"] == "done").collect();
            let others = answers.iter().filter(|answer| answer["t"] != "done");
            for refused in others {
                assert!(["wrong_turn", "over"].contains(&refused["code"].as_str().unwrap()), "{refused}");
            }
            assert_eq!(won.len(), 1, "one of all turns with this number is played");
            for step in turns[won[0] / each].split(',') {
                party.game.play(step).unwrap();
            }
        }
        let end = log_end(&cluster, &party.code).await;
        assert!(sent >= COMMANDS, "the game is long enough");
        let texts = party.game.plies();
        for watcher in &mut watchers {
            let events = seen(watcher, end).await.iter();
            let played: Vec<&str> = events.filter_map(|event| event["event"]["ply"]["text"].as_str()).collect();
            assert_eq!(played, texts);
        }
        cluster.stop().await;
    }
}

/// Sends one turn many times at once, each time as another command; the answers.
async fn rush(tab: &mut Socket, number: usize, turn: &str, times: usize) -> Vec<Value> {
    let steps: Vec<&str> = turn.split(',').collect();
    let mut ids: Vec<String> = (0..times).map(|_| fresh_id()).collect();
    for id in &ids {
        tab.send(json!({ "t": "play", "id": id, "turn": number, "steps": steps }))
            .await;
    }
    let mut answers = Vec::new();
    while !ids.is_empty() {
        let answer = tab
            .until(|message| ids.iter().any(|id| message["id"] == *id))
            .await;
        ids.retain(|id| answer["id"] != *id);
        answers.push(answer);
    }
    answers
}
