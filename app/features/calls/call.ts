import { callTimes, maxParticipants } from '#app/realtime/protocol/call-events.ts'
import type { CallAbsence, CallEndReason, CallKind, CallState, ParticipantState } from '#db/vocabulary/calls.ts'

/** One person's part in a call, as far as the rules need it. Times are UTC ms. */
export type Part = {
  id: string
  userId: string
  state: ParticipantState
  reason: CallEndReason | null
  isModerator: boolean
  order: number | null
  muted: boolean
  invitedAt: number
  joinedAt: number | null
  leftAt: number | null
  dueAt: number | null
  absence: CallAbsence | null
  absentUntil: number | null
  heartbeatAt: number | null
}

export type Call = {
  kind: CallKind
  /** The user who started it. */
  callerId: string
  state: CallState
  lastOrder: number
  startedAt: number
  connectedAt: number | null
  endedAt: number | null
  endReason: CallEndReason | null
  aloneUntil: number | null
  parts: readonly Part[]
}

/** Why a person cannot be rung; null if they can. */
export type Unavailable = 'busy' | 'do_not_disturb' | 'offline' | null
export type Invited = { id: string; userId: string; unavailable: Unavailable }

/** What can happen to one person's part, and what it is then. Nothing else is possible. */
export const partTable = {
  answer: [{ from: ['ringing'], to: 'connecting' }],
  decline: [{ from: ['ringing'], to: 'declined', reason: 'declined' }],
  timeOut: [{ from: ['ringing'], to: 'missed', reason: 'no_answer' }],
  cancel: [{ from: ['ringing'], to: 'missed', reason: 'cancelled' }],
  busy: [{ from: ['ringing'], to: 'missed', reason: 'busy' }],
  do_not_disturb: [{ from: ['ringing'], to: 'missed', reason: 'do_not_disturb' }],
  offline: [{ from: ['ringing'], to: 'missed', reason: 'offline' }],
  join: [{ from: ['ringing', 'declined', 'missed', 'left'], to: 'connecting' }],
  ringAgain: [{ from: ['declined', 'missed', 'left'], to: 'ringing' }],
  mediaFlows: [{ from: ['connecting', 'connected', 'reconnecting'], to: 'connected' }],
  mediaStalls: [{ from: ['connected', 'reconnecting'], to: 'reconnecting' }],
  mediaFails: [
    { from: ['connecting'], to: 'left', reason: 'failed' },
    { from: ['connected', 'reconnecting'], to: 'left', reason: 'connection_lost' },
  ],
  resume: [
    { from: ['connecting'], to: 'connecting' },
    { from: ['connected', 'reconnecting'], to: 'reconnecting' },
  ],
  loseSocket: [{ from: ['connecting', 'connected', 'reconnecting'], to: 'left', reason: 'connection_lost' }],
  notResume: [{ from: ['connecting', 'connected', 'reconnecting'], to: 'left', reason: 'interrupted' }],
  hangUp: [{ from: ['connecting', 'connected', 'reconnecting'], to: 'left', reason: 'hung_up' }],
  remove: [
    { from: ['ringing'], to: 'missed', reason: 'removed' },
    { from: ['connecting', 'connected', 'reconnecting'], to: 'left', reason: 'removed' },
  ],
  loseAccess: [
    { from: ['ringing'], to: 'missed', reason: 'access_lost' },
    { from: ['connecting', 'connected', 'reconnecting'], to: 'left', reason: 'access_lost' },
  ],
} as const satisfies Record<
  string,
  readonly { from: readonly ParticipantState[]; to: ParticipantState; reason?: CallEndReason }[]
>
export type PartAction = keyof typeof partTable

/** What happens in a call. `part` and `by` are ids of parts. */
export type CallEvent =
  | { type: 'answer' | 'decline' | 'hangUp' | 'loseAccess' | 'busy' | 'resume'; part: string }
  | { type: 'media'; part: string; media: 'connected' | 'reconnecting' | 'failed' }
  | { type: 'join'; part: string; userId: string }
  | { type: 'ring'; by: string; people: readonly Invited[] }
  | { type: 'remove'; part: string; by: string }
  | { type: 'muteAll'; by: string }
  | { type: 'absent'; part: string; absence: CallAbsence }
  | { type: 'tick' }

/** What has happened to somebody, for those who are told. */
export type CallStep = {
  what: 'rung' | 'answered' | 'rejected' | 'missed' | 'left' | 'muted'
  participantId: string
  userId: string
  reason: CallEndReason | null
}
export type CallRefusal =
  | 'already'
  | 'over'
  | 'notRinging'
  | 'notInCall'
  | 'notModerator'
  | 'direct'
  | 'full'
  | 'removed'
type Next = { ok: true; call: Call; steps: CallStep[] } | { ok: false; reason: CallRefusal }

const liveStates: readonly ParticipantState[] = ['connecting', 'connected', 'reconnecting']
export const isLive = ({ state }: Pick<Part, 'state'>): boolean => liveStates.includes(state)
export const isRinging = ({ state }: Pick<Part, 'state'>): boolean => state === 'ringing'
const isIn = (part: Pick<Part, 'state'>) => isLive(part) || isRinging(part)

const newPart = (id: string, userId: string, now: number): Part => ({
  ...{ id, userId, state: 'left', reason: null, isModerator: false, order: null, muted: false, invitedAt: now },
  ...{ joinedAt: null, leftAt: null, dueAt: null, absence: null, absentUntil: null, heartbeatAt: null },
})

/** The change of a call while one event is applied to it. */
class Change {
  readonly steps: CallStep[] = []
  readonly #parts: Map<string, Part>
  call: Call
  readonly now: number

  constructor(call: Call, now: number) {
    this.call = call
    this.now = now
    this.#parts = new Map(call.parts.map((part) => [part.id, part]))
  }

  get parts(): Part[] {
    return [...this.#parts.values()]
  }

  set(part: Part): void {
    this.#parts.set(part.id, part)
    this.call = { ...this.call, parts: this.parts }
  }

  edit(change: Partial<Call>): void {
    this.call = { ...this.call, ...change }
  }

  /** Applies an action of the table. False if the part's state does not allow it. */
  act(part: Part, action: PartAction, leftAt = this.now): boolean {
    const rows: readonly { from: readonly ParticipantState[]; to: ParticipantState; reason?: CallEndReason }[] =
      partTable[action]
    const row = rows.find(({ from }) => from.includes(part.state))
    if (!row) return false
    this.put(part, row.to, row.reason ?? null, leftAt)
    return true
  }

  /** Gives a part a state, with the times that belong to it. */
  put(part: Part, state: ParticipantState, reason: CallEndReason | null, leftAt = this.now): void {
    const wasLive = isLive(part)
    const next: Part = { ...part, state, reason, dueAt: null }
    if (state === 'ringing') this.set({ ...next, invitedAt: this.now, dueAt: this.now + callTimes.ring })
    else if (isLive(next)) this.set(next)
    else this.set({ ...next, ...(wasLive ? { leftAt } : {}), isModerator: false, absence: null, absentUntil: null })
    if (state !== part.state && state !== 'connecting' && state !== 'connected' && state !== 'reconnecting')
      this.tell(part, stepOf[state], reason)
  }

  tell({ id, userId }: Part, what: CallStep['what'], reason: CallEndReason | null): void {
    this.steps.push({ what, participantId: id, userId, reason })
  }

  /** Puts somebody into the call as its newcomer. */
  enter(part: Part): void {
    const order = this.call.lastOrder + 1
    const others = this.parts.filter((one) => isLive(one) && one.id !== part.id)
    const dueAt = others.length > 0 ? this.now + callTimes.connect : null
    const here = { order, joinedAt: this.now, leftAt: null, heartbeatAt: this.now, absence: null, absentUntil: null }
    this.set({ ...part, state: 'connecting', reason: null, dueAt, ...here })
    this.edit({ lastOrder: order })
    // Both sides of a direct call must report; in a group only the newcomer has to find the others.
    if (this.call.kind === 'direct')
      for (const one of others) if (one.state === 'connecting') this.set({ ...one, dueAt })
    this.tell(part, 'answered', null)
  }
}

const stepOf = { ringing: 'rung', declined: 'rejected', missed: 'missed', left: 'left' } as const

/**
 * A new call: its caller is in it, and `people` are rung, or are found unavailable. It has ended already if none of them can be.
 * `now` is UTC ms.
 */
export function beginCall(
  { kind, caller, people }: { kind: CallKind; caller: { id: string; userId: string }; people: readonly Invited[] },
  now: number,
): { call: Call; steps: CallStep[] } {
  const first: Part = {
    ...newPart(caller.id, caller.userId, now),
    ...{ state: 'connecting', isModerator: kind !== 'direct', order: 1, joinedAt: now, heartbeatAt: now },
  }
  const change = new Change(
    {
      ...{ kind, callerId: caller.userId, state: kind === 'meeting' ? 'connecting' : 'ringing', lastOrder: 1 },
      ...{ startedAt: now, connectedAt: null, endedAt: null, endReason: null, aloneUntil: null, parts: [first] },
    },
    now,
  )
  ring(change, people)
  settle(change)
  return change
}

/**
 * Applies an event to a call (the table of CALL-1 to CALL-9), with everything that follows from it: a new moderator, the end. Nothing is
 * done in place. `now` is UTC ms.
 */
export function nextCall(call: Call, event: CallEvent, now: number): Next {
  if (call.state === 'ended') return { ok: false, reason: 'over' }
  const change = new Change(call, now)
  const reason = apply(change, event)
  if (reason) return { ok: false, reason }
  settle(change)
  return { ok: true, call: change.call, steps: change.steps }
}

function apply(change: Change, event: CallEvent): CallRefusal | null {
  if (event.type === 'tick') return tick(change)
  if (event.type === 'ring') return ringMore(change, event.by, event.people)
  if (event.type === 'muteAll') return muteAll(change, event.by)
  const part = change.parts.find(({ id }) => id === event.part)
  if (event.type === 'join') return join(change, part ?? newPart(event.part, event.userId, change.now))
  if (!part) return 'notInCall'
  switch (event.type) {
    case 'answer':
      if (!isRinging(part)) return 'notRinging'
      change.enter(part)
      return null
    case 'decline':
    case 'busy':
      return change.act(part, event.type) ? null : 'notRinging'
    case 'remove':
      return moderates(change, event.by) ?? (change.act(part, 'remove') ? null : 'notInCall')
    case 'media':
      return change.act(part, mediaActions[event.media]) ? null : 'notInCall'
    case 'absent':
      return absent(change, part, event.absence)
    case 'resume':
      return resume(change, part)
    default:
      return change.act(part, event.type) ? null : 'notInCall'
  }
}

const mediaActions = { connected: 'mediaFlows', reconnecting: 'mediaStalls', failed: 'mediaFails' } as const

function join(change: Change, part: Part): CallRefusal | null {
  if (isLive(part)) return 'already'
  if (part.reason === 'removed') return 'removed'
  if (!isRinging(part) && change.parts.filter(isIn).length >= maxParticipants) return 'full'
  change.enter(part)
  return null
}

function ring(change: Change, people: readonly Invited[]): void {
  for (const { id, userId, unavailable } of people) {
    const known = change.parts.find((part) => part.userId === userId) ?? newPart(id, userId, change.now)
    if (isIn(known)) continue
    const ringing: Part = { ...known, state: 'ringing', invitedAt: change.now }
    if (unavailable) change.act(ringing, unavailable)
    else change.put(known, 'ringing', null)
  }
}

function ringMore(change: Change, by: string, people: readonly Invited[]): CallRefusal | null {
  if (change.call.kind === 'direct') return 'direct'
  if (!change.parts.some((part) => part.id === by && isLive(part))) return 'notInCall'
  const here = new Set(change.parts.filter(isIn).map(({ userId }) => userId))
  const more = people.filter(({ userId, unavailable }) => !here.has(userId) && !unavailable)
  if (here.size + more.length > maxParticipants) return 'full'
  ring(change, people)
  return null
}

function moderates(change: Change, by: string): CallRefusal | null {
  if (change.call.kind === 'direct') return 'direct'
  return change.parts.some(({ id, isModerator }) => id === by && isModerator) ? null : 'notModerator'
}

function muteAll(change: Change, by: string): CallRefusal | null {
  const refused = moderates(change, by)
  if (refused) return refused
  for (const part of change.parts.filter((one) => isLive(one) && one.id !== by && !one.muted)) {
    change.set({ ...part, muted: true })
    change.tell(part, 'muted', null)
  }
  return null
}

function absent(change: Change, part: Part, absence: CallAbsence): CallRefusal | null {
  if (!isLive(part)) return 'notInCall'
  const wait = absence === 'socket' ? callTimes.gone : callTimes.resume
  change.set({ ...part, absence, absentUntil: change.now + wait })
  return null
}

/** Whoever comes back is the newcomer again, who calls the others, but keeps the time of joining. */
function resume(change: Change, part: Part): CallRefusal | null {
  if (!change.act(part, 'resume')) return 'notInCall'
  const back = change.parts.find(({ id }) => id === part.id) ?? part
  const order = change.call.lastOrder + 1
  const others = change.parts.filter((one) => isLive(one) && one.id !== part.id)
  const dueAt = others.length > 0 ? change.now + callTimes.connect : null
  change.set({ ...back, order, dueAt, absence: null, absentUntil: null, heartbeatAt: change.now })
  change.edit({ lastOrder: order })
  return null
}

/** Does whatever is due. */
function tick(change: Change): null {
  const { now, parts } = change
  for (const part of parts) {
    if (part.absence && part.absentUntil !== null && part.absentUntil <= now) {
      const action = part.absence === 'restart' ? 'notResume' : 'loseSocket'
      change.act(part, action, part.heartbeatAt ?? now)
    } else if (part.dueAt !== null && part.dueAt <= now) {
      change.act(part, isRinging(part) ? 'timeOut' : 'mediaFails')
    }
  }
  if (change.call.aloneUntil !== null && change.call.aloneUntil <= now) end(change, 'alone')
  return null
}

/** What follows from the parts for the call as a whole. */
function settle(change: Change): void {
  if (change.call.state === 'ended') return
  const reason = endOf(change)
  if (reason) return end(change, reason)
  const live = change.parts.filter(isLive)
  const connected = live.filter(({ state }) => state === 'connected').length
  const { state, kind, connectedAt, lastOrder, aloneUntil } = change.call
  if (connected >= 2) change.edit({ state: 'connected', connectedAt: connectedAt ?? change.now })
  else if (state === 'ringing' && live.length >= 2) change.edit({ state: 'connecting' })
  if (kind === 'direct') return
  handOver(change, live)
  const isAlone = live.length === 1 && !change.parts.some(isRinging)
  const wait = lastOrder === 1 ? callTimes.wait : callTimes.alone
  change.edit({ aloneUntil: isAlone ? (aloneUntil ?? change.now + wait) : null })
}

/** Why the call is over; null if it goes on. */
function endOf({ call, parts }: Change): CallEndReason | null {
  const live = parts.filter(isLive)
  const gone = parts.filter((part) => !isIn(part))
  const unanswered = call.state === 'ringing'
  const caller = parts.find(({ userId }) => userId === call.callerId)
  if (call.kind === 'direct') {
    const [out] = gone
    if (!out) return null
    return unanswered && out === caller && out.reason === 'hung_up' ? 'cancelled' : out.reason
  }
  if (live.length === 0) {
    const last = gone.filter(({ leftAt }) => leftAt !== null).sort((a, b) => (b.leftAt ?? 0) - (a.leftAt ?? 0))[0]
    return unanswered && last?.reason === 'hung_up' ? 'cancelled' : (last?.reason ?? 'hung_up')
  }
  if (!unanswered || live.length > 1 || parts.some(isRinging)) return null
  const reasons = new Set(gone.map(({ reason }) => reason))
  return reasons.size === 1 ? ([...reasons][0] ?? 'no_answer') : 'no_answer'
}

/** Ends the call for everybody who is still in it or rings. */
function end(change: Change, reason: CallEndReason): void {
  const { now, call } = change
  const times = change.parts.flatMap(({ leftAt, heartbeatAt, absence, state }) => {
    const isHere = liveStates.includes(state)
    return isHere ? [absence === 'restart' ? (heartbeatAt ?? 0) : now] : leftAt === null ? [] : [leftAt]
  })
  // After a restart nobody knows more than what was heard last; somebody who is here ends it now.
  const endedAt = reason === 'interrupted' ? Math.max(call.startedAt, ...times) : now
  for (const part of change.parts) {
    if (isRinging(part)) change.act(part, 'cancel')
    else if (isLive(part)) change.put(part, 'left', reason, endedAt)
    else if (reason === 'cancelled' && part.reason === 'hung_up') change.set({ ...part, reason })
  }
  change.edit({ state: 'ended', endedAt, endReason: reason, aloneUntil: null })
}

/** A group call always has a moderator: the one who has been in it longest. */
function handOver(change: Change, live: readonly Part[]): void {
  if (live.some(({ isModerator }) => isModerator)) return
  const [eldest] = [...live].sort((a, b) => (a.joinedAt ?? 0) - (b.joinedAt ?? 0) || (a.order ?? 0) - (b.order ?? 0))
  if (eldest) change.set({ ...eldest, isModerator: true })
}

/** When something is due next; null if nothing is. */
export function dueOf({ state, aloneUntil, parts }: Call): number | null {
  if (state === 'ended') return null
  const times = [aloneUntil, ...parts.flatMap(({ dueAt, absentUntil }) => [dueAt, absentUntil])]
  const due = times.filter((time) => time !== null)
  return due.length > 0 ? Math.min(...due) : null
}
