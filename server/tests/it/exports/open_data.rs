//! Open data: what is in the files, how they are downloaded, and who writes them.

use std::fs;
use std::time::Duration;

use reqwest::header::{ETAG, IF_MATCH, IF_NONE_MATCH, IF_RANGE, RANGE};
use thicket_server::ids::TableId;
use thicket_server::open_data::OpenData;
use thicket_server::store::Backfilled;
use thicket_server::time::{UnixMs, month_name, month_start, now_ms};
use tokio::time::sleep;
use uuid::Uuid;

use super::*;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn codes(file: &[u8]) -> Vec<String> {
    let text = String::from_utf8(zstd::decode_all(file).unwrap()).unwrap();
    let code = |line: Value| line["code"].as_str().unwrap().to_owned();
    lines(&text).into_iter().map(code).collect()
}

both! {
    async fn public_games_are_written_each_night_and_downloaded(base: Base) {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::with(&base, &["--data-dir", folder.path().to_str().unwrap()]).await;
        let reader = Person::nobody(server.address);
        assert!(reader.read("/data").await.contains("There are no files yet"));
        let friends = people(&server, ["Ann", "Ben"]).await;
        let mut public = vec![finished(friends.clone(), true).await, finished(friends.clone(), true).await];
        finished(friends.clone(), false).await;
        public.reverse();

        let data = folder.path().join("open-data");
        let name = format!("games-{}.jsonl.zst", month_name(now_ms()));
        // A node that died has left some of a file.
        fs::create_dir_all(&data).unwrap();
        fs::write(data.join(format!("{name}.part")), "half").unwrap();
        // Nothing of this month is public any more.
        fs::write(data.join("games-2020-01.jsonl.zst"), "old").unwrap();
        let nodes = [0; 2].map(|_| OpenData::new(server.store.clone(), data.clone()));
        let tonight = now_ms();
        let (one, other) = tokio::join!(nodes[0].write_tonight(tonight), nodes[1].write_tonight(tonight));
        assert!(one.unwrap() != other.unwrap(), "one of them writes");
        assert!(!nodes[1].write_tonight(tonight).await.unwrap(), "once a night");

        let page = reader.read("/data").await;
        assert!(page.contains(&format!("href=\"/data/{name}\"")) && !page.contains("2020-01") && !page.contains(".part"), "{page}");
        assert!(reader.read("/data/README.md").await.contains("CC0"));
        let address = format!("/data/{name}");
        let answer = reader.get(&address).header("accept-encoding", "gzip").send().await.unwrap();
        assert!(answer.headers().get("content-encoding").is_none());
        let tag = answer.headers()[ETAG].clone();
        let whole = answer.bytes().await.unwrap();
        assert_eq!(codes(&whole), public);
        let text = String::from_utf8(zstd::decode_all(&whole[..]).unwrap()).unwrap();
        let record = reader.read(&format!("/g/{}/record.json", public[0])).await;
        assert_eq!(lines(&text)[0], serde_json::from_str::<Value>(&record).unwrap());

        // A download goes on where it was, unless the file is another one now.
        let rest = |tag: String| reader.get(&address).header(RANGE, "bytes=100-").header(IF_RANGE, tag).send();
        let answer = rest(tag.to_str().unwrap().to_owned()).await.unwrap();
        assert_eq!(answer.status(), 206);
        assert_eq!(answer.bytes().await.unwrap(), whole[100..]);
        let answer = rest("\"another\"".to_owned()).await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.bytes().await.unwrap()), (200, whole.clone()));
        for (name, value, status) in [(IF_NONE_MATCH, tag.to_str().unwrap(), 304), (IF_MATCH, "\"another\"", 412), (RANGE, "bytes=9999999-", 416)] {
            assert_eq!(reader.get(&address).header(name, value).send().await.unwrap().status(), status);
        }
        for nowhere in ["games-2020-01.jsonl.zst", "games-2020-1.jsonl.zst", "..%2Fthicket.db", "%2E%2E%2Fthicket.db", "open-data"] {
            assert_eq!(reader.get(&format!("/data/{nowhere}")).send().await.unwrap().status(), 404, "{nowhere}");
        }

        // A node that dies in the middle of a night leaves to others the months that it has not written.
        let (node, middle) = (Uuid::now_v7(), UnixMs(tonight.0 - DAY_MS));
        let state = Backfilled {
            after: TableId::earliest(month_start(tonight)),
            filled: (middle.0 - 2 * 60 * 60 * 1000).div_euclid(DAY_MS),
            finished: false,
        };
        assert!(server.store.take_backfill("open data", node, now_ms()).await.unwrap());
        assert!(server.store.record_backfill("open data", node, now_ms(), state).await.unwrap());
        assert!(!nodes[1].write_tonight(middle).await.unwrap(), "the other one may be at it");
        server.store.release_backfills(node);
        fs::rename(data.join(&name), data.join("kept")).unwrap();
        while !nodes[1].write_tonight(middle).await.unwrap() {
            sleep(Duration::from_millis(20)).await;
        }
        assert!(!data.join(&name).exists(), "this month was written before");
        fs::rename(data.join("kept"), data.join(&name)).unwrap();

        // The next night changes nothing; somebody who is deleted is named no more.
        assert!(nodes[0].write_tonight(UnixMs(tonight.0 + DAY_MS)).await.unwrap());
        assert_eq!(reader.get(&address).send().await.unwrap().headers()[ETAG], tag);
        server.store.delete_player(friends[0].id.parse().unwrap(), now_ms()).await.unwrap();
        assert!(nodes[0].write_tonight(UnixMs(tonight.0 + 2 * DAY_MS)).await.unwrap());
        let answer = reader.get(&address).send().await.unwrap();
        assert_ne!(answer.headers()[ETAG], tag);
        let text = String::from_utf8(zstd::decode_all(&answer.bytes().await.unwrap()[..]).unwrap()).unwrap();
        assert!(!text.contains("Ann") && text.contains("Deleted player"));
        server.stop().await;

        let exported = folder.path().join("exported");
        let (status, said) = thicket(&["export", "--public", "--database-url", &base.url, exported.to_str().unwrap()]).await;
        assert!(status == Some(0) && said.contains("2 public games"), "{said}");
        assert_eq!(fs::read(exported.join(&name)).unwrap(), fs::read(data.join(&name)).unwrap());
        assert!(exported.join("README.md").exists());
    }
}
