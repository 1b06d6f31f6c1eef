import type { CallDirection, CallEndReason, CallKind, CallQuality, CallType } from '#db/vocabulary/calls.ts'

export const callFilterTypes = ['voice', 'video', 'broadcast', 'missed'] as const
export const callPeriods = ['week', 'month'] as const
/** The days of each period that the history can be limited to. */
export const periodDays: Record<(typeof callPeriods)[number], number> = { week: 7, month: 30 }

/** What the history is filtered by. `before` is the id of the last call of the page before. */
export type CallFilter = {
  name: string
  type: (typeof callFilterTypes)[number] | null
  recorded: boolean
  period: (typeof callPeriods)[number] | null
  before: string | null
}

export const callsPerPage = 50
/** Most characters of a note on a call. */
export const maxNoteLength = 2_000

/** The filter in the query of an address; whatever is not known is ignored. */
export function callFilterOf(query: URLSearchParams): CallFilter {
  const among = <Word extends string>(words: readonly Word[], name: string): Word | null =>
    words.find((word) => word === query.get(name)) ?? null
  return {
    name: (query.get('name') ?? '').trim().slice(0, 100),
    type: among(callFilterTypes, 'type'),
    recorded: query.get('recorded') === 'on',
    period: among(callPeriods, 'period'),
    before: query.get('before'),
  }
}

/** A call in a person's history, or a broadcast that they have held or watched, whose `kind` is a group's. Times are UTC ms. */
export type CallLogRow = {
  id: string
  direction: CallDirection
  kind: CallKind
  callType: CallType | 'broadcast'
  /** The other person, or the conversation. */
  name: string
  conversationId: string
  /** Whether the person is still in the conversation, and can call back. */
  isMember: boolean
  /** Who else was in it or was rung, up to seven names. */
  people: string[]
  startedAt: number
  endedAt: number | null
  /** How long the person was in it once it was connected. */
  durationSeconds: number
  /** Why it ended for them. */
  reason: CallEndReason | null
  recorded: boolean
  /** Those of its recordings that the person may play, and those that are being finished. */
  recordings: Array<{ id: string; isReady: boolean; durationSeconds: number }>
  quality: CallQuality | null
  note: string
}

export type CallStats = { total: number; averageSeconds: number; recorded: number; group: number }

/** The address of a filtered history. */
export function callsPath({ name, type, recorded, period, before }: CallFilter): string {
  const query = new URLSearchParams({
    ...(name ? { name } : {}),
    ...(type ? { type } : {}),
    ...(recorded ? { recorded: 'on' } : {}),
    ...(period ? { period } : {}),
    ...(before ? { before } : {}),
  }).toString()
  return query ? `/calls?${query}` : '/calls'
}

/** A duration as calls show it, m:ss or h:mm:ss. */
export function callDuration(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(seconds) % 60)}`
}
