import { levelOf } from '#app/ui/media/waveform.ts'

export type SoundMeter = { level(): number; close(): void }

/** How often a level is read (ms). */
export const levelPeriod = 100

const silent: SoundMeter = { level: () => 0, close() {} }

/**
 * What tones and recordings use, and what only measures. The latter plays nothing and may be late, so that the sound card is not served
 * hundreds of times in a second for a bar on a button.
 */
const kinds = {
  sound: {},
  meters: { latencyHint: 'playback', sinkId: { type: 'none' } },
} as const
type Kind = keyof typeof kinds

const contexts: Record<Kind, { context: AudioContext | null; users: number }> = {
  sound: { context: null, users: 0 },
  meters: { context: null, users: 0 },
}

/**
 * The page's context of a kind (browsers limit their number), for as long as it is held: it runs only then. It is suspended until the page was
 * used. Null where the browser has none.
 */
export function holdAudioContext(kind: Kind): { context: AudioContext; release(): void } | null {
  if (typeof AudioContext === 'undefined') return null
  const own = contexts[kind]
  // TypeScript's library does not know `sinkId` (Web Audio API 1.1).
  own.context ??= new AudioContext(kinds[kind] as AudioContextOptions)
  own.users += 1
  const { context } = own
  void context.resume().catch(() => {})
  let held = true
  return {
    context,
    release() {
      if (!held) return
      held = false
      own.users -= 1
      if (own.users === 0) void context.suspend().catch(() => {})
    },
  }
}

/** Measures the loudness (0–100) of a stream's sound. */
export function soundMeter(stream: MediaStream): SoundMeter {
  const held = stream.getAudioTracks().length > 0 ? holdAudioContext('meters') : null
  if (!held) return silent
  const analyser = held.context.createAnalyser()
  analyser.fftSize = 1024
  const source = held.context.createMediaStreamSource(stream)
  source.connect(analyser)
  const bytes = new Uint8Array(analyser.fftSize)
  return {
    level() {
      analyser.getByteTimeDomainData(bytes)
      return levelOf(bytes)
    },
    close() {
      source.disconnect()
      held.release()
    },
  }
}
