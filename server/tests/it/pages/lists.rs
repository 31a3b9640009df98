//! Lists of tables and records.

use futures_util::future::join_all;

use super::*;
use crate::common::base::both;
use crate::common::lists::Lists;

/// The codes of the tables on a page, in order.
fn codes(page: &str) -> Vec<String> {
    let links = page.split("<li><a href=\"/g/").skip(1);
    links.map(|link| link[..12].to_owned()).collect()
}

/// One list of the home page.
fn section(page: &str, title: &str) -> Vec<String> {
    let start = format!("id=\"{title}-title\"");
    let Some((_, rest)) = page.split_once(&start) else {
        return Vec::new();
    };
    codes(rest.split_once("</section>").unwrap().0)
}

both! {
    async fn records_come_page_by_page_newest_first(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let begin = async |number: u32| {
            // Every fifth is by link only.
            Party::of(vec![ann.clone(), ben.clone()], !number.is_multiple_of(5)).await.begun().await
        };
        // One player can have two tables that wait in the lobby.
        let mut parties = Vec::new();
        for number in (0..40).step_by(2) {
            parties.extend(join_all([begin(number), begin(number + 1)]).await);
        }
        let (mut public, mut all) = (Vec::new(), Vec::new());
        for (number, party) in parties.iter_mut().enumerate() {
            party.resign(number % 2).await;
            all.insert(0, party.code.clone());
            if number % 5 != 0 {
                public.insert(0, party.code.clone());
            }
        }
        let eve = Person::named(server.address, "Eve").await;
        for (reader, wanted) in [(&ann, &all), (&ben, &all), (&eve, &public), (&Person::nobody(server.address), &public)] {
            let first = text(reader, "/records").await;
            assert_eq!(codes(&first), wanted[..30]);
            let place = first.split_once("href=\"/records?before=").unwrap().1;
            let place = place.split_once('"').unwrap().0;
            let second = text(reader, &format!("/records?before={place}")).await;
            assert_eq!(codes(&second), wanted[30..]);
            assert!(!second.contains("?before="), "{second}");
        }
        // Everybody who has the link sees a record that is not listed.
        let hidden = all.iter().find(|code| !public.contains(code)).unwrap();
        let page = text(&eve, &format!("/g/{hidden}")).await;
        assert!(page.contains("wins") && page.contains("noindex"), "{page}");
        for file in ["record.txt", "record.json"] {
            assert_eq!(eve.get(&format!("/g/{hidden}/{file}")).send().await.unwrap().status(), 200);
        }
        for place in ["x", "1", "1-", "-", "9999999999999999999999-x", "1-00000000"] {
            let answer = eve.get(&format!("/records?before={place}")).send().await.unwrap();
            assert_eq!(answer.status(), 422, "{place}");
        }
        server.stop().await;
    }

    async fn records_are_searched_by_address_alone(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann <i>").await;
        let ben = Person::named(server.address, "Ben").await;
        let cid = Person::named(server.address, "Cid").await;
        let play = async |people: Vec<Person>, public, loser| {
            let mut party = Party::of(people, public).await.begun().await;
            party.resign(loser).await;
            party.code.clone()
        };
        let first = play(vec![ann.clone(), ben.clone()], true, 0).await;
        let second = play(vec![ben.clone(), cid.clone()], true, 0).await;
        let hidden = play(vec![ann.clone(), cid.clone()], false, 1).await;
        let nobody = Person::nobody(server.address);
        let found = async |reader: &Person, query: &str| codes(&text(reader, &format!("/records?{query}")).await);
        assert_eq!(found(&nobody, "player=ann+%3CI%3E").await, [first.as_str()]);
        assert_eq!(found(&nobody, "player=Ben&place=1").await, [first.as_str()]);
        assert_eq!(found(&nobody, "player=ben&player=cid").await, [second.as_str()]);
        assert_eq!(found(&nobody, "ending=resignation&game=bushwhacked&seats=2&clock=untimed&longest=9").await, [second.as_str(), first.as_str()]);
        assert_eq!(found(&nobody, "winner=2").await, [second.as_str(), first.as_str()]);
        assert_eq!(found(&nobody, "winner=1").await, [""; 0]);
        assert_eq!(found(&ann, "winner=1&player=Cid").await, [hidden.as_str()]);
        assert_eq!(found(&nobody, "winner=shared").await, [""; 0]);
        assert_eq!(found(&nobody, "ending=time").await, [""; 0]);
        assert_eq!(found(&ann, "player=Cid").await, [hidden.as_str(), second.as_str()]);
        assert_eq!(found(&nobody, "player=Ann+%3Ci%3E&player=Cid").await, [""; 0]);
        // A form sends what is empty, too.
        let answer = nobody.get("/records?player=&player=Ben&game=&seats=").send().await.unwrap();
        assert_eq!((answer.status().as_u16(), header(&answer, "location")), (303, "/records?player=Ben".to_owned()));
        for query in ["game=chess", "seats=1", "player=%00", "place=1", "from=2026-13-01", "winner=7", "shortest=5&longest=4", "ending=x"] {
            let answer = nobody.get(&format!("/records?{query}")).send().await.unwrap();
            assert_eq!(answer.status(), 422, "{query}");
        }
        server.stop().await;
    }

    async fn a_finished_game_has_a_picture(base: Base) {
        let server = Server::start(&base).await;
        let mut over = Party::started(server.address, 2).await;
        over.play("e5").await;
        let path = format!("/g/{}/board.svg", over.code);
        let nobody = Person::nobody(server.address);
        over.resign(1).await;
        let answer = nobody.get(&path).send().await.unwrap();
        assert_eq!(header(&answer, "content-type"), "image/svg+xml; charset=utf-8");
        assert_eq!(header(&answer, "content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        let tag = header(&answer, "etag");
        let svg = answer.text().await.unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("href=\"#s0\""), "{svg}");
        for person in &over.people {
            assert!(!svg.contains(&person.name), "{svg}");
        }
        let again = nobody.get(&path).header("if-none-match", &tag).send().await.unwrap();
        assert_eq!(again.status(), 304);
        assert_eq!(nobody.get("/g/abcdefghjkmn/board.svg").send().await.unwrap().status(), 404);
        server.stop().await;
    }

    async fn the_home_page_lists_own_tables_and_public_ones(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let eve = Person::named(server.address, "Eve").await;
        let public = ann.create(2, "seated", true).await;
        let hidden = ann.create(2, "seated", false).await;
        let lists = async |person: &Person| {
            let page = text(person, "/").await;
            (section(&page, "yours"), section(&page, "lobby"))
        };
        let newest_first = vec![hidden.clone(), public.clone()];
        assert_eq!(lists(&ann).await, (newest_first.clone(), vec![public.clone()]));
        assert!(text(&eve, "/").await.contains("1 of 2 players, away"), "nobody is there");
        let watcher = eve.join(&public).await;
        assert!(text(&eve, "/").await.contains("1 of 2 players, away"), "only a watcher is there");
        drop(watcher);

        let (mut a, _hidden) = (ann.join(&public).await, ann.join(&hidden).await);
        assert_eq!(lists(&ann).await, (newest_first, vec![public.clone()]));
        assert_eq!(lists(&eve).await, (vec![], vec![public.clone()]));
        assert!(text(&eve, "/").await.contains(">1 of 2 players<"));
        let mut b = ben.join(&public).await;
        b.sit(&ben, 1).await;
        b.until_event("started").await;
        assert_eq!(lists(&ben).await.0, [public.as_str()]);
        assert!(text(&eve, "/").await.contains("being played"));
        assert!(text(&ann, "/").await.contains("your turn"));
        assert!(text(&ben, "/").await.contains("Ann’s turn"));
        a.until_event("started").await;
        a.must(json!({ "t": "resign" })).await;
        assert_eq!(lists(&ann).await, (vec![hidden.clone()], vec![]), "what is over is a record");
        assert_eq!(lists(&ben).await, (vec![], vec![]));
        drop(a);
        server.stop().await;
    }
}

both! {
    async fn lists_follow_every_change_at_once(base: Base) {
        // The table is looked at while the countdown runs.
        let server = Server::with(&base, &["--countdown", "3s"]).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let code = ann.create(2, "seated", true).await;
        // The first row of one's own tables or of the lobby; none if the list is empty.
        let row = async |person: &Person, list: &str| {
            let page = text(person, "/").await;
            let (_, rest) = page.split_once(&format!("id=\"{list}-title\""))?;
            let list = rest.split_once("</section>").unwrap().0;
            let row = list.split_once("<li>")?.1.split_once("</li>").unwrap().0;
            assert!(row.contains(&code), "{row}");
            Some(row.to_owned())
        };
        let says = async |person: &Person, list: &str, words: &[&str]| {
            let row = row(person, list).await.unwrap_or_default();
            assert!(words.iter().all(|words| row.contains(words)), "{list} has no {words:?}: {row}");
        };
        let (mut a, mut b) = (ann.join(&code).await, ben.join(&code).await);
        says(&ann, "yours", &["Ann", "1 of 2 players"]).await;
        assert_eq!(row(&ben, "yours").await, None);
        b.must(json!({ "t": "sit", "chair": 1, "name": "Benno" })).await;
        says(&ben, "yours", &["Ann", "Benno", "2 of 2 players"]).await;
        says(&Person::nobody(server.address), "lobby", &["Benno", "2 of 2 players"]).await;
        b.must(json!({ "t": "stand" })).await;
        assert_eq!(row(&ben, "yours").await, None);
        says(&ann, "yours", &["1 of 2 players"]).await;
        b.must(json!({ "t": "sit", "chair": 1, "name": "Benno" })).await;
        a.until_event("started").await;
        b.until_event("started").await;
        says(&ann, "yours", &["your turn"]).await;
        says(&ben, "yours", &["Ann’s turn"]).await;
        a.must(json!({ "t": "play", "turn": 0, "steps": ["e5"] })).await;
        says(&ann, "yours", &["Benno’s turn"]).await;
        says(&ben, "yours", &["your turn"]).await;

        // The seat on another device is listed there, under its name.
        let made = ben.post(&format!("/g/{code}/transfer")).send().await.unwrap();
        let made: Value = made.json().await.unwrap();
        let secret = made["link"].as_str().unwrap().split_once("#move=").unwrap().1;
        let phone = Person::named(server.address, "Phone").await;
        let take = phone.post(&format!("/g/{code}/transfer/take")).json(&json!({ "secret": secret }));
        assert_eq!(take.send().await.unwrap().status(), 200);
        assert_eq!(row(&ben, "yours").await, None);
        says(&phone, "yours", &["your turn", "Benno"]).await;

        phone.join(&code).await.must(json!({ "t": "resign" })).await;
        for person in [&ann, &ben, &phone] {
            assert_eq!(row(person, "yours").await, None);
            assert_eq!(row(person, "lobby").await, None);
        }
        assert_eq!(codes(&text(&phone, "/records").await), [code.as_str()]);
        server.stop().await;
    }

    async fn a_list_has_an_address_where_it_is_as_on_its_page(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let code = ann.create(2, "seated", true).await;
        let nobody = Person::nobody(server.address);
        for (person, page, list) in [(&ann, "/", "/lists/yours"), (&ann, "/my", "/lists/my"), (&nobody, "/my", "/lists/my")] {
            let (page, list) = (text(person, page).await, text(person, list).await);
            assert!(list.starts_with("<div id=\"yours\"") && page.contains(&list), "{list} is not in {page}");
            assert_eq!(list.contains(&code), person.name == "Ann", "{list}");
        }
        let mut follower = Lists::open(&nobody, "/lobby/socket").await;
        follower.until_rows("waiting", &[(&code, "1 of 2 players, away")]).await;
        let answer = ann.get("/lists/lobby").send().await.unwrap();
        assert_eq!(header(&answer, "cache-control"), "private, no-cache");
        let tag = header(&answer, "etag");
        let list = answer.text().await.unwrap();
        for person in [&ann, &nobody] {
            assert!(text(person, "/").await.contains(&list), "{list}");
        }
        // Those who follow it have it read once: now nobody can read it.
        let mut rival = base.rival().await;
        rival.hide("lobby_tables").await;
        assert_eq!(text(&nobody, "/lists/lobby").await, list);
        let again = nobody.get("/lists/lobby").header("if-none-match", &tag).send().await.unwrap();
        assert_eq!((again.status().as_u16(), header(&again, "etag")), (304, tag));
        rival.show("lobby_tables").await;
        server.stop().await;
    }

    async fn my_tables_are_sorted_by_the_time_that_is_left_and_visited_in_that_order(base: Base) {
        let server = Server::start(&base).await;
        let ann = Person::named(server.address, "Ann").await;
        let ben = Person::named(server.address, "Ben").await;
        let mut sockets = Vec::new();
        let mut made = Vec::new();
        for clock in ["untimed", "7d+12h, cap 14d, grace 8h", "untimed", "600+10"] {
            let form = [("kind", "bushwhacked"), ("seats", "2"), ("starter", "seated"), ("public", "false"), ("name", "Ann"), ("clock", clock)];
            let answer = ann.post("/tables").form(&form).send().await.unwrap();
            let code = header(&answer, "location").replace("/g/", "");
            sockets.push(ann.join(&code).await);
            let mut socket = ben.join(&code).await;
            socket.sit(&ben, 1).await;
            socket.until_event("started").await;
            sockets.push(socket);
            made.push(code);
        }
        let order = [3, 1, 0, 2].map(|place| made[place].as_str());
        let page = text(&ann, "/my").await;
        assert_eq!(section(&page, "turns"), order);
        assert!(page.contains(">9 minutes left<") && page.contains(">7 days left<"), "{page}");
        let board = page.split_once(&format!("/g/{}/board.svg", order[0])).unwrap().1.split_once('"').unwrap().0;
        let picture = ann.get(&format!("/g/{}/board.svg{board}", order[0])).send().await.unwrap();
        assert_eq!((picture.status().as_u16(), header(&picture, "content-type")), (200, "image/svg+xml; charset=utf-8".to_owned()));
        let leads = async |person: &Person, path: &str| header(&person.get(path).send().await.unwrap(), "location");
        assert_eq!(leads(&ann, "/my/next").await, format!("/g/{}", order[0]));
        for (here, next) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            assert_eq!(leads(&ann, &format!("/my/next?after={}", order[here])).await, format!("/g/{}", order[next]));
        }
        for odd in ["?after=x", "?after=", "?after=a&after=b", "?after=%ff"] {
            assert_eq!(leads(&ann, &format!("/my/next{odd}")).await, format!("/g/{}", order[0]), "{odd}");
        }
        assert_eq!(leads(&ben, "/my/next").await, "/my", "it is his turn nowhere");
        assert_eq!(leads(&Person::nobody(server.address), "/my/next").await, "/my");
        let table = text(&ann, &format!("/g/{}", order[0])).await;
        assert!(table.contains(&format!("href=\"/my/next?after={}\"", order[0])) && table.contains("Next table: 3 waiting"), "{table}");
        server.stop().await;
    }

    async fn lists_and_finished_games_replay_nothing(base: Base) {
        let server = Server::start(&base).await;
        let mut over = Party::started(server.address, 2).await;
        let ann = over.people[0].clone();
        let waiting = ann.create(2, "seated", true).await;
        let playing = Party::of(over.people.clone(), true).await.begun().await;
        over.resign(1).await;
        let _here = ann.join(&waiting).await;
        let finished = format!("/g/{}", over.code);
        let page = text(&ann, &finished).await;
        assert!(page.contains("Ann wins"), "{page}");

        // From now on neither a log nor a record can be read.
        let mut rival = base.rival().await;
        rival.execute("UPDATE events SET format = 99").await;
        rival.hide("records").await;
        let home = text(&ann, "/").await;
        assert_eq!(section(&home, "yours"), [playing.code.as_str(), waiting.as_str()]);
        let mut lobby = section(&home, "lobby");
        lobby.sort();
        let mut wanted = vec![playing.code.clone(), waiting.clone()];
        wanted.sort();
        assert_eq!(lobby, wanted);
        assert_eq!(text(&ann, &finished).await, page, "a finished game is kept ready");
        rival.show("records").await;
        server.stop().await;
    }
}

#[tokio::test]
async fn lists_of_tables_are_capped() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let mut sockets = Vec::new();
    for _ in 0..55 {
        let host = Person::named(server.address, "Ben").await;
        let code = host.create(2, "seated", true).await;
        sockets.push(host.join(&code).await);
    }
    for _ in 0..25 {
        ann.create(2, "seated", false).await;
    }
    let page = text(&Person::nobody(server.address), "/").await;
    assert_eq!(section(&page, "lobby").len(), 50);
    assert_eq!(section(&text(&ann, "/").await, "yours").len(), 20);
    server.stop().await;
}

#[tokio::test]
async fn a_public_game_is_listed_only_while_a_seated_player_is_present() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let people = vec![
        Person::named(server.address, "Ann").await,
        Person::named(server.address, "Ben").await,
    ];
    let mut party = Party::of(people, true).await.begun().await;
    let mut watcher = Person::nobody(server.address).join(&party.code).await;
    let nobody = Person::nobody(server.address);
    assert_eq!(section(&text(&nobody, "/").await, "lobby"), [party.code.as_str()]);
    party.sockets.clear();
    watcher.until_live(&[], false).await;
    assert!(section(&text(&nobody, "/").await, "lobby").is_empty());
    server.stop().await;
}
