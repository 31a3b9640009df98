-- The checksum of each record, made when it is written: a SHA-256 chained over the events of its game. The server makes those
-- of older records when it starts.
CREATE TABLE record_chains (
    table_id UUID  NOT NULL PRIMARY KEY REFERENCES records (table_id),
    sha256   BYTEA NOT NULL,
    -- The first four bytes of the sum after each event, so that a changed event can be named.
    links    BYTEA NOT NULL
);
