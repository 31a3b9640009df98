-- Tournaments as lists show them: each has a row, which follows from its log.
CREATE TABLE tournaments (
    id          UUID    NOT NULL PRIMARY KEY,
    seq         BIGINT  NOT NULL,
    status      TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    seats       BIGINT  NOT NULL,
    clock       TEXT    NOT NULL,
    rated       BOOLEAN NOT NULL,
    director_id UUID    NOT NULL REFERENCES players (id),
    starts_at   BIGINT  NOT NULL,
    -- How many players take part, and how many may.
    players     BIGINT  NOT NULL,
    most        BIGINT  NOT NULL,
    -- How many rounds there were, and how many there are going to be.
    rounds      BIGINT  NOT NULL,
    all_rounds  BIGINT  NOT NULL,
    changed_at  BIGINT  NOT NULL,
    -- When something is due by itself, such as a start or the next round.
    due_at      BIGINT
);
CREATE INDEX tournaments_by_start ON tournaments (status, starts_at);
CREATE INDEX tournaments_by_director ON tournaments (director_id, status);
CREATE INDEX tournaments_by_due ON tournaments (due_at) WHERE due_at IS NOT NULL;

-- The log of each tournament, as events are the log of each table.
CREATE TABLE tournament_log (
    tournament_id UUID   NOT NULL REFERENCES tournaments (id),
    seq           BIGINT NOT NULL CHECK (seq > 0),
    id            UUID   NOT NULL,
    player_id     UUID,
    at            BIGINT NOT NULL,
    format        BIGINT NOT NULL,
    body          JSONB  NOT NULL,
    PRIMARY KEY (tournament_id, seq)
);

-- Who has signed up.
CREATE TABLE tournament_players (
    tournament_id UUID    NOT NULL REFERENCES tournaments (id),
    player_id     UUID    NOT NULL REFERENCES players (id),
    -- Whether they still take part.
    present       BOOLEAN NOT NULL,
    confirmed     BOOLEAN NOT NULL,
    -- Whether they were deleted, and the log does not say yet that they have left.
    leaving       BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tournament_id, player_id)
);
CREATE INDEX tournament_players_by_player ON tournament_players (player_id, tournament_id);
CREATE INDEX tournament_players_leaving ON tournament_players (tournament_id) WHERE leaving;

-- The games of all rounds. Their tables are made after the round was, and the end of a game is written here before the log of the
-- tournament has it.
CREATE TABLE tournament_tables (
    table_id      UUID   NOT NULL PRIMARY KEY,
    tournament_id UUID   NOT NULL REFERENCES tournaments (id),
    round         BIGINT NOT NULL,
    place         BIGINT NOT NULL,
    -- paired, playing, ended, or entered in the log
    phase         TEXT   NOT NULL,
    result        JSONB
);
CREATE INDEX tournament_tables_by_round ON tournament_tables (tournament_id, round, place);
CREATE INDEX tournament_tables_due ON tournament_tables (tournament_id, phase) WHERE phase IN ('paired', 'ended');
