-- Accounts of bots: programs of a member, who has made the account. It has no password; tokens act for it.
ALTER TABLE accounts ADD COLUMN bot_owner UUID REFERENCES players (id);
CREATE INDEX accounts_by_bot_owner ON accounts (bot_owner) WHERE bot_owner IS NOT NULL;
