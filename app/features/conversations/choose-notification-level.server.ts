// verb-rule: what a conversation tells a member of only concerns the member
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
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
      .set(level === 'none' ? { muted: true } : { muted: false, notifyLevel: level })
      .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)))
      .run()
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: [userId] })
  })
}

/** Undoes muting: what the conversation told the caller of before, it tells them of again. */
export function unmuteConversation(ctx: UserContext, { conversationId }: { conversationId: string }): void {
  chooseNotificationLevel(ctx, { conversationId, level: choiceOf(ctx, conversationId)?.level ?? null })
}

const choices = sql(
  {
    params: { me: users.id, conversationId: conversations.id },
    row: {
      ...columns(conversationMembers, 'muted'),
      level: conversationMembers.notifyLevel,
      forGroups: nullable(chatPreferences.groupLevel),
    },
  },
  `SELECT m.muted, m.notify_level AS level, p.group_level AS forGroups FROM conversation_readers r
   JOIN conversation_members m ON m.conversation_id = r.conversation_id AND m.user_id = r.user_id
   LEFT JOIN chat_preferences p ON p.user_id = r.user_id
   WHERE r.conversation_id = :conversationId AND r.user_id = :me`,
)

const choiceOf = (ctx: UserContext, conversationId: string) =>
  choices.first(ctx.db, { me: ctx.actor.id, conversationId })

/** What a member has chosen here (null: nothing of its own), and for all groups. */
export function notificationChoice(ctx: UserContext, conversationId: string) {
  const { muted = false, level = null, forGroups } = choiceOf(ctx, conversationId) ?? {}
  return { own: muted ? ('none' as const) : level, forGroups: forGroups ?? 'all' }
}

/** The level of a posted form; an empty one is that of all conversations. */
export function levelOf(value: FormDataEntryValue | null): NotificationLevel | null {
  if (value === '') return null
  const level = notificationLevels.find((each) => each === value)
  if (!level) throw invalid('validation:choice')
  return level
}
