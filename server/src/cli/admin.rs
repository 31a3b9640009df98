//! `thicket admin`: manages players, games and chats, also while the server runs.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use rand::RngExt;

use crate::auth::{Password, Passwords, Queue, RESET_MS};
use crate::config::DataConfig;
use crate::ids::{ClubId, PlayerId, TableCode, TournamentId};
use crate::model::player::bot::is_program;
use crate::model::tournament::decide::Order;
use crate::model::tournament::state::State;
use crate::model::tournament::words::Reason;
use crate::names::PlayerName;
use crate::quote::{excerpt, quoted};
use crate::store::{Player, Reading, Store, TableRow};
use crate::time::{machine_time, now_ms};
use crate::tournaments::{TournamentError, Tournaments};

const MAX_GUESTS: i64 = 20;
/// Letters that cannot be confused with others when they are read aloud or copied by hand.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// How many of them a new password has: more than 90 random bits.
const LENGTH: usize = 20;

#[derive(Args, Debug)]
pub(super) struct AdminArgs {
    #[command(flatten)]
    data: DataConfig,

    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Give an account a password to choose another one with, once and within a day; remove its passkeys, tokens, webhooks and mail address, and sign it out everywhere
    ResetPassword {
        /// The name of the account
        name: String,
    },
    /// Give a player another name, also at the tables and in the records where they have one
    Rename {
        /// The name of an account, or the name or id of a guest
        player: String,
        /// The new name
        name: String,
    },
    /// Sign an account out everywhere, or all accounts, whose tokens are then revoked as well; guests stay who they are
    SignOut {
        /// The name of the account
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        name: Option<String>,
        /// Sign out all accounts
        #[arg(long)]
        all: bool,
    },
    /// Sign an account out everywhere, revoke its tokens, delete its webhooks, and let nobody sign in to it
    Block {
        /// The name of the account
        name: String,
    },
    /// Let the owner of a blocked account sign in again
    Unblock {
        /// The name of the account
        name: String,
    },
    /// Delete a player: their seats are given up, their finished games stay without the name
    Delete {
        /// The name of an account, or the name or id of a guest
        player: String,
    },
    /// Have lists no longer show a table and its game; those who have the link still see it
    Hide {
        /// The code of the table, as in its link
        code: String,
    },
    /// Remove a club for ever; its tables and tournaments stay, and belong to no club
    RemoveClub {
        /// The id of the club, as in its address
        id: String,
    },
    /// Give a tournament another director, who has an account
    Direct {
        /// The id of the tournament, as in its address
        tournament: String,
        /// The name of the account
        name: String,
    },
    /// Cancel a tournament for ever, and say why for everybody to read
    CancelTournament {
        /// The id of the tournament, as in its address
        tournament: String,
        /// Why
        why: String,
    },
    /// List the chat of a table, with the numbers of its lines
    Chat {
        /// The code of the table, as in its link
        code: String,
    },
    /// Delete a line of a chat
    DeleteLine {
        /// The code of the table, as in its link
        code: String,
        /// The number of the line
        number: i64,
    },
}

pub(super) async fn run(args: AdminArgs) -> anyhow::Result<ExitCode> {
    let url = args.data.url();
    if let Action::Chat { code } = &args.action {
        return read_chat(&url, code).await;
    }
    let store = Store::open_existing(&url).await?;
    let said = act(&store, args.action).await;
    store.close().await;
    print!("{}", said?);
    Ok(ExitCode::SUCCESS)
}

async fn read_chat(url: &str, code: &str) -> anyhow::Result<ExitCode> {
    let reading = Reading::open(url).await?;
    let said = chat(&reading.store, code).await;
    reading.close().await?;
    print!("{}", said?);
    Ok(ExitCode::SUCCESS)
}

async fn act(store: &Store, action: Action) -> anyhow::Result<String> {
    match action {
        Action::ResetPassword { name } => reset_password(store, &name).await,
        Action::Rename { player, name } => rename(store, &player, &name).await,
        Action::SignOut { name, .. } => sign_out(store, name.as_deref()).await,
        Action::Block { name } => block(store, &name).await,
        Action::Unblock { name } => unblock(store, &name).await,
        Action::Delete { player } => delete(store, &player).await,
        Action::Hide { code } => hide(store, &code).await,
        Action::RemoveClub { id } => remove_club(store, &id).await,
        Action::Direct { tournament, name } => direct(store, &tournament, &name).await,
        Action::CancelTournament { tournament, why } => cancel(store, &tournament, &why).await,
        Action::Chat { code } => chat(store, &code).await,
        Action::DeleteLine { code, number } => delete_line(store, &code, number).await,
    }
}

async fn reset_password(store: &Store, name: &str) -> anyhow::Result<String> {
    let player = member(store, name).await?;
    if is_program(player.id) {
        bail!("{} is a bot, which has no password", quoted(&player.name));
    }
    let mut random = rand::rng();
    let letters = (0..LENGTH).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())]));
    let password: String = letters.collect();
    let hash = Passwords::default()
        .hash(Queue::Known, Password::typed(password.clone()))
        .await?;
    let passkeys = store.passkeys_of(player.id).await?.len();
    let (now, expires) = (now_ms(), now_ms() + RESET_MS);
    store.reset_password(player.id, hash, expires, now).await?;
    let removed = match passkeys {
        0 => String::new(),
        1 => "One passkey was removed.\n".to_owned(),
        _ => format!("{passkeys} passkeys were removed.\n"),
    };
    Ok(format!(
        "The new password of {} is {password}\nIt works once, until {}, to choose another one.\n{removed}",
        excerpt(&player.name),
        machine_time(expires)
    ))
}

async fn rename(store: &Store, player: &str, name: &str) -> anyhow::Result<String> {
    let player = find(store, player).await?;
    let name = PlayerName::parse(name).map_err(|error| anyhow!("this cannot be a name: {error}"))?;
    let renamed = store.rename_everywhere(player.id, name.clone(), now_ms()).await?;
    if !renamed {
        bail!(
            "{} is the name of another account, or looks like it",
            quoted(name.as_str())
        );
    }
    Ok(format!("{} is now {name}.\n", excerpt(&player.name)))
}

async fn sign_out(store: &Store, name: Option<&str>) -> anyhow::Result<String> {
    let Some(name) = name else {
        store.end_sessions_of_members(now_ms()).await?;
        return Ok("All accounts are signed out.\n".to_owned());
    };
    let player = member(store, name).await?;
    store.end_sessions(player.id, now_ms()).await?;
    Ok(format!("{} is signed out everywhere.\n", excerpt(&player.name)))
}

async fn block(store: &Store, name: &str) -> anyhow::Result<String> {
    let player = member(store, name).await?;
    store.block(player.id, now_ms()).await?;
    Ok(format!("{} is blocked.\n", excerpt(&player.name)))
}

async fn unblock(store: &Store, name: &str) -> anyhow::Result<String> {
    let player = member(store, name).await?;
    match store.unblock(player.id).await? {
        true => Ok(format!("{} can sign in again.\n", excerpt(&player.name))),
        false => bail!("{} is not blocked", quoted(&player.name)),
    }
}

async fn delete(store: &Store, player: &str) -> anyhow::Result<String> {
    let player = find(store, player).await?;
    store.delete_player(player.id, now_ms()).await?;
    Ok(format!(
        "{} is deleted. Seats in unfinished games are given up by the server, as soon as it runs.\n",
        excerpt(&player.name)
    ))
}

async fn hide(store: &Store, code: &str) -> anyhow::Result<String> {
    let table = table(store, code).await?;
    match store.hide_table(table.id).await? {
        true => Ok(format!("{code} is listed no longer.\n")),
        false => bail!("{code} is not public, so no list shows it to others"),
    }
}

async fn remove_club(store: &Store, id: &str) -> anyhow::Result<String> {
    let no_club = || anyhow!("there is no club {}", quoted(id));
    let club: ClubId = id.parse().map_err(|_| no_club())?;
    let found = store.club(club).await?.ok_or_else(no_club)?;
    store.remove_club(club).await?;
    Ok(format!("{} is removed.\n", excerpt(&found.name)))
}

async fn direct(store: &Store, id: &str, name: &str) -> anyhow::Result<String> {
    let player = member(store, name).await?;
    if is_program(player.id) {
        bail!("{} is a bot, which directs no tournament", quoted(&player.name));
    }
    let director = player.id;
    let state = carry_out(store, id, &Order::Direct { director }).await?;
    let tournament = excerpt(state.terms.name().as_str());
    Ok(format!("{} directs {tournament} now.\n", excerpt(&player.name)))
}

async fn cancel(store: &Store, id: &str, why: &str) -> anyhow::Result<String> {
    let why = Reason::parse(why)?;
    let state = carry_out(store, id, &Order::Cancel { why }).await?;
    Ok(format!(
        "{} is cancelled.\n",
        excerpt(state.terms.name().as_str())
    ))
}

async fn carry_out(store: &Store, id: &str, order: &Order) -> anyhow::Result<Arc<State>> {
    let no_tournament = || anyhow!("there is no tournament {}", quoted(id));
    let tournament: TournamentId = id.parse().map_err(|_| no_tournament())?;
    match Tournaments::new(store.clone()).carry_out(tournament, order).await {
        Err(TournamentError::NotFound) => Err(no_tournament()),
        done => Ok(done?),
    }
}

async fn chat(store: &Store, code: &str) -> anyhow::Result<String> {
    let table = table(store, code).await?;
    let lines = store.chat_after(table.id, 0).await?.into_iter();
    let lines = lines.filter(|line| line.about.is_none());
    let listed = lines.map(|line| {
        let (name, text) = (excerpt(&line.name), printable(&line.text));
        format!("{:>4}  {}  {name}: {text}\n", line.n, machine_time(line.at))
    });
    Ok(listed.collect())
}

/// Escapes control characters, which a terminal would obey.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

async fn delete_line(store: &Store, code: &str, number: i64) -> anyhow::Result<String> {
    let table = table(store, code).await?;
    match store.delete_line(table.id, number, now_ms()).await? {
        true => Ok(format!("Line {number} is deleted.\n")),
        false => bail!("the chat of {code} has no line {number}"),
    }
}

async fn table(store: &Store, code: &str) -> anyhow::Result<TableRow> {
    let no_table = || anyhow!("there is no table {}", quoted(code));
    let code: TableCode = code.parse().map_err(|_| no_table())?;
    store.table_by_code(&code).await?.ok_or_else(no_table)
}

async fn member(store: &Store, name: &str) -> anyhow::Result<Player> {
    let account = store.account_named(name).await?;
    account
        .map(|account| account.player)
        .ok_or_else(|| anyhow!("there is no account {}", quoted(name)))
}

/// The player with this id, the owner of the account of this name, or the only guest of this name.
async fn find(store: &Store, player: &str) -> anyhow::Result<Player> {
    let nobody = || anyhow!("there is no player {}", quoted(player));
    if let Ok(id) = player.parse::<PlayerId>() {
        return store.player(id).await?.ok_or_else(nobody);
    }
    if let Some(account) = store.account_named(player).await? {
        return Ok(account.player);
    }
    let mut guests = store.guests_named(player, MAX_GUESTS).await?;
    match guests.len() {
        0 => Err(nobody()),
        1 => Ok(guests.remove(0)),
        _ => Err(several(player, &guests)),
    }
}

fn several(name: &str, guests: &[Player]) -> anyhow::Error {
    let listed = guests
        .iter()
        .map(|guest| format!("{} (since {})", guest.id, machine_time(guest.created_at)));
    let listed: Vec<String> = listed.collect();
    anyhow!(
        "several guests are called {}; please give the id of one: {}",
        quoted(name),
        listed.join(", ")
    )
}
