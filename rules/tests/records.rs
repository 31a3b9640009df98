//! The text of a record: its tags, what they describe, and how it is written.

#![allow(clippy::unwrap_used, clippy::panic)]

use thicket_rules::{GameKind, Head, HeadError, Record, Wanted};

fn head(text: &str) -> Result<Head, HeadError> {
    Head::split(text).map(|(head, _)| head)
}

#[test]
fn tags_are_read_up_to_the_first_turn() {
    let text =
        "\n [Game \"bushwhacked\"] [Seat1\t\"A \\\"B\\\" \\\\ C\"]\n\n[Site \"?\"]\r\n1. a1 [Late \"\"]";
    let (head, rest) = Head::split(text).unwrap();
    assert_eq!(head.get("Game"), Some("bushwhacked"));
    assert_eq!(head.get("Seat1"), Some("A \"B\" \\ C"));
    assert_eq!(head.get("Site"), Some("?"));
    assert_eq!(head.get("Seat2"), None);
    assert_eq!(rest, "1. a1 [Late \"\"]");
}

#[test]
fn tags_that_are_none() {
    let cases = [
        "[",
        "[]",
        "[Game]",
        "[Game \"x]",
        "[Game x]",
        "[Game \"x\"",
        "[Game \"x\\y\"]",
        "[ \"x\"]",
        "[Game \"a\nb\"]",
    ];
    for text in cases {
        let error = head(text).expect_err(text);
        assert!(matches!(error, HeadError::Malformed(_)), "{text}: {error}");
        assert_eq!(error.to_string().lines().count(), 1);
    }
}

/// What tags and options together describe: seats, or why nothing.
fn described(tags: &str, wanted: Wanted) -> Result<u8, String> {
    let game = head(tags).and_then(|head| head.start(wanted));
    game.map(|game| game.seats()).map_err(|error| error.to_string())
}

#[test]
fn tags_and_options_describe_a_game() {
    let game = Wanted {
        game: Some(GameKind::Bushwhacked),
        ..Wanted::default()
    };
    let three = Wanted {
        seats: Some(3),
        ..game
    };
    assert_eq!(described("", game), Ok(4), "the game's default");
    assert_eq!(described("", three), Ok(3));
    assert_eq!(described("[Seats \"3\"]", game), Ok(3));
    assert_eq!(described("[Seats \"3\"][Seats \"3\"]", three), Ok(3));
    assert_eq!(
        described("[Variant \"\"][Anything \"1\"][Anything \"2\"]", game),
        Ok(4)
    );
    assert_eq!(
        described(
            "[Variant \"\"]",
            Wanted {
                variant: Some(""),
                ..three
            }
        ),
        Ok(3)
    );
    assert_eq!(described("[Game \"bushwhacked\"]", Wanted::default()), Ok(4));
}

#[test]
fn tags_and_options_that_describe_no_game() {
    let game = Wanted {
        game: Some(GameKind::Bushwhacked),
        ..Wanted::default()
    };
    let names: Vec<&str> = GameKind::ALL.iter().map(|kind| kind.info().name).collect();
    let no_go = format!("there is no game \"go\"; there is {}", names.join(", "));
    let cases = [
        ("", Wanted::default(), "the tag Game is missing"),
        ("[Game \"go\"]", game, &no_go),
        (
            "[Seats \"3\"]",
            Wanted {
                seats: Some(4),
                ..game
            },
            "Seats is said twice, and differently",
        ),
        (
            "[Seats \"3\"][Seats \"4\"]",
            game,
            "Seats is said twice, and differently",
        ),
        (
            "[Seat1 \"A\"][Seat1 \"B\"]",
            game,
            "Seat1 is said twice, and differently",
        ),
        ("[Seats \"5\"]", game, "bushwhacked has 2 to 4 seats, not 5"),
        (
            "",
            Wanted {
                seats: Some(1),
                ..game
            },
            "bushwhacked has 2 to 4 seats, not 1",
        ),
        ("[Seats \"four\"]", game, "\"four\" is not a number of seats"),
        ("[Seats \"04\"]", game, "\"04\" is not a number of seats"),
        ("[Seats \"260\"]", game, "\"260\" is not a number of seats"),
        (
            "[Variant \"9x9\"]",
            game,
            "bushwhacked has no variants, so not \"9x9\" either",
        ),
        (
            "[Variant \"\"]",
            Wanted {
                variant: Some("9x9"),
                ..game
            },
            "Variant is said twice, and differently",
        ),
    ];
    for (tags, wanted, line) in cases {
        assert_eq!(described(tags, wanted), Err(line.to_owned()), "{tags}");
    }
}

#[test]
fn a_record_says_game_and_seats() {
    let recorded = |tags| {
        head(tags)
            .and_then(|head| head.start_recorded())
            .map(|game| game.seats())
    };
    assert_eq!(recorded("[Game \"bushwhacked\"][Seats \"2\"]").unwrap(), 2);
    assert_eq!(
        recorded("[Game \"bushwhacked\"]").unwrap_err().to_string(),
        "the tag Seats is missing"
    );
    assert_eq!(
        recorded("[Seats \"2\"]").unwrap_err().to_string(),
        "the tag Game is missing"
    );
}

#[test]
fn a_record_is_written_eighty_columns_wide() {
    let mut head = Head::of(GameKind::Bushwhacked.start(4, "").unwrap().as_ref());
    head.set("Seat1", "Ann \"the\\hare\"\n");
    head.set("Seat1", "Ann \"the\\hare\"");
    let turns: Vec<String> = (0..40)
        .map(|turn| ["pass", "n17,p16,q17", "drop:2"][turn % 3].to_owned())
        .collect();
    let text = Record {
        head,
        turns: turns.clone(),
    }
    .to_string();
    let (tags, lines) = text.split_once("\n\n").unwrap();
    assert_eq!(
        tags,
        "[Game \"bushwhacked\"]\n[Seats \"4\"]\n[Variant \"\"]\n[Seat1 \"Ann \\\"the\\\\hare\\\"\"]"
    );
    assert!(lines.starts_with("1. pass 2. n17,p16,q17 3. drop:2 4. pass"));
    assert!(lines.ends_with(" 40. pass\n"));
    let lines: Vec<&str> = lines.lines().collect();
    assert!(lines.len() > 4);
    for (line, next) in lines.iter().zip(&lines[1..]) {
        let first: Vec<&str> = next.split(' ').take(2).collect();
        assert!(
            line.len() <= 80 && first[0].ends_with('.') && !line.ends_with('.'),
            "{line}"
        );
        assert!(
            line.len() + 1 + first.join(" ").len() > 80,
            "{line} has room for {first:?}"
        );
    }
    assert_eq!(text.parse::<Record>().unwrap().turns, turns);
}

#[test]
fn the_form_of_a_record_is_checked() {
    let wrong = |text: &str| text.parse::<Record>().unwrap_err().to_string();
    assert_eq!(
        wrong("[Game \"x\" 1. a1"),
        "this is not a tag, such as [Game \"bushwhacked\"]: [Game \"x\" 1. a1"
    );
    assert_eq!(
        wrong("1. a1 2 b1"),
        "turn 2 (2), step 2: a turn has one number, with a dot behind it"
    );
    assert_eq!(
        wrong("1. a1 [A \"\"]"),
        "turn 2 ([A), step [A: tags stand before the first turn"
    );
}
