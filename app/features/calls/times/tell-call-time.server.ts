// verb-rule: the verb that has changed the time checked the right and wrote the audit row
import type { UserContext } from '#app/features/accounts/context.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import type { callTimes } from '#db/schema/calls/call-times.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'

const others = sql(
  { params: columns(conversationMembers, 'conversationId', 'userId'), row: columns(users, 'id') },
  `SELECT u.id FROM conversation_readers m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.conversation_id = :conversationId AND m.user_id <> :userId AND m.level <> 'none'`,
)

/** Tells everybody else in the conversation, but for those who want to hear nothing of it (MSG-27). The mail has it for their calendar. */
export function tellCallTime(
  tx: Transaction,
  ctx: UserContext,
  {
    id,
    conversationId,
    title,
    startsAt,
  }: Pick<typeof callTimes.$inferSelect, 'id' | 'conversationId' | 'title' | 'startsAt'>,
  text: 'callTimeProposed' | 'callTimeCancelled',
): void {
  const told = others.all(tx, { conversationId, userId: ctx.actor.id }).map((person) => person.id)
  notify(tx, ctx, told, {
    ...{ category: 'chat', text, params: { name: ctx.actor.name, title, startsAt } },
    ...{ actionUrl: `/calls/times/${id}`, mailed: 'unlessStopped' },
  })
}
