CREATE VIEW `closed_modules` AS SELECT p.user_id, p.module FROM user_module_permissions p
  JOIN company_members m ON m.user_id = p.user_id AND m.company_id = p.company_id AND m.role = 'member'
  WHERE p.access = 'none';--> statement-breakpoint
CREATE VIEW `conversation_readers` AS SELECT m.conversation_id, m.user_id, m.role, m.joined_at, m.last_read_seq, m.last_delivered_seq, m.last_read_at,
    m.marked_unread, m.muted
  FROM conversation_members m
  WHERE m.left_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM closed_modules closed
    WHERE closed.user_id = m.user_id AND closed.module IN ('messages', (
      SELECT CASE c.subject_type WHEN 'company' THEN 'team' WHEN 'project' THEN 'projects' WHEN 'contract' THEN 'contracts' END
      FROM conversations c WHERE c.id = m.conversation_id)));