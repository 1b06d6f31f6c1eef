import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '#app/features/accounts/passwords.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { givePassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { benchPassword } from './bench-password.ts'
import { openConnections } from './connections.ts'
import { interleaved, middle, paced, page, type Round, type Server, type Target } from './measure.ts'
import type { Servers } from './processes.ts'
import type { Report } from './report.ts'
import { seedPages } from './seed-pages.ts'

const attemptsPerMinute = 200
const quietMs = 12_000

/** Logging in, the dashboard and the count at the bell beside their baselines, and what attempts to log in cost others. */
export async function measureAccounts({ serve, startFloor }: Servers, { compare, note }: Report): Promise<void> {
  const { server, cookie, email } = await serve(seedAccounts)
  const floor = await startFloor('tests/bench/accounts-floor.ts')
  const dashboard = page(server, '/dashboard', { Cookie: cookie })
  const html = await (await fetch(`http://127.0.0.1:${server.port}/dashboard`, { headers: { Cookie: cookie } })).text()
  const stock = await startFloor('tests/bench/floor-server.ts', { 'list.html': html, 'landing.html': '' })
  const unread = '/api/notifications/unread-count'
  const rounds = await interleaved({
    login: login(server, () => ({ email, password: benchPassword })),
    verify: login(floor, () => ({ password: benchPassword })),
    dashboard,
    stock: page(stock, '/list'),
    unread: page(server, unread, { Cookie: cookie, Accept: 'application/json' }),
    count: page(floor, '/'),
  })
  const beside = (what: string, ours: Round[], floor: Round[]) => {
    const processor = [ours, floor].map((of) => middle(of.map((round) => round.processor)).median.toFixed(2))
    const ratio = middle(ours.map(({ rate: top }, index) => top / (floor[index]?.rate ?? 0))).median
    note(what, ratio, '×', `processor ${processor.join(' and ')} ms`)
  }
  beside('login, of an argon2 check and one row', rounds.login, rounds.verify)
  beside('dashboard, of a stock route of its markup', rounds.dashboard, rounds.stock)
  beside('unread count, of a bare count', rounds.unread, rounds.count)

  const rate = middle(rounds.dashboard.map(({ rate: top }) => top)).median / 4
  const { whole: quiet } = await paced(dashboard, rate, quietMs)
  const stop = startAttempts(server)
  const { whole: busy } = await paced(dashboard, rate, quietMs)
  const attempts = await stop()
  note('attempts to log in meanwhile', (attempts * 60_000) / quietMs, 'per minute')
  const detail = `p99 ${quiet.p99.toFixed(1)} without and ${busy.p99.toFixed(1)} ms with them, at ${Math.round(rate)} pages/s`
  compare('what they cost others at p99', busy.p99 - quiet.p99, 50, 'less', ' ms', detail)
}

/** Attempts with wrong passwords for as many addresses, at an even rate, until the returned function is called; it returns their number. */
function startAttempts(server: Server): () => Promise<number> {
  const { call } = login(server, () => ({ email: `${newId()}@example.org`, password: 'a wrong one' }))
  let [sent, isOver] = [0, false]
  const attempt = async () => {
    const connections = await openConnections(server.port, 4)
    const asked: Promise<unknown>[] = []
    while (!isOver) {
      const connection = connections[sent % connections.length]
      if (connection) asked.push(connection.ask(call(null)))
      sent += 1
      await wait(60_000 / attemptsPerMinute)
    }
    await Promise.all(asked)
    for (const connection of connections) connection.close()
    return sent
  }
  const ended = attempt()
  return () => {
    isOver = true
    return ended
  }
}

const login = (server: Server, fields: () => Record<string, string>): Target => ({
  server,
  call: () => ({ method: 'POST', path: '/login', body: new URLSearchParams(fields()).toString() }),
})

async function seedAccounts(dataDir: string): Promise<{ cookie: string; email: string }> {
  await seedPages(dataDir)
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  const person = createPerson(db, { now: Date.now() })
  await givePassword(person, await hashPassword(benchPassword))
  const { cookie } = await signedIn(person)
  db.$client.close()
  return { cookie, email: person.actor.email }
}
