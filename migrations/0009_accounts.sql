-- Accounts: a name of one's own and a password, for a player who was there before.
CREATE TABLE accounts (
    player_id           UUID   NOT NULL PRIMARY KEY REFERENCES players (id),
    -- The name itself is that of the player. Of two names that a reader could confuse, one of these is the same.
    skeleton            TEXT   NOT NULL UNIQUE,
    skeleton_as_written TEXT   NOT NULL UNIQUE,
    -- As a PHC string, with its parameters.
    password_hash       TEXT   NOT NULL,
    created_at          BIGINT NOT NULL,
    password_changed_at BIGINT NOT NULL,
    blocked_at          BIGINT
);

-- How often something was tried lately, at all nodes together: once `until` has passed, the row says nothing any more. Only
-- the hash of what is counted is kept.
CREATE TABLE attempts (
    subject BYTEA  NOT NULL PRIMARY KEY,
    until   BIGINT NOT NULL
);
CREATE INDEX attempts_by_until ON attempts (until);

-- A session keeps its id while its token is replaced: it is the hash of the first one.
ALTER TABLE sessions ADD COLUMN session_id BYTEA;
ALTER TABLE sessions ADD COLUMN started_at BIGINT;
ALTER TABLE sessions ADD COLUMN seen_at BIGINT;
-- When it ends, however much it is used; none for guests, who have no other way back.
ALTER TABLE sessions ADD COLUMN ends_at BIGINT;
-- The browser and the system, in a few words.
ALTER TABLE sessions ADD COLUMN agent TEXT;
UPDATE sessions SET started_at = created_at, seen_at = created_at, session_id = COALESCE(replaces,
    (SELECT o.token_hash FROM sessions o WHERE o.replaced_by = sessions.token_hash LIMIT 1), token_hash);
CREATE INDEX sessions_by_id ON sessions (session_id);

-- The sessions that were ended in the last minutes: every node closes their sockets.
CREATE TABLE ended_sessions (
    session_id BYTEA  NOT NULL PRIMARY KEY,
    at         BIGINT NOT NULL
);
CREATE INDEX ended_sessions_by_at ON ended_sessions (at);

-- Players who were deleted, until they have left all tables where they sat.
CREATE TABLE leaving_players (
    player_id UUID NOT NULL PRIMARY KEY REFERENCES players (id)
);

-- Players who were renamed or deleted or signed up, and tables whose chat lost a line, in the last minutes: every node reads
-- again what it keeps of them in memory.
CREATE TABLE stale (
    subject UUID   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL
);
CREATE INDEX stale_by_at ON stale (at);

-- What belongs to one player, wherever it is: to download it, and to delete it.
CREATE INDEX sitters_by_player ON sitters (player_id);
CREATE INDEX chat_by_player ON chat (player_id);
