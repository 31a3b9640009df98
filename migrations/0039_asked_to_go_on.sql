-- Until when the players of a game without a clock can say whether it goes on, as they were last asked. They are asked now if
-- something is due at the table about that time.
ALTER TABLE table_state ADD COLUMN asked_until BIGINT;
