import type { CallParticipant, CallView } from '#app/realtime/protocol/call-events.ts'
import type { CallState, CurrentCall } from './call-state.ts'
import { isIn } from './call-state.ts'
import type { LinkState, RemotePeer } from './media-transport.ts'

/** What the screen says about the call. */
export type CallPhase = 'preparing' | 'calling' | 'connecting' | 'connected' | 'reconnecting'

export function phaseOf({ call, remote, participantId }: CurrentCall): CallPhase {
  if (!call || !participantId) return 'preparing'
  if (call.state === 'ringing') return 'calling'
  const states = [...remote.values()].map(({ state }) => state)
  if (states.length > 0 && states.every((state) => state === 'reconnecting' || state === 'lost')) return 'reconnecting'
  return call.state === 'connected' ? 'connected' : 'connecting'
}

/** Everybody else who is in the call or is being rung, in the order of joining. */
export function othersIn({ call, participantId }: CurrentCall): CallParticipant[] {
  const others = call?.participants.filter((each) => each.id !== participantId) ?? []
  const here = others.filter((each) => isIn(each) || each.state === 'ringing')
  return here.sort((one, other) => (one.order ?? Number.MAX_SAFE_INTEGER) - (other.order ?? Number.MAX_SAFE_INTEGER))
}

/**
 * Whom the minimised call shows: who speaks, else the first whose picture is there, else the other person. Nobody in a group without
 * pictures.
 */
export function personOf(current: CurrentCall, speaker: string | null): CallParticipant | undefined {
  const others = othersIn(current)
  const speaking = others.find(({ id }) => id === speaker)
  return speaking ?? picturedOf(current, null) ?? (current.call?.kind === 'direct' ? others[0] : undefined)
}

/** Whose picture stands for the call in a window of its own: who speaks, else the first; nobody while there is none. */
export function picturedOf(current: CurrentCall, speaker: string | null): CallParticipant | undefined {
  const pictured = othersIn(current).filter((part) => cameraOf(current, part) !== null)
  return pictured.find(({ id }) => id === speaker) ?? pictured[0]
}

/** The picture of another one's camera; null while there is none. */
export function cameraOf({ remote }: CurrentCall, { id, cameraOff }: CallParticipant): MediaStream | null {
  const stream = remote.get(id)?.camera
  return !cameraOff && stream && stream.getVideoTracks().length > 0 ? stream : null
}

export const ownPart = ({ call, participantId }: CurrentCall): CallParticipant | undefined =>
  call?.participants.find(({ id }) => id === participantId)

export const isModerator = (current: CurrentCall): boolean => ownPart(current)?.isModerator ?? false

/** With whom the call is: the group's name, or the other person's. */
export function nameOf(call: CallView, viewerId: string): string {
  const other = call.participants.find(({ userId }) => userId !== viewerId)
  return call.title ?? other?.name ?? call.callerName
}

/** What this person has to do with the recording of the call; null while it is not recorded. */
export function recordingFor({ call }: CurrentCall, viewerId: string) {
  if (!call?.recording) return null
  const { by, agreed, refused } = call.recording
  const name = call.participants.find(({ userId }) => userId === by)?.name ?? ''
  const mine = by === viewerId
  const moderates = call.participants.some((part) => part.userId === viewerId && part.isModerator)
  const answer = agreed.includes(viewerId) ? 'agreed' : refused.includes(viewerId) ? 'refused' : 'none'
  const heard = call.participants.flatMap((part) => (isIn(part) && agreed.includes(part.userId) ? [part.name] : []))
  return { name, mine, answer, heard, mayStop: mine || moderates } as const
}

/** How many people are in the call; those who are rung are not. */
export const countPeople = (call: CallView): number => call.participants.filter(isIn).length

/** Whom this end calls through the broker (those who were there before), and whose calls it takes. */
export function peersOf(call: CallView, participantId: string): { toCall: RemotePeer[]; toAdmit: RemotePeer[] } {
  const order = call.participants.find(({ id }) => id === participantId)?.order ?? 0
  const peers = call.participants.filter((each) => each.id !== participantId && isIn(each) && each.peerId !== null)
  const toCall = peers.filter((each) => (each.order ?? 0) < order)
  const asPeer = ({ id, peerId }: CallParticipant) => ({ id, peerId: peerId ?? '' })
  return { toCall: toCall.map(asPeer), toAdmit: peers.filter((each) => !toCall.includes(each)).map(asPeer) }
}

/** What this side tells the server of its connections; null while there is nothing to tell. */
export function reportOf(states: readonly LinkState[]): 'connected' | 'reconnecting' | 'failed' | null {
  if (states.includes('connected')) return 'connected'
  if (states.length > 0 && states.every((state) => state === 'lost')) return 'failed'
  return states.includes('reconnecting') ? 'reconnecting' : null
}

/** The seconds that the timer shows; null before the call is connected. `now` is this computer's clock (UTC ms). */
export function secondsOf({ connectedAt }: CallView, { skew }: Pick<CallState, 'skew'>, now: number): number | null {
  return connectedAt === null ? null : Math.max(0, Math.floor((now + skew - connectedAt) / 1_000))
}

/** `mm:ss`, with hours before it once there are any. */
export function timerText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}

/** Who speaks: the loudest one over the threshold. The one before stays while nobody else does. */
export function speakerOf(levels: ReadonlyMap<string, number>, before: string | null): string | null {
  const [loudest] = [...levels].sort(([, one], [, other]) => other - one)
  if (!loudest || loudest[1] < speechThreshold) return before !== null && levels.has(before) ? before : null
  return loudest[0]
}

/** As `audioLevel` of RFC 6464 measures it, of 1. */
const speechThreshold = 0.02
