/** Maximum number of loudness samples in a voice note. */
export const waveformSamples = 50

/**
 * The loudness of a moment, 0–100 as stored, from an AnalyserNode's bytes (silence is 128). Quiet speech fills a third
 * of the range, loud speech all of it.
 */
export function levelOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += ((byte - 128) / 128) ** 2
  const loudness = bytes.length > 0 ? Math.sqrt(sum / bytes.length) : 0
  return Math.min(100, Math.round(Math.sqrt(loudness * 2) * 100))
}

/**
 * Reduces levels to the number of samples that a voice note carries, each the peak of its stretch. Fewer levels are
 * stretched.
 */
export function toWaveform(levels: readonly number[], count = waveformSamples): number[] {
  if (levels.length === 0) return Array.from({ length: count }, () => 0)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * levels.length) / count)
    const end = Math.max(start + 1, Math.floor(((index + 1) * levels.length) / count))
    return levels.slice(start, end).reduce((loudest, level) => Math.max(loudest, level), 0)
  })
}

/** The last levels, shown while recording; silence before the first. */
export function latestOf(levels: readonly number[], count = waveformSamples): number[] {
  const latest = levels.slice(-count)
  return [...Array.from({ length: count - latest.length }, () => 0), ...latest]
}
