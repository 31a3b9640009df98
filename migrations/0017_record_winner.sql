-- The seat that won, from 1; 0 if several share the first place. Lists of records are filtered by it.
ALTER TABLE records ADD COLUMN winner BIGINT NOT NULL DEFAULT 0;
UPDATE records SET winner = (SELECT CASE COUNT(*) WHEN 1 THEN MIN(s.seat) ELSE 0 END
    FROM record_seats s WHERE s.table_id = records.table_id AND s.rank = 1);
ALTER TABLE record_seats ADD COLUMN winner BIGINT NOT NULL DEFAULT 0;
UPDATE record_seats SET winner = (SELECT r.winner FROM records r WHERE r.table_id = record_seats.table_id);

CREATE INDEX records_winner ON records (winner, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_kind_winner ON records (kind, winner, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_winner ON record_seats (name_key, winner, finished_at DESC, table_id DESC) WHERE public;
