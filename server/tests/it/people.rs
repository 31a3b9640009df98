//! Following, challenging and inviting again: what the others see, how they decline, and what blocking ends.

use futures_util::future::join_all;
use reqwest::Response;
use serde_json::Value;
use thicket_server::ids::{PlayerId, SessionToken};
use thicket_server::store::Choice;
use thicket_server::time::now_ms;
use tokio::time::{Duration, Instant, sleep};

use super::accounts::{PASSWORD, send, sign_up};
use super::common::base::both;
use super::common::client::{Person, TIMEOUT};
use super::common::cluster::buses;
use super::common::lists::Lists;
use super::common::party::Party;
use super::common::server::Server;

/// The code of the table that a response leads to.
fn table_of(answer: &Response) -> String {
    assert_eq!(answer.status(), 303, "{answer:?}");
    let place = answer.headers()["location"].to_str().unwrap();
    place.strip_prefix("/g/").unwrap().to_owned()
}

async fn challenge(person: &Person, name: &str) -> Response {
    send(person, "/challenge", &[("name", name), ("kind", "bushwhacked")]).await
}

async fn choose(person: &Person, name: &str, choice: &str) {
    let answer = send(person, "/players", &[("name", name), ("choice", choice)]).await;
    assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
}

/// Waits until a page has these words, or has not.
async fn until_page(person: &Person, path: &str, words: &str, has: bool) -> String {
    let since = Instant::now();
    loop {
        let page = person.read(path).await;
        if page.contains(words) == has {
            return page;
        }
        assert!(since.elapsed() < TIMEOUT, "{words:?} {has}: {page}");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn members(server: &Server, names: [&str; 2]) -> [Person; 2] {
    let nobody = Person::nobody(server.address);
    [sign_up(&nobody, names[0]).await, sign_up(&nobody, names[1]).await]
}

both! {
    async fn who_is_challenged_sees_it_at_once_and_sits_down_or_declines(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        let mut bens = Lists::open(&ben, "/my/socket").await;
        bens.until_invited(&[]).await;
        let first = table_of(&challenge(&ann, "Ben").await);
        bens.until_invited(&[&first]).await;
        let home = ben.read("/").await;
        assert!(home.contains("You are invited") && home.contains("invited by <bdi>Ann</bdi>"), "{home}");
        assert!(!ann.read("/").await.contains("You are invited"));
        let answer = send(&ben, "/decline", &[("code", &first)]).await;
        assert_eq!(answer.headers()["location"], "/my");
        bens.until_invited(&[]).await;
        // Another one, where he sits down; then it is one of his tables.
        let second = table_of(&challenge(&ann, "Ben").await);
        bens.until_invited(&[&second]).await;
        let mut a = ann.join(&second).await;
        let mut b = ben.join(&second).await;
        b.sit(&ben, 1).await;
        a.until_event("started").await;
        bens.until_invited(&[]).await;
        let page = ben.read("/my").await;
        assert!(page.contains(&second) && !page.contains("You are invited"), "{page}");
        server.stop().await;
    }

    async fn who_blocks_somebody_gets_no_invitations_from_them(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        choose(&ann, "Ben", "follow").await;
        let code = table_of(&challenge(&ann, "Ben").await);
        let page = until_page(&ben, "/my", "You are invited", true).await;
        assert!(page.contains("Block <bdi>Ann</bdi>"), "{page}");
        send(&ben, "/decline", &[("code", &code), ("block", "true")]).await;
        assert!(!ben.read("/my").await.contains("You are invited"));
        let refused = challenge(&ann, "Ben").await;
        assert_eq!(refused.status(), 403);
        assert!(refused.text().await.unwrap().contains("Ben does not accept invitations from you."));
        let page = ben.read("/players").await;
        assert!(page.contains("Blocked") && page.contains(">Ann</"), "{page}");
        assert!(ben.read("/@Ann").await.contains("Unblock"));
        // Nor does she follow him, and see when he is here.
        choose(&ann, "Ben", "follow").await;
        assert!(!ann.read("/players").await.contains("You follow"));
        choose(&ben, "Ann", "unblock").await;
        table_of(&challenge(&ann, "Ben").await);
        until_page(&ben, "/my", "You are invited", true).await;
        server.stop().await;
    }

    async fn one_player_has_only_so_many_open_invitations_from_another(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        for _ in 0..5 {
            table_of(&challenge(&ann, "Ben").await);
        }
        let refused = challenge(&ann, "Ben").await;
        assert_eq!(refused.status(), 429);
        assert!(refused.text().await.unwrap().contains("invited them several times lately"));
        let page = until_page(&ben, "/my", "You are invited", true).await;
        assert_eq!(page.matches("invited by <bdi>Ann</bdi>").count(), 5, "{page}");
        server.stop().await;
    }

    async fn whom_one_follows_is_listed_for_oneself_alone(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        assert!(ann.read("/@Ben").await.contains(">Follow</button>"));
        choose(&ann, "Ben", "follow").await;
        let profile = ann.read("/@Ben").await;
        assert!(profile.contains(">Unfollow</button>") && !profile.contains(">Follow</button>"), "{profile}");
        let page = ann.read("/players").await;
        assert!(page.contains("You follow") && page.contains(">Ben</") && !page.contains("online"), "{page}");
        let _open = Lists::open(&ben, "/my/socket").await;
        until_page(&ann, "/players", "online", true).await;
        for other in [&ben, &Person::nobody(server.address)] {
            assert!(!other.read("/players").await.contains("You follow"));
        }
        // A guest follows, too, and keeps it with an account.
        let gus = Person::named(server.address, "Gus").await;
        choose(&gus, "Ben", "follow").await;
        let gus = sign_up(&gus, "Gus").await;
        assert!(gus.read("/players").await.contains("You follow"));
        // Nobody follows themselves, somebody without an account, or without a name.
        for (person, name, status) in [(&ann, "Ann", 422), (&ann, "Nobody", 404), (&Person::nobody(server.address), "Ben", 409)] {
            let refused = send(person, "/players", &[("name", name), ("choice", "follow")]).await;
            assert_eq!(refused.status(), status, "{name}");
        }
        choose(&ann, "Ben", "unfollow").await;
        assert!(!ann.read("/players").await.contains("You follow"));
        server.stop().await;
    }

    async fn whoever_follows_500_players_follows_another_one_only_in_their_place(base: Base) {
        let server = Server::start(&base).await;
        let [ann, _ben] = members(&server, ["Ann", "Ben"]).await;
        let (store, now) = (&server.store, now_ms());
        let id = store.account_named("Ann").await.unwrap().unwrap().player.id;
        let followed = join_all((0..500).map(async |_| {
            let other = PlayerId::fresh();
            store.create_guest(other, "Gus", SessionToken::fresh().hash(), now, now + 60_000).await.unwrap();
            store.choose(id, other, Choice::Follow, 500, now).await.unwrap().then_some(other)
        }));
        let followed: Vec<PlayerId> = followed.await.into_iter().flatten().collect();
        assert_eq!(followed.len(), 500);
        let refused = send(&ann, "/players", &[("name", "Ben"), ("choice", "follow")]).await;
        assert_eq!(refused.status(), 429);
        let page = refused.text().await.unwrap();
        assert!(page.contains("You follow or block 500 players already"), "{page}");
        assert!(ann.read("/@Ben").await.contains(">Follow</button>"));
        store.choose(id, followed[0], Choice::Unfollow, 500, now).await.unwrap();
        choose(&ann, "Ben", "follow").await;
        assert!(ann.read("/@Ben").await.contains(">Unfollow</button>"));
        server.stop().await;
    }

    async fn those_who_played_are_invited_again_with_the_same_terms(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        party.play("e5").await;
        party.resign(1).await;
        party.resign(2).await;
        let [ann, ben, cem] = [&party.people[0], &party.people[1], &party.people[2]];
        for path in ["/", "/my"] {
            let page = ann.read(path).await;
            assert!(page.contains("Play again with") && page.contains("Invite again"), "{path}: {page}");
        }
        let answer = send(ann, "/invite", &[("code", &party.code)]).await;
        let next = table_of(&answer);
        assert_ne!(next, party.code);
        for invited in [ben, cem] {
            let page = until_page(invited, "/", "You are invited", true).await;
            assert!(page.contains(&next) && page.contains("1 of 3 players"), "{page}");
        }
        let stranger = Person::named(server.address, "Eve").await;
        let refused = send(&stranger, "/invite", &[("code", &party.code)]).await;
        assert_eq!(refused.status(), 403);
        assert!(!stranger.read("/").await.contains("Play again with"));
        let running = send(ann, "/invite", &[("code", &next)]).await;
        assert_eq!(running.status(), 409, "the game is not over");
        server.stop().await;
    }

    async fn what_one_chose_is_in_ones_data_and_goes_with_the_account(base: Base) {
        let server = Server::start(&base).await;
        let [ann, ben] = members(&server, ["Ann", "Ben"]).await;
        choose(&ann, "Ben", "follow").await;
        choose(&ben, "Ann", "follow").await;
        let code = table_of(&challenge(&ann, "Ben").await);
        let cem = sign_up(&Person::nobody(server.address), "Cem").await;
        choose(&ann, "Cem", "block").await;
        let data: Value = ann.get("/session/data").send().await.unwrap().json().await.unwrap();
        assert_eq!((&data["follows"][0], &data["blocks"][0]), (&"Ben".into(), &"Cem".into()), "{data}");
        let invitation = &data["invitations"][0];
        assert_eq!((&invitation["table"], &invitation["from"], &invitation["to"]), (&code.into(), &"Ann".into(), &"Ben".into()));
        send(&ann, "/session/delete", &[("password", PASSWORD)]).await;
        assert!(!ben.read("/players").await.contains("You follow"));
        assert!(!ben.read("/my").await.contains("You are invited"));
        let mut rival = base.rival().await;
        for table in ["follows", "blocks", "invitations"] {
            let sql: &'static str = format!("SELECT COUNT(*) FROM {table}").leak();
            assert_eq!(rival.count(sql).await, 0, "{table}");
        }
        drop(cem);
        server.stop().await;
    }
}

buses! {
    async fn an_invitation_is_seen_at_another_node(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let (ann, ben) = (sign_up(&Person::nobody(a), "Ann").await, sign_up(&Person::nobody(a), "Ben").await);
        let mut bens = Lists::open(&ben.at(b), "/my/socket").await;
        bens.until_invited(&[]).await;
        let code = table_of(&challenge(&ann, "Ben").await);
        bens.until_invited(&[&code]).await;
        send(&ben, "/decline", &[("code", &code)]).await;
        bens.until_invited(&[]).await;
        cluster.stop().await;
    }

    async fn whoever_is_at_a_table_of_another_node_is_online(cluster: Cluster) {
        let cluster = cluster.with(2, &[]).await;
        let [a, b] = [0, 1].map(|place| cluster.nodes[place].address);
        let (ann, ben) = (sign_up(&Person::nobody(a), "Ann").await, sign_up(&Person::nobody(a), "Ben").await);
        choose(&ann, "Ben", "follow").await;
        let party = Party::of(vec![ben.at(b), Person::named(b, "Cem").await], true).await;
        until_page(&ann, "/players", ">online<", true).await;
        drop(party);
        until_page(&ann, "/players", ">online<", false).await;
        cluster.stop().await;
    }
}
