import { afterEach, expect, it, vi } from 'vitest'
import { takeTurn } from './turns.server.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('works on two of a session at once, in the order in which they came, and on others between them', async () => {
  const order: string[] = []
  let most = 0
  let now = 0
  const work = async (session: string | null, name: string) => {
    const over = await takeTurn(session)
    now += 1
    if (session === 'flood') most = Math.max(most, now)
    await new Promise((done) => setImmediate(done))
    order.push(name)
    now -= 1
    over()
    over()
  }
  const flood = Array.from({ length: 10 }, (_, index) => work('flood', `${index}`))
  await Promise.all(flood.slice(0, 2))
  const other = work('other', 'other')
  const nobody = work(null, 'nobody')
  await Promise.all([...flood, other, nobody])
  expect(order.filter((name) => /\d/.test(name))).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`))
  expect(order.indexOf('other')).toBeLessThan(6)
  expect(order.indexOf('nobody')).toBeLessThan(6)
  expect(most).toBeLessThanOrEqual(4)
})

it('begins anew after all is done', async () => {
  for (let round = 0; round < 5; round += 1) (await takeTurn('again'))()
  const both = await Promise.all([takeTurn('again'), takeTurn('again')])
  for (const over of both) over()
})

it('gives a turn back by itself after fifteen seconds, so that a body that comes slowly stalls no other page', async () => {
  vi.useFakeTimers()
  const slow = [await takeTurn('slow'), await takeTurn('slow')]
  let begun = 0
  const pages = [0, 1, 2].map(async () => {
    const over = await takeTurn('slow')
    begun += 1
    return over
  })
  await vi.advanceTimersByTimeAsync(14_900)
  expect(begun).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(begun).toBe(2)
  // Whose turn was given back has none to give.
  for (const over of slow) over()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toBe(2)
  ;(await pages[0])?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toBe(3)
  for (const page of pages) (await page)()
  expect(vi.getTimerCount()).toBe(0)
})
