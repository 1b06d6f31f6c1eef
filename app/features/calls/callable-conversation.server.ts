import type { UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { columns } from '#db/fields.server.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { ConversationSubject } from '#db/vocabulary/chat.ts'

const ofSubject = sql(
  {
    params: { ...columns(conversations, 'subjectType', 'subjectId'), ...columns(conversationMembers, 'userId') },
    row: { ...columns(conversations, 'id'), name: conversations.name },
  },
  `SELECT v.id, v.name FROM conversations v
   JOIN conversation_members m ON m.conversation_id = v.id AND m.user_id = :userId AND m.left_at IS NULL
   WHERE v.subject_type = :subjectType AND v.subject_id = :subjectId AND v.allow_calls`,
)

/** The conversation of a project or contract in which the caller can call; null where there is none yet, or not for them. */
export function callableConversation(
  ctx: UserContext,
  subjectType: ConversationSubject,
  subjectId: string,
): { id: string; name: string } | null {
  if (!can(ctx, 'messages.send')) return null
  const found = ofSubject.first(ctx.db, { subjectType, subjectId, userId: ctx.actor.id })
  return found && { id: found.id, name: found.name ?? '' }
}
