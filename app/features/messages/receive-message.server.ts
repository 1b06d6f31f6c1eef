import type { UserContext } from '#app/features/accounts/context.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import { AppError, invalid } from '#app/platform/errors.ts'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { receiveChatFiles } from './receive-chat-files.server.ts'
import { type SendResult, sendMessage } from './send-message.server.ts'

type Received = SendResult & { attachments: AttachmentView[] }

/** A refused form, with the typed text as far as it had been read. */
export class RefusedForm extends Error {
  readonly reason: AppError
  readonly text: string

  constructor(reason: AppError, text: string) {
    super(encodeMessage(reason.text), { cause: reason })
    this.reason = reason
    this.text = text
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Sends the composer's form (text, files, message to reply to) as one message.
 * @throws RefusedForm for anything that an AppError would refuse.
 */
export async function receiveMessage(ctx: UserContext, request: Request, conversationId: string): Promise<Received> {
  const typed = { text: '' }
  try {
    await enforceRateLimit(ctx, rateLimits.chatChange)
    await enforceRateLimit(ctx, rateLimits.chatSend)
    const { form, files } = await receiveChatFiles(ctx, request, {
      conversationOf(fields) {
        typed.text = String(fields.get('text') ?? '')
        return conversationId
      },
    })
    const clientId = String(form.get('clientId') ?? '')
    if (!uuid.test(clientId)) throw invalid('errors:badRequest')
    const sent = sendMessage(ctx, {
      conversationId,
      clientId,
      text: typed.text,
      replyToId: String(form.get('replyToId') ?? '') || null,
      fileIds: files.map(({ id }) => id),
    })
    return { ...sent, attachments: files }
  } catch (error) {
    throw error instanceof AppError ? new RefusedForm(error, typed.text) : error
  }
}
