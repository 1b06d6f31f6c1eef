import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { maxNoteLength } from '#app/features/messages/limits.ts'
import { readersOf } from '#app/features/messages/work/work-queries.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import { milestoneNotes } from '#db/schema/messages/work.ts'
import { messageOfContract } from './message-of-contract.server.ts'

/**
 * Notes on a milestone what a message of the contract's conversation says, for both parties; either may. The note keeps its text when the
 * message is unsent (MSG-24). A message is one note on a milestone, whose text the last one replaces.
 * @throws AppError not_found for a message or milestone that is not of this contract, and for strangers; conflict unless the contract is
 * active; invalid for a bad text.
 */
export function addMilestoneNote(
  ctx: CompanyContext,
  { contractId, messageId, milestoneId, text }: Input,
): { conversationId: string; seq: number } {
  requireRight(ctx, 'contracts.change')
  const written = text.trim()
  if (written === '') throw invalid('validation:required', { field: 'text' })
  if (written.length > maxNoteLength)
    throw invalid('validation:tooLong', { field: 'text', params: { count: maxNoteLength } })
  return transact(ctx.db, (tx) => {
    const { contract } = loadContract(tx, ctx, contractId)
    if (contract.status !== 'active') throw conflict('changeorders:refused.contractNotActive')
    const message = messageOfContract(ctx, contractId, messageId)
    if (!message) throw notFound('chatrefused:noMessage')
    const ofContract = and(eq(milestones.id, milestoneId), eq(milestones.contractId, contractId))
    if (!tx.select({ id: milestones.id }).from(milestones).where(ofContract).get())
      throw invalid('validation:choice', { field: 'milestoneId' })
    const note = { milestoneId, messageId, text: written, authorId: ctx.actor.id, createdAt: ctx.now }
    const { authorId, createdAt } = note
    const row = tx
      .insert(milestoneNotes)
      .values({ ...note, id: newId() })
      .onConflictDoUpdate({
        target: [milestoneNotes.milestoneId, milestoneNotes.messageId],
        set: { text: written, authorId, createdAt },
      })
      .returning({ id: milestoneNotes.id })
      .get()
    appendAudit(tx, ctx, {
      action: 'milestone.note',
      subject: { type: 'milestone', id: milestoneId },
      after: note,
      detail: { noteId: row.id, messageId },
    })
    const { conversationId, seq } = message
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: readersOf(tx, conversationId) })
    return { conversationId, seq }
  })
}

type Input = { contractId: string; messageId: string; milestoneId: string; text: string }
