-- One text for SQLite and Postgres. Times are unix milliseconds; ids are made by the server.

CREATE TABLE players (
    id         UUID   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- Only the SHA-256 of a cookie is kept: who reads this table cannot sign in with it.
CREATE TABLE sessions (
    token_hash BYTEA  NOT NULL PRIMARY KEY,
    player_id  UUID   NOT NULL REFERENCES players (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

-- A table is a place where one game is played, at /g/<code>.
CREATE TABLE tables (
    id         UUID    NOT NULL PRIMARY KEY,
    code       TEXT    NOT NULL UNIQUE,
    kind       TEXT    NOT NULL,
    public     BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL
);

-- The log: of two writers of one (table_id, seq) one loses. The player is not a foreign key, since
-- this is the one table whose every insert counts, and players are never deleted.
CREATE TABLE events (
    id         UUID   NOT NULL UNIQUE,
    table_id   UUID   NOT NULL REFERENCES tables (id),
    seq        BIGINT NOT NULL CHECK (seq > 0),
    player_id  UUID,
    command_id UUID,
    at         BIGINT NOT NULL,
    format     BIGINT NOT NULL,
    body       JSONB  NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Who sits at which table, under which name: names belong to tables, events hold ids only.
CREATE TABLE sitters (
    table_id  UUID NOT NULL REFERENCES tables (id),
    player_id UUID NOT NULL REFERENCES players (id),
    name      TEXT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);
CREATE INDEX sitters_by_player ON sitters (player_id);

-- A finished game, with everything its page shows: later rules never change or hide it.
CREATE TABLE records (
    table_id      UUID    NOT NULL PRIMARY KEY REFERENCES tables (id),
    code          TEXT    NOT NULL UNIQUE,
    kind          TEXT    NOT NULL,
    setup         TEXT    NOT NULL,
    rules_version BIGINT  NOT NULL,
    format        BIGINT  NOT NULL,
    public        BOOLEAN NOT NULL,
    started_at    BIGINT  NOT NULL,
    finished_at   BIGINT  NOT NULL,
    plies         BIGINT  NOT NULL,
    turns         JSONB   NOT NULL,
    ending        JSONB   NOT NULL
);
CREATE INDEX records_public_newest ON records (finished_at DESC, table_id DESC) WHERE public;

CREATE TABLE record_seats (
    table_id  UUID    NOT NULL REFERENCES records (table_id),
    seat      BIGINT  NOT NULL,
    player_id UUID    NOT NULL REFERENCES players (id),
    name      TEXT    NOT NULL,
    rank      BIGINT  NOT NULL,
    guest     BOOLEAN NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX record_seats_by_player ON record_seats (player_id);

-- Links that move a seat to another device. Only the SHA-256 of the secret is kept.
CREATE TABLE rejoins (
    secret_hash BYTEA  NOT NULL PRIMARY KEY,
    table_id    UUID   NOT NULL REFERENCES tables (id),
    player_id   UUID   NOT NULL REFERENCES players (id),
    expires_at  BIGINT NOT NULL,
    UNIQUE (table_id, player_id)
);
