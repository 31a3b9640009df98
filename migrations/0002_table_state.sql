-- Lists read how a table stands from here, and no longer replay its log.

-- One row for each table, written in the transaction of each of its events.
CREATE TABLE table_state (
    table_id   UUID    NOT NULL PRIMARY KEY REFERENCES tables (id),
    seq        BIGINT  NOT NULL,
    phase      TEXT    NOT NULL,
    variant    TEXT    NOT NULL,
    seats      BIGINT  NOT NULL,
    public     BOOLEAN NOT NULL,
    to_move    UUID,
    deadline   BIGINT,
    changed_at BIGINT  NOT NULL
);
-- No column that a turn changes, so that a turn leaves this index alone. Younger tables have larger ids.
CREATE INDEX table_state_public ON table_state (phase, table_id) WHERE public AND phase <> 'over';
CREATE INDEX table_state_deadline ON table_state (deadline) WHERE deadline IS NOT NULL;

-- A row stays when its player leaves, so that the events that mention them keep their name.
ALTER TABLE sitters ADD COLUMN seated BOOLEAN NOT NULL DEFAULT TRUE;
-- The chair before the start, the seat after it, from 0.
ALTER TABLE sitters ADD COLUMN seat BIGINT;
-- Set when the game ends, so that somebody's unfinished tables are found however many games they have finished.
ALTER TABLE sitters ADD COLUMN finished BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX sitters_by_player;
CREATE INDEX sitters_unfinished ON sitters (player_id) WHERE seated AND NOT finished;

-- Finished games say in their records how they stand; the server replays the others once. A setup is the number of
-- seats, one digit, and the variant if there is one.
INSERT INTO table_state (table_id, seq, phase, variant, seats, public, to_move, deadline, changed_at)
    SELECT r.table_id, COALESCE((SELECT MAX(e.seq) FROM events e WHERE e.table_id = r.table_id), 0), 'over',
        SUBSTR(r.setup, 3), (SELECT COUNT(*) FROM record_seats s WHERE s.table_id = r.table_id), r.public,
        NULL, NULL, r.finished_at
    FROM records r;
UPDATE sitters SET finished = TRUE, seat =
        (SELECT s.seat - 1 FROM record_seats s
         WHERE s.table_id = sitters.table_id AND s.player_id = sitters.player_id)
    WHERE table_id IN (SELECT table_id FROM records);

-- A used link is kept for a while, so that the same player may send its secret again.
ALTER TABLE rejoins RENAME TO transfer_links;
ALTER TABLE transfer_links ADD COLUMN used_by UUID REFERENCES players (id);
CREATE INDEX transfer_links_by_expiry ON transfer_links (expires_at);

-- A session's token is replaced now and then. Until the browser has used the new one, both are good: the new row names
-- the one it replaces; after that the old row names its successor and expires soon.
ALTER TABLE sessions ADD COLUMN replaces BYTEA;
ALTER TABLE sessions ADD COLUMN replaced_by BYTEA;
CREATE INDEX sessions_by_player ON sessions (player_id);
CREATE INDEX sessions_by_replaces ON sessions (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX sessions_by_replaced_by ON sessions (replaced_by) WHERE replaced_by IS NOT NULL;

-- One row that is written to find out whether anything can be.
CREATE TABLE heartbeat (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);
