import type { UserContext } from '#app/features/accounts/context.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import type { VoiceFacts } from '#app/features/files/describe-files.server.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { receiveUpload } from '#app/platform/files/receive-upload.server.ts'
import { documentKinds, mediaKinds } from '#app/platform/files/sniff-file.server.ts'
import { checked } from '#app/platform/forms/upload-form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { maxFilesPerMessage } from '#app/realtime/protocol/limits.ts'
import { storeChatFiles } from './store-chat-files.server.ts'

/** Pictures, film, sound and documents (MSG-3). */
const kinds = { ...documentKinds, ...mediaKinds }
const maxChatFileBytes = 100_000_000

type Place = {
  /** Of the address, or of the form: null while no field has said it. */
  conversationOf: (form: FormData) => string | null
  /** Looks through the whole form once it is there, and throws where it is wrong; what a recorder said of a voice note. */
  complete?: (form: FormData) => VoiceFacts | null
  maxFiles?: number
}

/**
 * Reads a form with files for a conversation and stores them. Who may not send files there is refused before the first of
 * them is stored, where it is known by then which conversation it is for.
 */
export async function receiveChatFiles(
  ctx: UserContext,
  request: Request,
  { conversationOf, complete, maxFiles = maxFilesPerMessage }: Place,
): Promise<{ form: FormData; files: AttachmentView[] }> {
  await enforceRateLimit(ctx, rateLimits.chatUpload)
  const upload = await receiveUpload(request, {
    maxFiles,
    maxBytes: maxChatFileBytes,
    kinds,
    beforeFiles(form) {
      requireStorage(ctx.db, ctx, 1)
      const conversationId = conversationOf(form)
      if (conversationId !== null) requireMembership(ctx.db, ctx, conversationId, 'sendFiles')
    },
  })
  let done = false
  try {
    const conversationId = conversationOf(upload.form) ?? ''
    requireMembership(ctx.db, ctx, conversationId)
    const voice = complete?.(upload.form) ?? null
    if (voice && upload.files.some(({ size }) => size === 0)) throw invalid('chat:files.nothingRecorded')
    const files = upload.files.map((file) => checked(file, 'chat:files.type'))
    const stored = files.length === 0 ? [] : await storeChatFiles(ctx, { conversationId, files, voice })
    done = true
    return { form: upload.form, files: stored }
  } finally {
    await upload.discard({ kept: !done })
  }
}
