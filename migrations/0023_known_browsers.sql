-- Browsers where somebody has signed in to an account: wrong passwords are counted there apart from those of strangers. Only
-- hashes of their secrets are kept.
CREATE TABLE known_browsers (
    player_id UUID   NOT NULL REFERENCES accounts (player_id),
    browser   BYTEA  NOT NULL,
    -- When somebody signed in there last.
    seen_at   BIGINT NOT NULL,
    PRIMARY KEY (player_id, browser)
);
CREATE INDEX known_browsers_of_player ON known_browsers (player_id, seen_at);
CREATE INDEX known_browsers_by_seen_at ON known_browsers (seen_at);
