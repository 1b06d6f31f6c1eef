import { expect, it, vi } from 'vitest'
import type { DomainEvent } from '#app/events.ts'
import { emit, subscribe } from './events.server.ts'

const turn = () => new Promise((done) => setImmediate(done))

function ended(...sessionHashes: string[]): DomainEvent {
  return { id: 1, name: 'session.ended', payload: { sessionHashes }, at: 0, requestId: 'a test', actorId: null }
}

it('notifies each listener, even if another listener fails', async () => {
  const told: string[] = []
  const stops = [
    subscribe('session.ended', () => {
      throw new Error('a listener failed')
    }),
    subscribe('session.ended', () => Promise.reject(new Error('a listener failed later'))),
    subscribe('session.ended', ({ sessionHashes }) => void told.push(...sessionHashes)),
  ]
  emit(ended('a'))
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
  emit(ended('a'))
  emit(ended('b'))
  await turn()
  expect(told).toEqual(['a', 'b', 'set off', 'set off'])
  stop()
})

it('does not notify a listener that has unsubscribed', async () => {
  const listener = vi.fn()
  subscribe('session.ended', listener)()
  emit(ended())
  await turn()
  expect(listener).not.toHaveBeenCalled()
})
