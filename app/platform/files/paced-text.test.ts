import { setImmediate } from 'node:timers'
import { expect, it } from 'vitest'
import { pacedText } from './paced-text.server.ts'

const numbers = Array.from({ length: 1_050 }, (_, index) => index)

it('has every item once, in their order, and its beginning also without any', async () => {
  const text = (items: readonly number[]) =>
    new Response(pacedText(items, (some, isFirst) => `${isFirst ? 'first:' : ''}${some.join(',')};`)).text()
  expect((await text(numbers)).replace('first:', '').split(/[,;]/).slice(0, -1).map(Number)).toEqual(numbers)
  expect(await text([])).toBe('first:;')
})

it('lets others run between its pieces', async () => {
  let turns = 0
  let ended = false
  const turn = () => {
    turns += 1
    if (!ended) setImmediate(turn)
  }
  setImmediate(turn)
  await new Response(pacedText(numbers, (some) => some.join())).text()
  ended = true
  expect(turns).toBeGreaterThanOrEqual(10)
})

it('makes no more than its reader takes', async () => {
  let made = 0
  const reader = pacedText(numbers, (some) => {
    made += some.length
    return 'x'.repeat(100_000)
  }).getReader()
  await reader.read()
  expect(made).toBeLessThan(numbers.length)
  await reader.cancel()
})
