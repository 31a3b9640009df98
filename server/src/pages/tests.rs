use std::error::Error;
use std::sync::Arc;

use askama::Template;

use super::PageContext;
use super::home::*;
use super::records::*;
use super::table::*;
use crate::ids::IdempotencyKey;
use crate::lobby::{ListRow, Listed, TimeLeft};
use crate::model::player::preferences::Preferences;
use crate::pages::home::my::*;
use crate::pages::parts::error::ErrorPage;
use crate::pages::parts::link_card::LinkCard;
use crate::pages::parts::profile_address::address;
use crate::protocol::{ClockForm, LobbyView};
use crate::records::search::Search;
use crate::time::UnixMs;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

const HOSTILE: &str = "<script>alert(\"1\")</script>";

fn context() -> PageContext {
    PageContext {
        assets: "/static/1".into(),
        you: Some(HOSTILE.to_owned()),
        member: false,
        preferences: Preferences::default(),
        notice: None,
    }
}

fn home() -> TestResult<HomePage> {
    let kind = KindChoice {
        name: "bushwhacked".to_owned(),
        title: "Bushwhacked".to_owned(),
        line: Some("A line.".to_owned()),
        picture: true,
        seats: vec![2, 3, 4],
        players: "2 to 4 players".to_owned(),
        chosen_seats: 4,
        variants: &[],
        chosen_variant: String::new(),
        levels: 10,
        chosen: true,
    };
    Ok(HomePage {
        tournaments: Vec::new(),
        club: None,
        context: context(),
        kinds: vec![kind],
        terms: FormValues::default(),
        again: false,
        form: IdempotencyKey::fresh(),
        name: HOSTILE.to_owned(),
        problem: Some(HOSTILE.to_owned()),
        lobby: Arc::new(Listed::new(
            &[table_row()?],
            &[table_row()?],
            &LobbyView::default(),
        )),
        own: own()?,
        groups: groups(),
    })
}

fn groups() -> Vec<AgainRow> {
    vec![AgainRow {
        code: "abcdefghjkmn".to_owned(),
        title: HOSTILE.to_owned(),
        names: vec![HOSTILE.to_owned(), "Ben".to_owned()],
        form: IdempotencyKey::fresh(),
    }]
}

fn table_row() -> TestResult<ListRow> {
    Ok(ListRow {
        code: "abcdefghjkmn".parse()?,
        picture: "/static/1/kinds/bushwhacked.picture.svg".to_owned(),
        title: "Bushwhacked".to_owned(),
        people: vec![HOSTILE.to_owned(), "Ben".to_owned()],
        seats: 4,
        state: "2 of 4 players".to_owned(),
        your_turn: false,
        nudged: false,
        board: Some("/g/abcdefghjkmn/board.svg?9".to_owned()),
        left: Some(TimeLeft {
            until: UnixMs(9),
            low_from: UnixMs(5),
            words: "2 days left".to_owned(),
            low: true,
        }),
        unseen: 3,
    })
}

fn own() -> TestResult<OwnTables> {
    Ok(OwnTables {
        version: "1a".to_owned(),
        invitations: vec![InvitationRow {
            table: table_row()?,
            by: HOSTILE.to_owned(),
            member: true,
        }],
        turns: vec![table_row()?],
        playing: vec![table_row()?],
        waiting: vec![table_row()?],
        closed: vec![(HOSTILE.to_owned(), "abcdefghjkmn".to_owned())],
        now: UnixMs(1),
    })
}

fn my() -> TestResult<MyPage> {
    Ok(MyPage {
        context: context(),
        tables: MyTables {
            own: own()?,
            finished: records()?.rows,
        },
        groups: groups(),
        webhook_off: true,
    })
}

fn places() -> Vec<PlaceRow> {
    let place = |rank, name: &str, colour: &str| PlaceRow {
        rank,
        name: name.to_owned(),
        colour: colour.to_owned(),
        scores: vec![2, 7],
        profile: Some(address(name)),
        rating: Some((1500, 1544)),
    };
    vec![place(1, HOSTILE, "white"), place(2, "Ben", "red")]
}

fn table() -> TablePage {
    let seat = |name: &str| SeatRow {
        name: Some(name.to_owned()),
        kind: Some("guest".to_owned()),
        colour: "white".to_owned(),
        state: Some(SeatState::Left),
        clock: Some("9:58".to_owned()),
        tallies: vec![("in hand", 11)],
    };
    let places = places();
    TablePage {
        tournament: None,
        club: None,
        context: context(),
        kind: "bushwhacked".to_owned(),
        title: "Bushwhacked".to_owned(),
        code: "abcdefghjkmn".to_owned(),
        link: "http://example.org/g/abcdefghjkmn".to_owned(),
        public: false,
        rated: true,
        keeps_lines: true,
        pie_rule: true,
        clock: None,
        waiting: false,
        more_seats: Vec::new(),
        clock_form: ClockForm::default(),
        ratio: 1.0,
        status: format!("{HOSTILE} wins."),
        seats: vec![seat(HOSTILE), seat("Ben")],
        card: LinkCard {
            title: HOSTILE.to_owned(),
            description: HOSTILE.to_owned(),
        },
        turns: vec![TurnRow {
            number: 1,
            colour: "white".to_owned(),
            text: "f2-f5".to_owned(),
            shown: "f25".to_owned(),
            captures: Some("captures e5".to_owned()),
            took: Some("4 s".to_owned()),
        }],
        shared_devices: vec![HOSTILE.to_owned()],
        ending: Some(EndingRows {
            headline: format!("{HOSTILE} wins"),
            reason: "The game is over.".to_owned(),
            scores: vec!["bases".to_owned(), "capture stones".to_owned()],
            places,
            rating_note: None,
        }),
        rematch: Some(HOSTILE.to_owned()),
        from_here: FromHere::default(),
        from: None,
        story: vec![(None, HOSTILE.to_owned())],
        played: true,
        turns_elsewhere: vec!["abcdefghjkmn".to_owned()],
        pieces: "<svg></svg>".to_owned(),
        hint: Some("A line.".to_owned()),
        plays_bots: true,
        hint_to_come: true,
        data: script_json(&format!("{{\"name\":\"{HOSTILE}\"}}")),
    }
}

fn records() -> TestResult<RecordsPage> {
    let player = |rank, name: &str| RankedPlayer {
        name: name.to_owned(),
        colour: "red".to_owned(),
        rank,
        bot: None,
        profile: Some(address(name)),
        rating: Some((1500, 1456)),
    };
    let row = RecordRow {
        code: "abcdefghjkmn".to_owned(),
        title: "Bushwhacked".to_owned(),
        players: vec![player(1, "Ann"), player(2, HOSTILE)],
        turns: 120,
        at: "2026-11-20T18:30:00Z".to_owned(),
        date: "20 November 2026".to_owned(),
        public: true,
        continued: true,
    };
    Ok(RecordsPage {
        context: context(),
        rows: vec![row],
        form: SearchForm::of(&Search::read(&[(
            "player".to_owned(),
            "<script>alert()</script>".to_owned(),
        )])?),
        versus: Some(Versus {
            first: HOSTILE.to_owned(),
            second: HOSTILE.to_owned(),
            lines: vec![VersusLine {
                title: "Bushi".to_owned(),
                games: 3,
                first: 1,
                second: 1,
                shared: 1,
            }],
        }),
        download: Some("/records.ndjson?player=Ann".to_owned()),
        newest: Some("/records?player=a&b".to_owned()),
        older: Some("/records?player=a&b".to_owned()),
        further: None,
    })
}

fn all() -> TestResult<Vec<String>> {
    let error = ErrorPage {
        context: context(),
        title: HOSTILE.to_owned(),
        sentence: HOSTILE.to_owned(),
        back: Some("/records?player=Ann&seats=2".to_owned()),
    };
    Ok(vec![
        home()?.render()?,
        my()?.render()?,
        table().render()?,
        records()?.render()?,
        error.render()?,
    ])
}

#[test]
fn names_cannot_become_scripts() -> TestResult {
    for page in all()? {
        assert!(!page.contains("<script>"), "{page}");
        assert!(page.contains("alert("), "{page}");
    }
    Ok(())
}

#[test]
fn nothing_is_inline() -> TestResult {
    for page in all()? {
        assert!(!page.contains(" style="), "{page}");
        assert!(!page.contains("<style"), "{page}");
        assert!(!page.contains(" onclick"), "{page}");
    }
    Ok(())
}

/// Compares a part of a page with a snapshot. `INSTA_UPDATE=always cargo test …` writes them again.
macro_rules! reads {
    ($page:expr, $from:literal .. $to:literal, $name:literal) => {{
        let page = $page.render()?;
        let (_, part) = page.split_once($from).expect("the part");
        let (part, _) = part.split_once($to).expect("its end");
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!($name, format!("{}{part}{}", $from, $to)));
    }};
}

#[test]
fn the_form_offers_what_the_game_has() -> TestResult {
    reads!(home()?, "<div class=\"kind\"".."</fieldset>", "kind");
    Ok(())
}

#[test]
fn a_finished_table_reads_without_scripts() -> TestResult {
    reads!(table(), "<ol id=\"players\"".."</ol>", "players");
    reads!(table(), "<section id=\"result\"".."</section>", "result");
    reads!(table(), "<ol id=\"turn-list\"".."</ol>", "turn_list");
    reads!(table(), "<p id=\"downloads\"".."</p>", "downloads");
    Ok(())
}

#[test]
fn records_lead_to_the_older_ones() -> TestResult {
    reads!(records()?, "<p class=\"pages\"".."</p>", "records_pages");
    Ok(())
}

#[test]
fn how_a_table_stands() {
    let taken = SeatRow {
        name: Some("Ann".to_owned()),
        ..SeatRow::default()
    };
    let free = SeatRow::default();
    assert_eq!(
        status_sentence(&[taken.clone(), free.clone(), free.clone()], None),
        "Waiting for 2 more players."
    );
    assert_eq!(
        status_sentence(&[taken.clone(), free], None),
        "Waiting for one more player."
    );
    assert_eq!(
        status_sentence(&[taken.clone(), taken], Some("Ann")),
        "Ann’s turn."
    );
}
