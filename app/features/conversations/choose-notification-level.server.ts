// verb-rule: what a conversation tells a member of only concerns the member
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { nullable } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { chatPreferences, conversationMembers, conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { type NotificationLevel, notificationLevels } from '#db/vocabulary/chat.ts'
import { requireMembership } from './access.server.ts'

/**
 * Chooses what a conversation tells the caller of (MSG-27); with null, what they have chosen for all. One that tells of nothing is
 * muted, and not counted as unread.
 * @throws AppError not_found if the caller is not a member, invalid for mentions in a direct conversation, whose messages are all for them.
 */
export function chooseNotificationLevel(
  ctx: UserContext,
  { conversationId, level }: { conversationId: string; level: NotificationLevel | null },
): void {
  const { conversation } = requireMembership(ctx.db, ctx, conversationId)
  if (conversation.type === 'direct' && level === 'mentions') throw invalid('validation:choice')
  const { id: userId } = ctx.actor
  transact(ctx.db, (tx) => {
    tx.update(conversationMembers)
      .set({ notifyLevel: level })
      .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)))
      .run()
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: [userId] })
  })
}

const choices = sql(
  {
    params: { me: users.id, conversationId: conversations.id },
    row: { own: conversationMembers.notifyLevel, forGroups: nullable(chatPreferences.groupLevel) },
  },
  `SELECT m.notify_level AS own, p.group_level AS forGroups FROM conversation_readers r
   JOIN conversation_members m ON m.conversation_id = r.conversation_id AND m.user_id = r.user_id
   LEFT JOIN chat_preferences p ON p.user_id = r.user_id
   WHERE r.conversation_id = :conversationId AND r.user_id = :me`,
)

/** What a member has chosen here (null: nothing of its own), and for all groups. */
export function notificationChoice(ctx: UserContext, conversationId: string) {
  const found = choices.first(ctx.db, { me: ctx.actor.id, conversationId })
  return { own: found?.own ?? null, forGroups: found?.forGroups ?? 'all' }
}

/** The level of a posted form; an empty one is that of all conversations. */
export function levelOf(value: FormDataEntryValue | null): NotificationLevel | null {
  if (value === '') return null
  const level = notificationLevels.find((each) => each === value)
  if (!level) throw invalid('validation:choice')
  return level
}
