-- Where a quick game has led that was asked for with a key: the same again leads there. A row is written before its player sits down,
-- with the key as the id of the command; `seated` says that they sat there already.
CREATE TABLE quick_games (
    player_id UUID    NOT NULL REFERENCES players (id),
    asked     UUID    NOT NULL,
    table_id  UUID    NOT NULL REFERENCES tables (id),
    code      TEXT    NOT NULL,
    seated    BOOLEAN NOT NULL,
    PRIMARY KEY (player_id, asked)
);
