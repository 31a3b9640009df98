#![allow(clippy::panic)]
use std::error::Error;
use std::sync::mpsc;

use futures_util::FutureExt;
use futures_util::future::join_all;

use super::*;
use crate::http::limits::COMPUTED_PER_ADDRESS;

type TestResult<T = ()> = Result<T, Box<dyn Error>>;

fn address(number: u8) -> ClientAddress {
    ClientAddress::of_peer([203, 0, 113, number].into())
}

#[tokio::test]
async fn a_search_that_panics_costs_its_answer_and_nothing_else() {
    let pool = Pool::of(1, SEARCHES);
    assert_eq!(
        pool.run(Urgency::Turn, || -> u8 { panic!("on purpose") }).await,
        None
    );
    assert_eq!(pool.run(Urgency::Turn, || 2).await, Some(2), "the thread goes on");
}

#[tokio::test]
async fn more_searches_than_there_are_places_for_are_all_run() {
    let pool = Pool::of(2, SEARCHES);
    let run = |number| pool.run(Urgency::Review, move || number);
    let all = join_all((0..4 * SEARCHES.places).map(run)).await;
    assert!(all.into_iter().flatten().eq(0..4 * SEARCHES.places));
}

#[tokio::test]
async fn a_turn_comes_before_whatever_else_waits() -> TestResult {
    let pool = Pool::of(1, SEARCHES);
    let ((begun, has_begun), (go_on, may_go_on)) = (oneshot::channel(), mpsc::channel());
    let order = Arc::new(Mutex::new(Vec::new()));
    let run = |urgency| {
        let order = Arc::clone(&order);
        pool.run(urgency, move || order.lock().push(urgency))
    };
    let first = pool.run(Urgency::Review, move || {
        let told = begun.send(());
        told.is_ok() && may_go_on.recv().is_ok()
    });
    let rest = async {
        has_begun.await?;
        let waiting = [Urgency::Review, Urgency::Hint, Urgency::Turn].map(run);
        let release = async {
            while pool.0.queue.waiting().jobs.iter().flatten().count() < 3 {
                tokio::task::yield_now().await;
            }
            go_on.send(())
        };
        tokio::join!(join_all(waiting), release).1?;
        TestResult::Ok(())
    };
    let (first, rest) = tokio::join!(first, rest);
    rest?;
    assert_eq!(first, Some(true));
    assert_eq!(*order.lock(), [Urgency::Turn, Urgency::Hint, Urgency::Review]);
    Ok(())
}

#[tokio::test]
async fn a_request_that_comes_when_all_places_are_taken_is_refused() {
    let pool = Pool::of(
        1,
        Settings {
            places: 2,
            ..COMPUTATIONS
        },
    );
    let (go, wait) = mpsc::channel::<()>();
    let places = Arc::clone(&pool.0.places[Urgency::Request as usize]);
    let first = pool.run_request(address(1), move || wait.recv().is_err());
    let second = pool.run_request(address(2), || 2);
    let third = async {
        while places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = pool.run_request(address(3), || 3).await;
        drop(go);
        refused
    };
    assert_eq!(
        tokio::join!(first, second, third),
        (Ok(true), Ok(2), Err(NotComputed::Busy))
    );
    assert_eq!(pool.run_request(address(3), || 3).await, Ok(3));
    let panicked = pool
        .run_request(address(3), || -> u8 { panic!("on purpose") })
        .await;
    assert_eq!(panicked, Err(NotComputed::Failed));
}

#[tokio::test]
async fn one_address_leaves_places_to_others_who_come_first_then() -> TestResult {
    let pool = Pool::of(1, COMPUTATIONS);
    let ((begun, has_begun), (go, wait)) = (oneshot::channel(), mpsc::channel::<()>());
    let order = Arc::new(Mutex::new(Vec::new()));
    let run = |from: u8| {
        let order = Arc::clone(&order);
        pool.run_request(address(from), move || order.lock().push(from))
    };
    let until_wait = async |jobs: u32| {
        while (pool.0.queue.waiting().jobs.iter().flatten().count() as u32) < jobs {
            tokio::task::yield_now().await;
        }
    };
    let blocked = pool.run_request(address(1), move || begun.send(()).is_ok() && wait.recv().is_err());
    let rest = async {
        has_begun.await?;
        let mine = join_all((1..COMPUTED_PER_ADDRESS).map(|_| run(1)));
        let others = async {
            until_wait(COMPUTED_PER_ADDRESS - 1).await;
            // At once: a job that was let in would wait for the one that is blocked.
            let refused = run(1).now_or_never();
            let release = async {
                until_wait(COMPUTED_PER_ADDRESS).await;
                drop(go);
            };
            (refused, tokio::join!(run(2), release).0)
        };
        TestResult::Ok(tokio::join!(mine, others))
    };
    let (blocked, rest) = tokio::join!(blocked, rest);
    let (mine, (refused, other)) = rest?;
    assert_eq!(
        (blocked, refused, other),
        (Ok(true), Some(Err(NotComputed::BusyForAddress)), Ok(()))
    );
    assert!(mine.into_iter().all(|done| done.is_ok()));
    let order = order.lock();
    assert_eq!(order[0], 2, "who has fewer jobs comes first: {order:?}");
    assert_eq!(order.len() as u32, COMPUTED_PER_ADDRESS);
    assert!(pool.0.computations.is_empty(), "nothing is counted for ever");
    Ok(())
}

#[tokio::test]
async fn a_search_that_nobody_waits_for_gives_its_place_back() {
    let pool = Pool::of(1, SEARCHES);
    for _ in 0..2 * SEARCHES.places {
        let search = pool.run(Urgency::Hint, || ());
        let _ = tokio::time::timeout(std::time::Duration::ZERO, search).await;
    }
    assert_eq!(pool.run(Urgency::Hint, || 3).await, Some(3));
}
