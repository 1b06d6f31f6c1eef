import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { usageOf } from '#app/features/accounts/quotas.server.ts'
import { listTaggedProjects } from '#app/features/finance/tags.server.ts'
import { openSubjectConversation } from '#app/features/groups/open-subject-conversation.server.ts'
import { addSampleProject, removeSampleProject } from '#app/features/projects/add-sample-project.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { saveProjectTemplate } from '#app/features/projects/templates/save-project-template.server.ts'
import type { Database } from '#db/client.server.ts'
import { projects } from '#db/schema/projects.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { sampleAt, tourSteps } from './sample.ts'
import { sampleWords } from './sample-words.server.ts'

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

/** Every row of the database, by table: not the audit trail, which only grows, the counter of changes, and the inside of the full-text indexes. */
const everything = () =>
  Object.fromEntries(
    db.$client
      .prepare<[], { name: string }>(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('audit_log', 'data_version')
           AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_fts_*'`,
      )
      .all()
      .map(({ name }) => [name, db.$client.prepare(`SELECT * FROM "${name}"`).all()]),
  )
const read = async (path: string, as = cookie) => (await server.ask(path, { cookie: as })).text
const press = (path: string, form: Record<string, string>, as = cookie) => server.ask(path, { cookie: as, form })

it('stands in the workspace as a draft, for all of the company and nobody else, and leaves nothing when it is removed', async () => {
  const colleague = await signedIn(createPerson(db, { company: owner.company }))
  const other = await signedIn(createPerson(db))
  expect(await read('/dashboard')).toContain('See a sample project first')
  const before = everything()
  const loaded = await press('/tour', { verb: 'load' })
  expect(loaded.status).toBe(303)
  const to = String(loaded.headers.location)
  expect(to).toMatch(/^\/projects\/[\w-]{36}$/)
  const page = await read(to)
  for (const text of ['This is a sample project', 'Sample: extension of a house', 'Foundations', 'Remove the sample'])
    expect(page).toContain(text)
  for (const text of ['Review and publish', 'Save as template', `${to}/documents/add`, `${to}/visits`, `${to}/team`])
    expect(page).not.toContain(text)
  expect(await read(`${to}/criteria`)).toContain('Time schedule')
  for (const path of ['/projects', '/search?q=extension']) expect(await read(path)).toContain('extension of a house')
  expect(await read('/projects')).toMatch(/>Sample</)
  expect(await read('/dashboard', colleague.cookie)).toContain(`href="${to}"`)
  expect((await server.ask(to, { cookie: other.cookie })).status).toBe(404)
  // Once more, as by a double click: the same project.
  expect((await press('/tour', { verb: 'load' })).headers.location).toBe(to)
  // The first steps do not take it for the company's own draft: the card alone leads to it.
  expect(await read('/dashboard')).not.toContain('Publish your draft')
  expect(usageOf(db, 'projects', owner.company.id, Date.now()).used).toBe(0)

  const removed = await press('/tour', { verb: 'remove' })
  expect([removed.status, removed.headers.location]).toEqual([303, '/dashboard'])
  expect((await server.ask(to, { cookie })).status).toBe(404)
  const sessions = { user_sessions: expect.anything(), sessions: expect.anything() }
  expect({ ...everything(), ...sessions }).toEqual({ ...before, ...sessions })
  expect((await server.ask('/tour')).headers.location).toBe('/login')
})

it('is never published, cancelled, shared, copied, invoiced or talked about', async () => {
  const { id } = addSampleProject(owner, sampleWords('en'))
  onTestFinished(() => removeSampleProject(owner))
  const colleague = createPerson(db, { company: owner.company })
  const refused = { text: { key: 'projects:refused.sample' } }
  const refuses = (run: () => unknown) => expect(run).toThrow(expect.objectContaining(refused))
  refuses(() => publishProject(owner, { projectId: id }))
  refuses(() => cancelProject(owner, { projectId: id, reason: 'Over' }))
  refuses(() => saveProjectTemplate(owner, { projectId: id, name: 'Ours' }))
  refuses(() => openSubjectConversation(owner, { subject: 'project', id }))
  expect(() => setProjectRole(owner, { projectId: id, userId: colleague.actor.id, role: 'lead' })).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
  expect(listTaggedProjects(owner)).toEqual([])
  // Whatever a verb forgets, the database refuses.
  expect(() => db.update(projects).set({ status: 'open' }).where(eq(projects.id, id)).run()).toThrow('sample: ')
  expect(await read('/financials/budgets')).not.toContain(id)
})
