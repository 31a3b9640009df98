//! The files that make and change the tables of the database, in order.

use std::time::Instant;

use sqlx::SqlStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use tracing::info;

use super::sql::{Conn, on};

/// Lists files of `migrations/` with their texts.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../../migrations/", $name)))),+]
    };
}

const FILES: &[(&str, &str)] = &files![
    "0001_tables_events_records.sql",
    "0002_table_state.sql",
    "0003_clocks.sql",
    "0004_chat.sql",
    "0005_away.sql",
    "0006_lobby.sql",
    "0007_companions.sql",
    "0008_abandoned.sql",
    "0009_accounts.sql",
    "0010_bots.sql",
    "0011_record_filters.sql",
    "0012_reviews.sql",
    "0013_ratings.sql",
    "0014_record_chain.sql",
    "0015_passkeys.sql",
    "0016_continued_games.sql",
    "0017_record_winner.sql",
    "0018_rated_pairs.sql",
    "0019_backfills.sql",
    "0020_lobby_openers.sql",
    "0021_day_lists.sql",
    "0022_deleting_players.sql",
    "0023_known_browsers.sql",
    "0024_reset_passwords.sql",
    "0025_table_players.sql",
    "0026_record_pairs.sql",
    "0027_standings.sql",
    "0028_people.sql",
    "0029_preferences.sql",
    "0030_tokens.sql",
    "0031_bot_accounts.sql",
    "0032_webhooks.sql",
    "0033_quick_games.sql",
    "0034_push.sql",
    "0035_plans.sql",
    "0036_mail.sql",
    "0037_looks.sql",
    "0038_notes.sql",
    "0039_asked_to_go_on.sql",
    "0040_holidays.sql",
    "0041_practice.sql",
    "0042_tournaments.sql",
    "0043_leagues.sql",
    "0044_clubs.sql",
    "0045_unlisted_tournaments.sql",
    "0046_listed_pie_rule.sql",
    "0047_one_index_of_names.sql",
    "0048_fewer_indexes_of_records.sql",
    "0049_moved_starts.sql",
];

pub(in crate::store) fn all() -> Migrator {
    up_to(i64::MAX)
}

/// Those up to a version. The caller prevents concurrent runs.
pub(in crate::store) fn up_to(version: i64) -> Migrator {
    let migrations = FILES.iter().map(|(name, sql)| migration(name, sql));
    let mut migrator = Migrator::with_migrations(
        migrations
            .filter(|migration| migration.version <= version)
            .collect(),
    );
    migrator.set_locking(false);
    migrator
}

/// The number of the last migration: rows fit only into tables of this version.
#[must_use]
pub fn schema() -> i64 {
    all().iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Migrates a database from a version, with progress in the log: with many rows some migrations take minutes.
pub(in crate::store) async fn run(conn: &mut Conn, found: i64) -> Result<(), MigrateError> {
    let all = all();
    let to = schema();
    let is_old = found > 0 && found < to;
    if is_old {
        info!(from = found, to, "the database is being brought up to date");
        for migration in all.iter().filter(|migration| migration.version > found) {
            let began = Instant::now();
            let mut until = up_to(migration.version);
            // Another node may be further by now.
            until.set_ignore_missing(true);
            on!(&mut *conn, conn => until.run_direct(None, conn, false).await)?;
            let seconds = began.elapsed().as_secs_f64();
            info!(
                version = migration.version,
                to, seconds, "the database is being brought up to date"
            );
        }
    }
    on!(conn, conn => all.run_direct(None, conn, false).await)
}

/// A file is named by its version and by what it does: `0003_clocks.sql`.
fn migration(name: &str, sql: &'static str) -> Migration {
    let (version, rest) = name.split_once('_').expect("an underscore");
    let version = version.parse().expect("a number");
    let description = rest.trim_end_matches(".sql").replace('_', " ");
    let sql = SqlStr::from_static(sql);
    Migration::new(version, description.into(), MigrationType::Simple, sql, false)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_file_is_listed_in_order() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
        let files = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert!(names.iter().eq(FILES.iter().map(|(name, _)| name)), "{names:?}");
        let versions: Vec<i64> = all().iter().map(|migration| migration.version).collect();
        assert!(versions.is_sorted_by(|one, next| one < next), "{versions:?}");
    }
}
