//! A Postgres full of made-up records, by statements alone.

use thicket_server::model::record::filter::LENGTHS;

/// How many played: four for each circle of friends. Half of the games are among friends, and some play far more than others.
pub(crate) const CIRCLES: i64 = 2_000;

/// Notes the indexes that are no constraints, and drops them: rows are written in a seventh of the time without.
const DROP_INDEXES: &str = "DO $$ DECLARE found RECORD; BEGIN
    CREATE TEMPORARY TABLE indexes AS SELECT indexname AS name, indexdef AS made FROM pg_indexes
        WHERE tablename IN ('records', 'record_seats', 'record_pairs') AND indexname NOT IN (SELECT conname FROM pg_constraint);
    FOR found IN SELECT * FROM indexes LOOP EXECUTE format('DROP INDEX %I', found.name); END LOOP;
END $$";
/// Makes these indexes again.
const MAKE_INDEXES: &str = "DO $$ DECLARE found RECORD; BEGIN
    FOR found IN SELECT * FROM indexes LOOP EXECUTE found.made; END LOOP;
END $$";

/// The statements that fill the empty tables of a database with so many records, and let Postgres count what is in them.
pub(crate) fn statements(records: i64) -> Vec<String> {
    let lengths = LENGTHS.map(|length| length.to_string()).join(", ");
    let filtered = "seats, variant, winner, reason, clock_kind, length, bots, rated";
    vec![
        DROP_INDEXES.to_owned(),
        "SELECT setseed(0.5)".to_owned(),
        format!(
            "INSERT INTO players (id, name, created_at)
            SELECT md5('p' || n)::uuid, 'Player ' || n, 0 FROM generate_series(0, {CIRCLES} * 4 - 1) n"
        ),
        format!(
            "CREATE TEMPORARY TABLE games AS SELECT n, md5('t' || n)::uuid AS id, lpad(to_hex(n), 12, '0') AS code,
                (ARRAY['bushwhacked', 'bushi', 'bushka', 'antipode', 'btt'])[1 + floor(5 * power(random(), 2))::int] AS kind,
                2 + floor(3 * power(random(), 2))::bigint AS seats, random() < 0.9 AS public, random() < 0.5 AS friends,
                floor({CIRCLES} * power(random(), 2))::bigint AS circle, floor(random() * 4)::int AS first,
                1700000000000 + (n - n % 3) * 60000::bigint AS at, (5 - 35 * ln(1 - random()))::bigint AS plies,
                (ARRAY['rules', 'resignation', 'time', 'away', 'agreement', 'scored', 'abandoned'])
                    [1 + floor(7 * power(random(), 4))::int] AS reason,
                (ARRAY[NULL, '300+5', '7d+12h, cap 14d, grace 8h'])[1 + floor(3 * power(random(), 2))::int] AS clock,
                CASE WHEN random() < 0.1 THEN '10x10' ELSE '9x9' END AS variant, random() < 0.3 AS bots,
                random() < 0.2 AS rated, random() < 0.05 AS drawn
            FROM generate_series(1, {records}) n"
        ),
        "UPDATE games SET seats = CASE WHEN kind = 'bushwhacked' THEN seats ELSE 2 END,
            variant = CASE WHEN kind = 'bushi' THEN variant ELSE '' END"
            .to_owned(),
        "INSERT INTO tables (id, code, kind, public, created_at) SELECT id, code, kind, public, at FROM games".to_owned(),
        format!(
            "INSERT INTO records (table_id, code, kind, setup, rules_version, format, public, started_at, finished_at, plies,
                turns, ending, clock, {filtered}, tallied)
            SELECT id, code, kind, trim(seats || ' ' || variant), 1, 1, public, at - 1000000, at, plies,
                (SELECT jsonb_agg(jsonb_build_object('text', 'drop:' || seat, 'at', at)) FROM generate_series(1, seats - 1) seat),
                jsonb_build_object('reason', reason, 'ranks', (SELECT jsonb_agg(CASE WHEN drawn THEN 1 ELSE 1 + (seat + n) % seats END)
                    FROM generate_series(1, seats) seat), 'scores', '[]'::jsonb), clock, seats, variant,
                CASE WHEN drawn THEN 0 ELSE seats - n % seats END, reason,
                CASE WHEN clock IS NULL THEN 'untimed' WHEN clock LIKE '%d+%' THEN 'correspondence' ELSE 'real_time' END,
                (SELECT max(length) FROM unnest(ARRAY[{lengths}]) length WHERE length <= plies), bots, rated, TRUE FROM games"
        ),
        format!(
            "INSERT INTO record_seats (table_id, seat, player_id, name, rank, guest, public, finished_at, kind, plies,
                {filtered}, name_key)
            SELECT id, seat, md5('p' || p)::uuid, 'Player ' || p,
                CASE WHEN drawn THEN 1 ELSE 1 + (seat + g.n) % g.seats END, TRUE, r.public, finished_at,
                r.kind, r.plies, r.seats, r.variant, r.winner, r.reason, r.clock_kind, r.length, r.bots, r.rated, 'player ' || p
            FROM games g JOIN records r ON r.table_id = g.id CROSS JOIN LATERAL generate_series(1, g.seats) seat
            CROSS JOIN LATERAL (SELECT (seat + g.first) % 4 + 4 * CASE WHEN friends THEN circle
                ELSE floor({CIRCLES} * power(random() + 0 * seat, 2))::bigint END AS p) player"
        ),
        "INSERT INTO record_pairs (table_id, one, other, finished_at, kind, ahead, continued)
            SELECT a.table_id, a.name_key, b.name_key, a.finished_at, a.kind, SIGN(MIN(b.rank) - MIN(a.rank)), FALSE
            FROM record_seats a JOIN record_seats b ON b.table_id = a.table_id AND b.name_key > a.name_key
            WHERE a.public GROUP BY a.table_id, a.name_key, b.name_key, a.finished_at, a.kind"
            .to_owned(),
        "INSERT INTO finished_games (player_id, kind, games)
            SELECT player_id, kind, COUNT(*) FROM record_seats GROUP BY player_id, kind"
            .to_owned(),
        MAKE_INDEXES.to_owned(),
        "ANALYZE".to_owned(),
    ]
}
