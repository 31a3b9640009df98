//! What the site says of itself, and players who are looked for.

use super::super::accounts::sign_up;
use super::super::common::base::both;
use super::*;

#[tokio::test]
async fn the_operator_can_be_reached_where_they_say_so() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    for path in ["/about", "/privacy"] {
        let page = text(&nobody, path).await;
        assert!(page.contains("<footer>") && !page.contains("mailto:"), "{path}");
    }
    server.stop().await;
    let with_contact = Server::with(&base, &["--contact", "mailto:host@example.org"]).await;
    let nobody = Person::nobody(with_contact.address);
    for path in ["/about", "/privacy"] {
        assert!(
            text(&nobody, path)
                .await
                .contains("href=\"mailto:host@example.org\""),
            "{path}"
        );
    }
    with_contact.stop().await;
}

#[tokio::test]
async fn games_and_what_depends_on_the_reader_are_not_for_search_engines() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let robots = text(&nobody, "/robots.txt").await;
    for path in ["/g/", "/my", "/session"] {
        assert!(robots.contains(&format!("\nDisallow: {path}\n")), "{path}");
    }
    let icon = nobody.get("/apple-touch-icon.png").send().await.unwrap();
    assert_eq!(header(&icon, "content-type"), "image/png");
    assert_eq!(&icon.bytes().await.unwrap()[1..4], b"PNG");
    server.stop().await;
}

#[tokio::test]
async fn a_browser_can_install_the_site() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    assert!(
        text(&nobody, "/")
            .await
            .contains("rel=\"manifest\" href=\"/manifest.webmanifest\"")
    );
    let answer = nobody.get("/manifest.webmanifest").send().await.unwrap();
    assert_eq!(header(&answer, "content-type"), "application/manifest+json");
    let manifest: Value = answer.json().await.unwrap();
    for icon in manifest["icons"].as_array().unwrap() {
        let answer = nobody.get(icon["src"].as_str().unwrap()).send().await.unwrap();
        assert_eq!(header(&answer, "content-type"), "image/png", "{icon}");
        let png = answer.bytes().await.unwrap();
        let [width, height] = [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
        assert_eq!(icon["sizes"], format!("{width}x{height}"));
    }
    for shortcut in manifest["shortcuts"].as_array().unwrap() {
        text(&nobody, shortcut["url"].as_str().unwrap()).await;
    }
    assert_eq!(
        nobody.get("/icons/nothing.png").send().await.unwrap().status(),
        404
    );
    server.stop().await;
}

#[tokio::test]
async fn the_service_worker_is_told_what_to_keep_and_for_whom() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let worker = nobody.get("/worker.js").send().await.unwrap();
    assert_eq!(header(&worker, "content-type"), "text/javascript");
    assert_eq!(header(&worker, "cache-control"), "private, no-cache");
    let script = worker.text().await.unwrap();
    let kept = |before: &str| {
        let (_, rest) = script.split_once(before).unwrap();
        serde_json::from_str::<Value>(rest.split(';').next().unwrap()).unwrap()
    };
    let files = kept("self.FILES=");
    let home = text(&nobody, "/offline").await;
    assert!(home.contains(&format!("href=\"{}/plain.css\"", files.as_str().unwrap())));
    let addresses = kept("self.ADDRESSES=");
    assert_eq!(addresses.as_array().unwrap().len(), 2 + 2 * GameKind::ALL.len());
    for address in addresses.as_array().unwrap() {
        let answer = nobody.get(address.as_str().unwrap()).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{address}");
        let is_page = !address.as_str().unwrap().starts_with("/static/");
        assert_eq!(
            header(&answer, "thicket-reader"),
            if is_page { "nobody" } else { "" },
            "{address}"
        );
    }
    // Every player is another reader, and so is a player with another name.
    let ann = Person::named(server.address, "Ann").await;
    let other = Person::named(server.address, "Ann").await;
    let mut readers = vec!["nobody".to_owned()];
    for person in [&ann, &other] {
        readers.push(header(&person.get("/").send().await.unwrap(), "thicket-reader"));
    }
    ann.post("/session/name")
        .form(&[("name", "Anna")])
        .send()
        .await
        .unwrap();
    readers.push(header(&ann.get("/").send().await.unwrap(), "thicket-reader"));
    let different: std::collections::BTreeSet<_> = readers.iter().collect();
    assert_eq!(different.len(), 4, "{readers:?}");
    server.stop().await;
}

both! {
    async fn a_player_is_found_by_the_beginning_of_the_name(base: Base) {
        let server = Server::start(&base).await;
        for name in ["Annabel", "Anna", "Bert"] {
            sign_up(&Person::nobody(server.address), name).await;
        }
        let nobody = Person::nobody(server.address);
        let guest = Person::named(server.address, "Annegret").await;
        let found = text(&guest, "/players?name=ANN").await;
        let names: Vec<&str> = found.split("<a href=\"/@").skip(1).filter_map(|link| link.split('"').next()).collect();
        assert_eq!(names, ["Anna", "Annabel"], "in order, without guests");
        for nothing in ["/players?name=zzz", "/players?name=%25", "/players?name=_nn"] {
            assert!(text(&nobody, nothing).await.contains("No account’s name begins like that."), "{nothing}");
        }
        assert!(!text(&nobody, "/players?name=").await.contains("No account"));
        server.stop().await;
    }
}
