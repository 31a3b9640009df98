//! Several nodes on one Postgres, and tests that run on each bus.

use super::base::Base;
use super::nats::Nats;
use super::server::Server;

/// Nodes that share a database and a bus.
pub(crate) struct Cluster {
    pub(crate) base: Base,
    pub(crate) nats: Option<Nats>,
    pub(crate) nodes: Vec<Server>,
}

impl Cluster {
    /// A database whose nodes hear of each other by the database itself.
    pub(crate) async fn postgres() -> Cluster {
        Cluster {
            base: Base::postgres().await,
            nats: None,
            nodes: Vec::new(),
        }
    }

    /// A database whose nodes hear of each other by NATS.
    pub(crate) async fn nats() -> Cluster {
        Cluster {
            nats: Some(Nats::start()),
            ..Cluster::postgres().await
        }
    }

    /// The options of its nodes.
    pub(crate) fn options(&self) -> Vec<String> {
        let bus = self.nats.as_ref().map_or("postgres".to_owned(), Nats::option);
        vec!["--bus".to_owned(), bus]
    }

    /// Adds so many nodes, started with some options.
    pub(crate) async fn with(mut self, nodes: usize, options: &[&str]) -> Cluster {
        for _ in 0..nodes {
            self.add(options).await;
        }
        self
    }

    /// Starts one more node.
    pub(crate) async fn add(&mut self, options: &[&str]) -> &Server {
        let base = Base::at(self.base.url.clone());
        self.add_on(&base, options).await
    }

    /// Adds a node that reaches the database at another address.
    pub(crate) async fn add_on(&mut self, base: &Base, options: &[&str]) -> &Server {
        let own = self.options();
        let all: Vec<&str> = own
            .iter()
            .map(String::as_str)
            .chain(options.iter().copied())
            .collect();
        self.nodes.push(Server::with(base, &all).await);
        &self.nodes[self.nodes.len() - 1]
    }

    pub(crate) async fn stop(self) {
        for node in self.nodes {
            node.stop().await;
        }
    }
}

/// Runs each test on each bus: `buses! { async fn name(cluster: Cluster) { … } }`.
macro_rules! buses {
    ($(async fn $name:ident($cluster:ident: Cluster) $body:block)*) => { $(
        mod $name {
            use super::*;

            async fn run($cluster: $crate::common::cluster::Cluster) $body

            #[tokio::test]
            async fn postgres() {
                run($crate::common::cluster::Cluster::postgres().await).await;
            }

            #[tokio::test]
            async fn nats_on_postgres() {
                run($crate::common::cluster::Cluster::nats().await).await;
            }
        }
    )* };
}
pub(crate) use buses;
