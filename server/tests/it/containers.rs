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
fn the_image_compiles_dependencies_by_themselves() {
    let dockerfile = read("Dockerfile");
    let (dependencies, own) = dockerfile.split_once("\nCOPY rules rules").unwrap();
    for build in [dependencies, own] {
        assert!(build.contains("cargo build --locked --profile dist"), "{build}");
    }
    assert!(!dependencies.contains("COPY static"));
    // Cargo refuses a workspace in which a file of these is missing.
    for member in ["rules", "search", "server", "bench"] {
        assert!(
            dependencies.contains(&format!("COPY {member}/Cargo.toml {member}/")),
            "{member}"
        );
        let manifest = read(&format!("{member}/Cargo.toml"));
        let targets = manifest.split("[[bench]]\nname = \"").skip(1);
        for name in targets.filter_map(|rest| rest.split('"').next()) {
            assert!(
                dependencies.contains(&format!("{member}/benches/{name}.rs")),
                "{member} {name}"
            );
        }
    }
}

#[test]
fn a_container_can_be_run_and_looked_after() {
    let dockerfile = read("Dockerfile");
    let made = dockerfile.find("--mode=0700 /var/lib/thicket/data").unwrap();
    assert!(made < dockerfile.find("VOLUME /var/lib/thicket/data").unwrap());
    assert!(dockerfile.contains("CMD [\"thicket\", \"healthz\"]"));
    let compose = read("docker-compose.yml");
    assert!(compose.contains("test: [\"CMD\", \"thicket\", \"healthz\"]"));
    // A password is beside the URL, where every character means itself, and .env goes nowhere.
    assert!(
        compose.contains("PGPASSWORD: ${POSTGRES_PASSWORD")
            && compose.contains("postgres://thicket@postgres/")
    );
    for ignored in [".gitignore", ".dockerignore"] {
        assert!(
            read(ignored)
                .lines()
                .any(|line| line.trim_start_matches('/') == ".env"),
            "{ignored}"
        );
    }
    let services = compose.matches("\n    image: ").count();
    assert_eq!(compose.matches("logging: *logging").count(), services);
    assert!(read("Caddyfile").contains("trusted_proxies static private_ranges"));
}

#[test]
fn the_unit_and_the_alerts_name_what_there_is() {
    let help = help();
    let unit = read("deploy/thicket.service");
    let known = variables(&help);
    assert!(variables(&unit).is_subset(&known), "{:?}", variables(&unit));
    let documented = read("docs/operating.md");
    let alerts = read("deploy/alerts.yml");
    let words = alerts.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let metrics: BTreeSet<&str> = words.filter(|word| word.starts_with("thicket_")).collect();
    assert!(metrics.len() > 5);
    for metric in metrics {
        assert!(documented.contains(&format!("| `{metric}` |")), "{metric}");
    }
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
