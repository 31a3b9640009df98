//! Pages at another address than the public one.

use super::*;

/// A page as it is asked for with these headers.
async fn page(server: &Server, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = Person::nobody(server.address).get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

#[tokio::test]
async fn a_page_at_another_address_says_so_and_links_to_the_public_one() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--public-url", "https://play.example"]).await;
    let link = |path: &str| format!("<a href=\"https://play.example{path}\">https://play.example{path}</a>");
    for path in [
        "/",
        "/rules",
        "/rules/bushi",
        "/records?kind=bushi",
        "/nothing",
        "//evil.example",
    ] {
        for headers in [
            &[("host", "localhost:8080")][..],
            &[("host", "192.168.1.7:8080"), ("accept-encoding", "gzip")],
            &[
                ("host", "thicket:8080"),
                ("x-forwarded-for", "203.0.113.9"),
                ("x-forwarded-host", "www.play.example"),
            ],
        ] {
            let told = text_of(page(&server, path, headers).await).await;
            assert_eq!(
                told.matches("You cannot play at this address").count(),
                1,
                "{path} {headers:?}: {told}"
            );
            assert!(told.contains(&link(path)), "{path} {headers:?}: {told}");
        }
    }
    // At the public address, and where a proxy may have changed the name of the host, pages say nothing.
    for headers in [
        &[("host", "play.example")][..],
        &[("host", "play.example:443")],
        &[("host", "127.0.0.1:8080"), ("x-forwarded-for", "203.0.113.9")],
        &[("host", "127.0.0.1:8080"), ("x-forwarded-host", "play.example")],
    ] {
        let told = text_of(page(&server, "/", headers).await).await;
        assert!(
            !told.contains("another address") && told.contains("</html>"),
            "{headers:?}: {told}"
        );
    }
    server.stop().await;
}

async fn text_of(answer: Response) -> String {
    assert_eq!(header(&answer, "content-encoding"), "");
    assert!(!header(&answer, "content-security-policy").is_empty());
    answer.text().await.unwrap()
}

#[tokio::test]
async fn without_a_public_address_every_address_will_do() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    for host in ["localhost:8080", "192.168.1.7:8080", "thicket.local"] {
        let told = page(&server, "/", &[("host", host)]).await.text().await.unwrap();
        assert!(!told.contains("another address"), "{host}: {told}");
    }
    server.stop().await;
}
