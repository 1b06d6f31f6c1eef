import { expect, it } from 'vitest'
import { takeSlot } from './concurrency-limit.server.ts'

const staying = new AbortController().signal
/** One of the two slots of a session. */
const slotOf = (session: string, signal = staying) => takeSlot(session, '', 2, signal)
const turn = () => new Promise((done) => setImmediate(done))

it('handles two requests of a session at once, in order, and other sessions between them', async () => {
  const order: string[] = []
  const working = { flood: 0, other: 0 }
  let most = 0
  const work = async (session: 'flood' | 'other', name: string) => {
    const release = await slotOf(session)
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
  for (let round = 0; round < 5; round += 1) (await slotOf('again'))()
  const both = await Promise.all([slotOf('again'), slotOf('again')])
  for (const release of both) release()
})

it('removes an aborted request from the queue, even just before its turn', async () => {
  const held = [await slotOf('gone'), await slotOf('gone')]
  const [waiting, called] = [new AbortController(), new AbortController()]
  const left = [slotOf('gone', waiting.signal), slotOf('gone', called.signal)]
  const results = Promise.allSettled(left)
  const last = slotOf('gone')
  waiting.abort()
  held[0]?.()
  // The first has released its slot, and the second is about to get it.
  called.abort()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const release = await last
  release()
  held[1]?.()
  for (const again of await Promise.all([slotOf('gone'), slotOf('gone')])) again()
  await expect(slotOf('gone', AbortSignal.abort())).rejects.toThrow('aborted')
})

it('lets the owners in one queue take turns', async () => {
  const order: string[] = []
  const work = async (owner: string) => {
    const release = await takeSlot('office', owner, 1, staying)
    order.push(owner)
    await turn()
    release()
  }
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(work))
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})
