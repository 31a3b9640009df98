-- Passkeys: a second way to sign in to an account.
CREATE TABLE passkeys (
    -- As the authenticator chose it.
    credential_id   BYTEA   NOT NULL PRIMARY KEY,
    player_id       UUID    NOT NULL REFERENCES accounts (player_id),
    -- What its owner calls it.
    name            TEXT    NOT NULL,
    -- A COSE key.
    public_key      BYTEA   NOT NULL,
    -- How often it has signed, as far as it counts.
    sign_count      BIGINT  NOT NULL,
    -- Whether it may be copied to other devices of its owner.
    backup_eligible BOOLEAN NOT NULL,
    created_at      BIGINT  NOT NULL,
    used_at         BIGINT
);
CREATE INDEX passkeys_by_player ON passkeys (player_id);

-- What browsers were asked to have signed, until it is used or too old. Only hashes are kept.
CREATE TABLE passkey_challenges (
    challenge  BYTEA  NOT NULL PRIMARY KEY,
    -- The browser that was asked: its session where a passkey is added, a cookie of its own where somebody signs in.
    browser    BYTEA  NOT NULL,
    -- Whose passkey is to be added; none where somebody signs in.
    player_id  UUID,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
