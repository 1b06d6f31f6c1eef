// verb-rule: a note is its writer's own, seen by nobody else, and changes nothing
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { maxNoteLength } from './call-log.ts'

/**
 * Writes the caller's own note on a call that they were in or were rung by; an empty one removes it (CALL-10).
 * @throws AppError not_found; invalid for a note that is too long.
 */
export function writeCallNote(ctx: UserContext, input: { callId: string; note: string }): void {
  requireRight(ctx, 'messages.update')
  const note = input.note.trim()
  if (note.length > maxNoteLength) throw invalid('calls:refused.noteTooLong', { params: { count: maxNoteLength } })
  transact(ctx.db, (tx) => {
    const own = and(eq(callParticipants.callId, input.callId), eq(callParticipants.userId, ctx.actor.id))
    const { changes } = tx.update(callParticipants).set({ note }).where(own).run()
    if (changes === 0) throw notFound('calls:refused.notFound')
  })
}
