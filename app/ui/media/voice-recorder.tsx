import { Mic, Pause, Send, Square, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { clockOf } from './media-file.ts'
import { AudioPlayer } from './players.tsx'
import { useVoiceRecorder } from './use-voice-recorder.ts'
import type { VoiceClip, VoiceState } from './voice-state.ts'
import { latestOf } from './waveform.ts'
import { WaveformBars } from './waveform-bars.tsx'

/**
 * Records a voice note in place of the composer, or says above it why it cannot. Mount it only on a click, because the browser asks for the
 * microphone at once.
 */
export function VoiceRecorder({
  onSend,
  onCancel,
  onFail,
}: {
  onSend(clip: VoiceClip): void
  onCancel(): void
  onFail(): void
}) {
  const { t } = useTranslation(['chat', 'voicerecorder', 'ui'])
  const box = useRef<HTMLDivElement>(null)
  const { state, pause, resume, stop, send } = useVoiceRecorder(onSend)
  const { phase } = state

  const failed = useRef(onFail)
  failed.current = onFail
  const hasFailed = phase === 'failed'
  useEffect(() => {
    if (hasFailed) failed.current()
  }, [hasFailed])
  // The field that is back gets the focus, except where that brings up a keyboard on the screen.
  useEffect(() => {
    const form = box.current?.closest('form')
    const back = () =>
      window.matchMedia('(hover: hover) and (pointer: fine)').matches && form?.querySelector('textarea')?.focus()
    // Once it is shown beside the reason.
    const drawing = hasFailed ? requestAnimationFrame(back) : 0
    return () => {
      cancelAnimationFrame(drawing)
      back()
    }
  }, [hasFailed])

  // The focused element disappears with its phase, except between recording and paused.
  const stage = phase === 'paused' ? 'recording' : phase
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every new stage
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[data-first]')
    ;(first ?? box.current)?.focus()
  }, [stage])

  function cancelByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }

  return (
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-label={t('voicerecorder:recorder')}
      onKeyDown={cancelByKey}
      className="flex min-h-12 w-full items-center gap-2"
    >
      <p role="status" className="sr-only">
        {phase !== 'failed' && t(`voicerecorder:phase.${phase}`)}
      </p>
      {phase === 'failed' ? (
        <>
          <p role="alert" className="min-w-0 flex-1 text-sm text-destructive">
            {t(`voicerecorder:failed.${state.reason}`)}
          </p>
          <Button variant="outline" onClick={onCancel}>
            {t('ui:close')}
          </Button>
        </>
      ) : (
        <>
          <Button variant="ghost" size="icon" icon={Trash2} onClick={onCancel}>
            {t('voicerecorder:cancel')}
          </Button>
          {phase === 'preview' ? (
            <Preview clip={state.clip} onSend={send} />
          ) : (
            <Running state={state}>
              {(phase === 'recording' || phase === 'paused') && (
                <>
                  <Button
                    variant="outline"
                    size="icon"
                    icon={phase === 'paused' ? Mic : Pause}
                    onClick={phase === 'paused' ? resume : pause}
                  >
                    {t(phase === 'paused' ? 'voicerecorder:resume' : 'voicerecorder:pause')}
                  </Button>
                  <Button data-first variant="outline" size="icon" icon={Square} onClick={() => stop(false)}>
                    {t('voicerecorder:stop')}
                  </Button>
                  <Button size="icon" icon={Send} onClick={() => stop(true)}>
                    {t('voicerecorder:send')}
                  </Button>
                </>
              )}
            </Running>
          )}
        </>
      )}
    </div>
  )
}

/** The running recording: its length and recent waveform. */
function Running({ state, children }: { state: VoiceState; children: ReactNode }) {
  const { t } = useTranslation(['chat', 'voicerecorder'])
  const { recordedMs, levels } = 'levels' in state ? state : { recordedMs: 0, levels: [] }
  return (
    <>
      <span
        aria-hidden
        className={
          state.phase === 'recording'
            ? 'size-2.5 shrink-0 animate-pulse rounded-full bg-destructive'
            : 'size-2.5 shrink-0 rounded-full border border-input'
        }
      />
      <span role="timer" aria-label={t('voicerecorder:time')} className="shrink-0 text-sm tabular-nums">
        {clockOf(recordedMs)}
      </span>
      <div dir="ltr" className="min-w-0 flex-1 text-primary">
        <WaveformBars samples={latestOf(levels)} />
      </div>
      {children}
    </>
  )
}

/** Plays the recording before it is sent. */
function Preview({ clip, onSend }: { clip: VoiceClip; onSend(): void }) {
  const { t } = useTranslation(['chat', 'voicerecorder'])
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(clip.file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [clip.file])
  return (
    <>
      <div className="min-w-0 flex-1">
        {src && <AudioPlayer src={src} name={t('voice.note')} durationMs={clip.durationMs} waveform={clip.waveform} />}
      </div>
      <Button data-first size="icon" icon={Send} onClick={onSend}>
        {t('voicerecorder:send')}
      </Button>
    </>
  )
}
