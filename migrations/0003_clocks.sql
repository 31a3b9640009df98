-- Clocks: when servers were running, and what records say of time.

-- Each server says every few seconds that it is running.
CREATE TABLE alive (
    node    UUID    NOT NULL PRIMARY KEY,
    at      BIGINT  NOT NULL,
    -- It has stopped, and said so.
    stopped BOOLEAN NOT NULL
);

-- The times during which no server was running. The key lets several servers that start together note one outage once.
CREATE TABLE outages (
    since BIGINT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);

-- How much time the seats have, or had; NULL in a game without clocks.
ALTER TABLE table_state ADD COLUMN clock TEXT;
ALTER TABLE records ADD COLUMN clock TEXT;
