import type { Answer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'

/** A message on its way. Its files are uploaded before it is sent. */
export type OutboxEntry = {
  clientId: string
  conversationId: string
  text: string
  replyToId: string | null
  fileIds: string[]
  /** Names of files that are still to be uploaded; only the tab that has them can. */
  files: string[]
  createdAt: number
  attempts: number
  state: 'pending' | 'failed'
}

/** What becomes of an entry after a try. */
export type Verdict = { next: 'done' } | { next: 'retry'; afterMs: number } | { next: 'failed' }

/** Tries in a row that may end in a time-out or in the server's own failure. */
const mostAttempts = 6
/** An entry that nobody could send for so long is not sent behind its author's back (ms). */
const goodFor = 24 * 3_600_000

/** Only time-outs (null), rate limits and the server's own failures are tried again; every try bears the same clientId. */
export function judge(answer: Answer<SendAnswer> | null, attempts: number, random = Math.random()): Verdict {
  if (answer?.ok) return { next: 'done' }
  if (answer?.code === 'rate_limited')
    return { next: 'retry', afterMs: answer.retryAfterMs ?? backoff(attempts, random) }
  if (answer && answer.code !== 'server_error') return { next: 'failed' }
  return attempts >= mostAttempts ? { next: 'failed' } : { next: 'retry', afterMs: backoff(attempts, random) }
}

/** 1, 2, 4 … 30 s, up to a quarter more. */
const backoff = (attempts: number, random: number) => Math.min(1_000 * 2 ** (attempts - 1), 30_000) * (1 + random / 4)

/** The next to send in a conversation: in the order in which they were written; what failed does not hold up the others. */
export function nextToSend(entries: readonly OutboxEntry[], conversationId: string): OutboxEntry | null {
  const next = entries.find((entry) => entry.conversationId === conversationId && entry.state === 'pending')
  return next && next.files.length === 0 ? next : null
}

/** What a reload finds: what lay too long has failed. */
export function revived(entries: readonly OutboxEntry[], now: number): OutboxEntry[] {
  return entries.map((entry) => (now - entry.createdAt > goodFor ? { ...entry, state: 'failed' } : entry))
}
