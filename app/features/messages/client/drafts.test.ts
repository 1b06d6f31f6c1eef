import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#tests/setup/storage.ts'
import { Refused } from './chat-http.ts'
import { createDraftStore, type Draft } from './drafts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser's drafts, with a server that accepts them or is unreachable. */
function keeper(stored = new Map<string, string>(), userId = 'anna') {
  const posted: Array<[string, Draft, boolean]> = []
  const server: { gone: boolean; refusal: Refused | null } = { gone: false, refusal: null }
  const drafts = createDraftStore({
    storage: memoryStorage(stored),
    userId: () => userId,
    async post(...draft) {
      if (server.gone) throw new Error('gone')
      if (server.refusal) throw server.refusal
      posted.push(draft)
    },
  })
  return { drafts, posted, server, stored }
}
const draft = (text: string) => ({ text, replyToId: null })

it('keeps a draft in the browser until the server has its last state', async () => {
  const { drafts, posted, stored } = keeper()
  drafts.save('c', draft('He'))
  drafts.save('c', draft('Hello'))
  expect(drafts.unsaved('c')).toEqual(draft('Hello'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted).toEqual([['c', draft('Hello'), false]])
  expect(stored.has('chat-drafts')).toBe(false)
})

it('is still known to the browser for the time in which a page may come without it', async () => {
  const { drafts } = keeper()
  drafts.save('c', draft('Hello'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(drafts.unsaved('c')).toEqual(draft('Hello'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(drafts.unsaved('c')).toBeNull()
  drafts.save('c', draft('Hello again'))
  await vi.advanceTimersByTimeAsync(2_000)
  drafts.sent('c')
  expect(drafts.unsaved('c')).toBeNull()
})

it('is at the server when the flush ends that a page waits for', async () => {
  const { drafts, posted, server } = keeper()
  drafts.save('c', draft('Hello'))
  server.gone = true
  await drafts.flush()
  expect(posted).toEqual([])
  server.gone = false
  await drafts.flush()
  expect(posted).toEqual([['c', draft('Hello'), true]])
})

it('is deleted once its conversation is closed to its author, and kept after other refusals', async () => {
  const { drafts, server } = keeper()
  drafts.save('c', draft('Hello'))
  server.refusal = new Refused(429, '')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drafts.unsaved('c')).toEqual(draft('Hello'))
  drafts.save('c', draft('Hello'))
  server.refusal = new Refused(404, '')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drafts.unsaved('c')).toBeNull()
})

it('is posted at once when the page may be closing', async () => {
  const { drafts, posted } = keeper()
  drafts.save('c', draft('Hello'))
  drafts.flush()
  expect(posted).toEqual([['c', draft('Hello'), true]])
})

it('is posted by the next page if the server was unreachable, and never by another user', async () => {
  const first = keeper()
  first.server.gone = true
  first.drafts.save('c', draft('Hello'))
  await vi.advanceTimersByTimeAsync(60_000)
  const stranger = keeper(first.stored, 'bert')
  expect(stranger.drafts.unsaved('c')).toBe(null)
  const next = keeper(first.stored)
  next.drafts.resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(next.posted).toEqual([['c', draft('Hello'), false]])
  expect(first.stored.size).toBe(0)
})

it('is deleted once it was sent', async () => {
  const { drafts, posted } = keeper()
  drafts.save('c', draft('Hello'))
  drafts.sent('c')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted).toEqual([])
  expect(drafts.unsaved('c')).toBe(null)
})

it("is deleted at the end of the session, but not another user's drafts", () => {
  const anna = keeper()
  anna.drafts.save('c', draft('Hello'))
  const bert = keeper(anna.stored, 'bert')
  bert.drafts.clear()
  keeper(anna.stored, '').drafts.clear()
  expect(anna.drafts.unsaved('c')).toEqual(draft('Hello'))
  anna.drafts.clear()
  expect(anna.stored.size).toBe(0)
})
