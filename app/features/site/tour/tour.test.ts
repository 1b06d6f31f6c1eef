import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { sampleAt, tourSteps } from './sample.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let cookie: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(owner)).cookie
})
afterAll(() => server.stop())

it('adds up: the milestones are the lowest complete bid, with VAT', () => {
  const { comparison, winner, total, parts } = sampleAt('sign')
  // 18,400 + 85 × 762 + 85 × 1,676
  expect(comparison.lowestCompleteCents).toBe(22_563_000)
  expect(winner).toBe('A')
  expect(comparison.totals.map(({ isComplete }) => isComplete)).toEqual([true, true, false])
  // The VAT of each milestone is rounded by itself, as in a contract.
  expect(total).toEqual({ netCents: 22_563_000, vatCents: 5_753_566, grossCents: 28_316_566 })
  expect(parts.map(({ status }) => status)).toEqual(['planned', 'planned', 'planned'])
  for (const step of tourSteps) {
    const { parts, heldCents, releasedCents, total } = sampleAt(step)
    const planned = parts
      .filter(({ status }) => status === 'planned')
      .reduce((sum, { grossCents }) => sum + grossCents, 0)
    expect(planned + heldCents + releasedCents).toBe(total.grossCents)
  }
})

it('shows each step, and the first for an unknown one', async () => {
  for (const step of tourSteps) {
    const { status, text } = await server.ask(`/tour?step=${step}`, { cookie })
    expect(status).toBe(200)
    expect(text).toContain('This is a sample')
    expect(text).toMatch(/aria-current="step"/)
  }
  const { text } = await server.ask('/tour?step=castle', { cookie })
  expect(text).toContain('What was asked for')
  expect((await server.ask('/tour?step=compare', { cookie })).text).toContain('Missing')
})

it('says of the incomplete bid, beside its lower total, that it is not ranked, and of no other', async () => {
  const { text } = await server.ask('/tour?step=compare', { cookie })
  // 19,900 + 85 × 731: less than the lowest complete bid, without the frame.
  const [, ofIncomplete = ''] = text.split('€82,035.00')
  expect(ofIncomplete.slice(0, 200)).toContain('Lacks 1 line, so it isn’t ranked')
  expect(text.match(/isn’t ranked/g)).toHaveLength(text.match(/€82,035\.00/g)?.length ?? 0)
})

it('is put on the dashboard and removed, and leaves nothing in the database', async () => {
  const everything = () =>
    db.$client
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all()
      .map(({ name }) => [name, db.$client.prepare(`SELECT count(*) AS n FROM "${name}"`).get()])
  const dashboard = async (cookies: string) => (await server.ask('/dashboard', { cookie: cookies })).text
  expect(await dashboard(cookie)).toContain('See a sample project first')
  expect(await dashboard(cookie)).not.toContain('Open the sample')
  const before = everything()
  const shown = await server.ask('/tour', { cookie, form: { show: 'yes' } })
  expect([shown.status, shown.headers.location]).toEqual([303, '/dashboard'])
  const sample = String(shown.headers['set-cookie']).split(';')[0] ?? ''
  expect(await dashboard(`${cookie}; ${sample}`)).toContain('Open the sample')
  const gone = await server.ask('/tour', { cookie: `${cookie}; ${sample}`, form: { show: 'no' } })
  expect(String(gone.headers['set-cookie'])).toContain('Max-Age=0')
  expect(everything()).toEqual(before)
  expect((await server.ask('/tour')).headers.location).toBe('/login')
})
