//! A league over real sockets: its next season begins by itself, with those who went up, came, and stayed.

use super::*;

const DAY: i64 = 24 * 60 * 60 * 1000;

both! {
    async fn the_next_season_of_a_league_begins_by_itself(base: Base) {
        let server = Server::start(&base).await;
        let league = form(GameKind::Bushka, 2, Format::League { division: 4 }, SIGN_UP);
        let mut cup = Cup::of(&[server.address], &server.store, 8, league).await;
        let state = cup.until(|state| state.rounds().len() == 1).await;
        let season = state.rounds()[0].clone();
        assert_eq!((season.divisions.len(), season.tables.len()), (2, 12));
        let page = format!("/tournaments/{}", cup.id);
        let reader = &cup.people[&season.divisions[0][0]];
        for table in &season.tables {
            cup.until_begun(table.paired.game.as_ref().unwrap().id).await;
        }
        let shown = reader.read(&page).await;
        for words in ["Division 2", "Games of division 1", "Your games", "Leave after this season", "goes down"] {
            assert!(shown.contains(words), "{words}: {shown}");
        }
        let (_, image) = shown.split_once("property=\"og:image\" content=\"http://").unwrap();
        let (image, _) = image.split_once('"').unwrap();
        let picture = reader.get(&image[image.find('/').unwrap()..]).send().await.unwrap();
        assert_eq!((picture.status().as_u16(), picture.headers()["content-type"].to_str().unwrap()), (200, "image/png"));
        let own = shown.matches("class=\"button\" href=\"/g/").count();
        assert_eq!(own, 3, "all three games are there: {shown}");
        let code = &season.tables[0].paired.game.as_ref().unwrap().code;
        let at_table = reader.read(&format!("/g/{code}")).await;
        assert!(at_table.contains("Season 1 of <a href=\"/tournaments/"), "{at_table}");

        for table in &season.tables {
            cup.play_table(&table.paired).await;
        }
        let state = cup.until(|state| state.next_season_at().is_some()).await;
        let rested = cup.people[&season.divisions[0][0]].read(&page).await;
        assert!(rested.contains("the next one begins on"), "{rested}");
        let ranked: Vec<Vec<PlayerId>> = state
            .division_standings(0)
            .iter()
            .map(|rows| rows.iter().map(|row| row.player).collect())
            .collect();
        check_points(&cup, &state).await;
        let leaver = ranked[1][3];
        cup.tournaments.act(cup.id, leaver, &Action::Withdraw).await.unwrap();
        let newcomer = Person::named(server.address, "Nora").await;
        let newcomer_id: PlayerId = newcomer.id.parse().unwrap();
        cup.tournaments.sign_up(cup.id, newcomer_id).await.unwrap();
        server.stop().await;

        // The rest is over.
        let mut rival = base.rival().await;
        for shift in ["tournament_log SET at = at", "tournaments SET due_at = due_at"] {
            rival.execute(format!("UPDATE {shift} - {}", 4 * DAY)).await;
        }
        let server = Server::start(&base).await;
        cup.tournaments = Tournaments::new(server.store.clone());
        cup.store = server.store.clone();
        let state = cup.until(|state| state.rounds().len() == 2).await;
        let upper: BTreeSet<PlayerId> = state.rounds()[1].divisions[0].iter().copied().collect();
        let lower: BTreeSet<PlayerId> = state.rounds()[1].divisions[1].iter().copied().collect();
        assert_eq!(upper, ranked[0][..3].iter().chain(&ranked[1][..1]).copied().collect());
        let stay = [ranked[0][3], ranked[1][1], ranked[1][2], newcomer_id];
        assert_eq!(lower, stay.into_iter().collect());
        for table in &state.rounds()[1].tables {
            cup.until_begun(table.paired.game.as_ref().unwrap().id).await;
        }
        let newcomer = Person { server: server.address, ..newcomer };
        let now = newcomer.read(&page).await;
        assert!(now.contains("<b>2</b>") && now.contains("?season=1"), "{now}");
        let before = newcomer.read(&format!("{page}?season=1")).await;
        let first = season.tables[0].paired.game.as_ref().unwrap().code.as_str();
        assert!(before.contains(first) && !now.contains(first));
        assert!(!before.contains("data-follows"), "nothing happens there any more");
        let missing = newcomer.get(&format!("{page}?season=3")).send().await.unwrap();
        assert_eq!(missing.status(), 404);
        let csv = newcomer.read(&format!("{page}/results.csv")).await;
        assert!(csv.starts_with("Division,Rank,Player,Points,Direct meetings,First places,"), "{csv}");
        let text = newcomer.read(&format!("{page}/results.txt")).await;
        assert!(text.contains("Season 1\nDivision 1\n") && text.contains("Season 2\n"), "{text}");
        let listed = newcomer.read("/tournaments").await;
        assert!(listed.contains("season 2, 8 players"), "{listed}");
        server.stop().await;
        let verified = program(&["verify", "--database-url", &base.url]).output().await.unwrap();
        assert!(verified.status.success(), "{verified:?}");
    }
}

/// A point for each first place of the season, as the records have it.
async fn check_points(cup: &Cup, state: &State) {
    let mut halves: BTreeMap<PlayerId, u32> = BTreeMap::new();
    for table in &state.rounds()[0].tables {
        let game = table.paired.game.as_ref().unwrap().id;
        let record = cup.store.records().record(game).await.unwrap().unwrap();
        let ranks: Vec<i64> = record.head.seats.iter().map(|seat| seat.rank).collect();
        for (at, player) in table.paired.players.iter().enumerate() {
            let earned = match ranks[at].cmp(&ranks[1 - at]) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
            *halves.entry(*player).or_default() += earned;
        }
    }
    for row in state.standings() {
        assert_eq!(
            row.standing.points.units(),
            halves[&row.player] * 60,
            "{}",
            row.player
        );
    }
}
