//! `thicket ratings`: computing all ratings again changes none, and mends those that are wrong.

use super::*;
use crate::common::party::Dice;
use crate::common::server::Server;
use crate::store::ratings::random_games;

async fn ratings(base: &Base, action: &str) -> Ended {
    run(&["ratings", "--database-url", &base.url, action], "").await
}

both! {
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
