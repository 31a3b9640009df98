-- Web push: channels to browsers. Nothing is sent to one whose session has ended.
ALTER TABLE channels ADD COLUMN session_id BYTEA;
-- The browser and the system in a few words, so that its owner knows it again.
ALTER TABLE channels ADD COLUMN agent TEXT;

-- What is sent only later, such as that little time is left.
ALTER TABLE outbox ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX outbox_by_due ON outbox (due_at);

-- At which tables a browser shows that it is its player's turn: it is told when that is over.
CREATE TABLE shown_notices (
    channel_id UUID   NOT NULL,
    table_id   UUID   NOT NULL,
    shown_at   BIGINT NOT NULL,
    PRIMARY KEY (channel_id, table_id)
);
CREATE INDEX shown_notices_by_time ON shown_notices (shown_at);

-- The key with which this server signs what it sends to push services. One, for all nodes: browsers subscribe with it.
CREATE TABLE push_key (
    one   BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    pkcs8 BYTEA  NOT NULL
);

-- What a player wants to hear of, and when; those without a row hear of everything at any time.
CREATE TABLE notice_settings (
    player_id   UUID   NOT NULL PRIMARY KEY REFERENCES players (id),
    -- Names of what they do not want, with spaces between.
    unwanted    TEXT   NOT NULL,
    -- Minutes after midnight in their time zone.
    quiet_from  BIGINT,
    quiet_until BIGINT,
    time_zone   TEXT   NOT NULL
);
