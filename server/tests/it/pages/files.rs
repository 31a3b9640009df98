//! Downloads and assets.

use qrcode::{Color, QrCode};
use thicket_rules::{Record, replay};

use super::*;
use crate::common::base::both;
use crate::common::party::Dice;

both! {
    async fn a_record_reads_back_as_the_game_that_was_played(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 3).await;
        let path = format!("/g/{}", party.code);
        for file in ["record.txt", "record.json"] {
            let answer = party.people[0].get(&format!("{path}/{file}")).send().await.unwrap();
            assert_eq!(answer.status(), 404, "there is no record before the end");
        }
        let mut dice = Dice(11);
        for _ in 0..20 {
            let turn = dice.turn(party.game.as_ref());
            party.play(&turn).await;
        }
        party.resign(2).await;
        party.play_out(&mut dice).await;

        let reader = Person::nobody(server.address);
        let answer = reader.get(&format!("{path}/record.txt")).send().await.unwrap();
        assert_eq!(header(&answer, "content-type"), "text/plain; charset=utf-8");
        let name = format!("attachment; filename=\"bushwhacked-{}.txt\"", party.code);
        assert_eq!(header(&answer, "content-disposition"), name);
        let written = answer.text().await.unwrap();
        let record: Record = written.parse().unwrap();
        assert_eq!(record.to_string(), written);
        assert_eq!(record.turns, party.game.plies());
        let mut game = record.head.start_recorded().unwrap();
        replay(game.as_mut(), &record.turns.join(" "), |_, _| ()).unwrap();
        assert_eq!(game.position_text(), party.game.position_text());
        let outcome = game.status().outcome().unwrap();
        let ranks: Vec<String> = outcome.ranks.as_slice().iter().map(ToString::to_string).collect();
        assert_eq!(record.head.get("Ranks"), Some(ranks.join(" ").as_str()));
        assert_eq!(record.head.get("Ending"), Some("rules"));
        assert_eq!(["Seat1", "Seat2", "Seat3"].map(|seat| record.head.get(seat).unwrap()), ["Ann", "Ben", "Cem"]);

        let answer = reader.get(&format!("{path}/record.json")).send().await.unwrap();
        assert_eq!(header(&answer, "content-type"), "application/json");
        let record: Value = answer.json().await.unwrap();
        let turns = record["turns"].as_array().unwrap();
        assert!(turns.iter().map(|turn| turn["turn"].as_str().unwrap()).eq(party.game.plies()));
        let times: Vec<i64> = turns.iter().map(|turn| turn["at"].as_i64().unwrap()).collect();
        assert!(times.is_sorted() && times[0] > 1_700_000_000_000, "{times:?}");
        assert_eq!((&record["game"], &record["setup"]), (&json!("bushwhacked"), &json!("3")));
        assert_eq!(record["ending"]["ranks"], json!(outcome.ranks.as_slice()));
        server.stop().await;
    }
}

#[tokio::test]
async fn the_qr_code_of_a_table_is_its_link() {
    let base = Base::sqlite();
    for public in [None, Some("https://play.example")] {
        let options: Vec<&str> = public.iter().flat_map(|url| ["--public-url", url]).collect();
        let server = Server::with(&base, &options).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(2, "seated", false).await;
        let answer = ann.get(&format!("/g/{code}/qr.svg")).send().await.unwrap();
        assert_eq!(header(&answer, "content-type"), "image/svg+xml; charset=utf-8");
        let link = public.map_or(ann.url(""), str::to_owned) + "/g/" + &code;
        let dark = QrCode::new(&link).unwrap().to_colors().into_iter();
        let expected: Vec<bool> = dark.map(|module| module == Color::Dark).collect();
        assert_eq!(dark_modules(&answer.text().await.unwrap()), expected, "{link}");
        let page = text(&ann, &format!("/g/{code}")).await;
        assert!(page.contains(&format!("value=\"{link}\"")), "{link}");
        server.stop().await;
    }
}

/// Which modules of a drawn code are dark, row by row. It must have a margin of four modules.
fn dark_modules(picture: &str) -> Vec<bool> {
    let between = |before: &str, after: &str| {
        let (_, rest) = picture.split_once(before).unwrap();
        rest.split_once(after).unwrap().0.to_owned()
    };
    let size: usize = between("viewBox=\"0 0 ", " ").parse().unwrap();
    let width = size - 8;
    let mut dark = vec![false; width * width];
    for line in between("stroke=\"#000\" d=\"M", "\"").split('M') {
        let (column, rest) = line.split_once(' ').unwrap();
        let (row, length) = rest.split_once(".5h").unwrap();
        let numbers = [column, row, length].map(|number| number.parse::<usize>().unwrap());
        let [column, row, length] = numbers;
        dark[(row - 4) * width + column - 4..][..length].fill(true);
    }
    dark
}

#[tokio::test]
async fn assets_are_cached_only_under_the_address_of_their_version() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    let page = text(&ann, &format!("/g/{code}")).await;
    let hash = page.split_once("/static/").unwrap().1.split('/').next().unwrap();
    assert_eq!(hash.len(), 16);
    let types = [
        ("js/pages/table.js", "text/javascript"),
        ("base.css", "text/css"),
        ("icon.svg", "image/svg+xml; charset=utf-8"),
    ];
    for (file, mime) in types {
        let kept = nobody
            .get(&format!("/static/{hash}/{file}"))
            .send()
            .await
            .unwrap();
        assert_eq!(kept.status(), 200, "{file}");
        assert!(header(&kept, "content-type").starts_with(mime), "{file}");
        assert_eq!(header(&kept, "x-content-type-options"), "nosniff");
        let caching = header(&kept, "cache-control");
        assert!(caching.contains("immutable"), "{file}: {caching}");
        let old = nobody
            .get(&format!("/static/0123456789abcdef/{file}"))
            .send()
            .await
            .unwrap();
        assert_eq!(
            (old.status().as_u16(), header(&old, "cache-control").as_str()),
            (200, "no-cache")
        );
        assert_eq!(old.bytes().await.unwrap(), kept.bytes().await.unwrap());
    }
    let missing = [
        "nothing.js",
        "js/nothing.js",
        "..%2f..%2fCargo.toml",
        "js/..%2f..%2f..%2fCargo.toml",
        "%2fetc%2fpasswd",
        "",
    ];
    for file in missing {
        let answer = nobody
            .get(&format!("/static/{hash}/{file}"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 404, "{file}");
    }
    let icon = nobody.get("/favicon.ico").send().await.unwrap();
    assert_eq!(
        (icon.status().as_u16(), header(&icon, "content-type").as_str()),
        (200, "image/svg+xml; charset=utf-8")
    );
    // Every asset that a page refers to exists.
    for path in page
        .split("\"/static/")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
    {
        let answer = nobody.get(&format!("/static/{path}")).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    server.stop().await;
}

/// The answer to a request with this path, as it is: clients tidy up paths before they send them.
async fn raw(server: &Server, path: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut socket = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.address
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn tricks_with_paths_find_nothing() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", false).await;
    assert!(
        raw(&server, &format!("/g/{code}"))
            .await
            .starts_with("HTTP/1.1 200"),
        "the right path"
    );
    assert!(
        raw(&server, "/static/x/base.css")
            .await
            .starts_with("HTTP/1.1 200"),
        "the right file"
    );
    let spoilt = |how: &str| how.replace("CODE", &code);
    for path in [
        "/static/x/../../Cargo.toml",
        "/static/x/../Cargo.toml",
        "/static/x/%2e%2e/Cargo.toml",
        "/static/x/..%2fCargo.toml",
        "/static/x/..%5cCargo.toml",
        "/static/x/kinds/../../Cargo.toml",
        "/static/x/js/../../Cargo.toml",
        "/static/x/js/pages/../../../Cargo.toml",
        "/static/x/js/pages/..%2f..%2f..%2fCargo.toml",
        "/static/x//etc/passwd",
        "/static/x/%2fetc%2fpasswd",
        "/static/x/base.css%00",
        "/static/../Cargo.toml",
        "/g/CODE%00",
        "/g/CODE%20",
        "/g/CODE/../CODE/record.txt",
        "/g/..%2fCODE",
        "/g/%2e%2e/session",
        "/g/..%2f..%2fetc%2fpasswd/record.txt",
        "/g/CODE%2frecord.json",
        "/g/CODE/..%2frecord.json",
        "/rules/..%2f..%2fCargo.toml",
        "/learn/..%2fbushka",
        "/rules/bushka%00",
    ] {
        let answer = raw(&server, &spoilt(path)).await;
        assert!(answer.starts_with("HTTP/1.1 40"), "{path}: {answer}");
        assert!(
            !answer.contains("[workspace]") && !answer.contains("[package]") && !answer.contains("root:"),
            "{path}"
        );
    }
    server.stop().await;
}
