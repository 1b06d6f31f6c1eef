import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { paceRequests } from './request-pace.server.ts'

const turn = () => new Promise((done) => setImmediate(done))

/** A listener behind one proxy that notes from which address each request begins. */
function make() {
  const begun: string[] = []
  const listener = paceRequests(({ headers }) => begun.push(String(headers['x-forwarded-for'])), 1)
  const arrive = (from: string) => {
    const request = new IncomingMessage(new Socket())
    request.headers['x-forwarded-for'] = from
    listener(request, new ServerResponse(request))
    return request
  }
  return { begun, arrive }
}
const many = (count: number, arrive: () => IncomingMessage) => Array.from({ length: count }, arrive)

it('begins a few requests at once', () => {
  const { begun, arrive } = make()
  for (const from of ['a', 'b', 'c']) arrive(from)
  expect(begun).toEqual(['a', 'b', 'c'])
})

it('spreads many that arrive together over turns of the event loop', async () => {
  const { begun, arrive } = make()
  many(10, () => arrive('a'))
  expect(begun).toHaveLength(4)
  await turn()
  expect(begun).toHaveLength(8)
  await turn()
  expect(begun).toHaveLength(10)
  await turn()
  arrive('a')
  expect(begun).toHaveLength(11)
})

it('lets addresses take turns, and trusts only what the proxy said', async () => {
  const { begun, arrive } = make()
  many(500, () => arrive('made up by a, a'))
  arrive('b')
  many(2, () => arrive('c'))
  expect(new Set(begun)).toEqual(new Set(['made up by a, a']))
  await turn()
  await turn()
  expect(begun.slice(4, 10)).toEqual(['made up by a, a', 'b', 'c', 'made up by a, a', 'c', 'made up by a, a'])
})

it('begins no request whose connection was closed while it waited', async () => {
  const { begun, arrive } = make()
  const gone = many(60, () => arrive('a')).slice(4)
  const last = arrive('a')
  for (const { socket } of gone) socket.destroy()
  await turn()
  expect(begun).toHaveLength(5)
  expect(last.socket.destroyed).toBe(false)
})
