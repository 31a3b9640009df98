-- How many turns and drops a table had when a player last had it in sight; none before they had.
ALTER TABLE table_players ADD COLUMN looked BIGINT;
-- How many it has; none where nothing has happened since this column was made.
ALTER TABLE table_state ADD COLUMN plies BIGINT;
