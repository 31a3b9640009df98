//! Pictures of tables and of records, and the frame of a game for other sites.

use futures_util::future::join_all;
use reqwest::header::SET_COOKIE;
use resvg::tiny_skia::Pixmap;

use super::invitations::property;
use super::*;
use crate::common::base::both;

/// What is at an address. On a busy machine a picture may take longer than the server waits for it; it is kept all the same.
async fn fetch(person: &Person, path: &str) -> (u16, Response) {
    for _ in 0..30 {
        let answer = person.get(path).send().await.unwrap();
        if answer.status() != 503 {
            return (answer.status().as_u16(), answer);
        }
    }
    panic!("{path} is not drawn");
}

async fn read(person: &Person, path: &str) -> String {
    fetch(person, path).await.1.text().await.unwrap()
}

async fn size(answer: Response) -> (u32, u32) {
    assert_eq!(header(&answer, "content-type"), "image/png");
    let picture = Pixmap::decode_png(&answer.bytes().await.unwrap()).unwrap();
    (picture.width(), picture.height())
}

/// The number of frames of an animation.
async fn frames(answer: Response) -> usize {
    assert_eq!(header(&answer, "content-type"), "image/gif");
    let file = answer.bytes().await.unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&*file).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    frames
}

both! {
    async fn every_position_of_a_table_has_pictures_and_its_game_an_animation(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let nobody = Person::nobody(server.address);
        let code = party.code.clone();
        let at = |file: &str| format!("/g/{code}/{file}");
        let (start, first, second) = (at("0.svg"), at("1.svg"), at("2.svg"));
        let (last, gif) = (at("board.svg"), at("game.gif"));
        let (png, card) = (at("1.png"), at("1.card.png"));
        let before = read(&nobody, &start).await;
        assert_eq!(read(&nobody, &last).await, before);
        assert!(read(&nobody, &first).await.contains("This game has not come to that turn."));
        party.play("e5").await;
        let after = read(&nobody, &first).await;
        assert_ne!(after, before);
        assert_eq!(read(&nobody, &start).await, before);
        let (status, answer) = fetch(&nobody, &last).await;
        assert_eq!((status, header(&answer, "cache-control").as_str()), (200, "private, no-cache"));
        let tag = header(&answer, "etag");
        assert_eq!(answer.text().await.unwrap(), after);
        assert_eq!(size(fetch(&nobody, &png).await.1).await, (792, 792));
        assert_eq!(size(fetch(&nobody, &card).await.1).await, (1200, 630));
        let (status, answer) = fetch(&nobody, &gif).await;
        assert_eq!(status, 404);
        assert!(answer.text().await.unwrap().contains("once it is over"));

        party.resign(1).await;
        assert_eq!(read(&nobody, &first).await, after, "the same position of the record");
        let (status, answer) = fetch(&nobody, &second).await;
        assert_eq!((status, header(&answer, "cache-control").as_str()), (200, "private, max-age=86400"));
        let policy = header(&answer, "content-security-policy");
        assert!(policy.starts_with("default-src 'none';") && policy.ends_with("frame-ancestors 'none'"), "{policy}");
        let again = nobody.get(&first).header("if-none-match", &tag).send().await.unwrap();
        assert_eq!(again.status(), 304, "the picture of the table is that of the record");
        assert_eq!(fetch(&nobody, &at("3.png")).await.0, 404);
        let (status, answer) = fetch(&nobody, &gif).await;
        assert_eq!((status, frames(answer).await), (200, 3));
        for path in [&start, &first, &second, &last] {
            let picture = read(&nobody, path).await;
            assert!(party.people.iter().all(|person| !picture.contains(&person.name)), "{path}");
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn what_is_no_picture_is_not_found() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let mut party = Party::started(server.address, 2).await;
    party.resign(1).await;
    let nobody = Person::nobody(server.address);
    let code = &party.code;
    let files = [
        "-1.svg",
        "+1.svg",
        "01.svg",
        "1.svg%00",
        "%2e%2e%2f1.svg",
        "..%2frecord.txt",
        "1e3.png",
        "4294967296.png",
        "99999999999999999999999.svg",
        "1.PNG",
        ".png",
        "board",
        "board.gif",
        "1.card.svg",
        "%ff.svg",
        "1.svg/",
        "game.gif.png",
    ];
    let files = files.iter().map(|file| format!("/g/{code}/{file}"));
    let codes = ["...", "abcdefghjkmn", "%ff", "%00", "'--", "0"];
    let codes = codes
        .iter()
        .flat_map(|code| [format!("/g/{code}/0.png"), format!("/embed/{code}")]);
    for path in files.chain(codes) {
        assert_eq!(fetch(&nobody, &path).await.0, 404, "{path}");
    }
    let posted = nobody.post(&format!("/g/{code}/0.png")).send().await.unwrap();
    assert_eq!(posted.status(), 405);
    server.stop().await;
}

#[tokio::test]
async fn animations_are_limited_by_address_unless_they_are_kept() {
    let base = Base::sqlite();
    let server = Server::with(&base, &["--trusted-proxies", "127.0.0.1"]).await;
    let mut paths = Vec::new();
    for _ in 0..12 {
        let mut party = Party::started(server.address, 2).await;
        party.resign(0).await;
        paths.push(format!("/g/{}/game.gif", party.code));
    }
    let nobody = Person::nobody(server.address);
    let reader = nobody.behind("203.0.113.7");
    // All at once, since after some time more are allowed.
    let answers = join_all(paths.iter().map(|path| reader.get(path).send())).await;
    let statuses: Vec<u16> = answers
        .into_iter()
        .map(|answer| answer.unwrap().status().as_u16())
        .collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    let refused = paths.iter().zip(&statuses).find(|&(_, &status)| status == 429);
    let (path, _) = refused.unwrap();
    let (status, kept) = fetch(&nobody.behind("203.0.113.8"), path).await;
    assert_eq!((status, frames(kept).await), (200, 2));
    assert_eq!(fetch(&reader, path).await.0, 200, "what is kept costs nothing");
    server.stop().await;
}

#[tokio::test]
async fn a_link_shows_the_board_as_it_is() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let ann = Person::named(server.address, "Ann").await;
    let waiting = ann.create(3, "seated", false).await;
    let mut party = Party::started(server.address, 2).await;
    party.play("e5").await;
    for (code, turn, alt) in [
        (&waiting, 0, "before the first turn"),
        (&party.code, 1, "after turn 1"),
    ] {
        let page = text(&nobody, &format!("/g/{code}")).await;
        let image = property(&page, "og:image");
        assert_eq!(image, nobody.url(&format!("/g/{code}/{turn}.card.png")));
        assert!(page.contains("<meta name=\"twitter:card\" content=\"summary_large_image\">"));
        assert_eq!(
            property(&page, "og:image:alt"),
            format!("The board of Bushwhacked {alt}")
        );
        assert_eq!(
            size(fetch(&nobody, &format!("/g/{code}/{turn}.card.png")).await.1).await,
            (1200, 630)
        );
    }
    server.stop().await;
    let server = Server::with(&base, &["--public-url", "https://play.example"]).await;
    let page = text(&nobody.at(server.address), &format!("/g/{waiting}")).await;
    assert_eq!(
        property(&page, "og:image"),
        format!("https://play.example/g/{waiting}/0.card.png")
    );
    server.stop().await;
}

#[tokio::test]
async fn a_game_can_be_framed_and_nothing_else_can() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let evil = Person::named(server.address, "<i>Ann</i>").await;
    let ben = Person::named(server.address, "Ben").await;
    let mut over = Party::of(vec![evil.clone(), ben], false).await.begun().await;
    over.play("e5").await;
    over.resign(1).await;
    for person in [&Person::nobody(server.address), &evil] {
        let (status, answer) = fetch(person, &format!("/embed/{}", over.code)).await;
        assert_eq!(status, 200);
        let policy = header(&answer, "content-security-policy");
        assert!(
            policy.starts_with("default-src 'none';") && policy.ends_with("; frame-ancestors *"),
            "{policy}"
        );
        assert!(
            policy.contains("form-action 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(answer.headers().get(SET_COOKIE).is_none());
        let page = answer.text().await.unwrap();
        assert!(
            !page.contains("<form") && !page.contains("<input") && !page.contains("<i>"),
            "{page}"
        );
        assert!(
            page.contains(&format!("href=\"{}\"", evil.url(&format!("/g/{}", over.code)))),
            "{page}"
        );
        assert!(page.contains("&#60;i&#62;Ann&#60;/i&#62; wins."), "{page}");
        assert!(
            !page.contains(" style=") && page.contains(&format!("src=\"/g/{}/2.svg\"", over.code)),
            "{page}"
        );
    }
    let snippet = format!(
        "&#60;iframe src=&#34;{}&#34;",
        evil.url(&format!("/embed/{}", over.code))
    );
    assert!(text(&evil, &format!("/g/{}", over.code)).await.contains(&snippet));
    for route in routes() {
        let path = route
            .replace("{code}", &over.code)
            .replace("{kind}", "bushka")
            .replace("{file}", "0.svg");
        let answer = evil.get(&path).send().await.unwrap();
        let policy = header(&answer, "content-security-policy");
        let framed = route.starts_with("/embed/");
        assert_eq!(policy.contains("frame-ancestors *"), framed, "{path}: {policy}");
        assert_eq!(
            policy.contains("frame-ancestors 'none'"),
            !framed,
            "{path}: {policy}"
        );
    }
    server.stop().await;
}

/// All addresses that stand in the router.
fn routes() -> Vec<String> {
    let router = include_str!("../../../src/http/router.rs");
    // Some are constants, since limits need them, too.
    let named = |call: &str| {
        let name = call.split(',').next()?.trim();
        let (_, rest) = router.split_once(&format!("const {name}: &str = \""))?;
        Some(rest.split('"').next()?.to_owned())
    };
    let literal = |call: &str| Some(call.trim_start().strip_prefix('"')?.split('"').next()?.to_owned());
    let calls = router.split(".route(").skip(1);
    let routes: Vec<String> = calls
        .map(|call| literal(call).or_else(|| named(call)).expect("an address"))
        .collect();
    assert!(
        routes.len() > 30 && routes.iter().all(|route| route.starts_with('/')),
        "{routes:?}"
    );
    routes
}
