import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastChange } from '#app/features/accounts/last-change.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { voidContract } from '#app/features/contracts/void-contract.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { updateProject } from '#app/features/projects/update-project.server.ts'
import { followProject } from '#app/features/tenders/follow-project.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidInput, createParties, type Parties, sentDeal, signedDeal, submitted } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let people: Parties
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  people = await createParties(db, Date.now())
})
afterAll(() => server.stop())

const soon = () => ({ bidDeadline: Date.now() + 10 * day })
const colleagueOf = ({ company }: Parties['client']) => createPerson(db, { company, now: Date.now() })

it('a form that a colleague was faster with names them and the moment, and keeps what was typed', async () => {
  const { id } = createDraft(people.client, soon())
  const colleague = { ...colleagueOf(people.client), now: people.client.now + 1000 }
  updateProject(colleague, { ...projectInput({ ...soon(), title: 'Their title' }), projectId: id })
  const form = {
    ...{ submissionId: newId(), expectedVersion: String(people.client.now), title: 'What I typed for an hour' },
    ...{ description: 'A description', category: 'kitchen', location: 'Espoo', bidDeadline: '2027-06-01T12:00' },
    vatTreatment: 'standard',
  }
  const { cookie } = await signedIn(people.client)
  const { status, text } = await server.ask(`/projects/${id}/edit`, { cookie, form })
  expect(status).toBe(409)
  expect(text).toContain('What I typed for an hour')
  const year = new Date().getFullYear()
  expect(text).toMatch(new RegExp(`Last change: ${colleague.actor.name}, \\d+ \\w+ ${year},? `))
  expect(getProject(people.client, id)?.title).toBe('Their title')
})

it('names the company of the other party, and oneself', async () => {
  const deal = await signedDeal(db, people)
  const [milestoneId = ''] = deal.milestoneIds
  submitted(deal, milestoneId)
  approveMilestone(people.client, { milestoneId })
  const form = { submissionId: newId(), reason: 'The paint peels.' }
  const late = async (by: Parties['client'], path: string) => {
    const { cookie } = await signedIn(by)
    return (await server.ask(path, { cookie, form })).text
  }
  expect(await late(people.client, `/milestones/${milestoneId}/request-changes`)).toContain(
    'Last change: you yourself, ',
  )
  const { contractId } = await sentDeal(db, people)
  voidContract(people.client, { contractId, reason: 'We sell the house.' })
  const company = people.client.company.name
  expect(await late(people.provider, `/contracts/${contractId}/decline`)).toContain(`Last change: ${company}, `)
})

it('a button says so in its message', async () => {
  const { id } = createOpenProject(people.client, soon())
  const { cookie } = await signedIn(colleagueOf(people.client))
  const pressed = await server.ask(`/projects/${id}/publish`, { cookie, form: { submissionId: newId() } })
  expect(pressed.status).toBe(303)
  const { text } = await server.ask(pressed.headers.location ?? '', { cookie })
  expect(text).toContain(`Last change: ${people.client.actor.name}, `)
})

it('tells a bidder nothing of another one', () => {
  const { id } = createOpenProject(people.client, soon())
  createBid(people.provider, { ...bidInput, projectId: id, submit: true })
  followProject(people.provider, { projectId: id })
  const other = createPerson(db, { now: Date.now() })
  const told = lastChange(db, `/projects/${id}/bids`, other.actor.id, Date.now())
  expect(told?.params).toMatchObject({ name: people.client.company.name })
  expect(lastChange(db, `/projects/${id}/bids`, other.actor.id, Date.now() + 2 * day)).toBeNull()
})
