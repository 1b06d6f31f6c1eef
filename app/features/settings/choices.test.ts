import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { signIn } from '#app/features/accounts/sessions/session.server.ts'
import { detectLanguage, languageCookie } from '#app/i18n/i18n.server.ts'
import { mirroredTag } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { chooseLanguage } from './choose-language.server.ts'
import { chooseTheme } from './choose-theme.server.ts'
import { action as postLanguage } from './routes/language.tsx'
import { action as postTheme } from './routes/theme.tsx'
import { readTheme, themeCookie } from './theme.server.ts'

let db: Database
let me: CompanyContext

beforeEach(() => {
  db = testDatabase()
  me = createPerson(db, { now: Date.now() })
})

const saved = () => db.$client.prepare('SELECT theme, locale FROM users WHERE id = ?').get(me.actor.id)

type Posted = { status: number; location: string | null; cookies: string[] }

/** Posts a form as a browser would, as a request of its own. */
function post(
  action: typeof postTheme,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Posted> {
  return runInContext(backgroundContext(), async () => {
    const request = new Request('http://localhost:3000/theme', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    })
    const response = await action({ request, params: {}, context: {} })
    return {
      status: response.status,
      location: response.headers.get('Location'),
      cookies: response.headers.getSetCookie(),
    }
  })
}

async function sessionOf(ctx: CompanyContext): Promise<string> {
  const cookie = await runInContext(backgroundContext(), () =>
    signIn(new Request('http://localhost:3000/'), ctx.actor.id, false),
  )
  return cookie.split(';')[0] ?? ''
}

describe('choosing a theme', () => {
  it('sets the cookie and redirects back', async () => {
    const { status, location, cookies } = await post(postTheme, { theme: 'sweden', returnTo: '/login' })
    expect([status, location]).toEqual([303, '/login'])
    const cookie = cookies.find((each) => each.startsWith('theme='))
    expect(await themeCookie.parse(cookie ?? '')).toBe('sweden')
  })

  it('never redirects to another site', async () => {
    for (const returnTo of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/%2f%2fevil.example/..']) {
      const { location } = await post(postTheme, { theme: 'sweden', returnTo })
      expect(location).not.toContain('//')
      expect(location?.startsWith('/')).toBe(true)
    }
    const foreign = await post(postTheme, { theme: 'sweden' }, { Referer: 'https://evil.example/pricing' })
    expect(foreign.location).toBe('/')
    const own = await post(postTheme, { theme: 'sweden' }, { Referer: 'http://localhost:3000/pricing?period=yearly' })
    expect(own.location).toBe('/pricing?period=yearly')
  })

  it('ignores unknown themes', async () => {
    const { cookies } = await post(postTheme, { theme: 'pink', returnTo: '/' })
    expect(cookies.some((each) => each.startsWith('theme='))).toBe(false)
    expect(() => chooseTheme(me, { theme: 'pink' })).toThrow('settings:theme.unknown')
  })

  it('is saved with the user, for their next device', async () => {
    await post(postTheme, { theme: 'japan', returnTo: '/settings' }, { Cookie: await sessionOf(me) })
    expect(saved()).toMatchObject({ theme: 'japan' })
    expect(await readTheme(new Request('http://localhost/'), me.actor.id)).toBe('japan')
    const cookie = (await themeCookie.serialize('light')).split(';')[0] ?? ''
    expect(await readTheme(new Request('http://localhost/', { headers: { Cookie: cookie } }), me.actor.id)).toBe(
      'light',
    )
    expect(await readTheme(new Request('http://localhost/'), null)).toBe('space')
  })

  it('leaves one audit row, however often it is repeated', () => {
    chooseTheme(me, { theme: 'neon' })
    chooseTheme(me, { theme: 'neon' })
    expect(db.$client.prepare("SELECT count(*) FROM audit_log WHERE action = 'user.choose_theme'").pluck().get()).toBe(
      1,
    )
  })
})

describe('choosing a language', () => {
  it('lays English out from right to left in development alone, for this browser alone', async () => {
    const served = (cookie: string) =>
      detectLanguage(new Request('http://localhost:3000/', { headers: { Cookie: cookie } }), null)
    const { cookies } = await post(postLanguage, { language: mirroredTag }, { Cookie: await sessionOf(me) })
    const chosen = cookies.find((each) => each.startsWith('language='))?.split(';')[0] ?? ''
    expect(await served(chosen)).toMatchObject({ locale: 'en', direction: 'rtl' })
    expect(saved()).toMatchObject({ locale: null })
    env.development = false
    onTestFinished(() => {
      env.development = true
    })
    expect(await served(chosen)).toMatchObject({ locale: 'en', direction: 'ltr' })
    const refused = await post(postLanguage, { language: mirroredTag })
    const kept = refused.cookies.find((each) => each.startsWith('language=')) ?? ''
    expect(await languageCookie.parse(kept)).not.toBe(mirroredTag)
  })

  it('accepts old codes, and languages that are shown in English', async () => {
    const { cookies } = await post(postLanguage, { language: 'se', returnTo: '/' })
    expect(await languageCookie.parse(cookies.find((each) => each.startsWith('language=')) ?? '')).toBe('sv')
    expect(chooseLanguage(me, { language: 'he' })).toEqual({ tag: 'he' })
    expect(saved()).toMatchObject({ locale: 'he' })
  })

  it('refuses unsupported languages', async () => {
    expect(() => chooseLanguage(me, { language: 'xx' })).toThrow('settings:language.unknown')
    const { cookies } = await post(postLanguage, { language: 'xx', returnTo: '/' })
    expect(cookies.some((each) => each.startsWith('language='))).toBe(false)
  })
})
