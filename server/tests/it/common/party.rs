//! Friends at a table, and their game, played by the same rules that the server uses.

use std::net::SocketAddr;

use serde_json::{Value, json};
use thicket_rules::{AnyGame, GameKind, Seat};

use super::client::{Person, Socket};

/// A table with all its chairs taken, and a socket for each player.
pub(crate) struct Party {
    pub(crate) code: String,
    /// By chair before the start, by seat after it.
    pub(crate) people: Vec<Person>,
    pub(crate) sockets: Vec<Socket>,
    /// The game by the turns that were played.
    pub(crate) game: Box<dyn AnyGame>,
}

const NAMES: [&str; 6] = ["Ann", "Ben", "Cem", "Dee", "Eva", "Fay"];

impl Party {
    /// Friends sit down, in order, at a table that starts as seated.
    pub(crate) async fn seated(server: SocketAddr, seats: u8) -> Party {
        Party::of(Party::friends(server, seats).await, false).await
    }

    async fn friends(server: SocketAddr, seats: u8) -> Vec<Person> {
        let mut people = Vec::new();
        for name in &NAMES[..usize::from(seats)] {
            people.push(Person::named(server, name).await);
        }
        people
    }

    /// A party of these people, at a table that is public or not.
    pub(crate) async fn of(people: Vec<Person>, public: bool) -> Party {
        Party::at(GameKind::Bushwhacked, people, public).await
    }

    pub(crate) async fn at(kind: GameKind, people: Vec<Person>, public: bool) -> Party {
        let code = people[0]
            .create_of(kind, people.len() as u8, "seated", public)
            .await;
        Party::sit_down(kind, code, people).await
    }

    /// These people sit down at a table that the first one has opened.
    pub(crate) async fn sit_down(kind: GameKind, code: String, people: Vec<Person>) -> Party {
        let seats = people.len() as u8;
        let mut sockets = vec![people[0].join(&code).await];
        for chair in 1..seats {
            let friend = &people[usize::from(chair)];
            let mut socket = friend.join(&code).await;
            socket.sit(friend, chair).await;
            sockets.push(socket);
        }
        let game = kind.start(seats, "").unwrap();
        Party {
            code,
            people,
            sockets,
            game,
        }
    }

    /// Friends sit down, and the game begins.
    pub(crate) async fn started(server: SocketAddr, seats: u8) -> Party {
        Party::seated(server, seats).await.begun().await
    }

    /// A party at any game.
    pub(crate) async fn started_at(kind: GameKind, server: SocketAddr, seats: u8) -> Party {
        let friends = Party::friends(server, seats).await;
        Party::at(kind, friends, false).await.begun().await
    }

    /// Waits until the game has begun.
    pub(crate) async fn begun(mut self) -> Party {
        for socket in &mut self.sockets {
            socket.until_event("started").await;
        }
        self
    }

    /// The index of the seat to move.
    pub(crate) fn to_move(&self) -> usize {
        self.game
            .status()
            .to_move()
            .map(Seat::index)
            .expect("the game to go on")
    }

    /// The seat to move plays a turn, which must be legal.
    pub(crate) async fn play(&mut self, turn: &str) {
        let (to_move, number) = (self.to_move(), self.game.ply_count());
        let steps: Vec<&str> = turn.split(',').collect();
        self.sockets[to_move]
            .must(json!({ "t": "play", "turn": number, "steps": steps }))
            .await;
        steps.iter().for_each(|step| drop(self.game.play(step).unwrap()));
    }

    /// A seat resigns.
    pub(crate) async fn resign(&mut self, place: usize) {
        self.sockets[place].must(json!({ "t": "resign" })).await;
        self.game.drop_seat(Seat::from_index(place).unwrap()).unwrap();
    }

    /// A seat offers something in this turn; the number of the offer.
    pub(crate) async fn offer(&mut self, place: usize, turn: u32, proposal: Value) -> u64 {
        let offer = json!({ "t": "offer", "turn": turn, "proposal": proposal });
        let done = self.sockets[place].must(offer).await;
        done["seq"].as_u64().unwrap()
    }

    /// A seat answers the offer with this number.
    pub(crate) async fn answer(&mut self, place: usize, offer: u64, agree: bool) {
        let answer = json!({ "t": "answer", "offer": offer, "agree": agree });
        self.sockets[place].must(answer).await;
    }

    /// Plays random turns until the game is over.
    pub(crate) async fn play_out(&mut self, dice: &mut Dice) {
        while self.game.status().to_move().is_some() {
            let turn = dice.turn(self.game.as_ref());
            self.play(&turn).await;
        }
    }

    /// A socket has seen all events up to this number.
    pub(crate) async fn catch_up(&mut self, place: usize, seq: u64) -> &[Value] {
        let socket = &mut self.sockets[place];
        while socket.seq < seq {
            socket.receive().await.expect("the connection to last");
        }
        &socket.events
    }
}

/// Random numbers that can be repeated (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// A random legal turn of the seat to move.
    pub(crate) fn turn(&mut self, game: &dyn AnyGame) -> String {
        let (mut game, plies, mut steps) = (game.boxed_clone(), game.ply_count(), Vec::new());
        while game.ply_count() == plies {
            let legal = game.legal();
            let step = legal[self.below(legal.len())].clone();
            game.play(&step).unwrap();
            steps.push(step);
        }
        steps.join(",")
    }
}
