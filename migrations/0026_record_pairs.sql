-- Any two names in a public game, each pair once: so the games of several players are found, and counted, by one index.
CREATE TABLE record_pairs (
    table_id    UUID    NOT NULL REFERENCES records (table_id),
    one         TEXT    NOT NULL,
    other       TEXT    NOT NULL,
    finished_at BIGINT  NOT NULL,
    kind        TEXT    NOT NULL,
    -- 1 if `one` was placed before `other`, -1 if behind, 0 if they share a place.
    ahead       BIGINT  NOT NULL,
    -- Whether the game went on from another one.
    continued   BOOLEAN NOT NULL,
    PRIMARY KEY (table_id, one, other)
);
CREATE INDEX record_pairs_games
    ON record_pairs (one, other, finished_at DESC, table_id DESC, kind, ahead, continued);

-- How many games of a kind a player has finished; those that went on from others do not count.
CREATE TABLE finished_games (
    player_id UUID   NOT NULL REFERENCES players (id),
    kind      TEXT   NOT NULL,
    games     BIGINT NOT NULL,
    PRIMARY KEY (player_id, kind)
);

-- Whether a game is in both.
ALTER TABLE records ADD COLUMN tallied BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX records_untallied ON records (table_id) WHERE NOT tallied;
