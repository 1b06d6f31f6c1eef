import type { UserContext } from '#app/features/accounts/context.ts'
import { enforceRateLimit } from '#app/features/accounts/rate-limited-user.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import type { VoiceFacts } from '#app/features/files/describe-files.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { receiveUpload } from '#app/platform/files/receive-upload.server.ts'
import { mediaKinds, workKinds } from '#app/platform/files/sniff-file.server.ts'
import { checked } from '#app/platform/forms/upload-form.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { maxFilesPerMessage } from '#app/realtime/protocol/limits.ts'
import { storeChatFiles } from './store-chat-files.server.ts'

/** Images, videos, audio, documents and drawings (MSG-3). */
const kinds = { ...workKinds, ...mediaKinds }
const maxChatFileBytes = 100_000_000

type UploadOptions = {
  /** From the URL or the form: null until the field has been read. */
  conversationOf: (form: FormData) => string | null
  /** Checks the complete form, and returns the facts about a voice note if it is one. */
  complete?: (form: FormData) => VoiceFacts | null
  maxFiles?: number
}

/**
 * Reads a form with files for a conversation and stores them. If the conversation is known before the first file, a caller
 * who cannot send files there is refused before anything is stored.
 * @throws AppError rate_limited; invalid for a bad form or file; not_found or forbidden for the conversation.
 */
export async function receiveChatFiles(
  ctx: UserContext,
  request: Request,
  { conversationOf, complete, maxFiles = maxFilesPerMessage }: UploadOptions,
): Promise<{ form: FormData; files: AttachmentView[] }> {
  await enforceRateLimit(ctx, rateLimits.chatUpload)
  const storage = storageLimits(ctx.db, ctx, { unsent: true })
  const upload = await receiveUpload(request, {
    ...storage,
    maxFiles,
    maxBytes: maxChatFileBytes,
    kinds,
    beforeFiles(form) {
      storage.beforeFiles(form)
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
