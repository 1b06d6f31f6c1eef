// Processes of one server that stand still, are killed and are started again (decision 53). Nobody waits for ever.
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { type Worker, workersOf } from '#tests/setup/process-tree.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { openSocket, untilDisconnected } from '#tests/setup/sockets.ts'

const folder = temporaryFolder()
let server: BuiltServer
let db: Database
/** The renderers that the server started with. */
let first: number[]
beforeAll(async () => {
  server = await startBuilt({ dataDir: folder.path, env: { PUBLIC_URL: 'http://localhost:3000', WEB_PROCESSES: '2' } })
  first = processes('renderer')
  db = openDatabase(join(folder.path, 'groundwork.db'))
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.exited
  db.$client.close()
  folder.remove()
})

beforeEach(() => onTestFailed(() => console.error(server.log())))

const patiently = { timeout: 30_000 }
/** The longest that anybody may wait (ms): a form waits five seconds for the next writer. */
const bound = 15_000

/** @throws Error when it takes longer than anybody may wait */
async function bounded<T>(what: string, outcome: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`${what} took longer than ${bound} ms`)), bound)
  })
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer))
}

const processes = (role: Worker['role']) =>
  workersOf(server.process.pid)
    .filter((worker) => worker.role === role)
    .map(({ pid }) => pid)
const processOf = (role: Worker['role']) => processes(role)[0] ?? Number.NaN

/** Waits until both renderers serve: while the only other one is starting, nobody listens after a kill. */
async function bothRenderers(): Promise<void> {
  const restarted = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('that was started again serves'))
  const serves = (pid: number) => first.includes(pid) || restarted().some((line) => line.includes(String(pid)))
  await expect.poll(() => processes('renderer').filter(serves), patiently).toHaveLength(2)
}

async function visitor() {
  const person = createPerson(db, { now: Date.now() })
  return { ...person, cookie: (await signedIn(person)).cookie }
}
const page = (path: string, cookie: string) =>
  bounded(path, server.ask(path, { cookie, headers: { Accept: 'text/html' } }))
const chooseTheme = (theme: string, cookie: string) =>
  bounded(
    `the theme ${theme}`,
    server.ask('/theme', { form: { theme }, cookie, headers: { Referer: 'http://localhost:3000/settings' } }),
  )
const storedTheme = ({ actor }: Awaited<ReturnType<typeof visitor>>) =>
  db.$client.prepare('SELECT theme FROM users WHERE id = ?').pluck().get(actor.id)

/** A connection on which the test writes byte by byte what a client would. */
function rawClient() {
  const socket = connect(server.port, '127.0.0.1').on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  let received = ''
  let heard = () => {}
  socket.on('data', (piece) => {
    received += piece.toString('latin1')
    heard()
  })
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  const until = (text: string) =>
    bounded(
      `"${text}"`,
      new Promise<void>((done) => {
        heard = () => received.includes(text) && done()
        heard()
      }),
    )
  return {
    say: (bytes: string | Buffer) => void socket.write(bytes),
    until,
    closed,
    /** Asks for a page's head and waits for it; the connection stays open. */
    async head() {
      received = ''
      socket.write('HEAD /login HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await until('\r\n\r\n')
    },
  }
}
async function keptConnections(count: number) {
  const all = []
  for (let index = 0; index < count; index += 1) {
    const client = rawClient()
    await client.head()
    all.push(client)
  }
  return all
}

function upgradeRequest(cookie: string): string {
  const headers = {
    Host: 'localhost:3000',
    Origin: 'http://localhost:3000',
    Cookie: cookie,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.join('')}\r\n`
}
/** "40", by which a Socket.IO client asks to be admitted, as a masked text frame (RFC 6455, 5.2). */
const askToBeAdmitted = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30])

it('loses nothing that a client says while its connection is handed over', async () => {
  const { cookie } = await visitor()
  const [client, ...others] = await keptConnections(4)
  const everyRenderer = () => Promise.all(others.map((other) => other.head()))

  server.process.kill('SIGSTOP')
  client?.say(upgradeRequest(cookie))
  await everyRenderer()
  client?.say(askToBeAdmitted)
  await everyRenderer()
  server.process.kill('SIGCONT')

  await client?.until('40{"sid"')
})

it('answers those whose connection a renderer had been given when it was killed', async () => {
  const { cookie } = await visitor()
  await bothRenderers()
  const renderer = processOf('renderer')
  let answered = 0
  process.kill(renderer, 'SIGSTOP')
  const asked = Array.from({ length: 4 }, () => page('/settings', cookie).finally(() => (answered += 1)))
  const all = Promise.all(asked)
  await expect.poll(() => answered, patiently).toBe(3)

  process.kill(renderer, 'SIGKILL')
  for (const { status } of await all) expect(status).toBe(200)
  for (const _process of [1, 2]) expect((await page('/settings', cookie)).status).toBe(200)
})

it('closes the sockets and answers the forms that a writer had been given when it was killed', async () => {
  const { cookie } = await visitor()
  const [first, second, ...others] = await keptConnections(6)
  const writer = processOf('writer')
  process.kill(writer, 'SIGSTOP')
  for (const client of [first, second]) client?.say(upgradeRequest(cookie))
  const form = chooseTheme('sweden', cookie)
  await Promise.all(others.map((other) => other.head()))
  // Its connection passes the supervisor after those that are handed over.
  await page('/login', '')

  process.kill(writer, 'SIGKILL')
  await bounded('closing the sockets', Promise.all([first?.closed, second?.closed]))
  expect([303, 500, 503]).toContain((await form).status)
  await expect.poll(async () => (await chooseTheme('france', cookie)).status, patiently).toBe(303)
})

it('loses nothing that was acknowledged when a process is killed, and starts it again', async () => {
  const anna = await visitor()
  await bothRenderers()
  const renderer = processOf('renderer')
  const writer = processOf('writer')
  const socket = await bounded('the socket', openSocket(server.port, { cookie: anna.cookie }))
  const disconnected = untilDisconnected(socket)
  await chooseTheme('sweden', anna.cookie)
  await page('/settings', anna.cookie)

  process.kill(renderer, 'SIGKILL')
  await expect.poll(() => processes('renderer').filter((pid) => pid !== renderer), patiently).toHaveLength(2)
  expect(socket.connected).toBe(true)

  process.kill(writer, 'SIGKILL')
  await bounded('disconnecting the socket', disconnected)
  // A page does not wait for the next writer. A form does, and is refused if that takes longer than five seconds.
  expect((await page('/settings', anna.cookie)).text).toContain('data-theme="sweden"')
  await expect.poll(async () => (await chooseTheme('france', anna.cookie)).status, patiently).toBe(303)
  expect(storedTheme(anna)).toBe('france')
  expect(processes('writer')).not.toContain(writer)
  expect((await bounded('/health', server.ask('/health'))).status).toBe(200)
})
