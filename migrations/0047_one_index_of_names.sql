-- The games of each player, in the order of the list, with everything that a list is filtered by, so that this index alone leaves out what
-- does not fit. For that SQLite needs the column of the condition, too. An index for each filter doubled what the end of a public game
-- wrote.
DROP INDEX record_seats_name;
DROP INDEX record_seats_name_kind;
DROP INDEX record_seats_name_seats;
DROP INDEX record_seats_name_variant;
DROP INDEX record_seats_name_reason;
DROP INDEX record_seats_name_clock;
DROP INDEX record_seats_name_length;
DROP INDEX record_seats_name_bots;
DROP INDEX record_seats_name_rank;
DROP INDEX record_seats_name_rated;
DROP INDEX record_seats_name_winner;
CREATE INDEX record_seats_name ON record_seats (name_key, finished_at DESC, table_id DESC, kind, seats, variant, winner, reason,
    clock_kind, plies, bots, rated, rank, public) WHERE public;
