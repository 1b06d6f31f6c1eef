import { Pause, Play, TriangleAlert } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { clockOf } from './media-file.ts'
import { playAlone } from './one-at-a-time.ts'
import { WaveformBars } from './waveform-bars.tsx'

const playbackRates = [1, 1.5, 2] as const

export type AudioPlayerProps = {
  src: string
  /** The label for screen readers. */
  name: string
  /** From the database, because browsers do not know the length of their own recordings. */
  durationMs: number | null
  waveform: number[] | null
}

/** An audio player with a waveform and adjustable speed. */
export function ScriptedPlayer({ src, name, durationMs, waveform }: AudioPlayerProps) {
  const { t } = useTranslation('chat')
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const [positionMs, setPositionMs] = useState(0)
  const [foundMs, setFoundMs] = useState<number | null>(null)
  const [rate, setRate] = useState<(typeof playbackRates)[number]>(1)
  const wholeMs = durationMs ?? foundMs ?? 0

  // Media elements fire time events only about four times a second, so the line would jump between them.
  useEffect(() => {
    if (!playing) return
    let frame = 0
    const follow = () => {
      if (audio.current) setPositionMs(audio.current.currentTime * 1000)
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [playing])

  function toggle() {
    const element = audio.current
    if (!element) return
    if (!element.paused) return element.pause()
    element.playbackRate = rate
    element.play().catch((error: unknown) => {
      // Pausing before playback starts is not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true)
    })
  }

  function seek(ms: number) {
    setPositionMs(ms)
    if (audio.current) audio.current.currentTime = ms / 1000
  }

  function nextRate() {
    const next = playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length] ?? 1
    setRate(next)
    if (audio.current) audio.current.playbackRate = next
  }

  function learnDuration({ currentTarget }: SyntheticEvent<HTMLAudioElement>) {
    if (Number.isFinite(currentTarget.duration)) setFoundMs(currentTarget.duration * 1000)
  }

  function end() {
    setPlaying(false)
    setPositionMs(0)
    if (audio.current) audio.current.currentTime = 0
  }

  return (
    <div role="group" aria-label={name} className="w-72 max-w-full">
      {/* biome-ignore lint/a11y/useMediaCaption: recordings of users have no captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={(event) => {
          playAlone(event.currentTarget)
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={end}
        onDurationChange={learnDuration}
        onError={() => setFailed(true)}
      />
      {failed ? (
        <p role="status" className="flex items-center gap-2 text-sm">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {t('media.audioFailed')}
        </p>
      ) : (
        <div className="flex items-center gap-2">
          <Button variant="primary" size="icon" icon={playing ? Pause : Play} onClick={toggle}>
            {t(playing ? 'media.pause' : 'media.play')}
          </Button>
          <div className="min-w-0 flex-1">
            <SeekBar
              samples={waveform}
              positionMs={Math.min(positionMs, wholeMs || positionMs)}
              wholeMs={wholeMs}
              onSeek={seek}
            />
            <p className="text-xs tabular-nums opacity-80">
              {clockOf(positionMs)} / {clockOf(wholeMs)}
            </p>
          </div>
          <Button variant="outline" size="sm" onClick={nextRate} className="min-w-12 tabular-nums">
            <span aria-hidden>{t('media.rate', { rate })}</span>
            <span className="sr-only">{t('media.rateLabel', { rate })}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

/** The playing position: a waveform with an invisible slider over it for pointer, keyboard and screen reader. */
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
    // Time runs left to right in every language.
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
        // In the composer, Enter would submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        aria-label={t('media.position')}
        aria-valuetext={t('media.positionValue', { position: clockOf(position), whole: clockOf(wholeMs) })}
        className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
      />
    </div>
  )
}
