import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { env } from './platform/env.server.ts'

const token = 'c1b5e2a97d3f48600a6b92c4e8f7d135'
const authorization = `Bearer ${token}`

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  env.METRICS_TOKEN = token
})

async function read(): Promise<string> {
  const answer = await server.ask('/metrics', { headers: { authorization } })
  expect(answer.status).toBe(200)
  return answer.text
}

/** The value of a line such as `sockets{kind="peer"}`; 0 where there is none. */
async function figure(line: string): Promise<number> {
  const found = (await read()).split('\n').find((each) => each.startsWith(`${line} `))
  return Number(found?.slice(line.length) ?? 0)
}

it('is not there without METRICS_TOKEN', async () => {
  env.METRICS_TOKEN = undefined
  for (const headers of [{}, { authorization: 'Bearer undefined' }, { authorization: 'Bearer ' }])
    expect((await server.ask('/metrics', { headers })).status).toBe(404)
})

it('refuses everything but the token', async () => {
  const wrong = ['', 'Bearer', 'Bearer ', `Bearer ${token}0`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token]
  for (const authorization of wrong) {
    const answer = await server.ask('/metrics', { headers: { authorization } })
    expect([authorization, answer.status, answer.headers['www-authenticate']]).toEqual([authorization, 401, 'Bearer'])
    expect(answer.text).not.toContain('http_requests_total')
  }
})

it('answers in the format of Prometheus, and is stored nowhere', async () => {
  const answer = await server.ask('/metrics', { headers: { authorization } })
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  for (const line of answer.text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? ([-+\d.e]+|Nan|\+Inf))$|^$/)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'http_connections'])
    expect(answer.text).toContain(`\n${name} `)
})

it('counts and times requests by route, method and status', async () => {
  const { cookie } = await signedIn(createPerson(db))
  const count = 'http_requests_total{method="GET",route="/projects/:projectId",status="404"}'
  const timed = 'http_request_duration_seconds_count{method="GET",route="/projects/:projectId"}'
  const before = [await figure(count), await figure(timed)]
  for (const id of ['0193f1c2-secret-one', '0193f1c2-secret-two'])
    await server.ask(`/projects/${id}?key=hidden`, { cookie })
  expect([await figure(count), await figure(timed)]).toEqual(before.map((value) => value + 2))
})

it('has no part of a URL that a visitor chose', async () => {
  for (const path of [
    '/hidden-page',
    '/shared/invoice/hidden-share',
    '/verify/hidden',
    '/login?a=hidden',
    '/hidden.png',
  ])
    await server.ask(path)
  await server.ask('/login', { method: 'PROPFIND', headers: { 'User-Agent': 'hidden' } })
  const text = await read()
  expect(text).not.toContain('hidden')
  expect(text).not.toContain('PROPFIND')
  expect(text).toContain('route="/shared/invoice/:shareId"')
})

it('counts refusals by limit', async () => {
  const refused = 'limit_refusals_total{limit="login-account-address"}'
  const before = await figure(refused)
  const form = { email: 'metrics@company.example', password: 'wrong' }
  for (let attempt = 0; attempt < 6; attempt += 1) await server.ask('/login', { form })
  expect(await figure(refused)).toBe(before + 1)
})

it('counts requests that contradict TRUST_PROXY, other than those for health and metrics', async () => {
  const before = await figure('proxy_contradictions_total')
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  for (const path of ['/pricing', '/health', '/pricing']) await server.ask(path, { headers })
  expect(await figure('proxy_contradictions_total')).toBe(before + 2)
})

it('shows mails and events that wait, and jobs that ran', async () => {
  const waiting = await figure('mails_waiting')
  transact(db, (tx) => {
    enqueueMail(tx, testNow, { to: 'a@example.org', locale: 'en', template: 'verifyEmail', params: {} })
    // It was tried and waits for the next time, so that the job does not send it meanwhile.
    tx.update(mails)
      .set({ nextAttemptAt: Date.now() + 3_600_000 })
      .where(eq(mails.recipient, 'a@example.org'))
      .run()
  })
  expect(await figure('mails_waiting')).toBe(waiting + 1)
  expect(await figure('mails_age_seconds')).toBeGreaterThan(0)
  expect(await figure('job_runs_total{job="open due bids",outcome="done"}')).toBeGreaterThan(0)
  expect(await figure('outbox_parked_events')).toBe(0)
  expect(await figure('database_bytes')).toBeGreaterThan(100_000)
  expect(await figure('disk_free_bytes')).toBeGreaterThan(0)
})
