//! `thicket ratings`: computing all ratings again changes none, and mends those that are wrong.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::*;
use crate::common::base::Rival;
use crate::common::client::Person;
use crate::common::party::Dice;
use crate::common::process::Process;
use crate::common::server::Server;
use crate::store::ratings::{many_games, random_games};

const UNRATED: &str = "SELECT CAST(SUM(games - rated) AS BIGINT) FROM rated_games";
const NOTICE: &str = "is rating all games again";

/// Waits for as long as a busy machine may need.
async fn until_unrated(rival: &mut Rival, wanted: impl Fn(i64) -> bool) {
    let reached = async {
        while !wanted(rival.count(UNRATED).await) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(90), reached)
        .await
        .expect("games to be rated");
}

async fn ratings(base: &Base, action: &str) -> Ended {
    run(&["ratings", "--database-url", &base.url, action], "").await
}

both! {
    async fn a_database_of_the_version_before_is_rated_anew_and_after_a_kill_it_goes_on(base: Base) {
        const GAMES: usize = 600;
        let store = base.open().await;
        many_games(&store, GAMES, &mut Dice(21)).await;
        store.close().await;
        let mut rival = base.rival().await;
        for undo in ["DROP TABLE standings", "DROP INDEX rated_pairs_other", "ALTER TABLE rated_games DROP COLUMN rated",
            "UPDATE record_seats SET rating_after = rating_after * 2", "DELETE FROM _sqlx_migrations WHERE version = 27"] {
            rival.execute(undo).await;
        }
        let server = Process::start(&base).await;
        until_unrated(&mut rival, |unrated| unrated < GAMES as i64).await;
        let page = Person::nobody(server.address).read("/ratings/btt").await;
        server.kill().await;
        let left = rival.count(UNRATED).await;
        assert!(left > 0, "it was killed in the middle");
        assert!(page.contains(NOTICE), "{page}");
        let verified = ratings(&base, "verify").await;
        assert_eq!(verified.status, 1);
        assert!(verified.said.contains(&format!("{left} games are still to be rated by this version")), "{verified:?}");

        let server = Process::start(&base).await;
        until_unrated(&mut rival, |unrated| unrated == 0).await;
        let verified = ratings(&base, "verify").await;
        assert_eq!(verified.said, format!("{GAMES} rated games computed again; 0 ratings disagree.\n"), "{verified:?}");
        assert_eq!(verified.status, 0);
        let page = async || Person::nobody(server.address).read("/ratings/btt").await;
        timeout(Duration::from_secs(30), async { while page().await.contains(NOTICE) {} }).await.expect("no notice");
        server.kill().await;
    }

    async fn ratings_are_the_same_when_they_are_computed_again(base: Base) {
        for seed in 0..3 {
            let store = base.open().await;
            random_games(&store, 25, &mut Dice(seed)).await;
            store.close().await;
            let verified = ratings(&base, "verify").await;
            let games = 25 * (seed + 1);
            assert_eq!(verified.said, format!("{games} rated games computed again; 0 ratings disagree.\n"), "{verified:?}");
            assert_eq!(verified.status, 0);
        }
        let mut rival = base.rival().await;
        rival.execute("UPDATE record_seats SET rating_after = rating_after + 1 WHERE rated_game = 7").await;
        rival.execute("UPDATE ratings SET games = games + 1 WHERE kind = 'btt'").await;
        let wrong = ratings(&base, "verify").await;
        assert_eq!(wrong.status, 1);
        assert!(wrong.said.ends_with(" ratings disagree.\n") && !wrong.said.contains("; 0 "), "{wrong:?}");
        let mended = ratings(&base, "recompute").await;
        assert_eq!(mended.status, 0, "{mended:?}");
        let verified = ratings(&base, "verify").await;
        assert!(verified.said.ends_with("; 0 ratings disagree.\n"), "{verified:?}");
    }

    async fn games_of_older_versions_count_alike(base: Base) {
        let store = base.open().await;
        random_games(&store, 25, &mut Dice(9)).await;
        store.close().await;
        let mut rival = base.rival().await;
        rival.execute("UPDATE records SET rating_weights = NULL").await;
        assert_eq!(ratings(&base, "verify").await.status, 1);
        assert_eq!(ratings(&base, "recompute").await.status, 0);
        // They begin no window, as a migration has it for the games that were there before it.
        assert_eq!(rival.count("SELECT COUNT(*) FROM rated_pairs WHERE games <> 0 OR since <> 0 OR total = 0").await, 0);
        let store = base.open().await;
        random_games(&store, 25, &mut Dice(10)).await;
        store.close().await;
        let verified = ratings(&base, "verify").await;
        assert_eq!(verified.said, "50 rated games computed again; 0 ratings disagree.\n", "{verified:?}");
        rival.execute("UPDATE rated_pairs SET total = total + 1 WHERE kind = 'btt'").await;
        assert_eq!(ratings(&base, "verify").await.status, 1);
        assert_eq!(ratings(&base, "recompute").await.status, 0);
        assert_eq!(ratings(&base, "verify").await.status, 0);
    }

    async fn ratings_are_not_recomputed_under_a_server(base: Base) {
        let server = Server::start(&base).await;
        // Where the database is slow it knows of the server a moment later.
        let mut refused = ratings(&base, "recompute").await;
        for _ in 0..50 {
            if refused.status == 1 {
                break;
            }
            refused = ratings(&base, "recompute").await;
        }
        assert_eq!(refused.status, 1);
        assert!(refused.complained.contains("stop it first"), "{refused:?}");
        assert_eq!(ratings(&base, "verify").await.status, 0);
        server.stop().await;
        assert_eq!(ratings(&base, "recompute").await.status, 0);
    }
}
