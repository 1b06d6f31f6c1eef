import { createHash } from 'node:crypto'
import { renderFile } from '#app/documents/pdf-answer.server.ts'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { conversationExports } from '#db/schema/messages/work.ts'
import { conversationPdf } from './conversation-pdf.server.ts'
import { messagesOfPart } from './exported-messages.server.ts'
import { partsOf } from './parts.ts'

/**
 * Writes a part of a conversation as a PDF for the caller and keeps its SHA-256, for anybody who checks it and in the audit trail (MSG-23). It
 * has every message of the part, those too that the caller has hidden. The file itself is not kept: what is unsent later is to be gone.
 * @param part from 1; each has a thousand messages
 * @throws AppError not_found if the caller is not a member; invalid for a part that there is not.
 */
export async function exportConversation(
  ctx: UserContext,
  { conversationId, part }: { conversationId: string; part: number },
  reader: Reader,
): Promise<{ bytes: Uint8Array; name: string; digest: string }> {
  requireRight(ctx, 'messages.read')
  requireMembership(ctx.db, ctx, conversationId)
  const conversation = getConversation(ctx, conversationId)
  if (!conversation) throw notFound('chatrefused:notFound')
  const parts = partsOf(conversation.lastSeq)
  const range = parts[part - 1]
  if (!range) throw invalid('chatrefused:noPart', { field: 'part' })
  const messages = messagesOfPart(ctx, conversationId, range)
  const id = newId()
  const by = ctx.actor.name
  const file = conversationPdf({ id, conversation, messages, part, parts: parts.length, by }, reader, ctx.now)
  const bytes = await renderFile(file)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const [first, last] = [messages.at(0)?.seq ?? range.from, messages.at(-1)?.seq ?? range.from]
  transact(ctx.db, (tx) => {
    // They may have been removed while it was written.
    requireMembership(tx, ctx, conversationId)
    const made = { conversationId, digest, part, parts: parts.length, firstSeq: first, lastSeq: last }
    tx.insert(conversationExports)
      .values({ ...made, id, messages: messages.length, exportedBy: ctx.actor.id, exportedAt: ctx.now })
      .run()
    appendAudit(tx, ctx, {
      action: 'conversation.export',
      subject: { type: 'conversation', id: conversationId },
      after: made,
      detail: { exportId: id, digest, part, messages: messages.length, lastRev: conversation.lastRev },
    })
  })
  return { bytes, name: file.name, digest }
}
