-- Who was silenced, so that their name is found in chats when they are deleted or renamed.
CREATE INDEX chat_by_about ON chat (about_id) WHERE about_id IS NOT NULL;
-- The links to somebody's seats, which go with them.
CREATE INDEX transfer_links_by_player ON transfer_links (player_id);
