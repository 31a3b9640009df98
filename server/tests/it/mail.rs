//! Mails to members, taken and read by a real mail server.

mod post_office;

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;
use thicket_server::model::tournament::decide::Action;
use thicket_server::model::tournament::words::Reason;
use thicket_server::time::{list_day, machine_time, now_ms};
use tokio::time::{sleep, timeout};

use post_office::{MAIL_TIMEOUT, PostOffice, all_sent, link};

use super::accounts::{PASSWORD, send, sign_in, sign_up};
use super::clocks::party_at;
use super::common::base::{Base, both};
use super::common::client::Person;
use super::common::cluster::Cluster;
use super::common::party::Party;
use super::common::process::Process;
use super::common::server::Server;
use super::push::tournaments::{form, id_of, signed_up};

/// How long nothing is sent, if nothing is to be sent: a node looks every second.
const A_WHILE: Duration = Duration::from_millis(3500);

async fn server(base: &Base, office: &PostOffice) -> Server {
    Server::with(base, &office.options().each_ref().map(String::as_str)).await
}

async fn give_address(person: &Person, address: &str) -> StatusCode {
    let form = [("address", address), ("password", PASSWORD)];
    send(person, "/session/mail", &form).await.status()
}

/// Opens the link that confirms an address, as its owner does.
async fn confirm(person: &Person, mail: &Value) {
    let path = link(mail, "/mail/confirm/");
    let page = person.read(&path).await;
    assert!(page.contains("Is ann@example.org your address?"), "{page}");
    let page = send(person, &path, &[]).await.text().await.unwrap();
    assert!(page.contains("Your address is confirmed"), "{page}");
}

/// Ann, who has confirmed her address.
async fn ann(address: SocketAddr, office: &PostOffice) -> Person {
    let ann = sign_up(&Person::named(address, "Ann").await, "Ann").await;
    assert_eq!(give_address(&ann, "ann@example.org").await, StatusCode::SEE_OTHER);
    let mails = office.until(1).await;
    confirm(&ann, &mails[0]).await;
    ann
}

/// Ann and Ben at a table without a clock that is about to begin. She is first to move.
async fn two(address: SocketAddr, office: &PostOffice) -> Party {
    let ann = ann(address, office).await;
    let ben = Person::named(address, "Ben").await;
    Party::of(vec![ann, ben], false).await
}

/// Saves what she wants to hear of by mail, and when.
async fn choose(person: &Person, fields: &[(&str, &str)]) {
    let form: Vec<_> = [("mail", "on")].iter().chain(fields).copied().collect();
    assert_eq!(
        send(person, "/session/notices", &form).await.status(),
        StatusCode::SEE_OTHER
    );
}

both! {
    async fn an_address_is_confirmed_before_anything_else_is_sent_there(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let ann = sign_up(&Person::nobody(server.address), "Ann").await;
        let wrong = [("address", "ann@example.org"), ("password", "not my password")];
        assert_eq!(send(&ann, "/session/mail", &wrong).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(give_address(&ann, "ann at example").await, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(give_address(&ann, "ann@example.org").await, StatusCode::SEE_OTHER);
        let mails = office.until(1).await;
        assert_eq!(mails[0]["headers"]["subject"], "Confirm your address");
        assert_eq!(mails[0]["to"], serde_json::json!(["ann@example.org"]));

        let ben = Person::named(server.address, "Ben").await;
        let mut party = Party::of(vec![ann.clone(), ben], false).await.begun().await;
        party.play("d3").await;
        party.play("d4").await;
        sleep(A_WHILE).await;
        assert_eq!(office.mails().len(), 1, "{:?}", office.subjects());
        confirm(&ann, &mails[0]).await;
        let again = send(&ann, &link(&mails[0], "/mail/confirm/"), &[]).await;
        assert_eq!(again.status(), StatusCode::NOT_FOUND, "a link is good once");

        party.play("d5").await;
        party.play("d6").await;
        let mut mails = office.until(2).await;
        // On a busy machine a mail goes without the board.
        for turns in [["e3", "e4"], ["e5", "e6"], ["f3", "f4"], ["f5", "f6"], ["g3", "g4"]] {
            if mails[mails.len() - 1]["pictures"] != serde_json::json!([]) {
                break;
            }
            for turn in turns {
                party.play(turn).await;
            }
            mails = office.until(mails.len() + 1).await;
        }
        let turn = &mails[mails.len() - 1];
        let url = format!("http://{}/g/{}", server.address, party.code);
        assert_eq!(turn["headers"]["subject"], "Your turn: Bushwhacked with Ben");
        assert!(turn["text"].as_str().unwrap().contains(&url), "{turn}");
        assert_eq!(turn["pictures"], serde_json::json!(["board-1"]));
        let html = turn["html"].as_str().unwrap();
        assert!(html.contains("src=\"cid:board-1\"") && html.contains(&url), "{html}");
        assert_eq!(turn["headers"]["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
        assert_eq!(turn["headers"]["from"], "Thicket <thicket@play.example>");
        for mail in &mails {
            assert_eq!(mail["defects"], serde_json::json!([]), "{mail}");
        }

        // As a mail program does it, with one request of nobody.
        let header = turn["headers"]["list-unsubscribe"].as_str().unwrap();
        let path = link(turn, "/mail/unsubscribe/");
        assert_eq!(header, format!("<http://{}{path}>", server.address));
        let nobody = Person::nobody(server.address);
        let answer = nobody.post(&path).form(&[("List-Unsubscribe", "One-Click")]).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        party.play("d7").await;
        party.play("d8").await;
        sleep(A_WHILE).await;
        assert_eq!(office.mails().len(), mails.len(), "{:?}", office.subjects());
        let page = ann.read("/session/notices").await;
        assert!(page.contains("Nothing about your games is sent to"), "{page}");
        send(&ann, "/session/mail/begin", &[]).await;
        party.resign(0).await;
        let all = office.until(mails.len() + 1).await;
        assert_eq!(all[mails.len()]["headers"]["subject"], "The game is over: Bushwhacked with Ben");
        server.stop().await;
    }

    async fn a_tournament_that_begins_soon_is_mailed_at_once(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let ann = ann(server.address, &office).await;
        let cup = form("300+5", 30 * 60_000);
        let begins = machine_time(cup.starts_at)[11..16].to_owned();
        let (tournaments, id) = signed_up(&server.store, cup, &[&ann]).await;
        let mails = office.until(2).await;
        let subject = format!(
            "Your tournament begins soon: Spring Cup begins at {begins} UTC. Please confirm in the last ten minutes that you are there."
        );
        assert_eq!(mails[1]["headers"]["subject"], subject);
        let text = mails[1]["text"].as_str().unwrap();
        assert!(text.contains(&format!("http://{}/tournaments/{id}", server.address)), "{text}");
        // That it is cancelled can wait.
        let why = Reason::parse("It rains.").unwrap();
        tournaments.act(id, id_of(&ann), &Action::Cancel { why }).await.unwrap();
        sleep(A_WHILE).await;
        assert_eq!(office.mails().len(), 2, "{:?}", office.subjects());
        base.rival().await.execute("UPDATE outbox SET at = at - 86400000, due_at = 0").await;
        let mails = office.until(3).await;
        let text = mails[2]["text"].as_str().unwrap();
        assert!(text.contains("The tournament was cancelled: Spring Cup: It rains."), "{text}");
        server.stop().await;
    }

    async fn what_need_not_come_at_once_comes_together_at_the_chosen_time(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let ann = ann(server.address, &office).await;
        choose(&ann, &[("turns", "on"), ("mail-turns", "on"), ("mail-over", "on"), ("mail-at", "08:00"), ("zone", "Asia/Tokyo")]).await;
        let [ben, cem] = [Person::named(server.address, "Ben").await, Person::named(server.address, "Cem").await];
        let mut party = Party::of(vec![ann.clone(), ben], false).await.begun().await;
        let mut other = Party::of(vec![ann.clone(), cem], false).await.begun().await;
        party.play("d3").await;
        party.play("d4").await;
        other.resign(1).await;
        sleep(A_WHILE).await;
        assert_eq!(office.mails().len(), 1, "{:?}", office.subjects());
        // A day later.
        let mut rival = base.rival().await;
        rival.execute("UPDATE outbox SET at = at - 86400000, due_at = 0").await;
        let mails = office.until(2).await;
        let text = mails[1]["text"].as_str().unwrap();
        assert_eq!(mails[1]["headers"]["subject"], "One game waits for you");
        assert!(text.contains("Bushwhacked with Ben") && text.contains(&party.code), "{text}");
        assert!(text.contains("The game is over: Bushwhacked with Cem") && text.contains(&other.code), "{text}");
        assert!(!text.contains("Your turn"), "what the list says is not said twice: {text}");
        sleep(A_WHILE).await;
        assert_eq!(office.mails().len(), 2, "once");
        assert_eq!(rival.count("SELECT COUNT(*) FROM outbox").await, 0);
        server.stop().await;
    }

    async fn whoever_has_forgotten_their_password_chooses_another_one_by_a_link(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let ann = ann(server.address, &office).await;
        let nobody = Person::nobody(server.address);
        assert!(nobody.read("/sign-in").await.contains("/sign-in/forgotten"));
        let ask = async |who: &str| send(&nobody, "/sign-in/forgotten", &[("who", who)]).await.text().await.unwrap();
        let (known, unknown) = (ask("Ann").await, ask("Eve").await);
        assert_eq!(known, unknown, "nobody learns who has an account");
        office.until(2).await;
        ask("ANN@example.org").await;
        let mails = office.until(3).await;
        let links: Vec<String> = mails[1..].iter().map(|mail| link(mail, "/sign-in/link/")).collect();
        let page = nobody.read(&links[0]).await;
        assert!(page.contains("Welcome back, <bdi>Ann</bdi>"), "{page}");
        assert_eq!(send(&nobody, &links[0], &[("new", "short")]).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let chosen = send(&nobody, &links[0], &[("new", "a quite different one")]).await;
        assert_eq!(chosen.status(), StatusCode::SEE_OTHER);
        for used in &links {
            assert_eq!(nobody.get(used).send().await.unwrap().status(), StatusCode::NOT_FOUND);
            let again = send(&nobody, used, &[("new", "another one again")]).await;
            assert_eq!(again.status(), StatusCode::NOT_FOUND, "no other link is good any more");
        }
        let away = ann.get("/session/notices").send().await.unwrap();
        assert_eq!(away.status(), StatusCode::SEE_OTHER, "signed out everywhere");
        let sign_in = [("name", "Ann"), ("password", "a quite different one")];
        assert_eq!(send(&nobody, "/sign-in", &sign_in).await.status(), StatusCode::SEE_OTHER);
        server.stop().await;
    }

    async fn nobody_is_told_of_a_turn_that_they_have_planned(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let mut party = two(server.address, &office).await.begun().await;
        office.until(2).await;
        let mut rival = base.rival().await;
        all_sent(&mut rival).await;
        // What is to be sent from here on stays in the outbox.
        rival.execute(format!("UPDATE channels SET not_before = {}", i64::MAX)).await;
        party.play("d3").await;
        let answers = serde_json::json!([{ "to": "d4", "play": "d5", "then": [] }]);
        let plan = serde_json::json!({ "what": "answers", "answers": answers });
        party.sockets[0].must(serde_json::json!({ "t": "plan", "turn": 1, "plan": plan })).await;
        party.sockets[1].must(serde_json::json!({ "t": "play", "turn": 1, "steps": ["d4"] })).await;
        party.sockets[0].until(|message| message["event"]["ply"]["text"] == "d5").await;
        const TOLD: &str = "SELECT COUNT(*) FROM outbox WHERE notice = 'your_turn'";
        assert_eq!(rival.count(TOLD).await, 0);
        party.sockets[1].must(serde_json::json!({ "t": "play", "turn": 3, "steps": ["d6"] })).await;
        assert_eq!(rival.count(TOLD).await, 1);
        server.stop().await;
    }

    async fn that_time_runs_out_is_not_told_while_the_clock_rests(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let mut party = party_at(server.address, "7d+12h, cap 14d, grace 8h", 2).await.begun().await;
        let ann = sign_up(&party.people[0], "Ann").await;
        give_address(&ann, "ann@example.org").await;
        confirm(&ann, &office.until(1).await[0]).await;
        let today = list_day(now_ms());
        let days = [("first", today.as_str()), ("last", today.as_str())];
        assert_eq!(send(&ann, "/session/holiday", &days).await.status(), StatusCode::SEE_OTHER);
        party.sockets[1].until_event("on_holiday").await;
        // As if it had been planned for now when her turn began.
        let mut rival = base.rival().await;
        let now = now_ms();
        rival.execute(format!(
            "INSERT INTO outbox (channel_id, table_id, seq, notice, at, due_at)
             SELECT c.id, t.id, 1, 'hour_left', {now}, {now} FROM channels c, tables t"
        )).await;
        let put_off = async {
            while rival.count("SELECT COUNT(*) FROM outbox WHERE notice = 'hour_left' AND due_at > at").await == 0 {
                sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(MAIL_TIMEOUT, put_off).await.expect("it is put off");
        assert_eq!(office.mails().len(), 1, "{:?}", office.subjects());
        party.sockets.clear();
        send(&ann, "/session/holiday/end", &[]).await;
        rival.execute("UPDATE outbox SET due_at = at").await;
        let mails = office.until(2).await;
        assert_eq!(mails[1]["headers"]["subject"], "One hour is left for your turn: Bushwhacked with Ben");
        server.stop().await;
    }

    async fn an_address_that_is_none_is_written_to_once(base: Base) {
        let office = PostOffice::start().await;
        let server = server(&base, &office).await;
        let mut party = two(server.address, &office).await.begun().await;
        let mut rival = base.rival().await;
        rival.execute("UPDATE channels SET url = 'nobody@example.org'").await;
        party.play("d3").await;
        party.play("d4").await;
        let off = async {
            while !party.people[0].read("/session/notices").await.contains("there is no such address (550)") {
                sleep(Duration::from_millis(100)).await;
            }
        };
        timeout(MAIL_TIMEOUT, off).await.expect("its owner sees why");
        rival.execute("UPDATE channels SET url = 'ann@example.org'").await;
        send(&party.people[0], "/session/mail/begin", &[]).await;
        party.play("d5").await;
        party.play("d6").await;
        let mails = office.until(2).await;
        assert_eq!(mails[1]["headers"]["subject"], "Your turn: Bushwhacked with Ben");
        server.stop().await;
    }
}

/// What could not be sent before the server was killed, nor while the mail server was away, comes once.
#[tokio::test]
async fn nothing_is_lost_and_nothing_comes_twice() {
    let base = Base::sqlite();
    let mut office = PostOffice::start().await;
    let address = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .to_string();
    let options = office
        .options()
        .map(|option| option.replace("{address}", &address));
    let options = options.each_ref().map(String::as_str);
    let process = Process::at(&address, &base, "info", &options).await;
    let mut party = two(process.address, &office).await.begun().await;
    office.until(2).await;
    office.close();
    party.play("d3").await;
    party.play("d4").await;
    sleep(A_WHILE).await;
    process.kill().await;
    let process = Process::at(&address, &base, "info", &options).await;
    sleep(A_WHILE).await;
    office.open().await;
    let mails = office.until(3).await;
    assert_eq!(mails[2]["headers"]["subject"], "Your turn: Bushwhacked with Ben");
    sleep(A_WHILE).await;
    let mut ids: Vec<String> = office
        .mails()
        .iter()
        .map(|mail| mail["headers"]["message-id"].to_string())
        .collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "{:?}", office.subjects());
    process.kill().await;
}

/// Several nodes look for what is to be sent, and one sends it.
#[tokio::test]
async fn of_several_nodes_one_sends() {
    let office = PostOffice::start().await;
    let options = office.options();
    let cluster = Cluster::postgres()
        .await
        .with(3, &options.each_ref().map(String::as_str))
        .await;
    let mut party = two(cluster.nodes[0].address, &office).await.begun().await;
    office.until(2).await;
    party.play("d3").await;
    party.play("d4").await;
    office.until(3).await;
    party.resign(1).await;
    office.until(4).await;
    sleep(A_WHILE).await;
    let mut subjects = office.subjects();
    subjects[1..].sort();
    let with = |title: &str| format!("{title}: Bushwhacked with Ben");
    let mut expected = vec!["Confirm your address".to_owned()];
    expected.extend(["The game is over", "Your turn", "Your turn"].map(with));
    assert_eq!(subjects, expected);
    cluster.stop().await;
}

#[tokio::test]
async fn without_a_mail_server_nothing_is_said_of_mails() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = sign_up(&Person::nobody(server.address), "Ann").await;
    let page = ann.read("/session/notices").await;
    assert!(!page.contains("mail") && !page.contains("Mail"), "{page}");
    let nobody = Person::nobody(server.address);
    assert!(!nobody.read("/sign-in").await.contains("Forgot"));
    for path in ["/sign-in/forgotten", "/sign-in/link/abc", "/mail/confirm/abc"] {
        assert_eq!(
            nobody.get(path).send().await.unwrap().status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
    assert_eq!(
        give_address(&sign_in(&nobody, "Ann").await, "ann@example.org").await,
        StatusCode::NOT_FOUND
    );
    server.stop().await;
}
