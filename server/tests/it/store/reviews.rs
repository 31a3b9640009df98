//! Reviews: one of each game, by the version that made it.

use thicket_server::store::NewReview;

use super::records::{ended, record};
use super::*;
use crate::common::base::both;

both! {
    async fn a_review_is_found_by_the_version_that_made_it_and_replaced_by_the_next(base: Base) {
        let store = base.open().await;
        let table = new_table();
        store.append(created(&table)).await.unwrap();
        let players = [player(&store, "Ann").await, player(&store, "Ben").await];
        let record = record(&table, NOON, &players);
        store.append(event_with(table.id, 2, ended(&record))).await.unwrap();
        let review = |engine: &str, value: Value| NewReview {
            table: table.id,
            engine: engine.to_owned(),
            made_at: NOON,
            body: body(&value),
        };
        let kept = async |engine: &str| {
            let kept = store.review(table.id, engine).await.unwrap();
            kept.map(|body| serde_json::from_str::<Value>(body.get()).unwrap())
        };
        assert_eq!(kept("1.1").await, None);
        store.put_review(review("1.1", json!([{ "chances": [0.25, 0.75] }]))).await.unwrap();
        assert_eq!(kept("1.1").await, Some(json!([{ "chances": [0.25, 0.75] }])));
        assert_eq!(kept("1.2").await, None, "of another version");
        store.put_review(review("1.2", json!([]))).await.unwrap();
        assert_eq!(kept("1.2").await, Some(json!([])));
        assert_eq!(kept("1.1").await, None);
        store.close().await;
    }
}
