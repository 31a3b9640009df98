-- Tokens: secrets by which programs act for an account.
CREATE TABLE tokens (
    id         UUID   NOT NULL PRIMARY KEY,
    -- The SHA-256 of the secret.
    token_hash BYTEA  NOT NULL UNIQUE,
    player_id  UUID   NOT NULL REFERENCES players (id),
    -- What its owner calls it.
    name       TEXT   NOT NULL,
    -- What it allows, as words with spaces between.
    scopes     TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    -- When it ends; none if it lasts until it is revoked.
    expires_at BIGINT,
    -- When it was used last, give or take a few minutes.
    used_at    BIGINT
);
CREATE INDEX tokens_by_player ON tokens (player_id);
CREATE INDEX tokens_by_end ON tokens (expires_at) WHERE expires_at IS NOT NULL;
