//! Messages of the command line on standard error, as JSON where the log is JSON.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::ffi::OsString;
use std::io::Write;
use std::panic::PanicHookInfo;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::config::LogFormat;
use crate::time::{machine_time, now_ms};

/// The format of the log, which is needed before the command line is read, since reading it may fail.
static FORMAT: OnceLock<LogFormat> = OnceLock::new();

/// Chooses the format, for panics as well.
pub(super) fn prepare() {
    let variable = std::env::var_os("THICKET_LOG_FORMAT");
    if FORMAT.get_or_init(|| asked(std::env::args_os().skip(1), variable)) == &LogFormat::Json {
        std::panic::set_hook(Box::new(|info| write(&panicked(info))));
    }
}

pub(super) fn error(message: &str) {
    match FORMAT.get() {
        Some(LogFormat::Json) => write(&line(json!({ "message": message }))),
        Some(LogFormat::Text) | None => eprintln!("{message}"),
    }
}

/// Only a server has a log. Whoever types another command, perhaps in the server's container, is a person.
fn asked(arguments: impl Iterator<Item = OsString>, variable: Option<OsString>) -> LogFormat {
    let arguments: Vec<OsString> = arguments.collect();
    let command = arguments.first().and_then(|first| first.to_str());
    let serves = command.is_none_or(|first| first == "serve" || first.starts_with('-'));
    let mut format = variable;
    for (index, argument) in arguments.iter().enumerate() {
        if argument == "--log-format" {
            format = arguments.get(index + 1).cloned();
        } else if let Some(value) = argument
            .to_str()
            .and_then(|text| text.strip_prefix("--log-format="))
        {
            format = Some(value.into());
        }
    }
    match format {
        Some(format) if serves && format == "json" => LogFormat::Json,
        _ => LogFormat::Text,
    }
}

fn line(fields: Value) -> Value {
    json!({ "timestamp": machine_time(now_ms()), "level": "ERROR", "fields": fields, "target": "thicket" })
}

fn panicked(info: &PanicHookInfo) -> Value {
    let backtrace = Backtrace::capture();
    let thread = std::thread::current();
    let mut fields = json!({
        "message": "the program panicked",
        "panic": info.payload_as_str(),
        "location": info.location().map(ToString::to_string),
        "thread": thread.name(),
    });
    if backtrace.status() == BacktraceStatus::Captured {
        fields["backtrace"] = backtrace.to_string().into();
    }
    line(fields)
}

fn write(line: &Value) {
    // Nobody may be listening any more.
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used)]
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    fn check(line: &str, variable: Option<&str>) -> LogFormat {
        asked(
            line.split_whitespace().map(OsString::from),
            variable.map(OsString::from),
        )
    }

    #[test]
    fn the_form_is_known_before_the_command_line_is_read() {
        for line in [
            "--log-format json",
            "serve --log-format=json --nonsense",
            "--nonsense --log-format json",
        ] {
            assert_eq!(check(line, None), LogFormat::Json, "{line}");
        }
        assert_eq!(check("", Some("json")), LogFormat::Json);
        assert_eq!(check("--log-format text", Some("json")), LogFormat::Text);
        assert_eq!(check("", None), LogFormat::Text);
        assert_eq!(
            check("admin block Ann", Some("json")),
            LogFormat::Text,
            "a person reads it"
        );
    }

    #[test]
    fn a_panic_is_one_line() {
        const THREAD: &str = "panics for a test";
        let (told, lines) = mpsc::channel();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| match thread::current().name() {
            Some(THREAD) => told.send(panicked(info)).unwrap(),
            _ => before(info),
        }));
        let thread = thread::Builder::new().name(THREAD.to_owned());
        let number = 7;
        assert!(
            thread
                .spawn(move || panic!("number {number}\nand more"))
                .unwrap()
                .join()
                .is_err()
        );
        let line = lines.recv().unwrap();
        assert_eq!(line["level"], "ERROR");
        assert_eq!(line["fields"]["panic"], "number 7\nand more");
        assert_eq!(line["fields"]["thread"], THREAD);
        assert!(
            line["fields"]["location"]
                .as_str()
                .unwrap()
                .contains("stderr.rs:")
        );
        assert!(!line.to_string().contains('\n'));
    }
}
