import { expect, it } from 'vitest'
import { emailSchema } from './schemas.server.ts'

const email = emailSchema('required', 'wrong')

it.each([
  [' Nina@Example.ORG ', 'nina@example.org'],
  ['nina@bücher.example', 'nina@xn--bcher-kva.example'],
  ['nina@xn--bcher-kva.example', 'nina@xn--bcher-kva.example'],
  ['ｎｉｎａ＠example.org', 'nina@example.org'],
  ['nina@example。org', 'nina@example.org'],
  ['nina+invoices@example.org', 'nina+invoices@example.org'],
])('%j is written %j', (typed, written) => {
  expect(email.parse(typed)).toBe(written)
})

it.each([
  'nina@exam\u200bple.org',
  'ni\u200bna@example.org',
  'nina\u202e@example.org',
  'nina\u0000@example.org',
  'nina@example.org/x',
  'nina@127.0.0.1',
  'nina@127.1',
  'nina@example',
  'nina@',
  '@example.org',
  'a@b.example,c@d.example',
  'nina@example.org@evil.com',
])('%j is refused', (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('wrong')
})
