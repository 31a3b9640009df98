//! `thicket trace`, against files that a second program, written from the rules page, agreed with.

use std::path::Path;

use serde_json::Value;

use super::*;

/// A game with a pass, several stones in a turn, one of them with `end`, captures with a chain, drops and a trade in.
const GAME: &str = "
[Game \"bushwhacked\"]
[Seats \"3\"]
[Seat1 \"Ann \\\"the owl\\\"\"]

1. pass 2. e5 3. pass
4. pass 5. f5 6.n12,end
7. e4,e6,f4 g5 a1
10. f6 11... m12 b1
g4 o12 c1 g6 n11 drop:3
d5 q17 xn12,-e5,-f5,-g5 drop:2
";

async fn trace(args: &[&str], text: impl AsRef<[u8]>) -> Ended {
    run(&[&["trace", "bushwhacked"], args].concat(), text).await
}

/// Compares with a file beside this one. To write the files anew: THICKET_WRITE_GOLDEN=1.
fn check(name: &str, ended: &Ended) {
    assert_eq!((ended.status, ended.complained.as_str()), (0, ""), "{name}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/trace/{name}.jsonl"));
    if std::env::var_os("THICKET_WRITE_GOLDEN").is_some() {
        std::fs::write(&file, &ended.said).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap();
    for (number, (said, wanted)) in ended.said.lines().zip(golden.lines()).enumerate() {
        assert_eq!(said, wanted, "{name}, line {}", number + 1);
    }
    assert_eq!(ended.said, golden, "{name}");
}

#[tokio::test]
async fn starts_and_a_whole_game_are_as_on_the_rules_page() {
    for seats in ["2", "3", "4"] {
        let ended = trace(&["--seats", seats], "").await;
        check(&format!("start-{seats}"), &ended);
        let tagged = trace(&[], format!("[Seats \"{seats}\"]\n")).await;
        assert_eq!(tagged, ended, "by tag");
    }
    assert_eq!(
        trace(&[], "").await,
        trace(&["--seats", "4"], "").await,
        "four is the default"
    );
    assert_eq!(
        trace(&["--variant", ""], "[Variant \"\"]").await,
        trace(&[], "").await
    );
    check("game", &trace(&[], GAME).await);
}

#[tokio::test]
async fn the_golden_game_shows_what_it_is_meant_to_show() {
    let said = trace(&[], GAME).await.said;
    let lines: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let at = |step: &str| {
        let line = lines.iter().find(|line| line["step"] == step).unwrap();
        line["position"].as_str().unwrap().to_owned()
    };
    assert!(
        said.starts_with("{\"step\":null,\"position\":\"17/17/17/8*4*3/17/"),
        "{said}"
    );
    let row = |position: &str, rank: usize| position.split('/').nth(17 - rank).unwrap().to_owned();
    assert_eq!(row(&at("n11"), 12), "12rRr2", "seat 2 captured n12");
    assert_eq!(row(&at("d5"), 5), "3wWWW10", "a chain of three");
    assert_eq!(row(&at("-g5"), 5), "3w13", "three stones were given");
    assert_eq!(row(&at("-g5"), 12), "12rWr2", "and one was gained for them");
    assert_eq!(lines.last().unwrap()["ranks"], serde_json::json!([1, 2, 3]));
    assert_eq!(lines.last().unwrap()["legal"], serde_json::json!([]));
    let legal = lines[0]["legal"].as_array().unwrap();
    let mut sorted = legal.clone();
    sorted.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    assert_eq!(legal, &sorted);
    assert_eq!(
        legal.len(),
        17 * 17 - 7 + 1,
        "every square without a base, and to pass"
    );
}

/// What is written for the part that is right, then the line of complaint.
async fn is_wrong(right: &str, rest: &str, complaint: &str) {
    let good = trace(&["--seats", "2"], right).await;
    assert_eq!(good.status, 0, "{right}: {good:?}");
    let wrong = trace(&["--seats", "2"], format!("{right} {rest}")).await;
    assert_eq!(wrong.status, 2, "{right} {rest}");
    assert_eq!(wrong.said, good.said, "{right} {rest}");
    let beginning = wrong.complained.get(..complaint.len());
    assert_eq!(beginning, Some(complaint), "{right} {rest}: {}", wrong.complained);
    assert_eq!(wrong.complained.lines().count(), 1, "{}", wrong.complained);
    assert!(
        wrong.complained.len() > complaint.len() + 8,
        "a reason: {}",
        wrong.complained
    );
}

#[tokio::test]
async fn the_first_wrong_thing_is_named_after_all_that_was_right() {
    for (right, rest, complaint) in [
        ("", "e99", "turn 1 (e99), step e99: "),
        ("", "end", "turn 1 (end), step end: "),
        ("e5", "e5", "turn 2 (e5), step e5: "),
        ("e5", "i9", "turn 2 (i9), step i9: "),
        ("e5 f6", "drop:3", "turn 3 (drop:3), step drop:3: "),
        ("e5 f6", "drop:x", "turn 3 (drop:x), step drop:x: "),
        ("e5 f6", "3 g7", "turn 3 (3), step 3: "),
        ("e5 f6", "[Seats \"2\"] g7", "turn 3 ([Seats), step [Seats: "),
        ("e5 f6", "xe5", "turn 3 (xe5), step xe5: "),
        ("e5 f6", "E7", "turn 3 (E7), step E7: "),
        ("pass e5 pass f6", "pass", "turn 5 (pass), step pass: "),
        ("e5 drop:1", "g7", "turn 3 (g7), step g7: "),
        ("e5 drop:1", "drop:2", "turn 3 (drop:2), step drop:2: "),
    ] {
        is_wrong(right, rest, complaint).await;
    }
}

#[tokio::test]
async fn a_step_is_checked_as_it_is_reached() {
    // The steps of the same turn that were right are written.
    let cases = [
        ("e5", "e5,f6", "turn 1 (e5,f6), step f6: "),
        ("pass e5 e6", "pass e5 e6,,e7", "turn 3 (e6,,e7), step : "),
        ("pass e5 e6", "pass e5 e6,e5", "turn 3 (e6,e5), step e5: "),
        ("pass e5 e6", "pass e5 e6,pass", "turn 3 (e6,pass), step pass: "),
        (
            "pass e5 e6,e7",
            "pass e5 e6,e7,end",
            "turn 3 (e6,e7,end), step end: ",
        ),
        ("pass e5 e6", "pass e5 e6 f7", "turn 3 (e6), step e6: "),
        ("pass e5 e6", "pass e5 e6 drop:2", "turn 3 (e6), step e6: "),
    ];
    for (right, wrong, complaint) in cases {
        let good = trace(&["--seats", "2"], right).await;
        let bad = trace(&["--seats", "2"], wrong).await;
        assert_eq!((good.status, bad.status), (0, 2), "{wrong}");
        assert_eq!(bad.said, good.said, "{wrong}");
        assert!(
            bad.complained.starts_with(complaint),
            "{wrong}: {}",
            bad.complained
        );
        assert_eq!(bad.complained.lines().count(), 1, "{}", bad.complained);
    }
}

#[tokio::test]
async fn what_describes_no_game_is_refused_before_the_first_line() {
    let cases: [(&[&str], &str); 12] = [
        (&["chess"], ""),
        (&["bushwhacked", "--seats", "1"], ""),
        (&["bushwhacked", "--seats", "5"], ""),
        (&["bushwhacked", "--variant", "10x10"], ""),
        (&["bushwhacked", "--seats", "2"], "[Seats \"3\"]"),
        (&["bushwhacked"], "[Seats \"7\"]"),
        (&["bushwhacked"], "[Seats \"two\"]"),
        (&["bushwhacked"], "[Game \"bushi\"]"),
        (&["bushwhacked"], "[Game \"chess\"]"),
        (&["bushwhacked"], "[Seats \"2\"]\n[Seats \"3\"]"),
        (&["bushwhacked"], "[Variant \"big\"]"),
        (&["bushwhacked"], "[Seats 2]\n\ne5"),
    ];
    for (args, text) in cases {
        let ended = run(&[&["trace"], args].concat(), text).await;
        assert_eq!(
            (ended.status, ended.said.as_str()),
            (2, ""),
            "{args:?} {text}: {ended:?}"
        );
        assert_eq!(ended.complained.lines().count(), 1, "{args:?} {text}: {ended:?}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_a_wrong_step() {
    let good = trace(&[], "e5").await;
    for bytes in [&b"e5 \xff\xfe"[..], b"e5 f\xc3", b"e5 \xed\xa0\x80"] {
        let bad = trace(&[], bytes).await;
        assert_eq!((bad.status, &bad.said), (2, &good.said), "{bytes:?}");
        assert!(bad.complained.starts_with("turn 2 ("), "{}", bad.complained);
    }
    let tag = trace(&[], b"[Seat1 \"\xff\"]\ne5").await;
    assert_eq!((tag.status, tag.said), (0, good.said), "a name is only a name");
}
