//! Lines that are written at one node and read at another.

use futures_util::future::{join, join_all};
use serde_json::json;
use thicket_server::config::BusOption;
use thicket_server::ids::{CommandId, PlayerId};
use thicket_server::model::player::audience::Audience;
use thicket_server::store::{ChatRow, NewChat, Store};

use crate::chat::{said, say};
use crate::common::client::{Person, fresh_id, hello};
use crate::common::cluster::buses;
use crate::common::party::Party;
use thicket_server::time::UnixMs;

buses! {
    async fn lines_of_all_nodes_are_read_at_all_in_order_and_once(cluster: Cluster) {
        let cluster = cluster.with(3, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 4).await;
        for (place, person) in party.people.iter().enumerate() {
            party.sockets[place] = person.at(cluster.nodes[place % 3].address).join(&party.code).await;
        }
        // All write at once, so that nodes compete for every number.
        let write = party.sockets.iter_mut().enumerate().map(|(place, socket)| async move {
            for n in 0..4 {
                said(socket, &format!("{place}/{n}")).await;
            }
        });
        join_all(write).await;
        said(&mut party.sockets[0], "end").await;
        let read = party.people.iter().enumerate().map(|(place, person)| {
            let person = person.at(cluster.nodes[(place + 1) % 3].address);
            let code = &party.code;
            async move {
                let mut socket = person.connect(code).await.unwrap();
                socket.send(hello(None)).await;
                socket.until_line("end").await
            }
        });
        let afterwards = join_all(read).await;
        for lines in &afterwards {
            assert_eq!(lines, &afterwards[0]);
            assert_eq!(lines.len(), 17);
        }
        for (place, socket) in party.sockets.iter_mut().enumerate() {
            assert_eq!(socket.until_line("end").await, afterwards[0], "{place}");
        }
        cluster.stop().await;
    }

    async fn a_line_that_is_sent_to_two_nodes_reads_the_same_at_both(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 2).await;
        let [ann, ben] = [0, 1].map(|place| party.people[place].at(cluster.nodes[1].address));
        let (mut elsewhere, mut reader) = (ann.join(&party.code).await, ben.join(&party.code).await);
        for round in 0..4 {
            let id = fresh_id();
            let [here, there] = ["here", "there"].map(|node| say(&format!("{round} {node}")));
            let both = join(party.sockets[0].command_with(&id, here), elsewhere.command_with(&id, there));
            let (here, there) = both.await;
            assert_eq!((&here["t"], &here["seq"]), (&json!("done"), &json!(round + 1)));
            assert_eq!(here, there);
        }
        said(&mut party.sockets[1], "end").await;
        let store = &cluster.nodes[0].store;
        let table = store.table_by_code(&party.code.parse().unwrap()).await.unwrap().unwrap().id;
        let stored: Vec<String> = store.chat_after(table, 0).await.unwrap().into_iter().map(|row| row.text).collect();
        assert_eq!(stored.len(), 5);
        for socket in party.sockets.iter_mut().chain([&mut elsewhere, &mut reader]) {
            assert_eq!(socket.until_line("end").await, stored);
        }
        cluster.stop().await;
    }

    async fn lines_that_are_kept_until_the_end_are_kept_at_every_node(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let [ann, ben, eve, fay] = ["Ann", "Ben", "Eve", "Fay"].map(|name| Person::named(a, name));
        let (ann, ben, eve, fay) = (ann.await, ben.await, eve.await, fay.await);
        let form = [("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "false"),
            ("lines", "at_the_end"), ("name", "Ann")];
        let answer = ann.post("/tables").form(&form).send().await.unwrap();
        let code = answer.headers()["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
        let (mut hers, mut his) = (ann.join(&code).await, ben.at(b).join(&code).await);
        his.sit(&ben, 1).await;
        hers.until_event("started").await;
        let (mut here, mut there) = (eve.join(&code).await, fay.at(b).join(&code).await);
        said(&mut here, "one").await;
        said(&mut there, "two").await;
        said(&mut here, "three").await;
        assert_eq!(here.until_line("three").await, ["one", "three"]);
        // She goes on at the other node; that node has read all lines by then.
        let mut elsewhere = eve.at(b).connect(&code).await.unwrap();
        elsewhere.send(hello(None)).await;
        assert_eq!(elsewhere.until_line("three").await, ["one", "three"]);
        assert_eq!(there.until_line("two").await, ["two"]);
        his.must(json!({ "t": "resign" })).await;
        for socket in [&mut hers, &mut his, &mut here, &mut there, &mut elsewhere] {
            while socket.lines.len() < 3 {
                socket.receive().await.expect("the connection to last");
            }
            assert_eq!(socket.lines, ["one", "two", "three"]);
        }
        cluster.stop().await;
    }

    async fn a_line_that_no_node_was_told_of_is_found(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let mut party = Party::started(cluster.nodes[0].address, 2).await;
        let mut elsewhere = party.people[1].at(cluster.nodes[1].address).join(&party.code).await;
        said(&mut party.sockets[0], "first").await;
        assert_eq!(elsewhere.until_line("first").await, ["first"]);
        // As if its node had died between the commit and the message.
        let silent = Store::open_on(&cluster.base.url, Some(&BusOption::None)).await.unwrap();
        let table = silent.table_by_code(&party.code.parse().unwrap()).await.unwrap().unwrap().id;
        let row = ChatRow {
            n: 0,
            player: PlayerId::fresh(),
            name: "Ann".to_owned(),
            at: UnixMs(0),
            audience: Audience::Players,
            text: "second".to_owned(),
            about: None,
            silenced: false,
            member: false,
            owner: None,
        };
        let entry = NewChat { table, command: CommandId::fresh(), row };
        assert_eq!(silent.write_chat(&entry).await.unwrap().n(), 2);
        for socket in [&mut elsewhere, &mut party.sockets[0]] {
            assert_eq!(socket.until_line("second").await, ["first", "second"]);
        }
        cluster.stop().await;
    }
}
