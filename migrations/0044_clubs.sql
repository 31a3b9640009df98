-- Clubs, and who belongs to them.
CREATE TABLE clubs (
    id         UUID   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    -- The name without what does not tell names apart: no two clubs have the same one.
    name_key   TEXT   NOT NULL UNIQUE,
    text       TEXT   NOT NULL,
    -- open, on_request or invited
    joining    TEXT   NOT NULL,
    -- The secret of the link with which anybody may join.
    invitation TEXT   NOT NULL,
    -- How many members and officers there are.
    members    BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX clubs_by_members ON clubs (members, id);

CREATE TABLE club_players (
    club_id   UUID   NOT NULL REFERENCES clubs (id),
    player_id UUID   NOT NULL REFERENCES players (id),
    -- asked, member, officer or removed
    role      TEXT   NOT NULL,
    since     BIGINT NOT NULL,
    PRIMARY KEY (club_id, player_id)
);
CREATE INDEX club_players_by_player ON club_players (player_id, role);
CREATE INDEX club_players_by_role ON club_players (club_id, role, since);

-- The tables that were opened for a club, and those of its tournaments.
CREATE TABLE club_tables (
    table_id UUID NOT NULL PRIMARY KEY REFERENCES tables (id),
    club_id  UUID NOT NULL REFERENCES clubs (id)
);
CREATE INDEX club_tables_by_club ON club_tables (club_id, table_id);

ALTER TABLE tournaments ADD COLUMN club_id UUID REFERENCES clubs (id);
CREATE INDEX tournaments_by_club ON tournaments (club_id, starts_at) WHERE club_id IS NOT NULL;
