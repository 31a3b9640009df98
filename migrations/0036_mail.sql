-- Where members can be written to. To an address that is not confirmed nothing is sent but the question whether it is theirs.
CREATE TABLE mail_addresses (
    player_id    UUID NOT NULL PRIMARY KEY REFERENCES accounts (player_id),
    address      TEXT NOT NULL,
    -- In lower case, by which it is found.
    folded       TEXT NOT NULL,
    confirmed_at BIGINT
);
CREATE INDEX mail_addresses_by_address ON mail_addresses (folded);

-- Mails with a link that is good once: to confirm an address, or to choose a new password.
CREATE TABLE link_mails (
    id         UUID   NOT NULL PRIMARY KEY,
    player_id  UUID   NOT NULL REFERENCES accounts (player_id),
    address    TEXT   NOT NULL,
    purpose    TEXT   NOT NULL,
    token_hash BYTEA  NOT NULL,
    -- The token itself, until it is sent.
    token      TEXT,
    failures   BIGINT NOT NULL DEFAULT 0,
    not_before BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX link_mails_by_token ON link_mails (token_hash);
CREATE INDEX link_mails_by_player ON link_mails (player_id);
CREATE INDEX link_mails_by_end ON link_mails (expires_at);
CREATE INDEX link_mails_to_send ON link_mails (not_before) WHERE token IS NOT NULL;

-- What players want to be told by mail: names of what they do not want, when they want to be told the rest (minutes after midnight in
-- their time zone, with spaces between), and whether they want to hear at once of games that last for days.
ALTER TABLE notice_settings ADD COLUMN mail_unwanted TEXT NOT NULL DEFAULT '';
ALTER TABLE notice_settings ADD COLUMN mail_times TEXT NOT NULL DEFAULT '480';
ALTER TABLE notice_settings ADD COLUMN mail_at_once BOOLEAN NOT NULL DEFAULT TRUE;
