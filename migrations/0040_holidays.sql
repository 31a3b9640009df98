-- When players are on holiday. Their clocks rest then at tables where a turn may take days.
CREATE TABLE holidays (
    player_id UUID   NOT NULL REFERENCES players (id),
    since     BIGINT NOT NULL,
    until     BIGINT NOT NULL,
    PRIMARY KEY (player_id, since)
);
CREATE INDEX holidays_by_end ON holidays (until);
