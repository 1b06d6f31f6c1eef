// verb-rule: an upload only concerns its uploader until it is sent with a message, which is checked and recorded then
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import { describeFiles, type VoiceFacts } from '#app/features/files/describe-files.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import type { ArrivedFile } from '#app/platform/files/receive-upload.server.ts'
import { transact } from '#db/client.server.ts'

type Input = {
  conversationId: string
  files: ReadonlyArray<ArrivedFile & { mime: string }>
  voice?: VoiceFacts | null | undefined
}

/**
 * Stores uploaded files for a later message of the uploader in this conversation.
 * @throws AppError not_found or forbidden for the conversation; invalid for a file that cannot be accepted.
 */
export async function storeChatFiles(
  ctx: UserContext,
  { conversationId, files, voice }: Input,
): Promise<AttachmentView[]> {
  requireRight(ctx, 'messages.send')
  requireMembership(ctx.db, ctx, conversationId, 'sendFiles')
  const described = await describeFiles(files, { owner: ctx.actor.id, voice })
  for (const { file } of described) await file.store()
  const place = { type: 'conversation' as const, id: conversationId }
  transact(ctx.db, (tx) => {
    requireMembership(tx, ctx, conversationId, 'sendFiles')
    for (const { file, sha256, thumbnailSize, view } of described) {
      const { id, name, mime, size, ...media } = view
      const { storedAs } = file
      insertFile(tx, ctx, { id, name, mime, size, thumbnailSize, sha256, storedAs }, place, media)
    }
    for (const { file } of described) file.keep()
  })
  return described.map(({ view }) => view)
}
