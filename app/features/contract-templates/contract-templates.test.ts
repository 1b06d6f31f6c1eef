import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidInput, createParties } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { createTemplate } from './create-template.server.ts'
import { listTemplates } from './queries.server.ts'
import { updateTemplate } from './update-template.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

async function ask(person: UserContext, path: string, form?: Record<string, string>) {
  const { cookie } = await signedIn(person)
  return server.ask(path, { cookie, ...(form ? { form: { submissionId: newId(), ...form } } : {}) })
}

it('begins a draft with the company’s own terms, filled in with the facts of the contract', async () => {
  const { client, provider } = await createParties(db)
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day, title: 'Sauna' })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const page = '/contracts/templates'
  const wrong = await ask(client, `${page}/new`, { name: 'Small works', terms: 'For {{price}}.' })
  expect([wrong.status, wrong.text.includes('{{price}} is not one of the variables.')]).toEqual([422, true])
  const terms = '1. Work\n{{provider}} builds {{project}} for {{client}}, {{amount}}.'
  expect((await ask(client, `${page}/new`, { name: 'Small works', terms })).headers.location).toBe(page)
  const again = await ask(client, `${page}/new`, { name: 'SMALL works', terms })
  expect([again.status, again.text.includes('already has this name')]).toEqual([422, true])
  const [template] = listTemplates(client)
  const drafting = await ask(client, `/contracts/new?project=${projectId}&parts=2&template=${template?.id}`)
  const filled = `${provider.company.name} builds Sauna for ${client.company.name}, €10,000.00.`
  expect(drafting.text.replaceAll('&amp;', '&')).toContain(filled)
  const plain = await ask(client, `/contracts/new?project=${projectId}`)
  expect(plain.text).toContain('1. Subject')
  expect(plain.text).toContain('Small works')
  const yse = await ask(client, `/contracts/new?project=${projectId}&template=yse1998`)
  expect(yse.text).toContain(`${provider.company.name} (the provider) carries out the project “Sauna”`)
  expect(yse.text).toContain('The General Conditions for Building Contracts YSE 1998')
  // Its values with it: a warranty time of two years and a performance security of 10 %.
  expect(yse.text).toMatch(/name="warrantyMonths"[^>]* value="24"/)
  expect(yse.text).toMatch(/name="performancePercent"[^>]* value="10\.00"/)
  const foreign = await ask(createPerson(db), `${page}/${template?.id}`)
  expect(foreign.status).toBe(404)
})

it('keeps a colleague’s change, and offers the plain terms with variables for a new one', async () => {
  const owner = createPerson(db)
  const { id: templateId } = createTemplate(owner, { name: 'Ours', terms: 'Old.' })
  const [opened] = listTemplates(owner)
  const later = { ...owner, now: owner.now + 1000 }
  updateTemplate(later, { templateId, name: 'Ours', terms: 'New.', expectedVersion: opened?.updatedAt })
  const stale = { templateId, name: 'Ours', terms: 'Other.', expectedVersion: opened?.updatedAt }
  expect(() => updateTemplate(later, stale)).toThrow(expect.objectContaining({ text: { key: 'errors:editConflict' } }))
  const page = await ask(owner, '/contracts/templates/new')
  expect(page.text).toContain('{{provider}} (the provider) carries out the project “{{project}}”')
})

it('begins a template with the terms by YSE 1998, with variables', async () => {
  const page = await ask(createPerson(db), '/contracts/templates/new?from=yse1998')
  expect(page.text).toContain('{{provider}} (the provider) carries out')
  expect(page.text).toContain('YSE 1998 (RT 16-10660)')
})
