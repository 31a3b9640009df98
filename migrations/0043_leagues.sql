-- Lists say how the rounds of a tournament are made: by the name that programs have for it.
ALTER TABLE tournaments ADD COLUMN format TEXT NOT NULL DEFAULT 'swiss';
UPDATE tournaments SET format = COALESCE(
    (SELECT CASE WHEN CAST(body -> 'terms' -> 'format' ->> 'second_leg' AS TEXT) IN ('true', '1') THEN 'double_round_robin'
        ELSE body -> 'terms' -> 'format' ->> 'format' END
    FROM tournament_log l WHERE l.tournament_id = tournaments.id AND l.seq = 1), 'swiss');
