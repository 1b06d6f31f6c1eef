import { expect, it } from 'vitest'
import { pieceSender } from './piece-sender.ts'

const blob = (size: number) => new Blob([new Uint8Array(size)])
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('sends each piece in order until the server has it, and the last one as the last', async () => {
  const sent: Array<[index: number, size: number, last: boolean]> = []
  const answers = [new Response(null, { status: 503 }), null]
  const waits: number[] = []
  const sender = pieceSender(
    'r',
    () => expect.unreachable(),
    (index, { body, last }) => {
      sent.push([index, body.size, last])
      const answer = answers.length > 0 ? answers.shift() : Response.json({})
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('offline'))
    },
    async (ms) => void waits.push(ms),
  )
  sender.add(blob(5))
  sender.add(blob(1_000_000))
  sender.finish()
  await settled()
  expect(sent).toEqual([
    [0, 5, false],
    [0, 5, false],
    [0, 5, false],
    [1, 900_000, false],
    [2, 100_000, false],
    [3, 0, true],
  ])
  expect(waits).toEqual([1_000, 2_000])
})

it('says once that the server takes no more, in its words', async () => {
  const refusals: Array<string | null> = []
  const refuse = () => Promise.resolve(Response.json({ error: 'Full.' }, { status: 413 }))
  const sender = pieceSender('r', (message) => refusals.push(message), refuse)
  sender.add(blob(1))
  await settled()
  sender.add(blob(1))
  await settled()
  expect(refusals).toEqual(['Full.'])
})
