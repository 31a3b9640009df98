-- Channels: ways in which a player is told what concerns them while they have no page open.
CREATE TABLE channels (
    id           UUID    NOT NULL PRIMARY KEY,
    player_id    UUID    NOT NULL REFERENCES players (id),
    -- All events of this table are sent; without one, what concerns the player at all of their tables.
    table_id     UUID    REFERENCES tables (id),
    -- The form of what is sent.
    form         TEXT    NOT NULL,
    url          TEXT    NOT NULL,
    -- The address of the server, as its owner knows it.
    home         TEXT    NOT NULL,
    -- With which it is signed.
    secret       BYTEA   NOT NULL,
    created_at   BIGINT  NOT NULL,
    -- Until when nothing is sent: a node is sending, or the last attempt has failed.
    not_before   BIGINT  NOT NULL,
    -- How many attempts have failed since the last one that did not, since when, and why the last one did.
    failures     BIGINT  NOT NULL DEFAULT 0,
    failing_from BIGINT,
    problem      TEXT,
    -- When it was switched off, after failing for a day.
    disabled_at  BIGINT
);
CREATE INDEX channels_by_player ON channels (player_id);
CREATE INDEX channels_by_table ON channels (table_id) WHERE table_id IS NOT NULL;

-- The outbox: what is to be sent, written in the transaction of the event that it is about. No foreign keys, since turns write
-- here.
CREATE TABLE outbox (
    channel_id UUID   NOT NULL,
    table_id   UUID   NOT NULL,
    seq        BIGINT NOT NULL,
    notice     TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (channel_id, table_id, seq, notice)
);
