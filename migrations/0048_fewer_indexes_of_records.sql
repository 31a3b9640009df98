-- A filter of public records without a game is answered game by game. Each index is a page more that the end of a public game writes.
DROP INDEX records_seats;
DROP INDEX records_variant;
DROP INDEX records_reason;
DROP INDEX records_clock;
DROP INDEX records_length;
DROP INDEX records_bots;
DROP INDEX records_rated;
DROP INDEX records_winner;

-- One index has the games of each player, first those by link and then the public ones, each in the order of lists.
DROP INDEX record_seats_by_player;
DROP INDEX record_seats_own;
DROP INDEX record_seats_latest;
CREATE INDEX record_seats_player ON record_seats (player_id, public, finished_at DESC, table_id DESC);
