import { levelOf } from '#app/ui/media/waveform.ts'

export type SoundMeter = { level(): number; close(): void }

/** How often a level is read (ms). */
export const levelPeriod = 100

const silent: SoundMeter = { level: () => 0, close() {} }

let shared: AudioContext | null = null

/** The one context of the page: browsers limit their number. It is suspended until the page was used. */
export function audioContext(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  shared ??= new AudioContext()
  if (shared.state === 'suspended') void shared.resume().catch(() => {})
  return shared
}

/** Measures the loudness (0–100) of a stream's sound. */
export function soundMeter(stream: MediaStream): SoundMeter {
  const context = audioContext()
  if (!context || stream.getAudioTracks().length === 0) return silent
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  const source = context.createMediaStreamSource(stream)
  source.connect(analyser)
  const bytes = new Uint8Array(analyser.fftSize)
  return {
    level() {
      analyser.getByteTimeDomainData(bytes)
      return levelOf(bytes)
    },
    close: () => source.disconnect(),
  }
}
