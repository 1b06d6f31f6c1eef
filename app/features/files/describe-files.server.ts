import { invalid } from '#app/platform/errors.ts'
import type { ArrivedFile } from '#app/platform/files/receive-upload.server.ts'
import { maxVoiceMs } from '#app/ui/media/voice-state.ts'
import { waveformSamples } from '#app/ui/media/waveform.ts'
import { newId } from '#db/ids.ts'
import type { AttachmentView } from './attachment-view.ts'
import { type MediaFacts, readMediaFacts } from './media-facts.server.ts'

/** What the recorder reports about a voice note: its length (ms) and up to 50 loudness samples of 0–100. */
export type VoiceFacts = { durationMs: number; waveform: readonly number[] }

/** A received file with its new id and metadata. */
export type DescribedFile = { file: ArrivedFile; sha256: string; thumbnailSize: number; view: AttachmentView }

/** The recorder stops at the limit, so a recording may be slightly longer (ms). */
const voiceTolerance = 2_000

/**
 * Assigns ids to received files and reads their metadata. It is slow and must run before the transaction. With `voice` the
 * files are recordings of our own recorder. `owner` is the user id for the fair queue.
 * @throws AppError invalid for a broken image or a bad voice note.
 */
export async function describeFiles(
  files: ReadonlyArray<ArrivedFile & { mime: string }>,
  { owner, voice }: { owner: string; voice: VoiceFacts | null | undefined },
): Promise<DescribedFile[]> {
  const described: DescribedFile[] = []
  for (const file of files) {
    const { sha256, thumbnailSize, ...facts } = await readMediaFacts(file, { sound: Boolean(voice), owner })
    const media = voice ? voiceFacts(facts, voice) : { ...facts, waveform: null, voice: false }
    described.push({ file, sha256, thumbnailSize, view: { id: newId(), name: file.name, ...media } })
  }
  return described
}

/** @throws AppError invalid for a file that our recorder cannot have made */
function voiceFacts(facts: Omit<MediaFacts, 'sha256' | 'thumbnailSize'>, { durationMs, waveform }: VoiceFacts) {
  if (facts.kind !== 'audio' || !/^audio\/(webm|mp4|ogg)$/.test(facts.mime)) throw invalid('chatrefused:files.notVoice')
  const length = facts.durationMs ?? durationMs
  const loudness = (each: number) => Number.isInteger(each) && each >= 0 && each <= 100
  if (!Number.isInteger(durationMs) || durationMs <= 0) throw invalid('chatrefused:files.notVoice')
  if (Math.max(length, durationMs) > maxVoiceMs + voiceTolerance) throw invalid('chatrefused:files.voiceTooLong')
  if (waveform.length > waveformSamples || !waveform.every(loudness)) throw invalid('chatrefused:files.notVoice')
  return { ...facts, durationMs: length, waveform: [...waveform], voice: true }
}
