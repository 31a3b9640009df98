-- When the player to move was last nudged by the others, in unix milliseconds; none once they are there.
ALTER TABLE sitters ADD COLUMN nudged_at BIGINT;

-- Games without clocks end 30 days after their last turn.
UPDATE table_state SET deadline = changed_at + 2592000000 WHERE phase = 'playing' AND clock IS NULL;
