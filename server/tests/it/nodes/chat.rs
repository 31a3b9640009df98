//! Lines that are written at one node and read at another.

use futures_util::future::join_all;
use thicket_server::config::BusOption;
use thicket_server::ids::{CommandId, PlayerId};
use thicket_server::model::audience::Audience;
use thicket_server::store::{ChatRow, NewChat, Store};

use crate::chat::said;
use crate::common::client::hello;
use crate::common::cluster::buses;
use crate::common::party::Party;

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
            at: 0,
            audience: Audience::Players,
            text: "second".to_owned(),
            about: None,
            silenced: false,
            member: false,
        };
        let entry = NewChat { table, command: CommandId::fresh(), row };
        assert_eq!(silent.write_chat(&entry).await.unwrap(), 2);
        for socket in [&mut elsewhere, &mut party.sockets[0]] {
            assert_eq!(socket.until_line("second").await, ["first", "second"]);
        }
        cluster.stop().await;
    }
}
