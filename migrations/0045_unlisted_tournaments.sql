-- Whether lists show a tournament to everybody; else only who has its link comes.
ALTER TABLE tournaments ADD COLUMN public BOOLEAN NOT NULL DEFAULT TRUE;
