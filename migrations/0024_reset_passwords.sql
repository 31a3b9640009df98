-- A password that was set by whoever runs the server is good once and until a time; none for a password that its owner chose.
ALTER TABLE accounts ADD COLUMN password_expires_at BIGINT;
-- When it was used: the hash of the secret by which another one can be chosen until that time.
ALTER TABLE accounts ADD COLUMN choice BYTEA;
CREATE INDEX accounts_by_choice ON accounts (choice);
