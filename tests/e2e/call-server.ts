import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { closeDatabase, migrateDatabase, openDatabase } from '#db/client.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { freePort } from '#tests/bench/inspector.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { visit } from './call-parts.ts'
import type { PersonPage } from './fixtures.ts'

/** A server of its own, which a test may kill and start again, with some people in one conversation. */
export async function callServer(
  people: number,
  { env = {}, within }: { env?: Record<string, string>; within?: string[] } = {},
) {
  const folder = temporaryFolder()
  const db = openDatabase(join(folder.path, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const members = Array.from({ length: people }, () => createPerson(db, { now: Date.now() }))
  const type = people === 2 ? 'direct' : 'group'
  const { id: conversationId } = createConversation(db, { type, members, createdAt: Date.now() })
  const port = await freePort()
  const address = `http://localhost:${port}`
  const start = () =>
    startBuilt({
      dataDir: folder.path,
      env: { PORT: String(port), PUBLIC_URL: address, RATE_LIMITS: 'off', LOG_LEVEL: 'info', ...env },
      ...(within && { within }),
    })
  let server = await start()
  return {
    db,
    members,
    conversationId,
    async kill() {
      server.process.kill('SIGKILL')
      await server.exited
    },
    async startAgain() {
      server = await start()
    },
    /** The page of each person, the first on the conversation; all of them hear calls. */
    async pages(browser: Browser): Promise<Page[]> {
      return Promise.all(
        members.map(async (member, index) => {
          const context = await browser.newContext({ locale: 'en-GB', baseURL: address })
          const [name = '', value = ''] = (await signedIn(member)).cookie.split(/=(.*)/s)
          await context.addCookies([{ name, value, url: address }])
          const page = (await context.newPage()) as PersonPage
          return visit(page, index === 0 ? `/messages/${conversationId}` : '/dashboard')
        }),
      )
    },
    /** How the call has ended for each person. */
    endings: () =>
      members.map(({ actor }: UserContext) => {
        const own = eq(callParticipants.userId, actor.id)
        return db.select({ reason: callParticipants.reason }).from(callParticipants).where(own).get()?.reason
      }),
    async close() {
      server.process.kill('SIGKILL')
      await server.exited
      closeDatabase(db)
      folder.remove()
    },
  }
}

/** A relay on the loopback interface with this secret; it ends by `stop`. Its users are those of coturn's REST scheme. */
export async function startRelay(secret: string) {
  const port = await freePort()
  const options = {
    ...{ 'listening-ip': '127.0.0.1', 'relay-ip': '127.0.0.1', 'listening-port': port },
    ...{ 'static-auth-secret': secret, realm: 'localhost', 'log-file': 'stdout', pidfile: '/dev/null' },
  }
  const flags = [
    '-n',
    '--use-auth-secret',
    '--no-cli',
    '--no-tls',
    '--no-dtls',
    '--allow-loopback-peers',
    '--simple-log',
  ]
  const args = [...flags, ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)]
  const relay = spawn('turnserver', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let log = ''
  relay.stdout.on('data', (text: Buffer) => {
    log += text
  })
  await expect.poll(() => log, { timeout: 20_000 }).toContain('Total General servers')
  return { url: `turn:127.0.0.1:${port}?transport=udp`, stop: () => relay.kill('SIGKILL') }
}
