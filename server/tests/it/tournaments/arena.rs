//! An arena over real sockets: the next tables come by themselves, and the points are those of the records.

use super::*;

/// How many games are played.
const GAMES: usize = 8;

both! {
    async fn in_an_arena_the_next_table_comes_by_itself(base: Base) {
        let server = Server::start(&base).await;
        let terms = TermsForm {
            clock: "300+5".parse().unwrap(),
            ..form(GameKind::Bushka, 2, Format::Arena { minutes: 20 }, SIGN_UP)
        };
        let mut cup = Cup::of(&[server.address], &server.store, 4, terms).await;
        let players: Vec<PlayerId> = cup.people.keys().copied().collect();
        for &player in &players {
            cup.tournaments.act_once(cup.id, player, &Action::Confirm).await.unwrap();
        }
        let mut won: BTreeMap<PlayerId, Vec<bool>> = BTreeMap::new();
        for played in 0..GAMES {
            // One game after the other ends, while others go on.
            let state = cup.until(|state| open(state).next().is_some()).await;
            let table = open(&state).next().unwrap().clone();
            cup.play_table(&table).await;
            let game = table.game.as_ref().unwrap().id;
            let record = cup.store.records().record(game).await.unwrap().unwrap();
            for (player, seat) in table.players.iter().zip(&record.head.seats) {
                won.entry(*player).or_default().push(seat.rank == 1);
            }
            cup.until(|state| finished(state) == played + 1).await;
        }
        let state = cup.tournaments.read(cup.id).await.unwrap();
        for row in state.standings() {
            let games = won.remove(&row.player).unwrap_or_default();
            let (mut points, mut streak) = (0, 0);
            for first in games {
                points += if first { if streak >= 2 { 4 } else { 2 } } else { 0 };
                streak = if first { streak + 1 } else { 0 };
            }
            assert_eq!(row.standing.points.units(), points * 120, "{}", row.player);
        }
        let state = cup.until(|state| open(state).next().is_some()).await;
        let table = open(&state).next().unwrap().clone();
        let game = table.game.as_ref().unwrap();
        cup.until_begun(game.id).await;
        let somebody = &cup.people[&players[0]];
        let page = somebody.read(&format!("/tournaments/{}", cup.id)).await;
        for words in ["Arena of 20 minutes", "Being played", "Latest games", "points count double", "Pause"] {
            assert!(page.contains(words), "{words}: {page}");
        }
        let code = &game.code;
        let at_table = somebody.read(&format!("/g/{code}")).await;
        assert!(at_table.contains("A game of <a href=\"/tournaments/"), "{at_table}");
        let own = cup.people[&table.players[0]].read(&format!("/tournaments/{}", cup.id)).await;
        assert!(own.contains(&format!("id=\"own-table\" href=\"/g/{code}\"")), "{own}");
        let listed = somebody.read("/tournaments").await;
        assert!(listed.contains("4 players") && !listed.contains("of 0"), "{listed}");
        server.stop().await;
    }
}

/// The tables whose games go on.
fn open(state: &State) -> impl Iterator<Item = &PairedTable> {
    let tables = state.rounds().iter().flat_map(|round| &round.tables);
    tables
        .filter(|table| table.result.is_none())
        .map(|table| &table.paired)
}

fn finished(state: &State) -> usize {
    let tables = state.rounds().iter().flat_map(|round| &round.tables);
    tables.filter(|table| table.result.is_some()).count()
}
