//! Who does not come to a table, over real sockets: a bot plays in their place, and the game counts for the others.

use serde_json::json;
use thicket_server::model::player::bot::is_bot;
use thicket_server::model::record::seat_outcome::SeatMark;

use super::*;

both! {
    async fn a_bot_plays_for_who_does_not_come(base: Base) {
        let server = Server::start(&base).await;
        let terms = TermsForm {
            clock: "60+30".parse().unwrap(),
            bot_for_missing: true,
            ..form(GameKind::Bushwhacked, 3, Format::Swiss { rounds: 2 }, SIGN_UP)
        };
        let cup = Cup::of(&[server.address], &server.store, 3, terms).await;
        for &player in cup.people.keys() {
            cup.tournaments.act_once(cup.id, player, &Action::Confirm).await.unwrap();
        }
        let state = cup.until(State::is_playing).await;
        let table = state.rounds()[0].tables[0].paired.clone();
        let game = table.game.clone().unwrap();
        cup.until_begun(game.id).await;
        let code = game.code.to_string();
        let [missing, second, third] = table.players[..] else { panic!("{table:?}") };
        let mut watching = cup.people[&second].join(&code).await;
        let mut last = cup.people[&third].join(&code).await;
        let taken = watching.until_event("seat_transferred").await;
        assert_eq!(taken["event"]["from"], missing.to_string());
        assert!(is_bot(taken["event"]["to"]["id"].as_str().unwrap().parse().unwrap()));
        watching.until_event("played").await;
        for socket in [&mut watching, &mut last] {
            socket.must(json!({ "t": "resign" })).await;
        }
        let state = cup.until(|state| state.rounds()[0].is_over()).await;
        let result = state.rounds()[0].tables[0].result.clone().unwrap();
        let marks: Vec<_> = result.iter().map(|seat| seat.mark).collect();
        assert_eq!(marks, [Some(SeatMark::DidNotCome), Some(SeatMark::Left), None]);
        assert!(!state.entrant(missing).unwrap().present, "others would wait for them again");
        server.stop().await;
    }
}
