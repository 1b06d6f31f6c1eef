-- Full text of messages by trigrams, so that Finnish compounds are found mid-word. scope holds the conversation's search key:
-- three characters, and so one trigram, by which a search within a conversation is one intersection.
CREATE VIRTUAL TABLE messages_fts USING fts5(
  scope, body, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);
--> statement-breakpoint
CREATE TRIGGER messages_search_insert AFTER INSERT ON messages WHEN NEW.kind <> 'system' AND NEW.state = 'live'
BEGIN
  INSERT INTO messages_fts (rowid, scope, body)
  SELECT NEW.key, c.search_key,
         NEW.text || coalesce((SELECT char(10) || group_concat(value ->> 'name', char(10)) FROM json_each(NEW.attachments)), '')
  FROM conversations c WHERE c.id = NEW.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_search_update AFTER UPDATE OF text, state ON messages WHEN OLD.kind <> 'system'
BEGIN
  DELETE FROM messages_fts WHERE rowid = OLD.key;
  INSERT INTO messages_fts (rowid, scope, body)
  SELECT NEW.key, c.search_key,
         NEW.text || coalesce((SELECT char(10) || group_concat(value ->> 'name', char(10)) FROM json_each(NEW.attachments)), '')
  FROM conversations c WHERE c.id = NEW.conversation_id AND NEW.state = 'live';
END;
--> statement-breakpoint
-- A message keeps its place and its author for good.
CREATE TRIGGER messages_keep_place BEFORE UPDATE OF conversation_id, seq, author_id, client_id, created_at ON messages
WHEN NEW.conversation_id IS NOT OLD.conversation_id OR NEW.seq IS NOT OLD.seq OR NEW.author_id IS NOT OLD.author_id
  OR NEW.client_id IS NOT OLD.client_id OR NEW.created_at IS NOT OLD.created_at
BEGIN SELECT RAISE(ABORT, 'messages: a message keeps its place'); END;
--> statement-breakpoint
CREATE TRIGGER messages_stay BEFORE DELETE ON messages
BEGIN SELECT RAISE(ABORT, 'messages: a message is unsent, never deleted'); END;
