//! A node that alone loses its database, while the others work.

use std::time::Instant;

use tokio::time::{Duration, sleep, timeout};
use tokio_tungstenite::tungstenite;

use crate::clocks::party_at;
use crate::common::client::{Person, TIMEOUT};
use crate::common::cluster::buses;
use crate::common::insistent::Insistent;
use crate::common::lists::Lists;
use crate::common::log::events_of;
use crate::common::party::Dice;
use crate::common::proxy::{Line, Proxy};

/// Waits until a node says that it is ready, or that it is not.
async fn until_ready(person: &Person, status: u16) {
    let since = Instant::now();
    while person.get("/readyz").send().await.unwrap().status() != status {
        assert!(since.elapsed() < TIMEOUT, "ready: {}", status != 200);
        sleep(Duration::from_millis(50)).await;
    }
}

buses! {
    async fn its_players_go_on_elsewhere_and_it_comes_back_by_itself(cluster: Cluster) {
        // Connections that break, and such as fall silent.
        let line = if cluster.nats.is_some() { Line::Down } else { Line::Silent };
        let proxy = Proxy::start(&cluster.base);
        let mut cluster = cluster.with(1, &[]).await;
        let b = cluster.nodes[0].address;
        let a = cluster.add_on(&proxy.base(), &[]).await.address;
        let mut party = party_at(a, "15+0", 2).await.begun().await;
        let code = party.code.clone();
        let mut watcher = Person::nobody(b).join(&code).await;
        while party.sockets[0].live["watchers"] != 1 {
            party.sockets[0].receive().await.expect("the connection to last");
        }
        let mut lobby = Lists::open(&party.people[0], "/lobby/socket").await;

        proxy.set(line);
        for socket in &mut party.sockets {
            let closed = timeout(TIMEOUT, socket.until_closed()).await;
            assert_eq!(closed.expect("the end in time"), Some(1012));
        }
        while lobby.receive().await {}
        assert_eq!(lobby.closed, Some(1012));
        let ann = party.people[0].clone();
        match ann.connect(&code).await {
            Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 503),
            other => panic!("{:?}", other.map(|_| "a socket")),
        }
        until_ready(&ann, 503).await;

        // Pages try the one node and the other. Nobody's clock runs out meanwhile.
        let mut players: Vec<Insistent> =
            party.people.iter().map(|person| Insistent::new(person, &code, &[a, b])).collect();
        let mut dice = Dice(7);
        let mut seq = 0;
        for _ in 0..6 {
            let (to_move, number) = (party.to_move(), party.game.ply_count());
            let turn = dice.turn(party.game.as_ref());
            seq = players[to_move].play(number, &turn).await;
            assert!(players[to_move].refused.is_empty(), "{:?}", players[to_move].refused);
            turn.split(',').for_each(|step| drop(party.game.play(step).unwrap()));
        }
        while watcher.seq < seq {
            watcher.receive().await.expect("the connection to last");
        }

        proxy.set(Line::Up);
        until_ready(&ann, 200).await;
        party.sockets = vec![party.people[0].join(&code).await, party.people[1].join(&code).await];
        assert!(party.sockets.iter().all(|socket| socket.seq == seq));
        let turn = dice.turn(party.game.as_ref());
        party.play(&turn).await;
        assert_eq!(events_of(&cluster.nodes[0].store, &code).await.len() as u64, seq + 1);
        cluster.stop().await;
    }
}
