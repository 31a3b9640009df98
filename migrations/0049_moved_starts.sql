-- The entry of its log that says when a tournament begins. What players are told before another start is told no more.
ALTER TABLE tournaments ADD COLUMN start_seq BIGINT NOT NULL DEFAULT 1;
