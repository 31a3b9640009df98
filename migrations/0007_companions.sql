-- Several people on one device. A companion is a player without a session, whom somebody has added in their browser.
ALTER TABLE players ADD COLUMN companion_of UUID REFERENCES players (id);
CREATE INDEX players_by_owner ON players (companion_of) WHERE companion_of IS NOT NULL;

-- Whose device a seat was on when its game began, if others were on it too.
ALTER TABLE record_seats ADD COLUMN device UUID REFERENCES players (id);
