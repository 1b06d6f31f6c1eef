import { createCookie } from '@remix-run/node'
import { expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { hostCookie } from './host-cookie.server.ts'
import { carriesSessionCookie, hashSessionId, readSessionHash, sessionCookie } from './session-cookie.server.ts'

const written = (await sessionCookie.serialize('an-id')).split(';')[0] ?? ''
const [name = '', value = ''] = written.split(/=(.*)/)

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
  expect(await readSessionHash({ cookie })).toBe(hashSessionId('an-id'))
})

it.each([undefined, '', 'x=1', `x${written}`, name])('finds none in %s', async (cookie) => {
  expect(await readSessionHash({ cookie })).toBeNull()
  expect(carriesSessionCookie({ cookie })).toBe(false)
})

it.each([
  ['made up', `${name}=made-up`],
  ['made up with a signature', `${name}=ImFuLWlkIg==.made-up`],
  ['changed behind the signature', `${written}x`],
  ['changed before the signature', `${name}=x${value}`],
])('takes no session from a cookie that is %s, yet knows that there is one', async (_, cookie) => {
  expect(await readSessionHash({ cookie })).toBeNull()
  expect(carriesSessionCookie({ cookie })).toBe(true)
})

it('takes no session from the value that we signed for another cookie', async () => {
  const [, flash = ''] = ((await hostCookie('flash', { signed: true }).serialize('an-id')).split(';')[0] ?? '').split(
    /=(.*)/,
  )
  expect(flash).not.toBe('')
  expect(await readSessionHash({ cookie: `${name}=${flash}` })).toBeNull()
})

it('still knows a session whose cookie was signed before each cookie had a key of its own', async () => {
  const [cookie] = (await createCookie(name, { secrets: [env.sessionSecret] }).serialize('an-id')).split(';')
  expect(cookie).not.toBe(written)
  expect(await readSessionHash({ cookie })).toBe(hashSessionId('an-id'))
})
