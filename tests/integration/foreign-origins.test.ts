import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { foreignOrigins } from '#tests/factories/foreign-origins.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { allRoutes } from '#tests/setup/pages.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let cookies: string[]
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  cookies = [(await signedIn(createPerson(db))).cookie, (await signedIn(createAdmin(db, 'super_admin'))).cookie]
})
afterAll(() => server.stop())

const refusal = 'This request didn’t come from our site. Reload the page and try again.'
/** The expected refusal: JSON under /api, text elsewhere. */
const refusalBody = (path: string) =>
  /^\/api\b/.test(path) ? JSON.stringify({ success: false, error: refusal, code: 'forbidden' }) : refusal

/** Every route that can write, and a path without a route. */
async function writers() {
  const routes = (await allRoutes()).filter((route) => route.path !== null && route.module.action)
  return [
    ...routes.map(({ id, path }) => ({ id, path: `/${path}`.replace(/:\w+/g, newId()).replace('*', 'anything') })),
    { id: 'nowhere', path: '/nowhere' },
  ]
}

/** The addresses that reach one action: as a page, as a resource route, by old and new fetchers. */
const requestUrls = (id: string, path: string) => [
  path,
  `${path}?_data=${encodeURIComponent(id)}`,
  `${path.replace(/\/$/, '/_root')}.data`,
  `${path}?index`,
]

/** Every URL of every route that can write, with every method. */
async function writes() {
  const addresses = (await writers()).flatMap(({ id, path }) => requestUrls(id, path))
  return addresses.flatMap((url) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ url, method })))
}

// origin-check.test.ts decides what is foreign; this test proves that every write passes that check first.
it('refuses every write of a foreign page with any headers, and nothing changes', async () => {
  const changes = () => db.$client.prepare('SELECT total_changes()').pluck().get()
  const before = changes()
  const tried: string[] = []
  let turn = 0
  for (const { url, method } of await writes()) {
    for (const cookie of cookies) {
      const [name, foreign] = foreignOrigins[turn % foreignOrigins.length] ?? ['', {}]
      turn += 1
      const headers = { ...foreign, 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await server.ask(url, { method, body: 'theme=japan', cookie, headers })
      if (answer.status !== 403 || answer.text !== refusalBody(url) || answer.headers['set-cookie'])
        tried.push(`${method} ${url} with ${name}: ${answer.status}`)
    }
  }
  expect(tried).toEqual([])
  expect(turn).toBeGreaterThan(100 * foreignOrigins.length)
  expect(changes()).toBe(before)
}, 60_000)

it('lets the same writes of our own pages through', async () => {
  for (const { id, path } of await writers()) {
    for (const url of requestUrls(id, path)) {
      const { text } = await server.ask(url, { form: {}, cookie: cookies[0] })
      expect(text === refusalBody(url), url).toBe(false)
    }
  }
}, 60_000)

it('lets programs without a cookie write, because they have nothing to steal', async () => {
  const { status } = await server.ask('/api/nowhere', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(status).toBe(404)
})

it('has no action that bypasses readForm, where a broken body would become a server error', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const direct = files.filter(
    (file) =>
      file !== 'platform/forms/form.server.ts' && /\brequest\.formData\(/.test(readFileSync(join('app', file), 'utf8')),
  )
  expect(direct).toEqual([])
})

it('has no loader that writes: a link from anywhere must change nothing', async () => {
  const counted = (await allRoutes()).filter((route) => route.path !== null && route.module.loader)
  const written: string[] = []
  const changes = () => Number(db.$client.prepare('SELECT total_changes()').pluck().get())
  for (const { path } of counted) {
    const url = `/${path}`.replace(/:\w+/g, newId()).replace('*', 'anything')
    for (const cookie of cookies) {
      const before = changes()
      await server.ask(url, { cookie })
      if (changes() !== before) written.push(url)
    }
  }
  expect(written).toEqual([])
})
