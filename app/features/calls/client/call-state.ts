import type {
  CallMedia,
  CallParticipant,
  CallSeat,
  CallServerEvents,
  CallView,
} from '#app/realtime/protocol/call-events.ts'
import type { CallType } from '#db/vocabulary/calls.ts'
import type { MediaErrorCause } from './media-errors.ts'
import type { RemoteMedia } from './media-transport.ts'
import { nextQuality, noQuality, type ShownLevel, type ShownQuality } from './quality.ts'

/** What was tried when a device, the server or the connection failed. */
export type CallFailure = {
  what: 'call' | 'answer' | 'camera' | 'microphone' | 'screen' | 'record' | 'captions'
  /** `refused` by the server, whose words are in `message`; `connection` if it did not answer. */
  cause: MediaErrorCause | 'refused' | 'connection'
  message?: string
}

/** The call that this tab has. */
export type CurrentCall = {
  /** Null until the server has answered. */
  call: CallView | null
  /** Oneself in it; null until the server has answered. */
  participantId: string | null
  callType: CallType
  /** With whom, until the call says it. */
  name: string
  own: CallMedia
  remote: ReadonlyMap<string, RemoteMedia>
  quality: ShownQuality
  minimized: boolean
  panelOpen: boolean
  /** The chosen screen seems to be this very window, and the person has not confirmed it yet. */
  confirmingScreen: boolean
  /** The person wants to record, and has not confirmed it yet. */
  confirmingRecording: boolean
  /** The moderator has muted everyone, and this person has not been told. */
  mutedByModerator: boolean
  /** This person's browser writes down what they say. */
  captioning: boolean
  /** What others say now, as their browsers have written it down, by participant. */
  captions: ReadonlyMap<string, string>
}

type Ended = Parameters<CallServerEvents['call:ended']>[0]
export type EndedCall = { call: CallView; viewerId: string; reason: Ended['reason']; durationSeconds: number }

/** Calls as this tab knows them. */
export type CallState = {
  viewerId: string
  /** Those that ring, oldest first. */
  ringing: readonly CallView[]
  current: CurrentCall | null
  /** The call that this person has in another tab or on another device. */
  elsewhere: CallView | null
  /** The last call, until the person has read how it ended. */
  ended: EndedCall | null
  /** Somebody has called while this person was in a call. */
  quiet: CallView | null
  failure: CallFailure | null
  /** The server's clock minus this one (ms). */
  skew: number
}

export const noCalls = (viewerId: string): CallState => ({
  viewerId,
  ringing: [],
  current: null,
  elsewhere: null,
  ended: null,
  quiet: null,
  failure: null,
  skew: 0,
})

export const silentMedia: CallMedia = { muted: false, cameraOff: true, screen: false, handRaised: false }

export type CallEvent =
  | { type: 'clock'; serverTime: number; now: number }
  /** The person calls or answers: devices are being opened. */
  | { type: 'begun'; callType: CallType; name: string; call: CallView | null; own: CallMedia }
  | { type: 'seated'; seat: Pick<CallSeat, 'call' | 'participantId'> }
  /** It came to nothing. */
  | { type: 'failed'; failure: CallFailure }
  | { type: 'incoming'; call: CallView; busy: boolean }
  /** All unfinished calls of the person. */
  | { type: 'listed'; calls: readonly CallView[] }
  | { type: 'changed'; call: CallView }
  | ({ type: 'ended' } & Ended)
  | { type: 'muted' }
  | { type: 'own'; changes: Partial<CallMedia> }
  | { type: 'remote'; media: RemoteMedia }
  | { type: 'left'; participantId: string }
  | { type: 'quality'; level: ShownLevel }
  /** An empty text takes the caption away. */
  | { type: 'captioned'; participantId: string; text: string }
  | ({ type: 'shown' } & Partial<
      Pick<CurrentCall, 'minimized' | 'panelOpen' | 'confirmingScreen' | 'confirmingRecording' | 'captioning'>
    >)
  | { type: 'read'; what: 'ended' | 'failure' | 'quiet' | 'muted' }
  | { type: 'over' }

/** The next state. Whatever is older than what is known, or about another call, changes nothing. */
export function callReducer(state: CallState, event: CallEvent): CallState {
  const { current } = state
  switch (event.type) {
    case 'clock':
      return { ...state, skew: event.serverTime - event.now }
    case 'begun': {
      const { callType, name, call, own } = event
      const begun = { call, participantId: null, callType, name, own, ...fresh }
      return { ...state, current: begun, ended: null, failure: null, ringing: without(state.ringing, call?.id) }
    }
    case 'seated': {
      const { call, participantId } = event.seat
      if (!current) return state
      const seated = { ...current, call: newest(current.call, call), participantId, callType: call.callType }
      return { ...state, current: seated, elsewhere: null, ringing: without(state.ringing, call.id) }
    }
    case 'failed': {
      const inCall = current?.participantId != null
      // What fails within a call does not end it.
      return { ...state, failure: event.failure, current: inCall ? current : null }
    }
    case 'incoming': {
      if (current?.call?.id === event.call.id) return state
      if (event.busy || current) return { ...state, quiet: event.call }
      return { ...state, ringing: [...without(state.ringing, event.call.id), event.call], ended: null }
    }
    case 'listed': {
      const others = event.calls.filter(({ id }) => id !== current?.call?.id)
      const listed = { ...state, ringing: others.filter((call) => ringsFor(call, state.viewerId)) }
      const elsewhere = others.find((call) => isIn(partOf(call, state.viewerId))) ?? null
      const same = event.calls.find(({ id }) => id === current?.call?.id)
      return same ? callReducer({ ...listed, elsewhere }, { type: 'changed', call: same }) : { ...listed, elsewhere }
    }
    case 'changed': {
      const { call } = event
      if (current && (current.call?.id === call.id || current.call === null)) {
        if (current.call === null) return state
        const next = newest(current.call, call)
        return { ...state, current: { ...current, call: next, callType: next.callType } }
      }
      const known = state.ringing.find(({ id }) => id === call.id)
      const ringing = without(state.ringing, call.id)
      const next = newest(known ?? null, call)
      const elsewhere = isIn(partOf(call, state.viewerId)) ? call : state.elsewhere
      if (known && ringsFor(next, state.viewerId)) return { ...state, ringing: [...ringing, next] }
      return { ...state, ringing, elsewhere }
    }
    case 'ended':
      return withEnded(state, event)
    case 'muted':
      if (!current) return state
      return { ...state, current: { ...current, own: { ...current.own, muted: true }, mutedByModerator: true } }
    case 'own': {
      if (!current) return state
      const own = { ...current.own, ...event.changes }
      const mutedByModerator = current.mutedByModerator && own.muted
      return { ...state, current: { ...current, own, mutedByModerator } }
    }
    case 'remote': {
      if (!current) return state
      return { ...state, current: { ...current, remote: new Map(current.remote).set(event.media.id, event.media) } }
    }
    case 'left': {
      const { participantId: gone } = event
      if (!current?.remote.has(gone)) return state
      const [remote, captions] = [new Map(current.remote), new Map(current.captions)]
      remote.delete(gone)
      captions.delete(gone)
      return { ...state, current: { ...current, remote, captions } }
    }
    case 'captioned': {
      if (!current) return state
      const captions = new Map(current.captions)
      captions.delete(event.participantId)
      if (event.text) captions.set(event.participantId, event.text)
      return { ...state, current: { ...current, captions } }
    }
    case 'quality':
      if (!current) return state
      return { ...state, current: { ...current, quality: nextQuality(current.quality, event.level) } }
    case 'shown': {
      const { type: _, ...changes } = event
      return current ? { ...state, current: { ...current, ...changes } } : state
    }
    case 'read':
      if (event.what === 'muted')
        return current ? { ...state, current: { ...current, mutedByModerator: false } } : state
      return { ...state, [event.what]: null }
    case 'over':
      return { ...state, current: null }
  }
}

const fresh = {
  remote: new Map<string, RemoteMedia>(),
  quality: noQuality,
  minimized: false,
  panelOpen: false,
  confirmingScreen: false,
  confirmingRecording: false,
  mutedByModerator: false,
  captioning: false,
  captions: new Map<string, string>(),
}

function withEnded(state: CallState, { callId, reason, durationSeconds }: Ended): CallState {
  const { current, elsewhere, quiet } = state
  const next = {
    ...state,
    ringing: without(state.ringing, callId),
    elsewhere: elsewhere?.id === callId ? null : elsewhere,
    // A banner about a missed call stays; one about a call that still rang becomes one.
    quiet,
  }
  if (current?.call?.id !== callId) return next
  // The person has answered in another tab while this one was still opening its devices, or has taken the call there.
  const ended = { call: current.call, viewerId: state.viewerId, reason, durationSeconds }
  return { ...next, current: null, ended: reason === 'answered_elsewhere' ? null : ended }
}

const without = (calls: readonly CallView[], id: string | undefined) => calls.filter((call) => call.id !== id)

/** Of the same call the newer view. */
const newest = (known: CallView | null, call: CallView): CallView =>
  known && known.id === call.id && known.rev > call.rev ? known : call

export const partOf = (call: CallView, userId: string): CallParticipant | undefined =>
  call.participants.find((each) => each.userId === userId)

/** Whether somebody is in the call, not only rung. */
export const isIn = (part: CallParticipant | undefined): boolean =>
  part !== undefined && ['connecting', 'connected', 'reconnecting'].includes(part.state)

const ringsFor = (call: CallView, userId: string): boolean =>
  call.state !== 'ended' && partOf(call, userId)?.state === 'ringing'
