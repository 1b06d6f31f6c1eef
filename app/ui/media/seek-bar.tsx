import { useTranslation } from 'react-i18next'
import { clockOf } from './clock.ts'
import { WaveformBars } from './waveform-bars.tsx'

/** Where a recording stands: its waveform with an invisible slider over it, for pointers, keys and screen readers alike. */
export function SeekBar({
  samples,
  positionMs,
  wholeMs,
  onSeek,
}: {
  samples: number[] | null
  positionMs: number
  wholeMs: number
  onSeek(ms: number): void
}) {
  const { t } = useTranslation('chat')
  const position = Math.min(positionMs, wholeMs)
  return (
    // Time runs from left to right in every language.
    <div
      dir="ltr"
      className="relative rounded-sm text-primary outline-offset-2 outline-ring has-focus-visible:outline-2"
    >
      <WaveformBars samples={samples ?? []} progress={wholeMs > 0 ? position / wholeMs : 0} />
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.round(wholeMs))}
        step={Math.max(100, Math.round(wholeMs / 100))}
        value={Math.round(position)}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        // In the composer it stands in a form, which Enter would send.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        aria-label={t('media.position')}
        aria-valuetext={t('media.positionValue', { position: clockOf(position), whole: clockOf(wholeMs) })}
        className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
      />
    </div>
  )
}
