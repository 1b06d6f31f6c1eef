// verb-rule: a question is a record in itself, as a message is
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { broadcastQuestions } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import { broadcastMachine, maxQuestions } from './broadcast.ts'
import { requireBroadcast } from './broadcast-access.server.ts'

const count = sql(
  { params: columns(broadcastQuestions, 'broadcastId'), row: { asked: integer } },
  'SELECT count(*) AS asked FROM broadcast_questions WHERE broadcast_id = :broadcastId',
)

/**
 * Asks something during a broadcast, or says it as its host; everybody who watches reads it.
 * @throws AppError not_found; conflict if it is over, or there are too many questions.
 */
export function askQuestion(
  ctx: UserContext,
  input: { broadcastId: string; text: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'messages.send')
  const { broadcastId, text } = input
  return transact(ctx.db, (tx) => {
    const { broadcast, role } = requireBroadcast(tx, ctx, broadcastId)
    return withIdempotencyKey(tx, ctx, { verb: 'ask-question', input }, () => {
      stateAfter(broadcastMachine.next(broadcast.state, 'ask', role))
      if (count.one(tx, { broadcastId }).asked >= maxQuestions) throw conflict('broadcasts:refused.tooMany')
      const id = newId()
      tx.insert(broadcastQuestions).values({ id, broadcastId, authorId: ctx.actor.id, text, askedAt: ctx.now }).run()
      recordEvent(tx, ctx, 'broadcast.asked', { broadcastId, questionId: id })
      return { id }
    })
  })
}
