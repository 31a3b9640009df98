-- The lists of records, day by day: each has a sum over the checksums of its records and the sum of the list before, so that a
-- record that is missing is noticed. One list is open: records are added to it when they are written.
CREATE TABLE day_lists (
    list      BIGINT NOT NULL PRIMARY KEY,
    -- When it was begun, 2026-11-20.
    day       TEXT   NOT NULL,
    -- How many records it has.
    records   BIGINT NOT NULL,
    -- NULL while it is open.
    closed_at BIGINT,
    -- Made once it is closed.
    sha256    BYTEA
);
INSERT INTO day_lists (list, day, records) VALUES (1, '', 0);

-- Its list and its place there, from 1. The server fills them in for the records of older versions.
ALTER TABLE record_chains ADD COLUMN list BIGINT;
ALTER TABLE record_chains ADD COLUMN place BIGINT;
CREATE UNIQUE INDEX record_chains_list ON record_chains (list, place);
CREATE INDEX record_chains_unlisted ON record_chains (table_id) WHERE list IS NULL;
