-- Whom a player follows. Nobody else sees it.
CREATE TABLE follows (
    player_id UUID   NOT NULL REFERENCES players (id),
    followed  UUID   NOT NULL REFERENCES players (id),
    since     BIGINT NOT NULL,
    PRIMARY KEY (player_id, followed)
);
CREATE INDEX follows_of ON follows (followed);

-- Whose invitations a player does not want.
CREATE TABLE blocks (
    player_id UUID   NOT NULL REFERENCES players (id),
    blocked   UUID   NOT NULL REFERENCES players (id),
    since     BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked)
);
CREATE INDEX blocks_of ON blocks (blocked);

-- Who is invited to a table that waits for players.
CREATE TABLE invitations (
    player_id  UUID    NOT NULL REFERENCES players (id),
    table_id   UUID    NOT NULL REFERENCES tables (id),
    invited_by UUID    NOT NULL REFERENCES players (id),
    invited_at BIGINT  NOT NULL,
    declined   BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (player_id, table_id)
);
CREATE INDEX invitations_table ON invitations (table_id);
CREATE INDEX invitations_by ON invitations (invited_by);
CREATE INDEX invitations_old ON invitations (invited_at);
