import { setImmediate } from 'node:timers'
import { expect, it } from 'vitest'
import { pacedText } from './paced-text.server.ts'

const numbers = Array.from({ length: 1_050 }, (_, index) => index)
function* slices(of: readonly number[]) {
  for (let at = 0; at < of.length; at += 100) yield of.slice(at, at + 100)
}

it('has every item once, in their order, and its beginning also without any', async () => {
  const text = (items: readonly number[]) =>
    new Response(pacedText(slices(items), (some, isFirst) => `${isFirst ? 'first:' : ''}${some.join(',')};`)).text()
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
  await new Response(pacedText(slices(numbers), (some) => some.join())).text()
  ended = true
  expect(turns).toBeGreaterThanOrEqual(10)
})

it('reads and makes no more than its reader takes, and ends when the reader leaves', async () => {
  let [read, made] = [0, 0]
  function* counted() {
    for (const slice of slices(numbers)) {
      read += slice.length
      yield slice
    }
  }
  const ended = new Promise<void>((ready) => {
    const reader = pacedText(
      counted(),
      (some) => {
        made += some.length
        return 'x'.repeat(100_000)
      },
      ready,
    ).getReader()
    void reader.read().then(() => reader.cancel())
  })
  await ended
  expect(made).toBeLessThan(numbers.length)
  expect(read).toBe(made)
})

it('ends when all was taken', async () => {
  let text: ReadableStream<Uint8Array> | undefined
  const ended = new Promise<void>((ready) => {
    text = pacedText(slices(numbers), (some) => some.join(), ready)
  })
  await new Response(text).text()
  await ended
})
