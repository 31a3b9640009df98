//! The chat of a table: who writes, who reads, and what becomes of it.

use serde_json::{Value, json};
use thicket_server::ids::PlayerId;
use thicket_server::model::player::audience::Audience;
use thicket_server::protocol::VERSION;
use thicket_server::store::{ChatRow, NewChat, WrittenChat};

use super::common::base::both;
use super::common::client::{Person, Socket, fresh_id, hello};
use super::common::party::Party;
use super::common::server::Server;
use thicket_server::time::UnixMs;

pub(crate) fn say(text: &str) -> Value {
    json!({ "t": "say", "text": text })
}

/// The number of a line that has to be written.
pub(crate) async fn said(socket: &mut Socket, text: &str) -> u64 {
    socket.must(say(text)).await["seq"].as_u64().unwrap()
}

fn hello_having(table: u64, n: u64, reads: &str) -> Value {
    json!({ "t": "hello", "version": VERSION, "have": { "table": table, "chat": { "n": n, "reads": reads } } })
}

both! {
    async fn a_chat_goes_back_to_the_lines_that_the_database_still_has(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let [ann, ben] = &mut party.sockets[..] else { panic!("two sockets") };
        for line in ["kept", "lost", "lost, too"] {
            said(ann, line).await;
        }
        ben.until_line("lost, too").await;
        base.rival().await.execute("DELETE FROM chat WHERE n > 1").await;
        said(ben, "after").await;
        assert_eq!(ann.until_line("after").await, ["kept", "after"]);
        assert_eq!(ben.until_line("after").await, ["kept", "after"]);
        // A page that was away has lines that nobody knows.
        let mut away = party.people[0].connect(&party.code).await.unwrap();
        away.send(hello_having(3, 3, "players")).await;
        assert_eq!(away.until_line("after").await, ["kept", "after"]);
        server.stop().await;
    }

    async fn during_the_game_each_side_reads_its_own_lines_and_otherwise_everybody_reads_all(base: Base) {
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let mut party = Party::seated(server.address, 2).await;
        let [ann, ben] = &mut party.sockets[..] else { panic!("two sockets") };
        let eve = Person::named(server.address, "Eve").await;
        let mut watcher = eve.join(&party.code).await;
        said(&mut watcher, "may I?").await;
        let line = ann.until(|message| message["t"] == "chat").await;
        assert_eq!(line["chat"]["reads"], "all");
        assert_eq!(line["chat"]["lines"][0]["by"], json!({ "id": eve.id, "name": "Eve", "kind": "guest" }));
        said(ann, "just watch").await;
        assert_eq!(watcher.until_line("just watch").await, ["may I?", "just watch"]);
        assert_eq!(ben.until_line("just watch").await, ["may I?", "just watch"]);
        server.stop().await;

        // The game starts, and everybody comes back.
        let server = Server::start(&base).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        let eve = eve.at(server.address);
        let mut watcher = eve.join(&party.code).await;
        for (place, person) in party.people.iter().enumerate() {
            party.sockets[place] = person.join_having(&party.code, Some(2)).await;
        }
        watcher.until_event("started").await;
        let mut party = party.begun().await;
        let [ann, ben] = &mut party.sockets[..] else { panic!("two sockets") };
        said(&mut watcher, "Ann should take e5").await;
        said(ann, "to you, Ben").await;
        said(&mut watcher, "oh").await;
        ben.until_line("to you, Ben").await;
        said(ben, "thanks").await;
        assert_eq!(ann.until_line("thanks").await, ["may I?", "just watch", "to you, Ben", "thanks"]);
        // Others who watch read the same; nobody is told of the players' lines.
        let mut late = Person::nobody(server.address).connect(&party.code).await.unwrap();
        late.send(hello(None)).await;
        for socket in [&mut watcher, &mut late] {
            assert_eq!(socket.until_line("oh").await, ["may I?", "just watch", "Ann should take e5", "oh"]);
        }

        // After the end everybody reads all, in order, and goes on talking.
        party.resign(0).await;
        let every = ["may I?", "just watch", "Ann should take e5", "to you, Ben", "oh", "thanks"];
        for socket in party.sockets.iter_mut().chain([&mut watcher, &mut late]) {
            while socket.lines.len() < every.len() {
                socket.receive().await.expect("the connection to last");
            }
            assert_eq!(socket.lines, every);
        }
        said(&mut party.sockets[1], "good game").await;
        assert_eq!(watcher.until_line("good game").await.len(), 7);

        // The page of the record shows it; the record itself does not know of it.
        let get = async |path: String| Person::nobody(server.address).read(&path).await;
        let page = get(format!("/g/{}", party.code)).await;
        assert!(page.contains("Ann should take e5") && page.contains("good game"));
        for form in ["txt", "json"] {
            assert!(!get(format!("/g/{}/record.{form}", party.code)).await.contains("good game"));
        }
        server.stop().await;
    }

    async fn what_watchers_write_is_kept_until_the_end_where_the_host_wants_that(base: Base) {
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let mut party = Party::seated(server.address, 2).await;
        let [ann, ben] = &mut party.sockets[..] else { panic!("two sockets") };
        let keep = |kept: bool| json!({ "t": "keep_lines", "kept": kept });
        ben.refused(keep(true), "not_host").await;
        ann.refused(keep(false), "unchanged").await;
        ann.must(keep(true)).await;
        let changed = ben.until_event("table_changed").await;
        assert_eq!(changed["event"]["table"]["keeps_lines"], true);
        assert_eq!(changed["event"]["table"]["change"], "\u{2068}Ann\u{2069} keeps what watchers write.");
        ann.must(json!({ "t": "hold_start", "held": false })).await;
        let eve = Person::named(server.address, "Eve").await;
        said(&mut eve.join(&party.code).await, "before").await;
        let page = Person::nobody(server.address).read(&format!("/g/{}", party.code)).await;
        assert!(page.contains("<p id=\"keeps-lines\" class=\"about\">"), "{page}");
        server.stop().await;

        let server = Server::start(&base).await;
        party.people.iter_mut().for_each(|person| *person = person.at(server.address));
        for (place, person) in party.people.iter().enumerate() {
            party.sockets[place] = person.join_having(&party.code, None).await;
        }
        let eve = eve.at(server.address);
        let mut watcher = eve.join(&party.code).await;
        watcher.until_event("started").await;
        // Whoever opens the table without a name, or under another one, reads nothing of it.
        let fay = Person::named(server.address, "Fay").await;
        let (mut other, mut nobody) = (fay.join(&party.code).await, Person::nobody(server.address).join(&party.code).await);
        said(&mut watcher, "Ann should take e5").await;
        said(&mut other, "no, f5").await;
        said(&mut party.sockets[0], "to you, Ben").await;
        said(&mut watcher, "e5!").await;
        assert_eq!(watcher.until_line("e5!").await, ["before", "Ann should take e5", "e5!"]);
        assert_eq!(other.until_line("no, f5").await, ["before", "no, f5"]);
        // Sockets get lines in order: what was written before this is not coming.
        said(&mut other, "f5!").await;
        other.until_line("f5!").await;
        nobody.send(json!({ "t": "ping" })).await;
        nobody.until(|message| message["t"] == "pong").await;
        assert_eq!(nobody.lines, ["before"]);
        assert_eq!(party.sockets[1].until_line("to you, Ben").await, ["before", "to you, Ben"]);
        // Another tab of the same person reads what they wrote; who comes back as somebody else does not.
        let mut tab = eve.connect(&party.code).await.unwrap();
        tab.send(hello(None)).await;
        assert_eq!(tab.until_line("e5!").await, ["before", "Ann should take e5", "e5!"]);
        let mut back = fay.connect(&party.code).await.unwrap();
        back.send(hello_having(0, 6, "own")).await;
        assert_eq!(back.until_line("f5!").await, ["before", "no, f5", "f5!"]);

        party.resign(0).await;
        let every = ["before", "Ann should take e5", "no, f5", "to you, Ben", "e5!", "f5!"];
        for socket in party.sockets.iter_mut().chain([&mut watcher, &mut other, &mut nobody]) {
            while socket.lines.len() < every.len() {
                socket.receive().await.expect("the connection to last");
            }
            assert_eq!(socket.lines, every);
        }
        server.stop().await;
    }

    async fn what_is_no_line_is_refused_and_so_is_a_flood(base: Base) {
        let server = Server::start(&base).await;
        let party = Party::started(server.address, 2).await;
        let ann = &mut party.people[0].join(&party.code).await;
        let nobody = &mut Person::nobody(server.address).join(&party.code).await;
        nobody.refused(say("hi"), "no_name").await;
        for (text, code) in [("", "bad_line"), (" \u{202e}\n", "bad_line"), (&"x".repeat(281), "bad_line")] {
            // What is refused counts nothing.
            ann.refused(say(text), code).await;
        }
        ann.refused(json!({ "t": "say" }), "malformed").await;
        said(ann, &"é".repeat(280)).await;
        said(ann, "a\u{202e}b\n<script>alert(1)</script>").await;
        ann.until_line("ab <script>alert(1)</script>").await;
        // Five at once. A line takes time on a slow machine, so one more may have become free meanwhile.
        let mut written = 0;
        let refused = loop {
            let answer = ann.command(say("more")).await;
            match answer["t"] == "done" {
                true => written += 1,
                false => break answer,
            }
            assert!(written < 100, "there is no limit");
        };
        assert_eq!(refused["code"], "too_many_lines");
        assert!(refused["sentence"].as_str().unwrap().contains("Wait a few seconds"));
        assert!(written >= 3);
        // Another tab is the same player, another player is not; the game goes on.
        let tab = &mut party.people[0].join(&party.code).await;
        tab.refused(say("from here"), "too_many_lines").await;
        said(&mut party.people[1].join(&party.code).await, "hi").await;
        assert_eq!(ann.play(0, &["e5"]).await["t"], "done");
        server.stop().await;
    }

    async fn the_host_silences_somebody_who_watches_and_lets_them_write_again(base: Base) {
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let mut party = Party::seated(server.address, 2).await;
        let eve = Person::named(server.address, "Eve").await;
        let mut watcher = eve.join(&party.code).await;
        let silence = |silenced: bool, whom: &Person| json!({ "t": "silence", "player": whom.id, "silenced": silenced });
        let ben_person = party.people[1].clone();
        let [ann, ben] = &mut party.sockets[..] else { panic!("two sockets") };
        ann.refused(silence(true, &eve), "no_such_player").await;
        said(&mut watcher, "boo").await;
        ann.until_line("boo").await;
        ben.refused(silence(true, &eve), "not_host").await;
        ann.refused(silence(true, &ben_person), "already_seated").await;
        ann.must(silence(true, &eve)).await;
        let told = watcher.until(|message| message["t"] == "silenced").await;
        assert_eq!((&told["player"]["name"], &told["silenced"]), (&json!("Eve"), &json!(true)));
        watcher.refused(say("boo"), "silenced").await;
        said(ben, "at last").await;
        server.stop().await;

        // It lasts, and can be undone by whoever is the host.
        let server = Server::with(&base, &["--countdown", "1h"]).await;
        let mut watcher = eve.at(server.address).join(&party.code).await;
        watcher.refused(say("boo"), "silenced").await;
        let mut ann = party.people[0].at(server.address).connect(&party.code).await.unwrap();
        ann.send(hello(None)).await;
        let chat = ann.until(|message| message["t"] == "chat").await;
        assert_eq!(chat["chat"]["silenced"][0]["id"], json!(eve.id));
        assert_eq!(ann.lines, ["boo", "at last"]);
        ann.must(silence(false, &eve)).await;
        said(&mut watcher, "sorry").await;
        ann.until_line("sorry").await;
        server.stop().await;
    }

    async fn during_the_game_the_host_knows_who_of_those_that_watch_writes_and_silences_them(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let path = format!("/g/{}/writers", party.code);
        let host = party.people[0].clone();
        let list = async || host.get(&path).send().await.unwrap().json::<Value>().await.unwrap();
        assert_eq!(list().await, json!([]));
        let [eve, fay] = [Person::named(server.address, "Eve").await, Person::named(server.address, "Fay").await];
        let mut watcher = eve.join(&party.code).await;
        said(&mut watcher, "Ann should take e5").await;
        said(&mut fay.join(&party.code).await, "no, f5").await;
        said(&mut watcher, "e5!").await;
        let writers = json!([
            { "id": eve.id, "name": "Eve", "kind": "guest" },
            { "id": fay.id, "name": "Fay", "kind": "guest" },
        ]);
        // Those who sit at the table are not among them, and no line is.
        party.sockets[0].must(say("to you, Ben")).await;
        assert_eq!(list().await, writers);
        for other in [&party.people[1], &eve, &Person::nobody(server.address)] {
            let answer = other.get(&path).send().await.unwrap();
            assert_eq!(answer.status(), 409);
            assert_eq!(answer.json::<Value>().await.unwrap()["code"], "not_host");
        }
        let ann = &mut party.sockets[0];
        ann.must(json!({ "t": "silence", "player": eve.id, "silenced": true })).await;
        watcher.refused(say("e6!"), "silenced").await;
        ann.until_line("to you, Ben").await;
        assert_eq!(ann.lines, ["to you, Ben"]);
        server.stop().await;
    }

    async fn who_comes_back_gets_what_was_missed_and_a_line_sent_again_counts_once(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let first = fresh_id();
        let done = party.sockets[0].command_with(&first, say("one")).await;
        assert_eq!((&done["t"], &done["seq"]), (&json!("done"), &json!(1)));
        said(&mut party.sockets[0], "two").await;
        party.sockets[1].until_line("two").await;
        let code = party.code.clone();
        server.stop().await;

        let server = Server::start(&base).await;
        let [ann, ben] = [0, 1].map(|place| party.people[place].at(server.address));
        let mut back = ben.connect(&code).await.unwrap();
        back.seq = 3;
        back.send(hello_having(3, 1, "players")).await;
        assert_eq!(back.until_line("two").await, ["two"], "what was missed");
        // Whoever read other lines before gets the whole chat.
        let mut other = ben.connect(&code).await.unwrap();
        other.seq = 3;
        other.send(hello_having(3, 2, "watchers")).await;
        assert_eq!(other.until_line("two").await, ["one", "two"]);

        let mut again = ann.join(&code).await;
        let done = again.command_with(&first, say("one")).await;
        assert_eq!((&done["t"], &done["seq"]), (&json!("done"), &json!(1)));
        assert_eq!(said(&mut again, "three").await, 3);
        assert_eq!(back.until_line("three").await, ["two", "three"]);
        server.stop().await;
    }

    async fn what_is_shown_is_what_was_stored(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let table = server.store.table_by_code(&party.code.parse().unwrap()).await.unwrap().unwrap().id;
        let id = fresh_id();
        // It was stored so late that nobody was told.
        let row = ChatRow {
            n: 0,
            player: PlayerId(party.people[0].id.parse().unwrap()),
            name: "Ann".to_owned(),
            at: UnixMs(0),
            audience: Audience::Players,
            text: "stored".to_owned(),
            about: None,
            silenced: false,
            member: false,
            owner: None,
        };
        let entry = NewChat { table, command: id.parse().unwrap(), row };
        assert_eq!(server.store.write_chat(&entry).await.unwrap(), WrittenChat::Now(1));
        let done = party.sockets[0].command_with(&id, say("something else")).await;
        assert_eq!((&done["t"], &done["seq"]), (&json!("done"), &json!(1)));
        said(&mut party.sockets[0], "end").await;
        for socket in &mut party.sockets {
            assert_eq!(socket.until_line("end").await, ["stored", "end"]);
        }
        server.stop().await;
    }

    async fn a_chat_that_fails_concerns_only_those_who_write(base: Base) {
        let server = Server::start(&base).await;
        let mut party = Party::started(server.address, 2).await;
        let mut rival = base.rival().await;
        rival.hide("chat").await;
        let (a, b) = party.sockets.split_at_mut(1);
        a[0].refused(say("hi"), "unavailable").await;
        // A table that is opened now works as well.
        let other = Party::started(server.address, 2).await;
        drop(other);
        // Turns and lines that come at the same time are written together, and only the lines fail.
        for turn in 0..6 {
            let (mover, other) = if turn % 2 == 0 { (&mut a[0], &mut b[0]) } else { (&mut b[0], &mut a[0]) };
            let id = fresh_id();
            other.send(json!({ "t": "say", "id": id, "text": "hi" })).await;
            let cell = ["e5", "e6", "d7", "f5", "c3", "g7"][turn];
            assert_eq!(mover.play(turn, &[cell]).await["t"], "done");
            let answer = other.until(|message| message["id"] == json!(id)).await;
            assert_eq!(answer["t"], "refused");
        }
        rival.show("chat").await;
        // The limit on lines is a matter of time.
        while party.sockets[1].command(say("hello again")).await["t"] != "done" {
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        assert_eq!(party.sockets[0].until_line("hello again").await, ["hello again"]);
        server.stop().await;
    }
}
