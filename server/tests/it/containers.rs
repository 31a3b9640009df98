//! The Dockerfile and the compose file agree with the server.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

fn help() -> String {
    let help = Command::new(env!("CARGO_BIN_EXE_thicket"))
        .arg("--help")
        .output()
        .unwrap();
    String::from_utf8(help.stdout).unwrap()
}

/// The environment variables of Thicket that a text mentions.
fn variables(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("THICKET_")).collect()
}

/// The port numbers in lines that have one of these words.
fn ports(text: &str, words: &[&str]) -> BTreeSet<u16> {
    let lines = text
        .lines()
        .filter(|line| words.iter().any(|word| line.contains(word)));
    let numbers = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_digit()));
    numbers
        .filter_map(|number| number.parse().ok())
        .filter(|&port| port > 1000)
        .collect()
}

#[test]
fn what_is_copied_into_the_image_is_there() {
    let dockerfile = read("Dockerfile");
    let copies = dockerfile
        .lines()
        .filter_map(|line| line.strip_prefix("COPY "))
        .filter(|line| !line.starts_with("--"));
    let mut copied = 0;
    for line in copies {
        let words: Vec<&str> = line.split_whitespace().collect();
        for source in &words[..words.len() - 1] {
            assert!(root().join(source).exists(), "{source} is not there");
            copied += 1;
        }
    }
    assert!(copied > 5, "{copied} sources");
    // Whatever the build reads: the members of the workspace, and what they take from outside themselves.
    for needed in ["Cargo.lock", "rules", "server", "migrations", "static", "web/js"] {
        assert!(
            dockerfile
                .lines()
                .any(|line| line.starts_with("COPY") && line.contains(needed)),
            "{needed}"
        );
    }
    assert!(read("Cargo.toml").contains("[profile.dist]"));
    assert!(dockerfile.contains("--profile dist") && dockerfile.contains("target/dist/thicket"));
}

#[test]
fn the_variables_are_options_of_the_server() {
    let help = help();
    let known = variables(&help);
    for file in ["Dockerfile", "docker-compose.yml"] {
        let text = read(file);
        let used = variables(&text);
        assert!(!used.is_empty());
        assert!(
            used.is_subset(&known),
            "{file}: {:?} are unknown",
            used.difference(&known)
        );
    }
}

#[test]
fn the_ports_are_those_that_the_server_listens_on() {
    let dockerfile = read("Dockerfile");
    assert_eq!(ports(&dockerfile, &["_LISTEN"]), BTreeSet::from([8080, 9180]));
    assert_eq!(ports(&dockerfile, &["EXPOSE"]), BTreeSet::from([8080]));
    assert!(
        help().contains("0.0.0.0:8080"),
        "the image listens where the server does by default"
    );
}

#[test]
fn the_proxy_knows_all_nodes() {
    let (caddy, compose) = (read("Caddyfile"), read("docker-compose.yml"));
    for node in ["thicket", "thicket-2", "thicket-3"] {
        assert!(caddy.contains(&format!(" {node}:8080")), "{node}");
        assert!(compose.contains(&format!("\n  {node}:")), "{node}");
    }
    assert!(caddy.contains("health_uri /readyz"));
}

#[test]
fn nothing_is_published_beyond_this_machine() {
    let dockerfile = read("Dockerfile");
    assert!(dockerfile.contains("THICKET_METRICS_LISTEN=127.0.0.1:9180"));
    let compose = read("docker-compose.yml");
    let published: Vec<&str> = compose
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- \"")?.strip_suffix('"'))
        .filter(|line| line.ends_with(|c: char| c.is_ascii_digit()) && line.contains(':'))
        .collect();
    let (mut main, mut others) = (0, 0);
    for port in published {
        assert!(port.starts_with("127.0.0.1:"), "{port}");
        main += usize::from(port == "127.0.0.1:8080:8080" || port == "127.0.0.1:9180:9180");
        others += 1;
    }
    assert_eq!(
        (main, others),
        (2, 5),
        "those of one node, and those of two more and their proxy"
    );
}
