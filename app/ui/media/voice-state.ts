/** Maximum length of a voice note (ms): the recorder stops there, and the server accepts no longer one. */
export const maxVoiceMs = 600_000

export type VoiceClip = { file: File; durationMs: number; waveform: number[] }

export type VoiceFailure = 'denied' | 'failed' | 'empty'

/**
 * A voice note from the click that opens the recorder until it is sent. `since` is the start of the current stretch,
 * `beforeMs` the length recorded before it.
 */
export type VoiceState =
  | { phase: 'starting' }
  | { phase: 'recording'; since: number; beforeMs: number; recordedMs: number; levels: number[] }
  | { phase: 'paused'; recordedMs: number; levels: number[] }
  | { phase: 'stopping'; send: boolean; recordedMs: number; levels: number[] }
  | { phase: 'preview'; clip: VoiceClip }
  | { phase: 'sent'; clip: VoiceClip }
  | { phase: 'failed'; reason: VoiceFailure }

export type VoiceEvent =
  | { type: 'started'; now: number }
  /** Every 100 ms while recording. */
  | { type: 'level'; now: number; level: number }
  | { type: 'pause'; now: number }
  | { type: 'resume'; now: number }
  | { type: 'stop'; now: number; send: boolean }
  | { type: 'recorded'; clip: VoiceClip }
  | { type: 'send' }
  | { type: 'failed'; reason: VoiceFailure }

export const startingVoice: VoiceState = { phase: 'starting' }

/** Events that do not fit the phase change nothing, such as a second click or a late answer. */
export function nextVoiceState(state: VoiceState, event: VoiceEvent): VoiceState {
  switch (event.type) {
    case 'started':
      return state.phase === 'starting' ? recording(event.now, 0, []) : state
    case 'level': {
      if (state.phase !== 'recording') return state
      const levels = [...state.levels, event.level]
      const recordedMs = recordedAt(state, event.now)
      if (recordedMs >= maxVoiceMs) return { phase: 'stopping', send: true, recordedMs: maxVoiceMs, levels }
      return { ...state, recordedMs, levels }
    }
    case 'pause':
      if (state.phase !== 'recording') return state
      return { phase: 'paused', recordedMs: recordedAt(state, event.now), levels: state.levels }
    case 'resume':
      return state.phase === 'paused' ? recording(event.now, state.recordedMs, state.levels) : state
    case 'stop': {
      if (state.phase !== 'recording' && state.phase !== 'paused') return state
      const recordedMs = state.phase === 'recording' ? recordedAt(state, event.now) : state.recordedMs
      return { phase: 'stopping', send: event.send, recordedMs, levels: state.levels }
    }
    case 'recorded':
      if (state.phase !== 'stopping') return state
      return { phase: state.send ? 'sent' : 'preview', clip: event.clip }
    case 'send':
      return state.phase === 'preview' ? { phase: 'sent', clip: state.clip } : state
    case 'failed':
      return state.phase === 'sent' || state.phase === 'preview' ? state : { phase: 'failed', reason: event.reason }
  }
}

const recording = (now: number, recordedMs: number, levels: number[]): VoiceState => ({
  phase: 'recording',
  since: now,
  beforeMs: recordedMs,
  recordedMs,
  levels,
})

function recordedAt(state: { since: number; beforeMs: number }, now: number): number {
  return Math.min(maxVoiceMs, state.beforeMs + Math.max(0, now - state.since))
}

/** Why the microphone is not available. */
export function voiceFailureOf(error: unknown): VoiceFailure {
  const name = error instanceof DOMException ? error.name : ''
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'denied' : 'failed'
}
