import type { Answer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'

/** A message that has not been sent yet. Its files are uploaded first. */
export type OutboxEntry = {
  clientId: string
  conversationId: string
  text: string
  replyToId: string | null
  fileIds: string[]
  /** Names of files that still have to be uploaded, by the tab that has them. */
  files: string[]
  createdAt: number
  attempts: number
  state: 'pending' | 'failed'
  /** Why the server will not take it, in the user's language. */
  refusal?: string
}

/** What happens to an entry after an attempt. */
export type Outcome = { next: 'done' } | { next: 'retry'; afterMs: number } | { next: 'failed' }

/** How many attempts may end in a time-out or a server error. */
const maxAttempts = 6
/** An older entry is not sent without asking its author (ms). */
const maxAge = 24 * 3_600_000

/** Time-outs (null), rate limits and server errors are retried; every attempt has the same clientId. */
export function outcomeOf(answer: Answer<SendAnswer> | null, attempts: number, random = Math.random()): Outcome {
  if (answer?.ok) return { next: 'done' }
  if (answer?.code === 'rate_limited')
    return { next: 'retry', afterMs: answer.retryAfterMs ?? backoff(attempts, random) }
  if (answer && answer.code !== 'server_error') return { next: 'failed' }
  return attempts >= maxAttempts ? { next: 'failed' } : { next: 'retry', afterMs: backoff(attempts, random) }
}

/** 1, 2, 4 … 30 s, plus up to 25 % jitter (ms). */
const backoff = (attempts: number, random: number) => Math.min(1_000 * 2 ** (attempts - 1), 30_000) * (1 + random / 4)

/** The next message to send in a conversation, in the order of writing. Failed messages do not block the others. */
export function nextToSend(entries: readonly OutboxEntry[], conversationId: string): OutboxEntry | null {
  const next = entries.find((entry) => entry.conversationId === conversationId && entry.state === 'pending')
  return next && next.files.length === 0 ? next : null
}

/** The entries after a reload: those that are too old have failed. */
export function expireOldEntries(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  return entries.map((entry) => (now - entry.createdAt > maxAge ? { ...entry, state: 'failed' } : entry))
}
