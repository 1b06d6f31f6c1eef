import { expect, it } from 'vitest'
import { takeSlot } from './concurrency-limit.server.ts'

const staying = new AbortController().signal
const turn = () => new Promise((done) => setImmediate(done))

it('handles two requests of a session at once, in order, and other sessions between them', async () => {
  const order: string[] = []
  const working = { flood: 0, other: 0 }
  let most = 0
  const work = async (session: 'flood' | 'other', name: string) => {
    const release = await takeSlot(session, staying)
    working[session] += 1
    most = Math.max(most, working.flood)
    await turn()
    order.push(name)
    working[session] -= 1
    release()
  }
  const flood = Array.from({ length: 10 }, (_, index) => work('flood', `${index}`))
  await Promise.all(flood.slice(0, 2))
  await Promise.all([...flood, work('other', 'other')])
  expect(order.filter((name) => name !== 'other')).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`))
  expect(order.indexOf('other')).toBeLessThan(6)
  expect(most).toBe(2)
})

it('grants slots again after all are released', async () => {
  for (let round = 0; round < 5; round += 1) (await takeSlot('again', staying))()
  const both = await Promise.all([takeSlot('again', staying), takeSlot('again', staying)])
  for (const release of both) release()
})

it('removes an aborted request from the queue, even just before its turn', async () => {
  const held = [await takeSlot('gone', staying), await takeSlot('gone', staying)]
  const [waiting, called] = [new AbortController(), new AbortController()]
  const left = [takeSlot('gone', waiting.signal), takeSlot('gone', called.signal)]
  const results = Promise.allSettled(left)
  const last = takeSlot('gone', staying)
  waiting.abort()
  held[0]?.()
  // The first has released its slot, and the second is about to get it.
  called.abort()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const release = await last
  release()
  held[1]?.()
  for (const again of await Promise.all([takeSlot('gone', staying), takeSlot('gone', staying)])) again()
  await expect(takeSlot('gone', AbortSignal.abort())).rejects.toThrow('aborted')
})
