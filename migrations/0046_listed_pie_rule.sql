-- Whether the other player may take the side that has played the first turn, if two play.
ALTER TABLE table_state ADD COLUMN pie_rule BOOLEAN NOT NULL DEFAULT FALSE;

-- The terms of a table, in its first event, name it only where it was chosen.
UPDATE table_state SET pie_rule = TRUE WHERE EXISTS (
    SELECT 1 FROM events e WHERE e.table_id = table_state.table_id AND e.seq = 1 AND CAST(e.body AS TEXT) LIKE '%"pie_rule"%');
