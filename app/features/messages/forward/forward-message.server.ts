// verb-rule: the messages that it sends are their own record, and membership decides who may send
import { createHash } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { maxForwards } from '#app/features/messages/limits.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { type SendResult, sendMessage } from '#app/features/messages/send-message.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { type CopiedFile, copyFiles, removeCopies } from './copy-files.server.ts'

/**
 * Sends a message that the caller can read on to conversations of theirs, with its text and files, and who said it and when
 * (MSG-20). A second submit of the same form sends nothing again.
 * @throws AppError not_found if the caller cannot read the message or is not a member; conflict if it is gone; invalid for no
 * conversation, or more than ten; forbidden, or storage_full, as for sending.
 */
export async function forwardMessage(
  ctx: UserContext,
  { messageId, conversationIds, submissionId = newId() }: Input,
): Promise<Array<SendResult & { conversationId: string }>> {
  requireRight(ctx, 'messages.send')
  const source = getMessage(ctx, messageId)
  if (!source) throw notFound('chatrefused:noMessage')
  if (source.state !== 'live' || source.kind === 'system') throw conflict('chatrefused:gone')
  const targets = [...new Set(conversationIds)]
  if (targets.length === 0) throw invalid('chatrefused:noTarget', { field: 'conversationIds' })
  if (targets.length > maxForwards)
    throw invalid('chatrefused:tooManyTargets', { field: 'conversationIds', params: { count: maxForwards } })
  // All of them first: a target that refuses has cost no copy.
  for (const conversationId of targets)
    requireMembership(ctx.db, ctx, conversationId, source.attachments.length > 0 ? 'sendFiles' : 'send')
  const copies = new Map<string, CopiedFile[]>()
  const send = (tx: Transaction, conversationId: string): SendResult & { conversationId: string } => {
    const files = copies.get(conversationId) ?? []
    for (const { kind, width, height, durationMs, waveform, thumbnail, voice, ...file } of files) {
      const media = { kind, width, height, durationMs, waveform, thumbnail, voice }
      insertFile(tx, ctx, file, { type: 'conversation', id: conversationId }, media)
    }
    const clientId = clientIdFor(submissionId, conversationId)
    const fileIds = files.map(({ id }) => id)
    const sent = sendMessage(ctx, { conversationId, clientId, text: source.text, forwardedId: source.id, fileIds })
    return { ...sent, conversationId }
  }
  try {
    for (const conversationId of targets) copies.set(conversationId, await copyFiles(ctx.db, source.attachments))
    return transact(ctx.db, (tx) => targets.map((conversationId) => send(tx, conversationId)))
  } catch (error) {
    // Nobody's quota counts them, and they would hold the bytes of what has been deleted until the job for orphans.
    await removeCopies([...copies.values()].flat())
    throw error
  }
}

type Input = {
  messageId: string
  conversationIds: readonly string[]
  /** Of the form. */
  submissionId?: string | undefined
}

/** The same for a second submit of the form: a UUID of the form and the conversation (RFC 9562, version 8). */
function clientIdFor(submissionId: string, conversationId: string): string {
  const digest = createHash('sha256').update(`${submissionId} ${conversationId}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
