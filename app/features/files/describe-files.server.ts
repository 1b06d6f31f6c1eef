import { invalid } from '#app/platform/errors.ts'
import type { ArrivedFile } from '#app/platform/files/receive-upload.server.ts'
import { maxVoiceMs } from '#app/ui/media/voice-state.ts'
import { waveformSamples } from '#app/ui/media/waveform.ts'
import { newId } from '#db/ids.ts'
import type { AttachmentView } from './attachment-view.ts'
import { type MediaFacts, readMediaFacts } from './media-facts.server.ts'

/** What a recorder knows of a voice note. */
export type VoiceFacts = { durationMs: number; waveform: readonly number[] }

/** A file that has arrived, with its new id and what is known of it. */
export type DescribedFile = { file: ArrivedFile; sha256: string; view: AttachmentView }

/** A recorder stops at the limit, not before it: the last second is forgiven. */
const voiceTolerance = 2_000

/**
 * Gives files that have arrived an id and reads what is known of them, which takes time and comes before any transaction.
 * With `voice` they are what a recorder of ours made. `owner` is the person whose turn it takes.
 * @throws AppError invalid
 */
export async function describeFiles(
  files: ReadonlyArray<ArrivedFile & { mime: string }>,
  { owner, voice }: { owner: string; voice: VoiceFacts | null | undefined },
): Promise<DescribedFile[]> {
  const described: DescribedFile[] = []
  for (const file of files) {
    const { sha256, ...facts } = await readMediaFacts(file, { sound: Boolean(voice), owner })
    const heard = voice ? voiceFacts(facts, voice) : { ...facts, waveform: null, voice: false }
    described.push({ file, sha256, view: { id: newId(), name: file.name, ...heard } })
  }
  return described
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
