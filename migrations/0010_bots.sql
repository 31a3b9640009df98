-- How well a bot plays, from 1 to 5; none for people.
ALTER TABLE record_seats ADD COLUMN bot BIGINT;
-- Whether any seat was a bot's, so that the games of people alone can be listed.
ALTER TABLE records ADD COLUMN bots BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX records_public_people ON records (finished_at DESC, table_id DESC) WHERE public AND NOT bots;
