/** So many samples of loudness a voice note carries at most. */
export const waveformSamples = 50

/** How loud a moment was, 0–100 as the record keeps it, of what an AnalyserNode gives (silence is 128). Quiet speech fills a third, loud speech the whole. */
export function levelOf(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) sum += ((byte - 128) / 128) ** 2
  const loudness = bytes.length > 0 ? Math.sqrt(sum / bytes.length) : 0
  return Math.min(100, Math.round(Math.sqrt(loudness * 2) * 100))
}

/** Many levels in as many samples as a voice note carries: each the loudest of its stretch. Fewer than that are stretched. */
export function toWaveform(levels: readonly number[], count = waveformSamples): number[] {
  if (levels.length === 0) return Array.from({ length: count }, () => 0)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * levels.length) / count)
    const end = Math.max(start + 1, Math.floor(((index + 1) * levels.length) / count))
    return levels.slice(start, end).reduce((loudest, level) => Math.max(loudest, level), 0)
  })
}

/** The last levels, for the picture while it is being recorded; silence before the first. */
export function latestOf(levels: readonly number[], count = waveformSamples): number[] {
  const latest = levels.slice(-count)
  return [...Array.from({ length: count - latest.length }, () => 0), ...latest]
}
