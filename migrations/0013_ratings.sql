-- Rated games, the ratings of players, and what is counted of all games.

ALTER TABLE table_state ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE records ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
-- Which of the rated games of its kind it is, from 1: ratings are computed in this order.
ALTER TABLE records ADD COLUMN rated_game BIGINT;
-- Whether it is in game_tallies. The server counts the records of older versions when it starts.
ALTER TABLE records ADD COLUMN counted BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX records_rated_game ON records (kind, rated_game) WHERE rated_game IS NOT NULL;
CREATE INDEX records_uncounted ON records (table_id) WHERE NOT counted;

-- The same for each seat, with the player's rating before the game and after it.
ALTER TABLE record_seats ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE record_seats ADD COLUMN rated_game BIGINT;
ALTER TABLE record_seats ADD COLUMN rating_before DOUBLE PRECISION;
ALTER TABLE record_seats ADD COLUMN uncertainty_before DOUBLE PRECISION;
ALTER TABLE record_seats ADD COLUMN rating_after DOUBLE PRECISION;
ALTER TABLE record_seats ADD COLUMN uncertainty_after DOUBLE PRECISION;
-- Whether the player stayed to the end of the game; NULL until it is counted.
ALTER TABLE record_seats ADD COLUMN stayed BOOLEAN;
CREATE INDEX record_seats_rating ON record_seats (player_id, kind, rated_game) WHERE rated_game IS NOT NULL;
-- The latest public games of a player, whatever they were called then.
CREATE INDEX record_seats_latest ON record_seats (player_id, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;

-- The filter, as in 0011.
CREATE INDEX records_rated ON records (rated, finished_at DESC, table_id DESC) WHERE public AND plies >= 0;
CREATE INDEX records_kind_rated ON records (kind, rated, finished_at DESC, table_id DESC) WHERE public;
CREATE INDEX record_seats_name_rated ON record_seats (name_key, rated, finished_at DESC, table_id DESC) WHERE public;

-- How many rated games of each kind there were. Whoever finishes one takes its number here, and with it the row's lock: so
-- the ratings of a kind are computed one game after the other, at all nodes.
CREATE TABLE rated_games (
    kind  TEXT   NOT NULL PRIMARY KEY,
    games BIGINT NOT NULL
);

-- The rating of each player after the last of their rated games of a kind.
CREATE TABLE ratings (
    kind        TEXT             NOT NULL,
    player_id   UUID             NOT NULL REFERENCES players (id),
    rating      DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    -- What leaderboards are ordered by.
    estimate    DOUBLE PRECISION NOT NULL,
    games       BIGINT           NOT NULL,
    PRIMARY KEY (player_id, kind)
);
CREATE INDEX ratings_best ON ratings (kind, estimate DESC, player_id) WHERE games >= 10;

-- How many games ended how, for statistics: of each kind and number of seats, with and without bots, by the reason, by the
-- class of length, and by the seat that won; 0 where several share the first place.
CREATE TABLE game_tallies (
    kind   TEXT    NOT NULL,
    seats  BIGINT  NOT NULL,
    bots   BOOLEAN NOT NULL,
    reason TEXT    NOT NULL,
    length BIGINT  NOT NULL,
    winner BIGINT  NOT NULL,
    games  BIGINT  NOT NULL,
    plies  BIGINT  NOT NULL,
    PRIMARY KEY (kind, seats, bots, reason, length, winner)
);
