import { describe, expect, it } from 'vitest'
import {
  maxVoiceMs,
  nextVoiceState,
  startingVoice,
  type VoiceClip,
  type VoiceEvent,
  voiceFailureOf,
} from './voice-state.ts'

const stateAfter = (...events: VoiceEvent[]) => events.reduce(nextVoiceState, startingVoice)
const clip: VoiceClip = { file: new File(['x'], 'voice.webm'), durationMs: 1000, waveform: [] }

describe('a voice note', () => {
  it('counts recorded time, not pauses', () => {
    const state = stateAfter(
      { type: 'started', now: 1000 },
      { type: 'level', now: 1100, level: 0.2 },
      { type: 'pause', now: 3000 },
      { type: 'level', now: 3100, level: 0.9 },
      { type: 'resume', now: 60_000 },
      { type: 'level', now: 60_100, level: 0.4 },
      { type: 'stop', now: 61_000, send: false },
    )
    expect(state).toEqual({ phase: 'stopping', send: false, recordedMs: 3000, levels: [0.2, 0.4] })
  })

  it('is sent automatically at ten minutes', () => {
    const started: VoiceEvent = { type: 'started', now: 0 }
    expect(stateAfter(started, { type: 'level', now: maxVoiceMs - 1, level: 0 })).toMatchObject({ phase: 'recording' })
    const full = stateAfter(started, { type: 'level', now: maxVoiceMs + 900, level: 0 })
    expect(full).toMatchObject({ phase: 'stopping', send: true, recordedMs: maxVoiceMs })
    expect(nextVoiceState(full, { type: 'recorded', clip })).toEqual({ phase: 'sent', clip })
  })

  it('counts pauses towards the ten minutes of recording only', () => {
    const state = stateAfter(
      { type: 'started', now: 0 },
      { type: 'pause', now: maxVoiceMs - 1000 },
      { type: 'resume', now: maxVoiceMs * 2 },
      { type: 'level', now: maxVoiceMs * 2 + 500, level: 0 },
    )
    expect(state).toMatchObject({ phase: 'recording', recordedMs: maxVoiceMs - 500 })
  })

  it('can be previewed after stopping, and is sent at once by sending', () => {
    const stopped = (send: boolean) =>
      stateAfter({ type: 'started', now: 0 }, { type: 'stop', now: 10, send }, { type: 'recorded', clip })
    expect(stopped(false)).toEqual({ phase: 'preview', clip })
    expect(nextVoiceState(stopped(false), { type: 'send' })).toEqual({ phase: 'sent', clip })
    expect(stopped(true)).toEqual({ phase: 'sent', clip })
  })

  it('can be stopped while it is paused', () => {
    const state = stateAfter(
      { type: 'started', now: 0 },
      { type: 'pause', now: 500 },
      { type: 'stop', now: 9000, send: true },
    )
    expect(state).toMatchObject({ phase: 'stopping', recordedMs: 500 })
  })

  it('ignores events that do not fit: second clicks and late answers change nothing', () => {
    const recording = stateAfter({ type: 'started', now: 0 })
    const every: VoiceEvent[] = [
      { type: 'started', now: 5 },
      { type: 'resume', now: 5 },
      { type: 'recorded', clip },
      { type: 'send' },
    ]
    for (const event of every) expect(nextVoiceState(recording, event)).toBe(recording)
    const preview = stateAfter(
      { type: 'started', now: 0 },
      { type: 'stop', now: 1, send: false },
      { type: 'recorded', clip },
    )
    expect(nextVoiceState(preview, { type: 'stop', now: 2, send: true })).toBe(preview)
    expect(nextVoiceState(preview, { type: 'failed', reason: 'failed' })).toBe(preview)
    expect(stateAfter({ type: 'pause', now: 1 })).toBe(startingVoice)
  })

  it('fails in every phase before there is a clip', () => {
    const failed = { phase: 'failed', reason: 'empty' }
    expect(stateAfter({ type: 'failed', reason: 'empty' })).toEqual(failed)
    expect(stateAfter({ type: 'started', now: 0 }, { type: 'failed', reason: 'empty' })).toEqual(failed)
    expect(
      stateAfter(
        { type: 'started', now: 0 },
        { type: 'stop', now: 1, send: true },
        { type: 'failed', reason: 'empty' },
      ),
    ).toEqual(failed)
  })

  it('distinguishes a refused microphone from a missing one', () => {
    expect(voiceFailureOf(new DOMException('', 'NotAllowedError'))).toBe('denied')
    expect(voiceFailureOf(new DOMException('', 'SecurityError'))).toBe('denied')
    expect(voiceFailureOf(new DOMException('', 'NotFoundError'))).toBe('failed')
    expect(voiceFailureOf(new TypeError('navigator.mediaDevices is undefined'))).toBe('failed')
  })
})
