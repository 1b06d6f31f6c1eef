import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
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
/** What a program is told under /api, and everybody else as it is. */
const told = (path: string) =>
  /^\/api\b/.test(path) ? JSON.stringify({ success: false, error: refusal, code: 'forbidden' }) : refusal

/** Every route that can write, and one that no route takes. */
async function writers() {
  const routes = (await allRoutes()).filter((route) => route.path !== null && route.module.action)
  return [
    ...routes.map(({ id, path }) => ({ id, path: `/${path}`.replace(/:\w+/g, newId()).replace('*', 'anything') })),
    { id: 'nowhere', path: '/nowhere' },
  ]
}

/** The ways by which one action can be reached: as a page, as a resource of its own, by fetcher of old and new. */
const ways = (id: string, path: string) => [
  path,
  `${path}?_data=${encodeURIComponent(id)}`,
  `${path.replace(/\/$/, '/_root')}.data`,
  `${path}?index`,
]

const foreign: Array<[string, Record<string, string>]> = [
  ['a foreign Origin', { Origin: 'https://evil.example' }],
  ["the Origin 'null'", { Origin: 'null' }],
  ['our Origin as part of another', { Origin: `${ownOrigin}.evil.example` }],
  ['our Origin as the user of another', { Origin: `${ownOrigin}@evil.example` }],
  ['our Origin on another port', { Origin: `${ownOrigin}1` }],
  ['a foreign Origin and a forwarded host', { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }],
  ['a foreign page that hides its Origin', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a neighbour that hides its Origin', { 'Sec-Fetch-Site': 'same-site' }],
  ['a foreign Referer', { Referer: 'https://evil.example/' }],
  ['a Referer that is none', { Referer: 'about:blank' }],
  ['nothing that says where it comes from', {}],
]

it.each(foreign)(
  'refuses every write with %s, and nothing changes',
  async (_name, headers) => {
    const changes = () => db.$client.prepare('SELECT total_changes()').pluck().get()
    const before = changes()
    const routes = await writers()
    const tried: string[] = []
    for (const cookie of cookies) {
      for (const { id, path } of routes) {
        for (const way of ways(id, path)) {
          for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
            const body = 'theme=japan'
            const answer = await server.ask(way, {
              method,
              body,
              cookie,
              headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
            })
            if (answer.status !== 403 || answer.text !== told(way) || answer.headers['set-cookie'])
              tried.push(`${method} ${way}: ${answer.status}`)
          }
        }
      }
    }
    expect(tried).toEqual([])
    expect(changes()).toBe(before)
  },
  120_000,
)

it('lets the same writes of our own pages through to their routes', async () => {
  for (const { id, path } of await writers()) {
    for (const way of ways(id, path)) {
      const { text } = await server.ask(way, { form: {}, cookie: cookies[0] })
      expect(text === told(way), way).toBe(false)
    }
  }
}, 60_000)

it('lets programs without a cookie write, for they have nothing to steal', async () => {
  const { status } = await server.ask('/api/nowhere', {
    method: 'POST',
    body: '{}',
    headers: { 'Content-Type': 'application/json' },
  })
  expect(status).toBe(404)
})

it('has no action that reads its form past readForm, where a broken body would be an error of ours', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const direct = files.filter(
    (file) =>
      file !== 'platform/form.server.ts' && /\brequest\.formData\(/.test(readFileSync(join('app', file), 'utf8')),
  )
  expect(direct).toEqual([])
})

it('has no loader that writes: a link from anywhere must change nothing', async () => {
  const counted = (await allRoutes()).filter((route) => route.path !== null && route.module.loader)
  const written: string[] = []
  const changes = () => Number(db.$client.prepare('SELECT total_changes()').pluck().get())
  for (const { path } of counted) {
    const way = `/${path}`.replace(/:\w+/g, newId()).replace('*', 'anything')
    for (const cookie of cookies) {
      const before = changes()
      await server.ask(way, { cookie })
      if (changes() !== before) written.push(way)
    }
  }
  expect(written).toEqual([])
})
