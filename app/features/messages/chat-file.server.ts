import type { UserContext } from '#app/features/accounts/context.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { fileMedia } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const readableFile = sql(
  {
    params: { id: files.id, me: users.id },
    row: { ...columns(files, 'name', 'mime', 'storedAs', 'sha256'), ...columns(fileMedia, 'thumbnail') },
  },
  `SELECT f.name, f.mime, f.stored_as AS storedAs, f.sha256, media.thumbnail
   FROM files f
   JOIN file_media media ON media.file_id = f.id
   JOIN conversations c ON c.id = f.subject_id AND c.is_active = 1
   JOIN conversation_readers me ON me.conversation_id = c.id AND me.user_id = :me
   LEFT JOIN message_files sent ON sent.file_id = f.id
   LEFT JOIN messages m ON m.id = sent.message_id
   LEFT JOIN pending_messages p ON p.id = sent.message_id AND p.status = 'pending'
   WHERE f.id = :id AND f.subject_type = 'conversation' AND CASE
     WHEN sent.message_id IS NULL THEN f.uploaded_by = :me
     WHEN m.id IS NOT NULL THEN m.state = 'live' AND NOT EXISTS (
       SELECT 1 FROM message_hides hidden WHERE hidden.user_id = :me AND hidden.message_id = m.id)
     ELSE p.author_id = :me OR (p.id IS NOT NULL AND me.role = 'admin')
   END`,
)

export type ChatFile = RowOf<typeof readableFile>

/**
 * A file of a conversation, for current members who can read its message: only the uploader before it is sent, the sender and
 * the admins while the message is pending, and nobody once the message is gone. Null for anybody else, also if it does not
 * exist.
 */
export function findChatFile(ctx: UserContext, id: string): ChatFile | null {
  return readableFile.first(ctx.db, { id, me: ctx.actor.id })
}
