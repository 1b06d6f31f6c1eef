import { expect, it } from 'vitest'
import { readSessionCookie, sessionCookie } from './session-cookie.server.ts'

const written = (await sessionCookie.serialize('an-id')).split(';')[0] ?? ''
const [name = '', value = ''] = written.split(/=(.*)/)
const session = readSessionCookie({ cookie: written })

it.each([
  ['after another', `theme=dark; ${written}`],
  ['after a tab', `x=1;\t${written}`],
  ['with a space behind its name', `x=1; ${name} =${value}`],
  ['with a tab before its value', `${name}=\t${value}`],
  ['in quotes', `${name}="${value}"`],
  ['percent-encoded', `${name}=%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
  ['before another of its name', `${written}; ${name}=other.signature`],
])('knows one session however its cookie is written: %s', async (_, cookie) => {
  expect(await sessionCookie.parse(cookie)).toBe('an-id')
  expect(session).not.toBeNull()
  expect(readSessionCookie({ cookie })).toBe(session)
})

it.each([undefined, '', 'x=1', `x${written}`, name])('finds none in %s', (cookie) => {
  expect(readSessionCookie({ cookie })).toBeNull()
})

it('tells sessions apart', async () => {
  const other = (await sessionCookie.serialize('other')).split(';')[0]
  expect(readSessionCookie({ cookie: other })).not.toBe(session)
})
