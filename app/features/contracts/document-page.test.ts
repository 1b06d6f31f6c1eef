import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Database } from '#db/client.server.ts'
import { createParties, type Deal, draftedDeal, sentDeal, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { valuesToSee, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getContractPaper } from './readable-contract.server.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db)
})
afterAll(() => server.stop())

const pageOf = async (deal: Deal, side: 'client' | 'provider', name = 'document') => {
  const { cookie } = await signedIn(deal[side])
  return server.ask(`/contracts/${deal.contractId}/${name}`, { cookie })
}

it('shows both parties everything that the frozen text and the bid say, and the text itself under the technical proof', async () => {
  const paper = getContractPaper(deal.client, deal.contractId)
  const format = formatFor('en', deal.client.actor.timeZone ?? 'Europe/Helsinki')
  const t = i18nFor('en').getFixedT(null, 'contracts')
  expect(paper?.bidText).toMatch(/^groundwork-bid \d/)
  for (const side of ['client', 'provider'] as const) {
    const { status, text } = await pageOf(deal, side)
    expect(status).toBe(200)
    const [sheet = '', proof = ''] = [/<article[\s\S]*<\/article>/, /<details[\s\S]*<\/details>/].map((part) =>
      withoutSpaces(pageText(part.exec(text)?.[0] ?? '')),
    )
    for (const value of valuesToSee(paper?.text ?? '', t, format)) expect(sheet).toContain(value)
    expect(sheet).toContain(withoutSpaces('We begin on Monday.'))
    expect(sheet).not.toContain('Draft')
    // What has a column of its own is not repeated under the name of its field.
    expect(sheet).not.toMatch(/amount:|due:/)
    expect(proof).toContain('Technicalproof')
    for (const exact of [paper?.text, paper?.bidText, paper?.hash]) expect(proof).toContain(withoutSpaces(exact ?? '?'))
  }
})

it('shows the client a draft as a preview that says so, and the provider nothing', async () => {
  const drafted = await draftedDeal(db)
  const { status, text } = await pageOf(drafted, 'client')
  expect(status).toBe(200)
  expect(pageText(text)).toContain('This is a preview of the draft.')
  expect(pageText(/<article[\s\S]*<\/article>/.exec(text)?.[0] ?? '')).toContain('Draft')
  expect(text).toContain('What was said holds.')
  expect(text).not.toContain('Technical proof')
  expect((await pageOf(drafted, 'provider')).status).toBe(404)
})

it('is read where it is signed', async () => {
  const { text } = await pageOf(await sentDeal(db, await createParties(db, Date.now())), 'provider', 'sign')
  const sheet = pageText(/<article[\s\S]*<\/article>/.exec(text)?.[0] ?? '')
  expect(sheet).toContain('Not in force')
  expect(sheet).toContain('Kitchen of the school')
  expect(text).toMatch(/groundwork-contract \d/)
})

it('leaves out the bid for a member who may not read bids, and tells strangers that there is nothing', async () => {
  const { client, contractId } = deal
  const { cookie } = await signedIn(createPerson(db))
  expect((await server.ask(`/contracts/${contractId}/document`, { cookie })).status).toBe(404)
  const member = { ...client.actor, companyRole: 'member' as const, modules: { bids: 'none' as const } }
  const paper = getContractPaper({ ...client, actor: member }, contractId)
  expect([paper?.bidText, paper?.text.includes('SHA-256 of the bid')]).toEqual([null, true])
})
