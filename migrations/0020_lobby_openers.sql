-- Who opened a public table that waits for players, so that lists show at most two of each; NULL for tables of older versions.
ALTER TABLE lobby_tables ADD COLUMN opened_by UUID;
CREATE INDEX lobby_tables_by_opener ON lobby_tables (opened_by) WHERE opened_by IS NOT NULL;

-- Databases of version 0.1.0 do not say when a server was running. The last event is the last that is known of one: the time
-- since then is no time that players of games without clocks had.
INSERT INTO alive (node, at, stopped)
    SELECT id, at, TRUE FROM events WHERE NOT EXISTS (SELECT 1 FROM alive) ORDER BY at DESC LIMIT 1;
