//! A proxy before several nodes, as small as it can be: each connection goes to the first node that takes it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

pub(crate) struct Balancer {
    pub(crate) address: SocketAddr,
    /// The nodes; the first is asked first, and then moves to the end.
    pub(crate) nodes: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Balancer {
    pub(crate) async fn start(nodes: Vec<SocketAddr>) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let nodes = Arc::new(Mutex::new(nodes));
        tokio::spawn(accept(listener, Arc::clone(&nodes)));
        Balancer { address, nodes }
    }

    /// Puts one node in the place of another.
    pub(crate) fn replace(&self, old: SocketAddr, new: SocketAddr) {
        let mut nodes = self.nodes.lock().unwrap();
        let place = nodes.iter().position(|&node| node == old).unwrap();
        nodes[place] = new;
    }
}

async fn accept(listener: TcpListener, nodes: Arc<Mutex<Vec<SocketAddr>>>) {
    while let Ok((client, _)) = listener.accept().await {
        let in_turn = {
            let mut nodes = nodes.lock().unwrap();
            nodes.rotate_left(1);
            nodes.clone()
        };
        tokio::spawn(forward(client, in_turn));
    }
}

async fn forward(mut client: TcpStream, nodes: Vec<SocketAddr>) {
    for node in nodes {
        if let Ok(mut node) = TcpStream::connect(node).await {
            client.set_nodelay(true).unwrap();
            node.set_nodelay(true).unwrap();
            // Either side may be gone at any time.
            let _ = copy_bidirectional(&mut client, &mut node).await;
            return;
        }
    }
}
