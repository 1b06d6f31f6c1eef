// Public pages cached in memory: every visitor gets the right one, and nobody gets anybody else's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { themeCookie } from '#app/features/settings/theme.server.ts'
import { languageCookie } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import { themes } from '#app/ui/themes/themes.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let server: TestServer
let person: CompanyContext

beforeAll(async () => {
  const db = testDatabase()
  person = createPerson(db)
  server = await startServer()
})
afterAll(() => server.stop())

const theme = async (name: string) => String((await themeCookie.serialize(name)).split(';')[0])
const language = async (tag: string) => String((await languageCookie.serialize(tag)).split(';')[0])
const paths = ['/', '/pricing', '/login', '/forgot-password', '/estimate']

describe('a page for every visitor', () => {
  it.each(paths)('%s is the same from memory as when it was rendered', async (path) => {
    const rendered = await server.ask(path)
    const kept = await server.ask(path)
    expect([rendered.status, kept.status]).toEqual([200, 200])
    expect(kept.text === rendered.text).toBe(true)
    expect(kept.text.startsWith('<!DOCTYPE html><html ')).toBe(true)
    expect(kept.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
  ])('is sent to a browser that accepts %s as %s', async (accepted, encoding) => {
    const { headers } = await server.ask('/pricing', { headers: { 'Accept-Encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
  })

  it.each(paths)('%s may be stored, and is answered by 304 when unchanged', async (path) => {
    await server.ask(path)
    const { headers } = await server.ask(path)
    expect(headers.etag).toBeTruthy()
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.vary).toContain('Cookie')
    const again = await server.ask(path, { headers: { 'If-None-Match': headers.etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.vary).toBe(headers.vary)
  })

  it('of the landing lead to what can be browsed without an account, without the menu too', async () => {
    const { text } = await server.ask('/')
    const main = text.split('<main')[1]?.split('</main')[0] ?? ''
    for (const path of ['/tenders', '/companies', '/estimate', '/quote', '/pricing', '/signup'])
      expect(main).toContain(`href="${path}"`)
  })

  it.each([
    ...['/', '/pricing', '/tenders', '/tenders?category=kitchen', '/companies', '/quote', '/contact-sales'],
    ...['/estimate', '/estimate?step=3&projectTypes=kitchen&area=10&quality=premium&urgency=normal'],
  ])('%s says in the visitor’s language what a preview of a link to it shows', async (path) => {
    const { text } = await server.ask(path, { headers: { 'Accept-Language': 'fi' } })
    const tag = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1]
    expect(tag('og:url')).toBe(env.origin + path.replaceAll('&', '&amp;'))
    expect(tag('og:image')).toBe(`${env.origin}/picture.png?language=fi`)
    expect(tag('description')).toBe(tag('og:description'))
    expect(tag('description')?.length).toBeGreaterThan(40)
    expect(text.match(/<link rel="canonical"/g)).toHaveLength(1)
  })

  it('contains no script, and nothing specific to one response', async () => {
    for (const path of paths) {
      const { text, headers } = await server.ask(path)
      expect(text).not.toMatch(/<script(?! src="\/| type="application\/ld\+json")/)
      expect(text.includes(String(headers['x-request-id']))).toBe(false)
      expect(text.includes('nonce')).toBe(false)
    }
  })

  it('is not cached if its form can be submitted once only: every sign-up form has its own id', async () => {
    const idOf = async () => /name="submissionId" value="([^"]+)"/.exec((await server.ask('/signup')).text)?.[1]
    const [first, second] = [await idOf(), await idOf()]
    expect(first).toBeTruthy()
    expect(second).not.toBe(first)
  })

  it('answers HEAD without a body', async () => {
    await server.ask('/')
    const { status, text, headers } = await server.ask('/', { method: 'HEAD' })
    expect([status, text]).toEqual([200, ''])
    expect(Number(headers['content-length'])).toBeGreaterThan(1000)
  })
})

describe('is right for the visitor who requests it', () => {
  it('in their theme', async () => {
    for (const name of ['japan', 'light', 'japan']) {
      const { text } = await server.ask('/', { cookie: await theme(name) })
      expect(text.includes(`data-theme="${name}"`)).toBe(true)
    }
    expect((await server.ask('/')).text.includes('data-theme="space"')).toBe(true)
  })

  it('in their language, by cookie or by browser', async () => {
    const finnish = await server.ask('/', { cookie: await language('fi') })
    expect(finnish.text.includes('<html lang="fi"')).toBe(true)
    const german = await server.ask('/', { headers: { 'Accept-Language': 'de-DE,de;q=0.9' } })
    expect(german.text.includes('<html lang="de"')).toBe(true)
    expect((await server.ask('/')).text.includes('<html lang="en"')).toBe(true)
    expect((await server.ask('/', { cookie: await language('fi') })).text === finnish.text).toBe(true)
  })

  it('marks a language without a translation as chosen, and is in English', async () => {
    const { text } = await server.ask('/', { cookie: await language('he') })
    expect(text).toMatch(/<html lang="en" dir="ltr"/)
    expect(text).toMatch(/<option[^>]*value="he"[^>]*selected/)
  })

  it('with their own name when signed in, which nobody else sees', async () => {
    const { cookie } = await signedIn(person)
    await server.ask('/')
    const mine = await server.ask('/', { cookie })
    expect(mine.text.includes(person.actor.name)).toBe(true)
    expect(mine.text.includes('Go to Dashboard')).toBe(true)
    const theirs = await server.ask('/')
    expect(theirs.text.includes(person.actor.name)).toBe(false)
    expect(theirs.text.includes('Start Trial')).toBe(true)
  })

  it('redirects signed-in users from the login page', async () => {
    const { cookie } = await signedIn(person)
    await server.ask('/login')
    const { status, headers } = await server.ask('/login', { cookie })
    expect([status, headers.location]).toEqual([302, '/dashboard'])
  })

  it('with the period in the address', async () => {
    await server.ask('/pricing')
    expect((await server.ask('/pricing?period=yearly')).text.includes('cycle=yearly')).toBe(true)
    expect((await server.ask('/pricing')).text.includes('cycle=yearly')).toBe(false)
  })

  it('with a flash message, once, for its own visitor only', async () => {
    const posted = await server.ask('/theme', { form: { theme: 'sweden', returnTo: '/' } })
    expect([posted.status, posted.headers.location]).toEqual([303, '/'])
    const cookie = (posted.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
    const first = await server.ask('/', { cookie })
    expect(first.text.includes('Sweden activated')).toBe(true)
    expect(first.text.includes('data-theme="sweden"')).toBe(true)
    // The message is a guest's cookie, which the page that shows it removes.
    expect(first.headers['set-cookie']?.join()).toMatch(/flash=[^;]*; Max-Age=0/)
    expect((await server.ask('/', { cookie: await theme('sweden') })).text.includes('Sweden activated')).toBe(false)
  })
})

describe('contains nothing of the visitor who requested it first', () => {
  const name = 'session'
  /** The same session, written so that two parsers may disagree about it. */
  const disguises: [string, (value: string) => string][] = [
    ['a space behind its name', (value) => `${name} =${value}`],
    ['a tab behind its name', (value) => `${name}\t=${value}`],
    ['a tab before its name', (value) => `x=1;\t${name}=${value}`],
    ['spaces around its value', (value) => `${name}=  ${value}  `],
    ['quotes', (value) => `${name}="${value}"`],
    ['a space and quotes', (value) => `${name} = "${value}"`],
    ['before another of its name', (value) => `${name}=${value}; ${name}=other`],
    ['after another of its name', (value) => `${name}=other; ${name}=${value}`],
    ['in capitals', (value) => `SESSION=${value}`],
    ['an encoded name', (value) => `%73ession=${value}`],
    ['the prefix of https', (value) => `__Host-${name}=${value}`],
    ['percent-encoded', (value) => `${name}=%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
    ['after a broken cookie', (value) => `=; ;${name} =${value}`],
  ]
  /** No page in this language is cached yet, so each disguise is the first to request one. */
  let fresh = 0
  const theirTheme = () => theme(themes[fresh++ % themes.length]?.key ?? '')

  it.each(disguises)('a session with %s', async (_, disguise) => {
    const { cookie } = await signedIn(person)
    const value = cookie.slice(cookie.indexOf('=') + 1)
    const chosen = await theirTheme()
    for (const path of ['/', '/pricing']) {
      await server.ask(path, { cookie: `${disguise(value)}; ${chosen}` })
      const { text, headers } = await server.ask(path, { cookie: chosen })
      expect(text.includes(person.actor.name)).toBe(false)
      expect(text.includes('Go to Dashboard')).toBe(false)
      expect(text.includes('href="/login"')).toBe(true)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  it('other headers', async () => {
    const chosen = await theirTheme()
    const evil = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      'X-Forwarded-For': '203.0.113.9',
      'X-Original-URL': '/evil',
      Forwarded: 'host=evil.example',
      Origin: 'http://evil.example',
      Referer: 'http://evil.example/',
      Host: 'evil.example',
      'User-Agent': '<script>evil',
      'Accept-Language': 'sv;q=0.1,evil-EVIL,<script>,fi-FI;q=0.9',
    }
    for (const path of paths) {
      const first = await server.ask(path, { cookie: chosen, headers: evil })
      expect(first.text.includes('<html lang="fi"')).toBe(true)
      const second = await server.ask(path, { cookie: chosen, headers: { 'Accept-Language': 'fi' } })
      for (const { text } of [first, second]) expect(text).not.toMatch(/evil|gopher|203\.0\.113/i)
      expect(second.text === first.text).toBe(true)
    }
  })
})
