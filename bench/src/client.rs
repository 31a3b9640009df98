//! Players without a page: they give a name, open a table, take the chairs and connect the sockets.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::http::{self, Connection};
use crate::protocol::{self, Received, number, parse};
use crate::wire;

/// Chairs of each table.
pub const SEATS: usize = 4;
/// Tables that are opened at the same time, at most.
const HANDS: usize = 8;
const NAMES: [&str; SEATS] = ["Ann", "Ben", "Cleo", "Dee"];

/// A table with the cookies of its players, in order of their chairs.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its code.
    pub code: String,
    /// A cookie for each chair.
    pub cookies: [String; SEATS],
}

/// A table and a socket for each chair; the players have asked for their chairs, and nothing was read yet.
#[derive(Debug)]
pub struct Opened {
    /// The table.
    pub table: Table,
    /// The sockets, by chair.
    pub sockets: Vec<TcpStream>,
}

/// A server and the version of the protocol it speaks.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// What `hello` has to say.
    pub version: u32,
    /// Whether the tables that are opened are public.
    pub public: bool,
}

impl Server {
    /// Finds out which version a server speaks: its `welcome` says so, whatever `hello` said.
    ///
    /// # Errors
    /// When the server cannot be reached or does not welcome.
    pub fn at(address: SocketAddr) -> Result<Server> {
        let mut server = Server {
            address,
            version: protocol::FIRST_TRIED,
            public: false,
        };
        let table = server.make_table()?;
        let mut socket = server.connect(&table, 0)?;
        let welcome = until(&mut socket, |message| {
            matches!(parse(message), Received::Welcome(_))
        })?;
        let version = number(&welcome, b"\"version\":").context("the server's version")?;
        server.version = u32::try_from(version)?;
        Ok(server)
    }

    /// Opens tables with all their sockets, and asks for the chairs. The games start by themselves.
    ///
    /// # Errors
    /// When the server refuses anything.
    pub fn open_tables(&self, count: usize) -> Result<Vec<Opened>> {
        self.open_tables_of(count, 1)
    }

    /// Opens tables of players who sit at `each` tables.
    ///
    /// # Errors
    /// As above.
    pub fn open_tables_of(&self, count: usize, each: usize) -> Result<Vec<Opened>> {
        let hands = (count / each).clamp(1, HANDS);
        let share = |hand: usize| count / hands + usize::from(hand < count % hands);
        thread::scope(|scope| {
            let open = |hand| move || self.open_share(share(hand), each);
            let hands: Vec<_> = (0..hands).map(|hand| scope.spawn(open(hand))).collect();
            let mut tables = Vec::new();
            for hand in hands {
                tables.extend(hand.join().expect("a thread that ends")?);
            }
            Ok(tables)
        })
    }

    fn open_share(&self, count: usize, each: usize) -> Result<Vec<Opened>> {
        let mut tables = Vec::with_capacity(count);
        while tables.len() < count {
            let players = self.give_names()?;
            for _ in 0..each.min(count - tables.len()) {
                tables.push(self.open_table_of(players.clone())?);
            }
        }
        Ok(tables)
    }

    /// Opens a table with all its sockets, and asks for the chairs.
    ///
    /// # Errors
    /// When the server refuses anything.
    pub fn open_table(&self) -> Result<Opened> {
        self.open_table_of(self.give_names()?)
    }

    /// Opens a table with all its sockets for players who have their names, and asks for the chairs.
    ///
    /// # Errors
    /// When the server refuses anything.
    pub fn open_table_of(&self, cookies: [String; SEATS]) -> Result<Opened> {
        let table = self.make_table_of(cookies)?;
        let mut sockets = Vec::new();
        for (chair, name) in NAMES.iter().enumerate() {
            let mut socket = self.connect(&table, chair)?;
            if chair > 0 {
                socket.write_all(&wire::text(&protocol::sit(chair, name)))?;
            }
            sockets.push(socket);
        }
        Ok(Opened { table, sockets })
    }

    /// Opens tables at which four bots of a level play each other, and waits until their games have started.
    ///
    /// # Errors
    /// When the server refuses anything.
    pub fn open_bot_tables(&self, count: usize, level: u8) -> Result<()> {
        (0..count).try_for_each(|_| self.open_bot_table(level))
    }

    fn open_bot_table(&self, level: u8) -> Result<()> {
        let mut socket = self.connect(&self.make_table()?, 0)?;
        socket.write_all(&wire::text(&protocol::stand()))?;
        for chair in 0..SEATS {
            socket.write_all(&wire::text(&protocol::seat_bot(chair, level)))?;
        }
        let is_decided = |message: &[u8]| {
            let received = parse(message);
            matches!(
                received,
                Received::Event { starts: true, .. } | Received::Refused(_)
            )
        };
        let decided = until(&mut socket, is_decided)?;
        ensure!(
            !matches!(parse(&decided), Received::Refused(_)),
            "bots were refused: {}",
            String::from_utf8_lossy(&decided)
        );
        Ok(())
    }

    /// The cookies of new players, by chair.
    ///
    /// # Errors
    /// When the server refuses a name.
    pub fn give_names(&self) -> Result<[String; SEATS]> {
        let mut connection = Connection::open(self.address)?;
        let mut cookies = Vec::new();
        for name in NAMES {
            let body = format!(r#"{{"name":"{name}"}}"#);
            let answer = connection.post("/guest", None, "application/json", &body)?;
            ensure!(answer.status() == 200, "a name was refused: {}", answer.header);
            let set = answer.header("set-cookie").context("a cookie")?;
            cookies.push(set.split(';').next().unwrap_or_default().to_owned());
        }
        cookies.try_into().ok().context("a cookie for each chair")
    }

    /// A new table of new players, the first of whom is on its first chair.
    fn make_table(&self) -> Result<Table> {
        self.make_table_of(self.give_names()?)
    }

    fn make_table_of(&self, cookies: [String; SEATS]) -> Result<Table> {
        let form = format!(
            "kind=bushwhacked&seats={SEATS}&starter=seated&public={}&name={}",
            self.public, NAMES[0]
        );
        let media_type = "application/x-www-form-urlencoded";
        let answer = Connection::open(self.address)?.post("/tables", Some(&cookies[0]), media_type, &form)?;
        let place = answer
            .header("location")
            .with_context(|| format!("no table: {}", answer.header))?;
        let code = place
            .strip_prefix("/g/")
            .context("the table's address")?
            .to_owned();
        Ok(Table { code, cookies })
    }

    /// Opens the socket of a player and says hello.
    ///
    /// # Errors
    /// When the server does not upgrade the connection.
    pub fn connect(&self, table: &Table, chair: usize) -> Result<TcpStream> {
        self.connect_within(table, chair, http::PATIENCE)
    }

    /// Connects with a time limit for each answer.
    ///
    /// # Errors
    /// As above.
    pub fn connect_within(&self, table: &Table, chair: usize, patience: Duration) -> Result<TcpStream> {
        let connection = Connection::open_for(self.address, patience)?;
        let mut socket = connection.upgrade(&table.code, &table.cookies[chair])?;
        socket.write_all(&wire::text(&protocol::hello(self.version)))?;
        Ok(socket)
    }
}

/// Reads messages until one is as wanted, and returns it. Blocking.
///
/// # Errors
/// When the connection ends before.
pub fn until(socket: &mut TcpStream, wanted: impl Fn(&[u8]) -> bool) -> Result<Vec<u8>> {
    let (mut read, mut part) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        while let Some(frame) = wire::frame(&read) {
            let message = read[frame.payload.clone()].to_vec();
            if frame.opcode == wire::TEXT && wanted(&message) {
                return Ok(message);
            }
            read.drain(..frame.payload.end);
        }
        let count = socket.read(&mut part)?;
        ensure!(count > 0, "the server ended the connection");
        read.extend_from_slice(&part[..count]);
    }
}
