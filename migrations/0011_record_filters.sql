-- What lists of records are filtered by, as columns. The server fills them for the records of older versions when it
-- starts, since names are folded by rules that SQL does not have.
ALTER TABLE records ADD COLUMN seats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN variant TEXT NOT NULL DEFAULT '';
ALTER TABLE records ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE records ADD COLUMN clock_kind TEXT NOT NULL DEFAULT '';
-- The class of its length: the smallest number of turns of that class.
ALTER TABLE records ADD COLUMN length BIGINT NOT NULL DEFAULT 0;

-- The same for each seat, so that the games of a player are found in their order whatever else is asked for.
ALTER TABLE record_seats ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE record_seats ADD COLUMN finished_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE record_seats ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE record_seats ADD COLUMN seats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE record_seats ADD COLUMN variant TEXT NOT NULL DEFAULT '';
ALTER TABLE record_seats ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE record_seats ADD COLUMN clock_kind TEXT NOT NULL DEFAULT '';
ALTER TABLE record_seats ADD COLUMN length BIGINT NOT NULL DEFAULT 0;
ALTER TABLE record_seats ADD COLUMN plies BIGINT NOT NULL DEFAULT 0;
ALTER TABLE record_seats ADD COLUMN bots BOOLEAN NOT NULL DEFAULT FALSE;
-- The name without the difference of capital and small letters; NULL as long as these columns are not filled.
ALTER TABLE record_seats ADD COLUMN name_key TEXT;
CREATE INDEX record_seats_unfilled ON record_seats (table_id) WHERE name_key IS NULL;

-- Each filter alone, and each with a game, in the order of the list. Postgres would rather walk along an index with fewer columns
-- and leave out what does not fit, which takes long if little does. So an index says by its condition, which is true of every
-- record, how much of a filter it covers: format > 0 nothing, plies >= 0 one column; and only such queries repeat it.
DROP INDEX records_public_newest;
DROP INDEX records_public_people;
CREATE INDEX records_public_newest ON records (finished_at DESC, table_id DESC) WHERE public AND format > 0;
CREATE INDEX records_kind ON records (kind, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_seats ON records (seats, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_variant ON records (variant, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_reason ON records (reason, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_clock ON records (clock_kind, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_length ON records (length, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_bots ON records (bots, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_kind_seats ON records (kind, seats, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX records_kind_variant ON records (kind, variant, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX records_kind_reason ON records (kind, reason, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX records_kind_clock ON records (kind, clock_kind, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX records_kind_length ON records (kind, length, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX records_kind_bots ON records (kind, bots, finished_at DESC, table_id DESC) WHERE public;

-- The same with a player.
CREATE INDEX record_seats_name ON record_seats (name_key, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX record_seats_name_kind ON record_seats (name_key, kind, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_seats ON record_seats (name_key, seats, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_variant ON record_seats (name_key, variant, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_reason ON record_seats (name_key, reason, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_clock ON record_seats (name_key, clock_kind, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_length ON record_seats (name_key, length, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_bots ON record_seats (name_key, bots, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_rank ON record_seats (name_key, rank, finished_at DESC, table_id DESC) WHERE public;

-- One's own games by link.
CREATE INDEX record_seats_own ON record_seats (player_id, finished_at DESC, table_id DESC) WHERE NOT public;
