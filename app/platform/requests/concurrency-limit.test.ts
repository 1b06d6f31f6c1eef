import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { countConnections, turns } from './concurrency-limit.server.ts'

const staying = new AbortController().signal
const pages = { name: 'page', person: 2, address: 3 }
const turn = () => new Promise((done) => setImmediate(done))

/** Takes turns of its own, and notes each start as `person@address`. */
function make() {
  const takeTurn = turns()
  const order: string[] = []
  const take = async (person: string | null, address = 'home', signal = staying) => {
    const end = await takeTurn(pages, { person, address }, signal)
    order.push(`${person ?? 'guest'}@${address}`)
    return end
  }
  const work = async (person: string | null, address?: string) => {
    const end = await take(person, address)
    await turn()
    end()
  }
  return { take, work, order, takeTurn }
}

it('runs two requests of a person at a time over all addresses, and others beside them', async () => {
  const { take, order } = make()
  const first = await Promise.all([take('anna'), take('anna', 'office')])
  const third = take('anna', 'train')
  const other = await take('bob')
  expect(order).toEqual(['anna@home', 'anna@office', 'bob@home'])
  first[0]?.()
  ;(await third)()
  expect(order.at(-1)).toBe('anna@train')
  first[1]?.()
  other()
})

it('runs three requests of an address at a time, guests among them', async () => {
  const { take, order } = make()
  const held = await Promise.all([take('anna'), take(null), take(null)])
  const fourth = take('bob')
  ;(await take('bob', 'office'))()
  expect(order.at(-1)).toBe('bob@office')
  held[0]?.()
  ;(await fourth)()
  for (const end of held.slice(1)) end()
})

it('runs as many as it is given in all', async () => {
  const takeTurn = turns(1)
  const end = await takeTurn(pages, { person: null, address: 'home' }, staying)
  let started = false
  const other = takeTurn(pages, { person: null, address: 'office' }, staying).then((ended) => {
    started = true
    return ended
  })
  for (let round = 0; round < 40; round += 1) await turn()
  expect(started).toBe(false)
  end()
  ;(await other)()
})

/** How many turns the event loop makes until the second of two requests starts, when each takes `busy` ms. */
async function turnsUntilSecond({ connections, busy }: { connections: boolean; busy: number }): Promise<number> {
  const http = createServer()
  countConnections(http)
  const { work, order } = make()
  const both = [work('anna'), work('bob')]
  let turns = 0
  for (; order.length < 2; turns += 1) {
    if (connections) http.emit('connection', new Socket())
    for (const until = performance.now() + busy; performance.now() < until; );
    await turn()
  }
  await Promise.all(both)
  return turns
}

it('lets the event loop turn between two starts while each turn brings a connection, unless they take long', async () => {
  expect(await turnsUntilSecond({ connections: true, busy: 0 })).toBeGreaterThan(5)
  expect(await turnsUntilSecond({ connections: false, busy: 0 })).toBeLessThan(5)
  expect(await turnsUntilSecond({ connections: true, busy: 10 })).toBeLessThan(6)
})

it('counts each kind by itself', async () => {
  const { take, takeTurn } = make()
  const held = await Promise.all([take('anna'), take('anna')])
  held.push(await takeTurn({ ...pages, name: 'upload' }, { person: 'anna', address: 'home' }, staying))
  for (const end of held) end()
})

it('lets addresses take turns, and the people of each', async () => {
  const { work, order } = make()
  const flood = Array.from({ length: 6 }, () => work('mallory'))
  const guests = [work(null), work(null)]
  const other = [work('anna', 'office'), work('bob', 'office'), work('anna', 'office')]
  await Promise.all([...flood, ...guests, ...other])
  expect(order).toHaveLength(11)
  expect(order.slice(0, 7)).toEqual([
    'mallory@home',
    'mallory@home',
    'anna@office',
    'guest@home',
    'bob@office',
    'mallory@home',
    'anna@office',
  ])
})

it('starts again after everything has ended', async () => {
  const { take } = make()
  for (let round = 0; round < 5; round += 1) (await take('again'))()
  for (const end of await Promise.all([take('again'), take('again')])) end()
})

it('forgets a request that is aborted while it waits', async () => {
  const { take, order } = make()
  const held = [await take('anna'), await take('anna')]
  const gone = new AbortController()
  const left = take('anna', 'home', gone.signal)
  const last = take('anna')
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  held[0]?.()
  ;(await last)()
  held[1]?.()
  expect(order).toHaveLength(3)
  await expect(take('anna', 'home', AbortSignal.abort())).rejects.toThrow('aborted')
  for (const end of await Promise.all([take('anna'), take('anna')])) end()
})
