-- What the search thought of a finished game. It can be made again at any time: of each game the review of one version is kept.
CREATE TABLE reviews (
    table_id    UUID    NOT NULL PRIMARY KEY REFERENCES records (table_id),
    -- By which version of the search, with which budget.
    engine      TEXT    NOT NULL,
    made_at     BIGINT  NOT NULL,
    body        JSONB   NOT NULL
);
