//! Connections, sockets and computations: how many are open at once.

use super::super::connections::Full;
use super::*;

#[test]
fn a_network_leaves_connections_sockets_and_places_to_others() {
    let connections = Connections::new(2 * CONNECTIONS_PER_ADDRESS as usize * 2);
    let mut open = Vec::new();
    let full = loop {
        match connections.open(Some(of_network(true, 1, (open.len() / 500) as u16))) {
            Ok(one) => open.push(one),
            Err(full) => break full,
        }
    };
    assert_eq!(
        (open.len(), full),
        (connections.most() / CONNECTIONS_OF_NETWORK, Full::Network)
    );
    assert!(!connections.are_crowded());
    while let Ok(one) = connections.open(Some(of_network(true, 2, (open.len() / 500) as u16))) {
        open.push(one);
        let left = connections.most() - open.len();
        assert_eq!(
            connections.are_crowded(),
            left <= connections.most() / CONNECTIONS_FOR_SEATED
        );
    }
    assert_eq!(open.len(), connections.most(), "both networks together");
    drop(open);
    assert!(connections.is_empty(), "nothing is counted for ever");

    let limits = Limits::default();
    let mut open = Vec::new();
    let full = loop {
        match limits.socket(table(), of_network(true, 1, (open.len() / 100) as u16)) {
            Ok(one) => open.push(one),
            Err(full) => break full,
        }
    };
    assert_eq!((open.len() as u32, full), (SOCKETS_PER_NETWORK, TooMuch::Sockets));
    assert!(limits.lists(of_network(true, 1, 0xffff)).is_err());
    assert!(limits.lists(of_network(true, 2, 1)).is_ok());
    drop(open);
    assert!(limits.sockets.is_empty(), "nothing is counted for ever");

    let computations = Computations::default();
    let open: Vec<_> = (0..100)
        .filter_map(|host| computations.open(of_network(true, 1, host)))
        .collect();
    assert_eq!(open.len() as u32, COMPUTED_PER_NETWORK);
    assert!(computations.open(of_network(true, 2, 1)).is_some());
    drop(open);
    assert!(computations.is_empty(), "nothing is counted for ever");
}

#[test]
fn sockets_of_one_address_are_limited_at_a_table_and_in_all() -> TestResult {
    let limits = Limits::default();
    let mut open = Vec::new();
    let busy = table();
    for _ in 0..SOCKETS_AT_TABLE {
        open.push(limits.socket(busy, address(1))?);
    }
    assert_eq!(
        limits.socket(busy, address(1)).err(),
        Some(TooMuch::Sockets),
        "one more at this table"
    );
    assert!(limits.socket(busy, address(2)).is_ok());
    while (open.len() as u32) < SOCKETS_PER_ADDRESS {
        open.push(limits.socket(table(), address(1))?);
    }
    assert_eq!(
        limits.socket(table(), address(1)).err(),
        Some(TooMuch::Sockets),
        "one more at any table"
    );
    assert!(limits.socket(table(), address(2)).is_ok());
    assert_eq!(
        limits.lists(address(1)).err(),
        Some(TooMuch::Sockets),
        "or for lists"
    );
    open.pop();
    assert!(limits.socket(table(), address(1)).is_ok());
    let lists = limits.lists(address(1))?;
    assert!(limits.socket(table(), address(1)).is_err(), "those count, too");
    drop(lists);
    open.clear();
    assert!(limits.sockets.is_empty(), "nothing is counted for ever");
    Ok(())
}

#[test]
fn watchers_do_not_shut_out_players_or_those_who_may_sit_down() -> TestResult {
    let limits = Limits::default();
    let at = table();
    let socket = |number| limits.socket(at, address(number));
    let mut watchers: Vec<OpenSocket> = (0..WATCHERS)
        .map(|number| {
            let mut socket = socket((number / SOCKETS_AT_TABLE) as u8)?;
            socket.admit(false, true)?;
            Ok(socket)
        })
        .collect::<Result<_, TooMuch>>()?;
    // All chairs are taken: players come in, others do not.
    assert_eq!(socket(200)?.admit(false, false), Err(TooMuch::Watchers));
    let mut player = socket(200)?;
    player.admit(true, false)?;
    // A chair is free: those who were invited come in, but no one address takes all of their places.
    let mut invited: Vec<OpenSocket> = (0..RESERVED_FOR_CHAIRS)
        .map(|number| {
            let mut socket = socket(100 + (number / RESERVED_PER_ADDRESS) as u8)?;
            socket.admit(false, true)?;
            Ok(socket)
        })
        .collect::<Result<_, TooMuch>>()?;
    assert_eq!(socket(201)?.admit(false, true), Err(TooMuch::Watchers));
    invited.pop();
    assert_eq!(socket(100)?.admit(false, true), Err(TooMuch::Watchers));
    socket(201)?.admit(false, true)?;
    // Who sits down gives their place to somebody else.
    invited.pop().ok_or("somebody invited")?.admit(true, true)?;
    watchers[0].admit(true, true)?;
    socket(202)?.admit(false, false)?;
    player.admit(false, false)?;
    assert_eq!(socket(203)?.admit(false, false), Err(TooMuch::Watchers));
    drop((watchers, invited, player));
    assert!(limits.sockets.is_empty(), "nothing is counted for ever");
    Ok(())
}

#[test]
fn connections_are_limited_in_all_and_by_address() -> TestResult {
    let connections = Connections::new(CONNECTIONS_PER_ADDRESS as usize + 2);
    let connect = |from| connections.open(from).map_err(|full| format!("{full:?}"));
    let mut open: Vec<OpenConnection> = (0..CONNECTIONS_PER_ADDRESS)
        .map(|_| connect(Some(address(1))))
        .collect::<Result<_, String>>()?;
    assert_eq!(connections.open(Some(address(1))).err(), Some(Full::Address));
    open.push(connect(Some(of_network(true, 1, 1)))?);
    open.push(connect(None)?);
    assert_eq!(connections.open(None).err(), Some(Full::Server));
    open.remove(0);
    open.push(connect(Some(address(1)))?);
    open.clear();
    assert!(connections.is_empty(), "nothing is counted for ever");
    Ok(())
}

#[test]
fn connections_leave_descriptors_to_everything_else() {
    let most = |descriptors| Connections::within(descriptors).most();
    assert_eq!(most(100), 50);
    assert_eq!(most(1_024), 1_024 - RESERVED_DESCRIPTORS);
    assert_eq!(most(usize::MAX), CONNECTIONS);
}
