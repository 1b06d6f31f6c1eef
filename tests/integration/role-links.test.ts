// What a role on a project excludes is offered nowhere on its pages (PROJ-26), and is where the role allows it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import type { Database } from '#db/client.server.ts'
import type { ProjectRole } from '#db/vocabulary/projects.ts'
import { type Deal, signedDeal, submitted } from '#tests/factories/deal.ts'
import { approvedDeal } from '#tests/factories/handover.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates, setModule } from '#tests/factories/permissions.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
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

function colleague({ client }: Pick<Deal, 'client'>, projectIds: string[], role: ProjectRole): CompanyContext {
  const person = createPerson(db, { company: client.company, companyRole: 'member' })
  giveMandates(person, null)
  for (const projectId of projectIds) setProjectRole(client, { projectId, userId: person.actor.id, role })
  return person
}

/** Which of these addresses a page links or posts to. */
async function offered(by: CompanyContext, path: string, addresses: string[]): Promise<string[]> {
  const { status, text } = await server.ask(path, { cookie: (await signedIn(by)).cookie })
  expect([path, status]).toEqual([path, 200])
  const [, main = ''] = text.split('<main')
  return addresses.filter((address) => main.includes(`href="${address}"`) || main.includes(`action="${address}"`))
}

it('on the pages of visits, of a contract in force, its changes, securities and milestones', async () => {
  const deal = await signedDeal(db)
  const { client, contractId, projectId } = deal
  const [milestoneId = ''] = deal.milestoneIds
  submitted(deal, milestoneId)
  const open = createOpenProject({ ...client, now: Date.now() }, { bidDeadline: Date.now() + 20 * day }).id
  const [lead, reader] = (['lead', 'reader'] as const).map((role) => colleague(deal, [projectId, open], role)) as [
    CompanyContext,
    CompanyContext,
  ]
  const contract = `/contracts/${contractId}`
  const pages: [path: string, addresses: string[]][] = [
    [`/projects/${open}/visits`, [`/projects/${open}/visits/new`]],
    [contract, [`/milestones/${milestoneId}/approve`]],
    [`${contract}/changes`, [`${contract}/changes/new`]],
    [`/escrow/${contractId}`, [`/milestones/${milestoneId}/approve`]],
  ]
  for (const [path, addresses] of pages) {
    expect([path, await offered(lead, path, addresses)]).toEqual([path, addresses])
    expect([path, await offered(reader, path, addresses)]).toEqual([path, []])
  }
  // The client's people record nothing that the provider gives; the provider's do.
  const [manager, viewer] = (['lead', 'reader'] as const).map((role) =>
    colleague({ client: deal.provider }, [projectId], role),
  ) as [CompanyContext, CompanyContext]
  const give = [`${contract}/securities/new`]
  expect(await offered(manager, `${contract}/securities`, give)).toEqual(give)
  expect(await offered(viewer, `${contract}/securities`, give)).toEqual([])
})

it('on the page of an open project, and on the one that shows it publicly', async () => {
  const deal = await signedDeal(db)
  const open = createOpenProject({ ...deal.client, now: Date.now() }, { bidDeadline: Date.now() + 20 * day }).id
  const path = `/projects/${open}/public-page`
  for (const [role, shows] of [
    ['lead', true],
    ['reader', false],
  ] as const) {
    const person = colleague(deal, [open], role)
    expect([role, await offered(person, `/projects/${open}`, [path])]).toEqual([role, shows ? [path] : []])
    const { text } = await server.ask(path, { cookie: (await signedIn(person)).cookie })
    expect([role, text.includes('name="isPublic"')]).toEqual([role, shows])
    // Whose project a template is makes no difference to it: it is the company's.
    expect(await offered(person, `/projects/${open}`, [`/projects/${open}/template`])).toHaveLength(1)
  }
  const reader = createPerson(db, { company: deal.client.company, companyRole: 'member' })
  setModule(db, reader.actor.id, reader.company.id, 'projects', 'read')
  const links = [path, `/projects/${open}/template`]
  expect(await offered(reader, `/projects/${open}`, links)).toEqual([])
})

it('on the page of a handover', async () => {
  const deal = await signedDeal(db)
  const { client, provider, contractId, projectId } = deal
  approvedDeal(deal)
  callHandover(provider, { contractId })
  const [lead, reader] = (['lead', 'reader'] as const).map((role) => colleague({ client }, [projectId], role)) as [
    CompanyContext,
    CompanyContext,
  ]
  const path = `/contracts/${contractId}/handover`
  const edit = [`${path}/1/edit`]
  expect(await offered(lead, path, edit)).toEqual(edit)
  expect(await offered(reader, path, edit)).toEqual([])
})
