//! A tournament as its page has it: people sign up by its forms, play, and read the standings.

use serde_json::Value;
use thicket_server::time::{list_day, page_date};

use super::*;

const DAY: i64 = 24 * 60 * 60 * 1000;

both! {
    async fn a_tournament_is_entered_by_its_page(base: Base) {
        let server = Server::start(&base).await;
        let director = Person::named(server.address, "Dora").await;
        let tournaments = Tournaments::new(server.store.clone());
        let real_time = TermsForm {
            clock: "300+5".parse().unwrap(),
            most: 4,
            ..form(GameKind::Bushka, 2, Format::RoundRobin { second_leg: false }, SIGN_UP)
        };
        let id = create(&tournaments, real_time, director.id.parse().unwrap()).await.unwrap();
        let page = format!("/tournaments/{id}");
        let mut people = Vec::new();
        for name in ["Ann", "Ben", "Cem", "Dan"] {
            let key = TournamentId::fresh().to_string();
            let fields = [("name", name), ("form", key.as_str())];
            let nobody = Person::nobody(server.address);
            let send = || nobody.post(&format!("{page}/sign-up")).form(&fields).send();
            let [answer, again] = [send().await.unwrap(), send().await.unwrap()];
            for answer in [&answer, &again] {
                assert_eq!(answer.status(), 303, "sent twice, it does no harm");
                assert_eq!(answer.headers()["location"], page.as_str());
            }
            let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
            let person = Person { name: name.into(), cookie: Some(cookie), ..nobody };
            people.push(person);
        }
        let state = tournaments.read(id).await.unwrap();
        assert_eq!(state.present().count(), 4, "nobody signed up twice");
        let entrants: Vec<PlayerId> = state.present().map(|entrant| entrant.player).collect();
        for (person, player) in people.iter_mut().zip(&entrants) {
            person.id = player.to_string();
        }
        let late = Person::nobody(server.address);
        let full = late.post(&format!("{page}/sign-up")).form(&[("name", "Eve")]).send().await.unwrap();
        assert_eq!(full.status(), 422);
        assert!(full.headers().get("set-cookie").is_none(), "who cannot sign up is made no guest");
        assert!(full.text().await.unwrap().contains("All places are taken."));
        let out = people[3].post(&format!("{page}/withdraw")).send().await.unwrap();
        assert_eq!(out.status(), 303);
        let key = TournamentId::fresh().to_string();
        let back = people[3].post(&format!("{page}/sign-up")).form(&[("form", key)]).send().await.unwrap();
        assert_eq!(back.status(), 303);
        for person in &people {
            assert!(person.read(&page).await.contains("I am here"));
            let said = person.post(&format!("{page}/confirm")).send().await.unwrap();
            assert_eq!(said.status(), 303);
        }
        assert!(!people[0].read(&page).await.contains("I am here"));
        let mut cup = Cup {
            people: entrants.into_iter().zip(people).collect(),
            tournaments, id,
            kind: GameKind::Bushka,
            dice: Dice(3),
            store: server.store.clone(),
        };
        let state = cup.play().await;
        let ann = cup.people.values().next().unwrap().clone();
        check_page(&state, &ann.read(&page).await);
        corrected_by_the_director(&cup, &state, &page, &director, &ann).await;
        check_files(&page, &ann).await;
        server.stop().await;
    }

    async fn the_director_moves_the_start(base: Base) {
        let server = Server::start(&base).await;
        let [director, ann] = [Person::named(server.address, "Dora").await, Person::named(server.address, "Ann").await];
        let id = soon(&server.store, &director).await;
        let page = format!("/tournaments/{id}");
        let entered = ann.post(&format!("{page}/sign-up")).form(&[("form", TournamentId::fresh().to_string())]).send();
        assert_eq!(entered.await.unwrap().status(), 303);
        moved_by_the_director(&page, &director, &ann).await;
        server.stop().await;
    }
}

/// Moves the start by a month.
async fn moved_by_the_director(page: &str, director: &Person, other: &Person) {
    assert!(!other.read(page).await.contains("Move the start"));
    let shown = director.read(page).await;
    let value = |name: &str| {
        let (_, rest) = shown
            .split_once(&format!("name=\"{name}\" required value=\""))
            .unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let (day, time) = (value("day"), value("time"));
    // Noon in Tokyo is three in the morning of the same day by UTC.
    let later = monotonic_unix_ms() + 30 * DAY;
    let (next_month, noon) = (list_day(later), "12:00");
    let path = format!("{page}/move");
    let send = async |person: &Person, day: &str, time: &str, zone: &str, why: &str| {
        let fields = [("day", day), ("time", time), ("zone", zone), ("why", why)];
        let answer = person.post(&path).form(&fields).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let (status, text) = send(other, &next_month, noon, "", "Me, too.").await;
    assert!(
        status == 422 && text.contains("Only the director can do that."),
        "{text}"
    );
    for (day, zone, why, problem) in [
        (
            next_month.as_str(),
            "Atlantis",
            "Half of us come later.",
            "There is no such time zone.",
        ),
        (&next_month, "Asia/Tokyo", "", "Please say why"),
        (
            "2020-01-01",
            "Asia/Tokyo",
            "Half of us come later.",
            "in the future, within a year",
        ),
    ] {
        let (status, text) = send(director, day, noon, zone, why).await;
        assert!(status == 422 && text.contains(problem), "{problem}: {text}");
        let (_, again) = text
            .split_once("<details class=\"move\" open>")
            .expect("the form that was sent");
        for typed in [day, zone, why] {
            assert!(
                again.contains(&format!("value=\"{typed}\"")),
                "{typed} in {again}"
            );
        }
    }
    for _ in 0..2 {
        let (status, text) = send(
            director,
            &next_month,
            noon,
            "Asia/Tokyo",
            "Half of us <come> later.",
        )
        .await;
        assert_eq!(status, 303, "{text}");
    }
    let text = other.read(page).await;
    assert_eq!(
        text.matches("Dora moved the start to ").count(),
        1,
        "sent twice, it is one move: {text}"
    );
    let moved = format!("{}, 03:00 UTC", page_date(later));
    assert!(
        text.contains("Half of us &#60;come&#62; later.") && text.contains(&moved),
        "{text}"
    );
    assert!(!text.contains("I am here"), "nobody confirms yet");
    let (status, text) = send(director, &day, &time, "", "They are here.").await;
    assert!(status == 422 && text.contains("ten minutes to confirm"), "{text}");
}

/// Counts the games that each player won, and looks for that on the page.
fn check_page(state: &State, page: &str) {
    assert_eq!(state.status, Status::Finished);
    let mut won: BTreeMap<PlayerId, usize> = BTreeMap::new();
    for table in state.rounds().iter().flat_map(|round| &round.tables) {
        let seats = table.result.as_ref().unwrap();
        for (player, seat) in table.paired.players.iter().zip(seats) {
            *won.entry(*player).or_default() += usize::from(seat.place == 1);
        }
    }
    assert_eq!(won.values().sum::<usize>(), 6, "everybody meets everybody once");
    for (name, player) in ["Ann", "Ben", "Cem", "Dan"].iter().zip(state.entrants()) {
        let row = format!(
            "<th scope=\"row\"><bdi>{name}</bdi></th><td><b>{}</b></td>",
            won[&player.player]
        );
        assert!(page.contains(&row), "{row} in {page}");
    }
    assert_eq!(page.matches("/board.svg\"").count(), 6);
}

async fn corrected_by_the_director(cup: &Cup, state: &State, page: &str, director: &Person, other: &Person) {
    let table = &state.rounds()[0].tables[0];
    let game = table.paired.game.as_ref().unwrap().id.to_string();
    let places = match table.result.as_ref().unwrap()[0].place {
        1 => ["2", "1"],
        _ => ["1", "2"],
    };
    let fields = [
        ("table", game.as_str()),
        ("place", places[0]),
        ("mark", ""),
        ("place", places[1]),
        ("mark", "did_not_come"),
        ("why", "Entered <wrongly>."),
    ];
    let path = format!("{page}/correct");
    let denied = other.post(&path).form(&fields).send().await.unwrap();
    assert_eq!(denied.status(), 422);
    assert!(
        denied
            .text()
            .await
            .unwrap()
            .contains("Only the director can do that.")
    );
    assert_eq!(
        director
            .post(&path)
            .form(&fields[..5])
            .send()
            .await
            .unwrap()
            .status(),
        422,
        "with a reason only"
    );
    let mut impossible = fields;
    (impossible[1].1, impossible[3].1) = ("2", "2");
    let refused = director.post(&path).form(&impossible).send().await.unwrap();
    assert_eq!(refused.status(), 422);
    let shown = refused.text().await.unwrap();
    let (_, again) = shown
        .split_once("<details open>")
        .expect("the form that was sent");
    let (again, _) = again.split_once("</form>").unwrap();
    assert_eq!(
        again.matches("<option selected>2<").count(),
        2,
        "what was typed is there: {again}"
    );
    assert!(
        again.contains("value=\"did_not_come\" selected") && again.contains("Entered &#60;wrongly&#62;.")
    );
    assert!(shown.contains("That is no result of this table."));
    for _ in 0..2 {
        let done = director.post(&path).form(&fields).send().await.unwrap();
        assert_eq!(done.status(), 303);
    }
    let text = other.read(page).await;
    assert!(text.contains("Dora corrected round 1, table 1"));
    assert!(text.contains("(did not come)") && text.contains("Entered &#60;wrongly&#62;."));
    assert!(
        !text.contains("Correct the result"),
        "only the director is shown the form"
    );
    let log = cup.tournaments.log(cup.id).await.unwrap();
    let corrections = log
        .iter()
        .filter(|entry| matches!(entry.event, TournamentEvent::Corrected { .. }));
    assert_eq!(corrections.count(), 1, "sent twice, it is one correction");
}

/// The files say the same as the page: six games, four rows, and the correction.
async fn check_files(page: &str, reader: &Person) {
    let json: Value = reader
        .read(&format!("{page}/results.json"))
        .await
        .parse()
        .unwrap();
    let name = |id: &Value| {
        let players = json["players"].as_array().unwrap().iter();
        let named = players.into_iter().find(|player| player["id"] == *id).unwrap();
        named["name"].as_str().unwrap().to_owned()
    };
    let games = json["rounds"].as_array().unwrap().iter();
    assert_eq!(
        games
            .map(|round| round["tables"].as_array().unwrap().len())
            .sum::<usize>(),
        6
    );
    assert_eq!(json["corrections"][0]["why"], "Entered <wrongly>.");
    assert_eq!(json["corrections"][0]["seats"][1]["mark"], "did_not_come");
    let csv = reader.read(&format!("{page}/results.csv")).await;
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("Rank,Player,Points,"), "{csv}");
    let text = reader.read(&format!("{page}/results.txt")).await;
    for (row, line) in json["standings"].as_array().unwrap().iter().zip(&rows[1..]) {
        let player = name(&row["player"]);
        assert!(
            line.starts_with(&format!(
                "{},{player},{},",
                row["rank"],
                row["points"].as_f64().unwrap()
            )),
            "{csv}"
        );
        assert!(
            text.contains(&format!("{player}: {} points", row["points"].as_f64().unwrap())),
            "{text}"
        );
    }
    assert_eq!(rows.len(), 5);
    assert!(
        text.contains("(did not come)") && text.contains("(Entered <wrongly>.)"),
        "{text}"
    );
    let nothing = reader
        .get("/tournaments/nothing/results.csv")
        .send()
        .await
        .unwrap();
    assert_eq!(nothing.status(), 404);
}
