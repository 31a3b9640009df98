-- Notes that players keep for themselves about a table. `changed_at` is the version of the text: of two devices the one that has
-- read an older one does not replace it.
CREATE TABLE notes (
    table_id   UUID   NOT NULL REFERENCES tables (id),
    player_id  UUID   NOT NULL REFERENCES players (id),
    text       TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);
CREATE INDEX notes_of_players ON notes (player_id);
