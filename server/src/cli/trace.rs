//! `thicket trace`: reads the text of a game and writes each of its positions, for comparison with other programs.

use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use serde::Serialize;
use thicket_rules::{AnyGame, GameKind, Head, Wanted, replay};

use super::{TraceArgs, unknown_game};

#[derive(Serialize)]
struct TraceLine<'a> {
    step: Option<&'a str>,
    position: String,
    legal: Vec<String>,
    ranks: Option<Vec<u8>>,
}

/// Ends with status 2 and one line on standard error for the first mistake in the text; with 1 if reading or writing fails.
pub(super) fn run(args: &TraceArgs) -> ExitCode {
    let mut text = Vec::new();
    if let Err(error) = io::stdin().lock().read_to_end(&mut text) {
        eprintln!("thicket trace: {error}");
        return ExitCode::FAILURE;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let traced = trace(args, &String::from_utf8_lossy(&text), &mut out);
    match (out.flush(), traced) {
        // The reader may stop early, as `head` does.
        (Err(error), _) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        (Err(error), _) => {
            eprintln!("thicket trace: {error}");
            ExitCode::FAILURE
        }
        (Ok(()), Err(error)) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
        (Ok(()), Ok(())) => ExitCode::SUCCESS,
    }
}

fn trace(args: &TraceArgs, text: &str, out: &mut impl Write) -> Result<(), String> {
    let game: GameKind = args.game.parse().map_err(|_| unknown_game(&args.game))?;
    let (head, turns) = Head::split(text).map_err(|error| error.to_string())?;
    let wanted = Wanted {
        game: Some(game),
        seats: args.seats,
        variant: args.variant.as_deref(),
    };
    let mut game = head.start(wanted).map_err(|error| error.to_string())?;
    let mut written = write_line(out, None, game.as_ref());
    replay(game.as_mut(), turns, |step, game| {
        if written.is_ok() {
            written = write_line(out, Some(step), game);
        }
    })
    .map_err(|error| error.to_string())
    // An error of writing comes again when the rest is flushed.
}

fn write_line(out: &mut impl Write, step: Option<&str>, game: &dyn AnyGame) -> io::Result<()> {
    let line = TraceLine {
        step,
        position: game.position_text(),
        legal: game.legal(),
        ranks: game
            .status()
            .outcome()
            .map(|outcome| outcome.ranks.as_slice().to_vec()),
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}
