//! Hostile input: the room keeps running, memory stays bounded, and other tables do not notice.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::common::base::Base;
use super::common::client::{Person, TIMEOUT, fresh_id};
use super::common::party::{Dice, Party};
use super::common::process::Process;

/// How much more memory the server may use afterwards, in KiB.
const MAX_GROWTH: u64 = 48 * 1024;

fn resident_kb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[tokio::test]
async fn forms_that_are_refused_take_no_memory() {
    const FORMS: usize = 400;
    let base = Base::sqlite();
    let server = Process::with(&base, "info").await;
    let eve = Person::nobody(server.address).behind("203.0.113.7");
    // Control characters: what was filled in took five times as much when it was kept for the log.
    let send = async || {
        let form = "kind=bushwhacked&seats=2&starter=seated&public=false&name=Eve&minutes=";
        let body = [form.as_bytes(), &[1_u8; 15_000][..]].concat();
        let request = eve
            .post("/tables")
            .header("content-type", "application/x-www-form-urlencoded");
        request.body(body).send().await.unwrap().status().as_u16()
    };
    while send().await != 422 {}
    let before = resident_kb(server.pid());
    for _ in 0..FORMS {
        send().await;
    }
    let growth = resident_kb(server.pid()).saturating_sub(before);
    assert!(growth < 20 * 1024, "memory grew by {growth} kB");
    server.kill().await;
}

/// Random bytes.
fn noise(dice: &mut Dice, most: usize) -> Vec<u8> {
    (0..dice.below(most)).map(|_| dice.below(256) as u8).collect()
}

/// A valid message, cut or changed somewhere.
fn mangled(dice: &mut Dice) -> String {
    let command = json!({ "t": "play", "steps": ["e5", "end"] });
    let valid = json!({ "id": fresh_id(), "turn": dice.below(5), "command": command }).to_string();
    let cut = dice.below(valid.len());
    match dice.below(3) {
        0 => valid[..cut].to_owned(),
        1 => valid.replacen(['"', ':', '{', 'e'], "\\u0000", 1 + dice.below(4)),
        _ => format!("{}{}", &valid[cut..], &valid[..cut]),
    }
}

#[tokio::test]
async fn noise_and_floods_do_no_harm() {
    let base = Base::sqlite();
    let server = Process::with(&base, "info").await;
    let mut party = Party::started(server.address, 2).await;
    let mut other = Party::started(server.address, 2).await;
    party.play("e5").await;
    let before = resident_kb(server.pid());
    let mut dice = Dice(3);

    // Raw bytes instead of a request, and instead of frames.
    for _ in 0..20 {
        use tokio::io::AsyncWriteExt;
        let mut raw = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let _ = raw.write_all(&noise(&mut dice, 4000)).await;
    }
    let eve = Person::named(server.address, "Eve").await;
    for _ in 0..30 {
        let mut socket = eve.join(&party.code).await;
        for _ in 0..20 {
            let frame = match dice.below(4) {
                0 => Message::binary(noise(&mut dice, 3000)),
                1 => Message::text(String::from_utf8_lossy(&noise(&mut dice, 3000)).into_owned()),
                2 => Message::text("[".repeat(dice.below(60_000))),
                _ => Message::text(mangled(&mut dice)),
            };
            if socket.send_frame(frame).await.is_err() {
                break;
            }
        }
        party_goes_on(&mut other, &mut dice).await;
    }
    // One frame that is far too large.
    let mut socket = eve.join(&party.code).await;
    let _ = socket.send_frame(Message::text("x".repeat(1 << 20))).await;
    assert!(timeout(TIMEOUT, socket.until_closed()).await.is_ok());

    // A flood from a client that reads none of the answers.
    let mut floods = Vec::new();
    for _ in 0..4 {
        let mut socket = eve.join(&party.code).await;
        floods.push(tokio::spawn(async move {
            for turn in 0..10_000 {
                let command = json!({ "t": "play", "steps": ["a1"] });
                let envelope = json!({ "id": fresh_id(), "turn": turn, "command": command });
                if socket
                    .send_frame(Message::text(envelope.to_string()))
                    .await
                    .is_err()
                {
                    break;
                }
            }
            socket
        }));
    }
    for _ in 0..10 {
        party_goes_on(&mut other, &mut dice).await;
        party_goes_on(&mut party, &mut dice).await;
    }
    for flood in floods {
        // It is refused or cut off; the server goes on.
        let _ = timeout(TIMEOUT, flood).await;
    }
    sleep(Duration::from_secs(1)).await;
    let growth = resident_kb(server.pid()).saturating_sub(before);
    assert!(growth < MAX_GROWTH, "memory grew by {growth} kB");
    let log = server.log();
    assert!(!log.contains("panicked"), "{log}");
    server.kill().await;
}

/// The table answers soon, whatever happens at other tables.
async fn party_goes_on(party: &mut Party, dice: &mut Dice) {
    let turn = dice.turn(party.game.as_ref());
    let begun = Instant::now();
    timeout(TIMEOUT, party.play(&turn))
        .await
        .expect("an answer in time");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}
