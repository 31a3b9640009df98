//! What one address may ask for, and the answers to what is too much.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::common::base::Base;
use super::common::client::{Person, TIMEOUT};
use super::common::process::Process;
use super::common::server::Server;

async fn names(person: &Person, address: &str, times: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..times {
        let request = person
            .post("/guest")
            .header("x-forwarded-for", address)
            .json(&json!({ "name": "Ann" }));
        statuses.push(request.send().await.unwrap().status().as_u16());
    }
    statuses
}

#[tokio::test]
async fn guests_and_tables_are_limited_by_address() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let nobody = Person::nobody(server.address);
    let statuses = names(&nobody, "203.0.113.7", 70).await;
    assert!(statuses[..60].iter().all(|&status| status == 200), "{statuses:?}");
    assert!(statuses[60..].contains(&429), "{statuses:?}");
    // Another address is another matter; one /64 is one address.
    assert_eq!(names(&nobody, "203.0.113.8", 1).await, [200]);
    names(&nobody, "2001:db8:0:1::1", 65).await;
    assert_eq!(names(&nobody, "2001:db8:0:1:ffff::2", 1).await, [429]);
    assert_eq!(names(&nobody, "2001:db8:0:2::1", 1).await, [200]);

    let form = [
        ("kind", "bushwhacked"),
        ("seats", "2"),
        ("starter", "seated"),
        ("public", "false"),
        ("name", "Ann"),
    ];
    let ann = Person::named(server.address, "Ann").await;
    let mut last = None;
    for _ in 0..32 {
        let request = ann
            .post("/tables")
            .header("x-forwarded-for", "203.0.113.9")
            .form(&form);
        last = Some(request.send().await.unwrap());
    }
    let last = last.unwrap();
    assert_eq!(last.status(), 422);
    assert!(last.text().await.unwrap().contains("Please wait a minute."));
    server.stop().await;
}

#[tokio::test]
async fn this_machine_is_not_limited_but_a_proxy_on_it_is() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    for _ in 0..70 {
        let answer = nobody.post("/guest").json(&json!({ "name": "Ann" }));
        assert_eq!(answer.send().await.unwrap().status(), 200);
    }
    // No proxy is trusted: whatever the header says, these are all one address, and none of this machine.
    for address in ["203.0.113.7", "127.0.0.1"] {
        let statuses = names(&nobody, address, 70).await;
        assert!(statuses.contains(&429), "{address}: {statuses:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_trusted_proxy_cannot_be_made_to_switch_limits_off() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let nobody = Person::nobody(server.address);
    let statuses = names(&nobody, "127.0.0.1", 70).await;
    assert!(statuses.contains(&429), "{statuses:?}");
    server.stop().await;
}

/// The addresses that forms and scripts post to, as the router lists them.
fn posted_to() -> Vec<String> {
    let router = include_str!("../../src/http/router.rs");
    let routes = router.split(".route(").skip(1).filter(|route| {
        let route = route.split("\n        .").next().unwrap();
        route.contains("post(") || route.contains("exploring()")
    });
    let path = |route: &str| route.split('"').nth(1).unwrap().to_owned();
    let fill_in = |path: String| path.replace("{code}", "0123456789ab").replace("{kind}", "bushi");
    routes.map(path).map(fill_in).collect()
}

#[tokio::test]
async fn each_kind_of_post_is_limited_however_soon_it_is_refused() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let [busy, other] = ["203.0.113.7", "203.0.113.8"].map(|ip| Person::nobody(server.address).behind(ip));
    let all = posted_to();
    assert!(all.len() > 20, "{all:?}");
    let status = async |person: &Person, path: &str| {
        let answer = person.post(path).body("nonsense").send().await.unwrap();
        answer.status().as_u16()
    };
    // Many at once: one becomes free again every 40 ms, however slow the machine is.
    let batch = async |path: &str| join_all((0..16).map(|_| status(&busy, path))).await;
    let is_limited = async |path: &str| {
        let mut tries = 0..20;
        while tries.next().is_some() {
            if batch(path).await.contains(&429) {
                return true;
            }
        }
        false
    };
    let mut sent = 0;
    while !batch("/session/password").await.contains(&429) {
        sent += 16;
        assert!(sent < 20_000, "there is no end of refused forms");
    }
    for path in &all {
        assert!(is_limited(path).await, "{path}");
        assert_ne!(status(&other, path).await, 429, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn deletions_are_limited_by_address() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let mut statuses = Vec::new();
    for _ in 0..13 {
        let guest = Person::named(server.address, "Ann").await.behind("203.0.113.7");
        let request = guest.post("/session/delete").form(&[("password", "")]);
        statuses.push(request.send().await.unwrap().status().as_u16());
    }
    assert!(statuses[..10].iter().all(|&status| status == 303), "{statuses:?}");
    assert!(statuses[10..].contains(&429), "{statuses:?}");
    server.stop().await;
}

#[tokio::test]
async fn pages_are_limited_by_address() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let nobody = Person::nobody(server.address);
    let get = async |address: &str| {
        let request = nobody.get("/rules").header("x-forwarded-for", address);
        request.send().await.unwrap()
    };
    let refused = loop {
        let answer = get("203.0.113.7").await;
        if answer.status() != 200 {
            break answer;
        }
    };
    assert_eq!(refused.status(), 429);
    let page = refused.text().await.unwrap();
    assert!(
        page.contains("Please wait a moment.") && page.contains("</html>"),
        "{page}"
    );
    assert_eq!(get("203.0.113.8").await.status(), 200);
    server.stop().await;
}

#[tokio::test]
async fn sockets_of_one_address_at_a_table_are_limited() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let nobody = Person::nobody(server.address).behind("203.0.113.7");
    let mut sockets = Vec::new();
    for _ in 0..24 {
        sockets.push(nobody.join(&code).await);
    }
    let mut over = nobody.connect(&code).await.unwrap();
    let refused = over.receive().await.unwrap();
    assert_eq!(
        (&refused["t"], &refused["code"]),
        (&json!("refused"), &json!("too_fast"))
    );
    assert!(refused["sentence"].as_str().unwrap().ends_with('.'));
    assert_eq!(over.until_closed().await, Some(1008));
    // Others still come in, and so does this address when one of its sockets has gone.
    Person::nobody(server.address)
        .behind("203.0.113.8")
        .join(&code)
        .await;
    sockets.pop();
    let again = async { while nobody.try_join(&code, None).await.is_none() {} };
    tokio::time::timeout(super::common::client::TIMEOUT, again)
        .await
        .unwrap();
    server.stop().await;
}

#[tokio::test]
async fn there_are_only_so_many_watchers_but_players_always_come_in() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--silence", "10m"]).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let nobody = Person::nobody(server.address);
    let mut sockets = Vec::new();
    // 250 who watch, and 50 more as long as somebody may sit down.
    let refused = loop {
        assert!(sockets.len() <= 300, "there is no end of watchers");
        let mut socket = nobody.connect(&code).await.unwrap();
        match socket.receive().await.unwrap() {
            pong if pong["t"] == "pong" => sockets.push(socket),
            other => break other,
        }
    };
    assert_eq!((sockets.len(), &refused["t"]), (300, &json!("refused")));
    let mut socket = ann.join(&code).await;
    let live: Value = socket.live.clone();
    assert_eq!(live["watchers"], 300);
    socket.must(json!({ "t": "stand" })).await;
    server.stop().await;
}

#[tokio::test]
async fn what_may_be_a_proxy_is_warned_of_when_limits_refuse_it() {
    let base = Base::sqlite();
    let options = ["--trusted-proxies", "127.0.0.1"];
    let process = Process::with_options(&base, "info", &options).await;
    for (address, warned) in [("203.0.113.9", 0), ("172.18.0.1", 1), ("10.0.0.7", 1)] {
        let statuses = names(&Person::nobody(process.address), address, 70).await;
        assert!(statuses.contains(&429), "{address}: {statuses:?}");
        // Another process's log arrives a little later than its answer; that there is no second line is seen by the next one.
        let since = Instant::now();
        let said = || {
            process
                .log()
                .matches("many requests come from one address")
                .count()
        };
        while said() < warned {
            assert!(since.elapsed() < TIMEOUT, "{}", process.log());
            sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(said(), warned, "{}", process.log());
    }
    assert!(
        process.log().contains("\"address\":\"172.18.0.1\""),
        "{}",
        process.log()
    );
}
