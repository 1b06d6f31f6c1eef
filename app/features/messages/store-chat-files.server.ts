// verb-rule: an upload is only its uploader's until a message takes it along, which is checked and recorded then
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireVerifiedEmail } from '#app/features/accounts/require-verified-email.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type {} from '#app/features/conversations/chat-events.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import { type MediaFacts, readMediaFacts } from '#app/features/files/media-facts.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { publish } from '#app/platform/events.server.ts'
import type { ArrivedFile } from '#app/platform/receive-upload.server.ts'
import { maxVoiceMs, waveformSamples } from '#app/ui/media/voice-limits.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { fileMedia } from '#db/schema/chat.ts'
import { files as storedFiles } from '#db/schema/files.ts'

/** What a recorder knows of a voice note. */
export type VoiceFacts = { durationMs: number; waveform: readonly number[] }

type Input = {
  conversationId: string
  files: ReadonlyArray<ArrivedFile & { mime: string }>
  voice?: VoiceFacts | null | undefined
}

/** A recorder stops at the limit, not before it: the last second is forgiven. */
const voiceTolerance = 2_000

/** Stores what was uploaded for a conversation, for a message of the uploader to take along. */
export async function storeChatFiles(
  ctx: UserContext,
  { conversationId, files, voice }: Input,
): Promise<AttachmentView[]> {
  requireVerifiedEmail(ctx)
  requireMembership(ctx.db, ctx, conversationId, 'sendFiles')
  const described: Array<{ file: ArrivedFile; sha256: string; view: AttachmentView }> = []
  for (const file of files) {
    const { sha256, ...facts } = await readMediaFacts(file, { sound: Boolean(voice) })
    const heard = voice ? voiceFacts(facts, voice) : { ...facts, waveform: null, voice: false }
    described.push({ file, sha256, view: { id: newId(), name: file.name, ...heard } })
  }
  transact(ctx.db, (tx) => {
    requireMembership(tx, ctx, conversationId, 'sendFiles')
    for (const { file, sha256, view } of described) {
      const { id, name, mime, size, ...media } = view
      const { storedAs } = file
      const place = { subjectType: 'conversation', subjectId: conversationId, uploadedBy: ctx.actor.id }
      tx.insert(storedFiles)
        .values({ id, name, mime, size, sha256, storedAs, ...place, createdAt: ctx.now })
        .run()
      tx.insert(fileMedia)
        .values({ fileId: id, ...media })
        .run()
    }
    for (const { file } of described) file.keep()
  })
  for (const { view } of described) {
    publish('chat.file.uploaded', { conversationId, fileId: view.id, name: view.name, userId: ctx.actor.id })
  }
  return described.map(({ view }) => view)
}

/** @throws AppError invalid for what no recorder of ours makes */
function voiceFacts(facts: Omit<MediaFacts, 'sha256'>, { durationMs, waveform }: VoiceFacts) {
  if (facts.kind !== 'audio' || !/^audio\/(webm|mp4|ogg)$/.test(facts.mime)) throw invalid('chat:files.notVoice')
  const heard = facts.durationMs ?? durationMs
  const loudness = (each: number) => Number.isInteger(each) && each >= 0 && each <= 100
  if (!Number.isInteger(durationMs) || durationMs <= 0) throw invalid('chat:files.notVoice')
  if (Math.max(heard, durationMs) > maxVoiceMs + voiceTolerance) throw invalid('chat:files.voiceTooLong')
  if (waveform.length > waveformSamples || !waveform.every(loudness)) throw invalid('chat:files.notVoice')
  return { ...facts, durationMs: heard, waveform: [...waveform], voice: true }
}
