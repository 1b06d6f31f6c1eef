// One server of four processes: a supervisor, a writer and two renderers (decision 53).
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type Database, openDatabase } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { type Worker, workersOf } from '#tests/setup/process-tree.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { openSocket, untilDisconnected } from '#tests/setup/sockets.ts'

const token = 'a token for the figures, 32 characters or more'
const folder = temporaryFolder()
let server: BuiltServer
let db: Database
beforeAll(async () => {
  const env = { PUBLIC_URL: 'http://localhost:3000', WEB_PROCESSES: '2', METRICS_TOKEN: token }
  server = await startBuilt({ dataDir: folder.path, env })
  db = openDatabase(join(folder.path, 'groundwork.db'))
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.exited
  db.$client.close()
  folder.remove()
})

const patiently = { timeout: 30_000 }
const processes = (role: Worker['role']) =>
  workersOf(server.process.pid)
    .filter((worker) => worker.role === role)
    .map(({ pid }) => pid)

type Visitor = CompanyContext & { cookie: string }
async function visitor(): Promise<Visitor> {
  const person = createPerson(db, { now: Date.now() })
  return { ...person, cookie: (await signedIn(person)).cookie }
}
/** Each request has a connection of its own, so that the renderers take turns. */
const page = (path: string, cookie: string, headers = {}) =>
  server.ask(path, { cookie, headers: { Accept: 'text/html', ...headers } })
const chooseTheme = (theme: string, cookie: string) =>
  server.ask('/theme', { form: { theme }, cookie, headers: { Referer: 'http://localhost:3000/settings' } })
const storedTheme = ({ actor }: Visitor) =>
  db.$client.prepare('SELECT theme FROM users WHERE id = ?').pluck().get(actor.id)

it('shows in every process what a form has stored, and its message once', async () => {
  const anna = await visitor()
  for (const theme of ['sweden', 'france']) {
    const answer = await chooseTheme(theme, anna.cookie)
    expect(answer.status).toBe(303)
    expect(storedTheme(anna)).toBe(theme)
    const shown = await page('/settings', anna.cookie)
    const later = [await page('/settings', anna.cookie), await page('/settings', anna.cookie)]
    for (const { text } of [shown, ...later]) expect(text).toContain(`data-theme="${theme}"`)
    expect(shown.text).toContain('activated')
    for (const { text } of later) expect(text).not.toContain('activated')
  }
})

it('gives the writer the address of the client, whatever the client says it is', async () => {
  const anna = await visitor()
  const form = { theme: 'sweden' }
  await server.ask('/theme', { form, cookie: anna.cookie, headers: { 'X-Groundwork-Peer': '6.6.6.6' } })
  const addresses = db.$client.prepare('SELECT DISTINCT ip FROM audit_log WHERE actor_id = ?').pluck()
  expect(addresses.all(anna.actor.id)).toEqual(['127.0.0.1'])
})

it('knows in every process a page that the browser has', async () => {
  const { cookie } = await visitor()
  // A version holds for its minute, which may end in between; then the page is asked for again.
  const asked = async () => {
    const { etag } = (await page('/projects', cookie)).headers
    const again = [1, 2].map(() => page('/projects', cookie, { 'If-None-Match': etag }))
    return (await Promise.all(again)).map(({ status }) => status)
  }
  await expect.poll(asked, patiently).toEqual([304, 304])
})

it('keeps bids sealed in every process', async () => {
  const [client, bidder] = [await visitor(), await visitor()]
  const { id } = createOpenProject(client, { bidDeadline: Date.now() + 10 * day })
  createSubmittedBid(bidder, id, 4242)
  // 121 units of 4 242 euros, with 25.5 % VAT and without.
  const amounts = ['644,168.91', '51328200']
  for (const _process of [1, 2]) {
    expect((await page('/bids', bidder.cookie)).text).toContain(amounts[0])
    const { text } = await page(`/projects/${id}`, client.cookie)
    expect(text).toContain('Tapiola')
    for (const amount of amounts) expect(text).not.toContain(amount)
  }
})

it('ends a session in every process, and its sockets', async () => {
  const { cookie } = await visitor()
  const [socket, polling] = await Promise.all([
    openSocket(server.port, { cookie }),
    openSocket(server.port, { cookie, transport: 'polling' }),
  ])
  const ended = [socket, polling].map(untilDisconnected)
  expect((await page('/dashboard', cookie)).status).toBe(200)
  expect((await server.ask('/logout', { method: 'POST', form: {}, cookie })).status).toBe(303)
  const after = await Promise.all([page('/dashboard', cookie), page('/dashboard', cookie)])
  expect(after.map(({ headers }) => headers.location)).toEqual(['/login', '/login'])
  await Promise.all(ended)
})

it('shows the figures of all processes', async () => {
  const { cookie } = await visitor()
  const socket = await openSocket(server.port, { cookie })
  await page('/settings', cookie)
  const { text } = await server.ask('/metrics', { headers: { Authorization: `Bearer ${token}` } })
  socket.disconnect()
  expect(text).toMatch(/^http_requests_total\{method="GET",route="\/settings",status="200"\} [1-9]/m)
  expect(text).toMatch(/^http_requests_total\{method="POST",route="\/theme",status="303"\} [1-9]/m)
  expect(text).toMatch(/^sockets\{kind="socket.io"\} 1$/m)
})

it('stops with all its processes within five seconds', async () => {
  const { cookie } = await visitor()
  const disconnected = untilDisconnected(await openSocket(server.port, { cookie }))
  const began = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(5000)
  await disconnected
  for (const role of ['writer', 'renderer'] as const) expect(processes(role)).toEqual([])
})
