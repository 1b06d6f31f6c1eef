import { useEffect, useReducer, useRef } from 'react'
import { type Microphone, openMicrophone } from './microphone.ts'
import { nextVoiceState, startingVoice, type VoiceClip, type VoiceState, voiceFailureOf } from './voice-state.ts'
import { toWaveform } from './waveform.ts'

/** Interval between level measurements (ms). */
const levelEvery = 100

/**
 * Records from mount on; `onSend` gets the clip once. The microphone is released as soon as recording ends, and always
 * on unmount.
 */
export function useVoiceRecorder(onSend: (clip: VoiceClip) => void) {
  const [state, dispatch] = useReducer(nextVoiceState, startingVoice)
  const microphone = useRef<Microphone | null>(null)
  const latest = useRef<VoiceState>(state)
  latest.current = state

  useEffect(() => {
    let mounted = true
    // Also runs when a device is unplugged; the recording so far is kept.
    function end(file: File) {
      if (!mounted) return
      dispatch({ type: 'stop', now: performance.now(), send: false })
      if (file.size === 0) return dispatch({ type: 'failed', reason: 'empty' })
      const { recordedMs, levels } = soFar(latest.current)
      dispatch({ type: 'recorded', clip: { file, durationMs: Math.round(recordedMs), waveform: toWaveform(levels) } })
    }
    const fail = () => mounted && dispatch({ type: 'failed', reason: 'failed' })
    openMicrophone(end, fail).then(
      (opened) => {
        if (!mounted) return opened.release()
        microphone.current = opened
        dispatch({ type: 'started', now: performance.now() })
      },
      (error: unknown) => mounted && dispatch({ type: 'failed', reason: voiceFailureOf(error) }),
    )
    return () => {
      mounted = false
      microphone.current?.release()
      microphone.current = null
    }
  }, [])

  const { phase } = state
  useEffect(() => {
    if (phase === 'stopping') microphone.current?.stop()
    if (phase !== 'recording') return
    const timer = setInterval(() => {
      dispatch({ type: 'level', now: performance.now(), level: microphone.current?.level() ?? 0 })
    }, levelEvery)
    return () => clearInterval(timer)
  }, [phase])

  const sent = state.phase === 'sent' ? state.clip : null
  const handOver = useRef(onSend)
  handOver.current = onSend
  const handed = useRef<VoiceClip | null>(null)
  useEffect(() => {
    if (!sent || handed.current === sent) return
    handed.current = sent
    handOver.current(sent)
  }, [sent])

  return {
    state,
    pause() {
      microphone.current?.pause()
      dispatch({ type: 'pause', now: performance.now() })
    },
    resume() {
      microphone.current?.resume()
      dispatch({ type: 'resume', now: performance.now() })
    },
    stop: (send: boolean) => dispatch({ type: 'stop', now: performance.now(), send }),
    send: () => dispatch({ type: 'send' }),
  }
}

function soFar(state: VoiceState): { recordedMs: number; levels: number[] } {
  return 'levels' in state ? state : { recordedMs: 0, levels: [] }
}
