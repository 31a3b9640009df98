#![allow(clippy::panic)]
use std::error::Error;

use clap::Parser;

use super::*;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    config: Config,
}

fn parse(options: &[&str]) -> Result<Config, clap::Error> {
    let options = std::iter::once("thicket").chain(options.iter().copied());
    Options::try_parse_from(options).map(|options| options.config)
}

#[test]
fn timings_without_options_are_the_defaults() -> TestResult {
    assert_eq!(parse(&[])?.timings, Timings::default());
    Ok(())
}

#[test]
fn a_bus_is_a_word_or_the_address_of_a_nats_server() -> TestResult {
    let bus = |text| parse(&["--bus", text]).map(|config| config.bus);
    assert_eq!(bus("none")?, Some(BusOption::None));
    assert_eq!(bus("postgres")?, Some(BusOption::Postgres));
    let Some(BusOption::Nats(url)) = bus("nats://user:secret@bus:4222")? else {
        panic!("no address");
    };
    assert_eq!(url.host_str(), Some("bus"));
    for wrong in ["", "nats", "http://bus", "nats:bus"] {
        assert!(bus(wrong).is_err(), "{wrong}");
    }
    Ok(())
}

#[test]
fn timings_are_read_and_checked() -> TestResult {
    let config = parse(&["--pulse", "50ms", "--silence", "1m 30s", "--countdown", "0s"])?;
    let Timings {
        pulse,
        silence,
        countdown,
        ..
    } = config.timings;
    let times = [50, 90_000, 0].map(Duration::from_millis);
    assert_eq!([pulse, silence, countdown], times);
    for wrong in [
        ["--pulse", "0s"],
        ["--silence", "soon"],
        ["--countdown", "-1s"],
        ["--idle-room", "10"],
        ["--host-away", "3 years"],
    ] {
        assert!(parse(&wrong).is_err(), "{wrong:?}");
    }
    assert!(parse(&["--pulse", "20s"])?.check().is_err());
    assert!(parse(&[])?.check().is_ok());
    Ok(())
}

#[test]
fn hosts_below_are_bound_to_https_only_where_the_site_is() -> TestResult {
    let check = |url| {
        let options = ["--hsts-subdomains", "--public-url", url];
        parse(&options).map(|config| config.check())
    };
    assert!(check("https://play.example")?.is_ok());
    assert!(check("http://play.example")?.is_err());
    assert!(parse(&["--hsts-subdomains"])?.check().is_err());
    Ok(())
}
