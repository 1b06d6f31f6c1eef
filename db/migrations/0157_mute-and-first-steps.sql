ALTER TABLE `company_members` ADD `guide_away_at` integer;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `muted` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `conversation_members` SET `muted` = 1, `notify_level` = NULL WHERE `notify_level` = 'none';--> statement-breakpoint
DROP VIEW `conversation_readers`;--> statement-breakpoint
CREATE VIEW `conversation_readers` AS SELECT m.conversation_id, m.user_id, m.role, m.joined_at, m.last_read_seq, m.last_delivered_seq, m.last_read_at,
    m.marked_unread, m.pinned_at, coalesce(
      CASE WHEN m.muted THEN 'none' END,
      m.notify_level,
      (SELECT 'all' FROM conversations c WHERE c.id = m.conversation_id AND c.type = 'direct'),
      (SELECT p.group_level FROM chat_preferences p WHERE p.user_id = m.user_id),
      'all') AS level
  FROM conversation_members m
  WHERE m.left_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM closed_modules closed
    WHERE closed.user_id = m.user_id AND closed.module IN ('messages', (
      SELECT CASE c.subject_type WHEN 'company' THEN 'team' WHEN 'project' THEN 'projects' WHEN 'contract' THEN 'contracts' END
      FROM conversations c WHERE c.id = m.conversation_id)));