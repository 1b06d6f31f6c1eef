import { classes } from '#app/ui/classes.ts'
import { toWaveform, waveformSamples } from './waveform.ts'

const step = 4
const height = 32

/** Loudness (0–100) over time as bars. Bars before `progress` (0–1) are highlighted, and a line marks the position. */
export function WaveformBars({ samples, progress }: { samples: readonly number[]; progress?: number }) {
  const bars = samples.length === waveformSamples ? samples : toWaveform(samples)
  const width = waveformSamples * step
  const played = progress ?? 1
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-8 w-full forced-color-adjust-auto"
    >
      {bars.map((level, index) => {
        const size = Math.max(2, Math.min(1, level / 100) * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={index}
            x={index * step + 0.75}
            y={(height - size) / 2}
            width={step - 1.5}
            height={size}
            rx={1}
            fill="currentColor"
            className={classes(index / waveformSamples < played ? 'opacity-100' : 'opacity-50')}
          />
        )
      })}
      {progress !== undefined && progress > 0 && (
        <rect x={Math.min(width - 1, progress * width)} y={0} width={1} height={height} fill="currentColor" />
      )}
    </svg>
  )
}
