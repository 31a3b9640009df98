-- Since when somebody who sits at a table has had no connection to it, in unix milliseconds; none while they are there.
ALTER TABLE sitters ADD COLUMN away_since BIGINT;
