// verb-rule: the vote is its own record, and an audit row would tell who voted in an anonymous poll
import { and, eq, ne } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordMessage } from '#app/features/conversations/message-events.server.ts'
import { changeMessage, requireLiveMessage } from '#app/features/messages/change-message.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { polls, pollVotes, type StoredOption } from '#db/schema/messages/polls.ts'
import { sql } from '#db/sql.server.ts'

/**
 * Chooses an option of a poll, or takes the choice back; without `on` it is toggled. In a poll with a single choice it replaces
 * the caller's other one (MSG-28).
 * @throws AppError not_found; invalid for an option that there is not; conflict once the poll is closed or the message gone.
 */
export function voteInPoll(
  ctx: UserContext,
  { messageId, option, on }: { messageId: string; option: number; on?: boolean | undefined },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  const { id: userId } = ctx.actor
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message } = requireLiveMessage(tx, ctx, messageId)
    const { poll } = message
    if (!poll) throw notFound('chatrefused:noMessage')
    if (!poll.options[option]) throw invalid('validation:choice')
    if (poll.closedAt !== null || (poll.closesAt !== null && poll.closesAt <= ctx.now))
      throw conflict('chatrefused:pollClosed')
    const mine = and(eq(pollVotes.messageId, messageId), eq(pollVotes.userId, userId))
    const chosen = and(mine, eq(pollVotes.option, option))
    const has = tx.select({ option: pollVotes.option }).from(pollVotes).where(chosen).get() !== undefined
    if (has === (on ?? !has)) return message
    if (has) tx.delete(pollVotes).where(chosen).run()
    else {
      if (!poll.multiple)
        tx.delete(pollVotes)
          .where(and(mine, ne(pollVotes.option, option)))
          .run()
      tx.insert(pollVotes)
        .values({ messageId, userId, option, conversationId: message.conversationId, createdAt: ctx.now })
        .run()
    }
    countVotes(tx, messageId, poll.options)
    const changed = changeMessage(tx, ctx, message)
    recordMessage(tx, ctx, 'chat.message.changed', changed)
    // What the caller has chosen, in all their tabs.
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId: message.conversationId, userIds: [userId] })
    return changed
  })
  return { conversationId, seq }
}

const votesOf = sql(
  { params: columns(pollVotes, 'messageId'), row: { ...columns(pollVotes, 'option'), count: integer } },
  'SELECT option, count(*) AS count FROM poll_votes WHERE message_id = :messageId GROUP BY option',
)
const votersOf = sql(
  { params: columns(pollVotes, 'messageId'), row: { count: integer } },
  'SELECT count(DISTINCT user_id) AS count FROM poll_votes WHERE message_id = :messageId',
)

function countVotes(tx: Transaction, messageId: string, options: readonly StoredOption[]): void {
  const counts = new Map(votesOf.all(tx, { messageId }).map(({ option, count }) => [option, count]))
  const counted = options.map(({ text }, place) => ({ text, votes: counts.get(place) ?? 0 }))
  const { count: voters } = votersOf.one(tx, { messageId })
  tx.update(polls).set({ options: counted, voters }).where(eq(polls.messageId, messageId)).run()
}
