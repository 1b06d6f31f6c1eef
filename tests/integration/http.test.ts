import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from '#app/platform/requests/security-headers.server.ts'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

/** One URL for each kind of response. */
const answers = [
  '/',
  '/dashboard',
  '/dashboard.data',
  '/nowhere',
  '/nothing.png',
  '/assets/gone.js',
  '/api/nowhere',
  '/health',
  '/login',
]

it('has Retry-After after too many attempts', async () => {
  const form = { email: 'nobody@company.example', password: 'wrong' }
  // Five, and one more in each minute.
  for (let n = 0; n < 6; n += 1) {
    const { status, headers } = await server.ask('/login', { form })
    expect([status, headers['retry-after']]).toEqual([422, undefined])
  }
  const { status, headers } = await server.ask('/login', { form })
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

it('compresses what scripts load: data, panels and routes', async () => {
  const person = createPerson(db)
  for (let n = 0; n < 4; n += 1) createConversation(db, { type: 'direct', members: [person, createPerson(db)] })
  const { cookie } = await signedIn(person)
  const address = `http://127.0.0.1:${server.port}`
  for (const path of ['/projects.data', '/messages/panel', '/__manifest?p=%2Fprojects&version=test']) {
    const plain = await server.ask(path, { cookie })
    expect([plain.status, plain.headers['content-encoding']], path).toEqual([200, undefined])
    const compressed = await fetch(address + path, { headers: { Cookie: cookie, 'Accept-Encoding': 'gzip' } })
    expect(compressed.headers.get('content-encoding'), path).toBe('gzip')
    expect(compressed.headers.get('vary'), path).toContain('Accept-Encoding')
    expect((await compressed.text()).slice(0, 20), path).toBe(plain.text.slice(0, 20))
  }
})

describe('every answer', () => {
  it.each(answers)('has the security headers: %s', async (path) => {
    const { headers } = await server.ask(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    expect(headers['content-security-policy-report-only']).toBeUndefined()
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}'/)
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/)
    const permissions = String(headers['permissions-policy'])
    for (const feature of ['camera', 'microphone', 'display-capture'])
      expect(permissions).toContain(`${feature}=(self)`)
    for (const feature of ['geolocation', 'payment', 'usb']) expect(permissions).toContain(`${feature}=()`)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('cannot be framed, except for pages made for our own frames', async () => {
    for (const path of ['/messages/1/frame', '/messages/1/frame?at=2']) {
      const { headers } = await server.ask(path)
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    }
    for (const path of ['/messages/1/framed', '/messages/1?to=/frame', '/messages/frame/details']) {
      const { headers } = await server.ask(path)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  it.each(answers)('is not stored by caches: %s', async (path) => {
    expect((await server.ask(path)).headers['cache-control']).toMatch(/no-store|no-cache|private/)
  })

  it('has its own nonce, which is the one in the page', async () => {
    const { cookie } = await signedIn(createPerson(db))
    const seen = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      const { headers, text } = await server.ask('/dashboard', { cookie })
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? ''
      seen.add(nonce)
      const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length).toBeGreaterThan(0)
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`)
      expect(text).not.toMatch(/<[^>]+\son\w+=/)
    }
    expect(seen.size).toBe(3)
  })

  it('requires https in future if it was requested by https', () => {
    const headers: Record<string, string> = {}
    const response = {
      setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
      removeHeader: () => undefined,
    }
    const secure = securityHeaders({ https: true, viteDevServer: false })
    secure({} as never, response as never, () => undefined)
    expect(headers['strict-transport-security']).toMatch(/max-age=(63072000|\d{9,}); ?includeSubDomains/i)
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  })
})

describe('the session cookie', () => {
  it('is HttpOnly and Lax on plain http, and reaches the whole site', async () => {
    const password = 'a quiet river at noon'
    const form = { name: 'Nina Nova', email: 'nina.http@example.org', password, confirmPassword: password }
    const { headers } = await server.ask('/signup', { form })
    const cookie = headers['set-cookie']?.find((each) => each.startsWith('session=')) ?? ''
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).toContain('Path=/')
    expect(cookie).not.toMatch(/Secure|Domain|Max-Age|Expires/)
  })

  it('is bound to the host and to https when the product runs on https, as every other cookie is', async () => {
    const { spawnSync } = await import('node:child_process')
    const program = `
      const { sessionCookie } = await import('#app/platform/requests/session-cookie.server.ts')
      const { guestFlash } = await import('#app/features/accounts/sessions/guest-flash.server.ts')
      const { rememberDevice } = await import('#app/features/accounts/sessions/known-devices.server.ts')
      const { rememberReturnTo } = await import('#app/features/accounts/sessions/return-to.server.ts')
      const { writeSidebar } = await import('#app/features/site/shell/sidebar-cookie.server.ts')
      const cookies = [sessionCookie.serialize('x'), guestFlash({}), rememberDevice(new Request('https://localhost'), 'x'), rememberReturnTo('/'), writeSidebar(true)]
      console.log((await Promise.all(cookies)).join('\\n'))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, PUBLIC_URL: 'https://localhost' },
    })
    const cookies = stdout.trim().split('\n')
    expect(
      cookies.map((cookie) => cookie.split('=')[0]),
      stderr,
    ).toEqual(['session', 'flash', 'device', 'return-to', 'sidebar'].map((name) => `__Host-${name}`))
    for (const cookie of cookies)
      expect(cookie).toMatch(/; Path=\/;(?: Expires=[^;]+;)? HttpOnly; Secure; SameSite=Lax$/)
    expect(cookies[0]).not.toMatch(/Max-Age|Expires/)
  })

  it('is ignored when it is not signed', async () => {
    const { cookie } = await signedIn(createPerson(db))
    expect((await server.ask('/dashboard', { cookie })).status).toBe(200)
    const forged = cookie.replace(/\.[^.]*$/, '.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    for (const wrong of [forged, 'session=', 'session=%', 'session=e30%3D', `session=${'x'.repeat(5000)}`]) {
      expect((await server.ask('/dashboard', { cookie: wrong })).headers.location).toBe('/login')
    }
  })
})

it('carries its data in a script that any text leaves whole', async () => {
  const person = createPerson(db)
  const name = `O'Neil \\' "Sons" </script><!-- & \u2028\nLtd`
  db.update(users).set({ name }).where(eq(users.id, person.actor.id)).run()
  const { cookie } = await signedIn(person)
  const { text } = await server.ask('/dashboard', { cookie })
  const [, script = ''] = /streamController\.enqueue\((.*?)\);<\/script>/s.exec(text) ?? []
  expect(JSON.parse(runInNewContext(script))).toContain(name)
})

it('leaves nothing for the Back button after logout', async () => {
  const { cookie } = await signedIn(createPerson(db))
  const { status, headers } = await server.ask('/logout', { cookie, form: { submit: '' } })
  expect(status).toBe(303)
  expect(headers['clear-site-data']).toBe('"cache"')
})

describe('unknown URLs', () => {
  it('redirect to the landing page, or are 404 for programs', async () => {
    expect(await server.ask('/nowhere')).toMatchObject({ status: 302, headers: { location: '/' } })
    expect(await server.ask('/nowhere/at/all?x=1')).toMatchObject({ status: 302, headers: { location: '/' } })
    expect((await server.ask('/assets/gone.js')).status).toBe(404)
    expect((await server.ask('/gone.png')).status).toBe(404)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await server.ask('/api/no/where?x=1', { method, headers: { Origin: ownOrigin } })
      expect(answer.status).toBe(404)
      expect(answer.json()).toEqual({ error: 'Not found: /api/no/where' })
    }
  })

  it.each([
    '/%',
    '/%00',
    '/%ff',
    '/..%2f..%2fetc/passwd',
    '/../../etc/passwd',
    '//',
    '//[/',
    '//evil.example',
    '/\\evil.example',
    '/__manifest',
    '/__manifest?p=/&version=x',
    '/?_data=root',
    '/?_data=nothing',
    '/?index',
    '/_root.data',
    '/.data',
    '/nowhere.data',
  ])('never cause a server error: %s', async (path) => {
    const { status, headers, text } = await server.ask(path)
    expect(status).toBeLessThan(500)
    if (headers.location) expect(new URL(headers.location, ownOrigin).origin).toBe(ownOrigin)
    expect(text).not.toContain('root:')
  })

  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'HEAD', 'CONNECT' /* refused by Node itself */])(
    'cause no error when requested by %s',
    async (method) => {
      const answer = await server.ask('/', { method }).catch(() => ({ status: 0, text: '' }))
      expect(answer.status).not.toBe(500)
      expect(/\n\s+at |node_modules/.exec(answer.text)?.[0]).toBeUndefined()
    },
  )
})

describe('bodies', () => {
  const megabyte = Buffer.alloc(1_000_001, 'a')
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ownOrigin }

  async function* endless() {
    for (let sent = 0; sent < 3; sent += 1) yield Buffer.alloc(600_000, 'a')
  }

  it('over a megabyte are refused by their declared length', async () => {
    expect((await server.ask('/theme', { method: 'POST', headers: form, body: megabyte })).status).toBe(413)
  })

  it('over a megabyte are refused by their actual length', async () => {
    const answer = await server.ask('/theme', { method: 'POST', headers: form, body: endless() })
    expect(answer.status).toBe(413)
    expect(answer.text).not.toMatch(/at .*\.ts|AppError/)
  })

  it('over a megabyte are refused under /api in the form of the API and the caller’s language', async () => {
    const headers = { ...form, 'Accept-Language': 'de' }
    const answer = await server.ask('/api/nowhere', { method: 'POST', headers, body: megabyte })
    expect([answer.status, answer.json()]).toEqual([
      413,
      {
        success: false,
        error: 'Das ist zu groß. Kürzen Sie den Text oder wählen Sie eine kleinere Datei.',
        code: 'too_large',
      },
    ])
  })

  it('that are malformed cause no failure', async () => {
    const types = [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json',
      'text/plain',
      'nonsense',
    ]
    for (const type of types) {
      const { status } = await server.ask('/theme', {
        method: 'POST',
        headers: { 'Content-Type': type, Origin: ownOrigin },
        body: '--x\r\n\0',
      })
      expect(status, type).toBeLessThan(500)
    }
  })
})

describe('an internal failure', () => {
  it('shows no stack, no SQL and no path, but its request id', async () => {
    // A connection of its own, on which nothing has been prepared yet.
    db = testDatabase()
    const { cookie } = await signedIn(createPerson(db))
    const sqlite = createRequire(import.meta.url)('better-sqlite3')
    const prepare = sqlite.prototype.prepare
    sqlite.prototype.prepare = () => {
      throw Object.assign(
        new Error('SQLITE_CORRUPT: SELECT secret FROM users at /srv/groundwork/db/client.server.ts'),
        {
          code: 'SQLITE_CORRUPT',
        },
      )
    }
    try {
      for (const path of ['/dashboard', '/dashboard.data', '/dashboard?_data=root', '/health']) {
        const { status, text, headers } = await server.ask(path, { cookie })
        expect(status, path).toBeGreaterThanOrEqual(500)
        expect(/SQLITE|SELECT|secret|\/srv\/|\.ts\b|node_modules|\n\s+at /.exec(text)?.[0], path).toBeUndefined()
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
        if (path === '/dashboard') {
          expect(text.includes(String(headers['x-request-id'])), 'the page tells its number').toBe(true)
          expect(text.includes('Oops! Something went wrong')).toBe(true)
        }
      }
    } finally {
      sqlite.prototype.prepare = prepare
    }
    expect((await server.ask('/dashboard', { cookie })).status).toBe(200)
  })
})

const htmlTag = (text: string) => /<html[^>]*>/.exec(text)?.[0] ?? ''

describe('the language and the theme', () => {
  it('are correct in the first byte', async () => {
    const asked = async (languages: string) =>
      htmlTag((await server.ask('/', { headers: { 'Accept-Language': languages } })).text)
    expect(await asked('fi')).toContain('lang="fi" dir="ltr"')
    expect(await asked('sv-FI,sv;q=0.9,en;q=0.5')).toContain('lang="sv" dir="ltr"')
    expect(await asked('ar')).toContain('lang="en" dir="ltr"')
    expect(await asked('no;q=0.9,tlh')).toContain('lang="nb" dir="ltr"')
    expect(await asked('*;q=, "')).toContain('lang="en"')
    expect(htmlTag((await server.ask('/')).text)).toContain('data-theme="space"')
  })

  it('are chosen by a form, and an unknown value is ignored', async () => {
    for (const [path, form, sign] of [
      ['/theme', { theme: 'japan' }, 'data-theme="japan"'],
      ['/language', { language: 'fi' }, 'lang="fi"'],
    ] as const) {
      const chosen = await server.ask(path, { form })
      expect([302, 303]).toContain(chosen.status)
      const cookie = chosen.headers['set-cookie']?.map((each) => each.split(';')[0]).join('; ')
      expect(htmlTag((await server.ask('/', { cookie })).text)).toContain(sign)
    }
    for (const [path, form] of [
      ['/theme', { theme: '"><script>' }],
      ['/language', { language: 'klingon' }],
    ] as const) {
      expect(String((await server.ask(path, { form })).headers['set-cookie'])).not.toMatch(/theme=|language=/)
    }
  })
})
