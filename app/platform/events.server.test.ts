import { expect, it, vi } from 'vitest'
import { publish, subscribe } from './events.server.ts'

const turn = () => new Promise((done) => setImmediate(done))

it('notifies listeners after the current turn, even if another listener fails', async () => {
  const told: string[] = []
  const stops = [
    subscribe('session.ended', () => {
      throw new Error('a listener failed')
    }),
    subscribe('session.ended', () => Promise.reject(new Error('a listener failed later'))),
    subscribe('session.ended', ({ sessionHashes }) => void told.push(...sessionHashes)),
  ]
  publish('session.ended', { sessionHashes: ['a'] })
  expect(told).toEqual([])
  await turn()
  await turn()
  expect(told).toEqual(['a'])
  for (const stop of stops) stop()
})

it('delivers the events of one turn together and in order, before any that they cause', async () => {
  const told: string[] = []
  const stop = subscribe('session.ended', ({ sessionHashes }) => {
    told.push(...sessionHashes)
    process.nextTick(() => told.push('set off'))
  })
  publish('session.ended', { sessionHashes: ['a'] })
  publish('session.ended', { sessionHashes: ['b'] })
  await turn()
  await turn()
  expect(told).toEqual(['a', 'b', 'set off', 'set off'])
  stop()
})

it('does not notify a listener that has unsubscribed', async () => {
  const listener = vi.fn()
  subscribe('session.ended', listener)()
  publish('session.ended', { sessionHashes: [] })
  await turn()
  await turn()
  expect(listener).not.toHaveBeenCalled()
})
