-- How far the server has come with what it fills in for rows of older versions, one kind of work a row.
CREATE TABLE backfills (
    work     TEXT    NOT NULL PRIMARY KEY,
    -- Up to this table all are done.
    after_id UUID    NOT NULL,
    -- How many were filled in.
    filled   BIGINT  NOT NULL,
    finished BOOLEAN NOT NULL,
    -- The node that is at it, and until when (unix milliseconds) it is left to it.
    node     UUID    NOT NULL,
    until    BIGINT  NOT NULL
);
