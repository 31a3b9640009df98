-- What players have planned to play when their turn comes at a table. Nobody else is shown it. `id` is another one for each plan,
-- `lapsed` says why it does not fit any more.
CREATE TABLE plans (
    table_id  UUID   NOT NULL REFERENCES tables (id),
    player_id UUID   NOT NULL REFERENCES players (id),
    id        UUID   NOT NULL,
    plan      TEXT   NOT NULL,
    lapsed    TEXT,
    made_at   BIGINT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);
CREATE INDEX plans_of_players ON plans (player_id);
