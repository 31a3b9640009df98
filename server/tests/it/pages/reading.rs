//! What pages say to those who have no scripts, as snapshots. `INSTA_UPDATE=always cargo test …` writes them again.

use insta::{Settings, assert_snapshot};

use super::*;
use crate::accounts::{send, sign_up};
use crate::common::outline::outline;
use crate::practice::{put, short_game};

/// Compares with a snapshot what a page says, but for codes, times and versions, which are others each time.
macro_rules! reads {
    ($person:expr, $path:expr, $name:literal) => {{
        let said = outline(&text($person, $path).await);
        filters().bind(|| assert_snapshot!($name, said));
    }};
}

fn filters() -> Settings {
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (pattern, name) in [
        (r"hidden (form|id)=[0-9a-f-]{36}", "hidden ${1}=[id]"),
        (r"/tournaments/[0-9a-f-]{36}", "/tournaments/[id]"),
        (r"(?m)^name=\S+ \S.*$", "name=[suggested]"),
        (r"\b[0-9a-hjkmnp-tv-z]{12}\b", "[code]"),
        (r"\d{13}-[0-9a-f]{32}", "[place]"),
        (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "[id]"),
        (r"\b\d{4}-\d{2}-\d{2}-", "[date]-"),
        (r"day=\d{4}-\d{2}-\d{2}", "day=[date]"),
        (r"time=\d\d:\d\d", "time=[minute]"),
        (r"127\.0\.0\.1:\d+", "[server]"),
        (
            r"\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b",
            "[day]",
        ),
        (r"\b\d+ s\]", "[time]]"),
        (r"\b\d\d:\d\d UTC", "[minute]"),
        (r"which=[\w-]{43}", "which=[session]"),
    ] {
        settings.add_filter(pattern, name);
    }
    settings
}

#[tokio::test]
async fn a_tournament_that_nobody_has_signed_up_for() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let director = Person::named(server.address, "Dora").await;
    let id = announced(&server.store, &director).await;
    let path = format!("/tournaments/{id}");
    reads!(&nobody, &path, "tournament_open");
    reads!(&director, &path, "tournament_open_for_its_director");
    server.stop().await;
}

#[tokio::test]
async fn a_table_before_during_and_after_the_game() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    let mut party = Party::seated(server.address, 2).await.begun().await;
    let path = format!("/g/{}", party.code);
    let waiting = party.people[0].create(3, "random", true).await;
    reads!(&nobody, &format!("/g/{waiting}"), "table_waiting");
    for turn in ["e5", "f9"] {
        party.play(turn).await;
    }
    reads!(&nobody, &path, "table_playing");
    party.resign(0).await;
    reads!(&nobody, &path, "table_over");
    reads!(&nobody, &format!("{path}?turn=1"), "table_over_after_a_turn");
    server.stop().await;
}

#[tokio::test]
async fn records_and_what_was_looked_for() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann <i>").await;
    let ben = Person::named(server.address, "Ben").await;
    let nobody = Person::nobody(server.address);
    reads!(&nobody, "/records", "records_none");
    for loser in [0, 1] {
        let mut party = Party::of(vec![ann.clone(), ben.clone()], loser == 0)
            .await
            .begun()
            .await;
        party.play("e5").await;
        party.resign(loser).await;
    }
    reads!(&nobody, "/records", "records");
    let search = "/records?player=ben&player=Ann+%3Ci%3E&ending=resignation&seats=2";
    reads!(&ann, search, "records_of_two_players");
    reads!(&nobody, "/records?ending=time", "records_not_found");
    reads!(&nobody, "/records?shortest=5&longest=4", "records_of_no_search");
    reads!(&ann, "/my", "own_tables");
    server.stop().await;
}

#[tokio::test]
async fn an_account_and_what_is_not_done_with_it() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    reads!(&nobody, "/sign-in?next=/records", "sign_in");
    reads!(&nobody, "/sign-up", "sign_up");
    reads!(
        &Person::named(server.address, "Ben").await,
        "/session",
        "session_of_a_guest"
    );
    let ann = sign_up(&nobody, "Ann").await;
    reads!(&ann, "/session", "session");
    reads!(&ann, "/session/tokens", "session_tokens");
    reads!(&ann, "/session/delete", "session_delete");
    let wrong = [("password", "not this one"), ("new", "another long one")];
    let page = send(&ann, "/session/password", &wrong)
        .await
        .text()
        .await
        .unwrap();
    filters().bind(|| assert_snapshot!("session_wrong_password", outline(&page)));
    server.stop().await;
}

#[tokio::test]
async fn rules_and_errors() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    reads!(&nobody, "/rules", "rules");
    reads!(&nobody, "/nothing/here", "no_page");
    reads!(&nobody, "/g/nothing", "no_table");
    server.stop().await;
}

#[tokio::test]
async fn practice_and_a_position() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    reads!(&nobody, "/practice", "practice_none");
    for day in [-1, 0] {
        let (_, table) = short_game(&server).await;
        put(&server.store, day, table).await;
    }
    reads!(&nobody, "/practice", "practice");
    let page = text(&nobody, "/practice").await;
    let path = page
        .split_once("<h3><a href=\"")
        .unwrap()
        .1
        .split_once('"')
        .unwrap()
        .0;
    reads!(&nobody, path, "practice_position");
    reads!(&nobody, &format!("{path}?answer=1"), "practice_answer");
    server.stop().await;
}

#[tokio::test]
async fn the_home_page_of_a_stranger_and_of_a_host() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let nobody = Person::nobody(server.address);
    reads!(&nobody, "/", "home");
    let ann = Person::named(server.address, "Ann").await;
    ann.create(3, "random", false).await;
    reads!(&ann, "/", "home_of_a_host");
    server.stop().await;
}
