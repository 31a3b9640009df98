-- The position of another game from which a game went on: such games count in no statistics.
ALTER TABLE records ADD COLUMN from_code TEXT;
ALTER TABLE records ADD COLUMN from_turn BIGINT;
