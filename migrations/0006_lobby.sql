-- Public tables that wait for players: when somebody who sits there was last seen, and until when the free chairs of a
-- rematch are kept. A row goes when the game begins.
CREATE TABLE lobby_tables (
    table_id   UUID   NOT NULL PRIMARY KEY REFERENCES tables (id),
    present_at BIGINT NOT NULL,
    kept_until BIGINT
);
CREATE INDEX lobby_tables_present ON lobby_tables (present_at);
INSERT INTO lobby_tables (table_id, present_at, kept_until)
    SELECT table_id, changed_at, NULL FROM table_state WHERE public AND phase = 'waiting';

-- The table where the players of a finished game may play again. It is created when the first of them goes there, so the
-- id refers to nothing until then.
CREATE TABLE rematches (
    table_id UUID NOT NULL PRIMARY KEY REFERENCES tables (id),
    next     UUID NOT NULL,
    code     TEXT NOT NULL,
    by_name  TEXT NOT NULL
);
