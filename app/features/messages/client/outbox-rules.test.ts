import { describe, expect, it } from 'vitest'
import { expireOldEntries, nextToSend, type OutboxEntry, outcomeOf } from './outbox-rules.ts'

const entry = (clientId: string, given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId,
  conversationId: 'c',
  text: 'Hello',
  replyToId: null,
  fileIds: [],
  files: [],
  createdAt: 0,
  attempts: 0,
  state: 'pending',
  ...given,
})
const refused = (
  code: 'forbidden' | 'rate_limited' | 'server_error' | 'invalid' | 'conflict',
  retryAfterMs?: number,
) => ({
  ok: false as const,
  code,
  message: '',
  retryAfterMs,
})

describe('a message after an attempt', () => {
  it('is done if it was stored, now or before', () => {
    const stored = { ok: true as const, id: 'm', seq: 1, rev: 1, created_at: '', pending: false as const }
    expect(outcomeOf({ ...stored, duplicate: false }, 1)).toEqual({ next: 'done' })
    expect(outcomeOf({ ...stored, duplicate: true }, 4)).toEqual({ next: 'done' })
  })

  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
  ])('is retried after time-out no. %i in %i ms', (attempts, afterMs) => {
    expect(outcomeOf(null, attempts, 0)).toEqual({ next: 'retry', afterMs })
    expect(outcomeOf(refused('server_error'), attempts, 0)).toEqual({ next: 'retry', afterMs })
  })

  it('has failed after six time-outs', () => {
    expect(outcomeOf(null, 6)).toEqual({ next: 'failed' })
    expect(outcomeOf(refused('server_error'), 6)).toEqual({ next: 'failed' })
  })

  it('waits as long as the server says, each time', () => {
    expect(outcomeOf(refused('rate_limited', 3_210), 50)).toEqual({ next: 'retry', afterMs: 3_210 })
  })

  it.each(['forbidden', 'invalid', 'conflict'] as const)('has failed at once if the answer is %s', (code) => {
    expect(outcomeOf(refused(code), 1)).toEqual({ next: 'failed' })
  })
})

describe('the outbox', () => {
  it('sends in the order of writing in each conversation, skipping failed messages', () => {
    const entries = [entry('1', { state: 'failed' }), entry('2', { conversationId: 'd' }), entry('3'), entry('4')]
    expect(nextToSend(entries, 'c')?.clientId).toBe('3')
    expect(nextToSend(entries, 'd')?.clientId).toBe('2')
    expect(nextToSend(entries, 'e')).toBe(null)
  })

  it('waits for the files of the next message, so that the order stays', () => {
    expect(nextToSend([entry('1', { files: ['plan.pdf'] }), entry('2')], 'c')).toBe(null)
  })

  it('does not send messages older than a day without asking', () => {
    const day = 24 * 3_600_000
    const [old, young] = expireOldEntries([entry('1'), entry('2', { createdAt: day })], day + 1)
    expect([old?.state, young?.state]).toEqual(['failed', 'pending'])
  })
})
