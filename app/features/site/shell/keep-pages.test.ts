import { expect, it } from 'vitest'
import { forgetOld } from './keep-pages.ts'

const day = 86_400_000

it('keeps copies of pages for seven days and no longer', async () => {
  const now = Date.UTC(2026, 10, 27)
  const copy = (at: number) => new Response('', { headers: { 'X-Kept-At': String(at) } })
  const kept = new Map([
    ['https://groundwork.test/contracts/1', copy(now - 7 * day - 1)],
    ['https://groundwork.test/contracts/2', copy(now - 7 * day)],
    ['https://groundwork.test/offline', copy(now)],
  ])
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  await forgetOld(
    {
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      match: async (request) => kept.get(urlOf(request)),
      delete: async (request) => kept.delete(urlOf(request)),
    },
    now,
  )
  expect([...kept.keys()]).toEqual(['https://groundwork.test/contracts/2', 'https://groundwork.test/offline'])
})
