import { expect, it } from 'vitest'
import { createStore } from './store.ts'

it('tells its subscribers at once, unless it is told to do so later: then once of several changes', () => {
  const plain = createStore(0)
  const seen: number[] = []
  plain.subscribe(() => seen.push(plain.get()))
  plain.update((count) => count + 1)
  plain.update((count) => count)
  plain.update((count) => count + 1)
  expect(seen).toEqual([1, 2])

  const frames: Array<() => void> = []
  const framed = createStore(0, (notify) => frames.push(notify))
  const shown: number[] = []
  framed.subscribe(() => shown.push(framed.get()))
  framed.update(() => 1)
  framed.update(() => 2)
  expect([framed.get(), shown, frames.length]).toEqual([2, [], 1])
  frames[0]?.()
  framed.update(() => 3)
  frames[1]?.()
  expect([shown, frames.length]).toEqual([[2, 3], 2])
})
