-- The rating of each player after the last of their rated games of a kind, by the model of this version. Servers compute all
-- games anew, in their order.
CREATE TABLE standings (
    kind        TEXT             NOT NULL,
    player_id   UUID             NOT NULL REFERENCES players (id),
    rating      DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    games       BIGINT           NOT NULL,
    opponents   BIGINT           NOT NULL,
    PRIMARY KEY (player_id, kind)
);
CREATE INDEX standings_best ON standings (kind, rating DESC, player_id)
    WHERE games >= 20 AND uncertainty <= 130 AND opponents >= 10;

-- How many of the rated games are in the standings. Nodes of the version before, which serve on beside new ones, write
-- to the table `ratings` instead; it goes with the next version.
ALTER TABLE rated_games ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;

-- All opponents of a player are found by one index or the other.
CREATE INDEX rated_pairs_other ON rated_pairs (kind, other);
