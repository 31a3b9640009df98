-- How a member wants pages to look and sound, as pairs of names and values; what is not there is as usual.
ALTER TABLE accounts ADD COLUMN preferences TEXT NOT NULL DEFAULT '';
