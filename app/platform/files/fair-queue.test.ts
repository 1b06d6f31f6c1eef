import { expect, it } from 'vitest'
import { fairQueue } from './fair-queue.ts'

it('takes its owners in turns, one piece of work at a time', async () => {
  const inTurn = fairQueue()
  const done: string[] = []
  let atWork = 0
  const work = (owner: string, name: string) =>
    inTurn(owner, async () => {
      atWork += 1
      expect(atWork).toBe(1)
      await Promise.resolve()
      done.push(name)
      atWork -= 1
    })
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name)),
    ...['b1', 'b2'].map((name) => work('b', name)),
    work('c', 'c1'),
  ])
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

it('gives what the work gives, goes on after a failure, and begins again after a rest', async () => {
  const inTurn = fairQueue()
  const broken = inTurn('a', () => Promise.reject(new Error('broken')))
  const next = inTurn('a', () => Promise.resolve(1))
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toBe(1)
  expect(await inTurn('b', () => Promise.resolve(2))).toBe(2)
})
