import { expect, it, onTestFinished } from 'vitest'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

it('keeps pages on a device for whoever asks for it there, and for nobody else', async () => {
  const db = testDatabase()
  const server = await startServer()
  onTestFinished(() => server.stop())
  const [me, other, staff] = [createPerson(db), createPerson(db), createPerson(db, { role: 'admin' })]
  const { cookie } = await signedIn(me)
  const keepsFor = async (cookies: string) =>
    /\\?"keepsFor\\?",?:?(?:null|\\?"([\w-]{36})\\?")/.exec(
      (await server.ask('/settings', { cookie: cookies })).text,
    )?.[1]
  const choose = async (form: Record<string, string>, cookies: string) => {
    const { status, headers } = await server.ask('/settings', { cookie: cookies, form })
    expect([status, headers.location]).toEqual([303, '/settings'])
    const set = [headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('offline='))
    return `${cookies}; ${set?.split(';')[0]}`
  }
  expect(await keepsFor(cookie)).toBeUndefined()
  const chosen = await choose({ keeps: 'on' }, cookie)
  expect(await keepsFor(chosen)).toBe(me.actor.id)
  // The next person at the same browser has not asked for it.
  const [, choice = ''] = chosen.split('; ')
  expect(await keepsFor(`${(await signedIn(other)).cookie}; ${choice}`)).toBeUndefined()
  expect(await keepsFor(await choose({ keeps: '' }, cookie))).toBeUndefined()
  // Staff see others' work, and are not even asked.
  const { text } = await server.ask('/settings', { cookie: (await signedIn(staff)).cookie })
  expect(text).not.toContain('Keep my last pages on this device')
})
