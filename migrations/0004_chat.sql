-- The chat of a table: a feed of its own with its own numbers, never a part of the log. Of two writers of one
-- (table_id, n) one loses. Only the latest 500 lines are kept, and none for long after the game.
CREATE TABLE chat (
    table_id    UUID    NOT NULL REFERENCES tables (id),
    n           BIGINT  NOT NULL CHECK (n > 0),
    -- Who wrote it, under which name; what they sent as which command.
    player_id   UUID    NOT NULL,
    name        TEXT    NOT NULL,
    command_id  UUID    NOT NULL,
    at          BIGINT  NOT NULL,
    -- Who reads it: all, players or watchers.
    audience    TEXT    NOT NULL,
    text        TEXT    NOT NULL,
    -- Set where the host silenced a watcher, or let them write again; the text is that watcher's name then.
    about_id    UUID,
    silenced    BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (table_id, n),
    UNIQUE (table_id, player_id, command_id)
);
