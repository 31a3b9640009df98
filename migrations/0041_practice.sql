-- Positions for practice: in each one turn is clearly the best. On its day a position is the position of the day of its game.
CREATE TABLE practice (
    -- Counted from 1 January 1970, in UTC.
    day      BIGINT NOT NULL,
    kind     TEXT   NOT NULL,
    position TEXT   NOT NULL,
    -- The seat to move.
    seat     BIGINT NOT NULL,
    -- The game that it is from, after so many turns and drops.
    table_id UUID   NOT NULL UNIQUE REFERENCES records (table_id),
    ply      BIGINT NOT NULL,
    -- The best turn and those that follow, as records spell them, with spaces between.
    line     TEXT   NOT NULL,
    -- By how many hundredths the chance after the next best turn is smaller.
    gap      BIGINT NOT NULL,
    PRIMARY KEY (day, kind)
);
CREATE UNIQUE INDEX practice_of_kind ON practice (kind, day);

-- Which games were looked at for that: those that ended from `first` to `last`, both included. One node looks at a time.
CREATE TABLE practice_searches (
    kind     TEXT   NOT NULL PRIMARY KEY,
    first_at BIGINT NOT NULL,
    first_id UUID   NOT NULL,
    last_at  BIGINT NOT NULL,
    last_id  UUID   NOT NULL,
    -- The node that is at it, and until when (unix milliseconds) it is left to it.
    node     UUID   NOT NULL,
    until    BIGINT NOT NULL
);
