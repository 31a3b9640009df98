-- How often two players have met in rated games of a kind, one being the smaller id: games between the same players count less
-- and less, and leaderboards need different opponents.
CREATE TABLE rated_pairs (
    kind  TEXT   NOT NULL,
    one   UUID   NOT NULL REFERENCES players (id),
    other UUID   NOT NULL REFERENCES players (id),
    -- When the first game of the present window ended, and how many games there were in it; 0 before the first.
    since BIGINT NOT NULL,
    games BIGINT NOT NULL,
    -- How many there were at all.
    total BIGINT NOT NULL,
    PRIMARY KEY (kind, one, other)
);

-- Games of older versions count alike, so they begin no window.
INSERT INTO rated_pairs (kind, one, other, since, games, total)
    SELECT a.kind, a.player_id, b.player_id, 0, 0, COUNT(*)
    FROM record_seats a JOIN record_seats b ON b.table_id = a.table_id AND b.player_id > a.player_id
    WHERE a.rated_game IS NOT NULL GROUP BY a.kind, a.player_id, b.player_id;

-- How many players each has met so.
ALTER TABLE ratings ADD COLUMN opponents BIGINT NOT NULL DEFAULT 0;
UPDATE ratings SET opponents = (SELECT COUNT(*) FROM rated_pairs p
        WHERE p.kind = ratings.kind AND (p.one = ratings.player_id OR p.other = ratings.player_id))
    WHERE EXISTS (SELECT 1 FROM rated_pairs);
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (kind, estimate DESC, player_id) WHERE games >= 10 AND opponents >= 10;

-- How much each pair of seats counted, as a list; NULL where a game changed no ratings, and where all pairs counted in full
-- because there was nothing else yet.
ALTER TABLE records ADD COLUMN rating_weights JSONB;
