ALTER TABLE sitters RENAME TO table_players;
-- Nodes of the version before, which serve on beside new ones, know the table by its old name.
CREATE VIEW sitters AS SELECT * FROM table_players;
