//! Lists of tables and records: who finds what.

use futures_util::future::join_all;

use super::*;

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
        let mut parties = join_all((0..40).map(begin)).await;
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
        // By link only means: who has the link sees it.
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

    async fn the_home_page_lists_ones_own_tables_and_public_ones_with_somebody_there(base: Base) {
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
        assert_eq!(lists(&ann).await, (newest_first.clone(), vec![]), "nobody is there");
        let watcher = eve.join(&public).await;
        assert_eq!(lists(&eve).await, (vec![], vec![]), "only a watcher is there");
        drop(watcher);

        let (mut a, _hidden) = (ann.join(&public).await, ann.join(&hidden).await);
        assert_eq!(lists(&ann).await, (newest_first, vec![public.clone()]));
        assert_eq!(lists(&eve).await, (vec![], vec![public.clone()]));
        assert!(text(&eve, "/").await.contains("1 of 2 chairs taken"));
        let mut b = ben.join(&public).await;
        b.sit(&ben, 1).await;
        b.until_event("started").await;
        assert_eq!(lists(&ben).await.0, [public.as_str()]);
        assert!(text(&eve, "/").await.contains("Ann to move"));
        assert!(text(&ann, "/").await.contains("your turn"));
        assert!(text(&ben, "/").await.contains("Ann to move"));
        a.until_event("started").await;
        a.must(json!({ "t": "resign" })).await;
        assert_eq!(lists(&ann).await, (vec![hidden.clone()], vec![]), "what is over is a record");
        assert_eq!(lists(&ben).await, (vec![], vec![]));
        drop(a);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_public_table_is_listed_only_while_somebody_who_sits_there_is_there() {
    let base = Base::sqlite();
    let server = Server::start(&base).await;
    let ann = Person::named(server.address, "Ann").await;
    let code = ann.create(2, "seated", true).await;
    let socket = ann.join(&code).await;
    let mut watcher = Person::nobody(server.address).join(&code).await;
    let nobody = Person::nobody(server.address);
    assert_eq!(section(&text(&nobody, "/").await, "lobby"), [code.as_str()]);
    drop(socket);
    watcher.until_live(&[], false).await;
    assert!(section(&text(&nobody, "/").await, "lobby").is_empty());
    server.stop().await;
}
