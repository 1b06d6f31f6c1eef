import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { columns } from '#db/fields.server.ts'
import { conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'

const contractOf = sql(
  { params: columns(conversations, 'id'), row: columns(conversations, 'subjectId') },
  `SELECT subject_id AS subjectId FROM conversations WHERE id = :id AND subject_type = 'contract'`,
)

/** A message of a contract's conversation that still stands and that the caller can read; null for any other. */
export function messageOfContract(ctx: UserContext, contractId: string, messageId: string): MessageView | null {
  const message = getMessage(ctx, messageId)
  if (message?.state !== 'live' || message.kind === 'system') return null
  return contractOf.first(ctx.db, { id: message.conversationId })?.subjectId === contractId ? message : null
}
