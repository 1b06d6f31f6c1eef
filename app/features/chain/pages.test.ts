import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { milestoneEvents } from '#db/schema/escrow.ts'
import { verifyProof } from '#public/verify-proof.mjs'
import { provenDeal } from '#tests/factories/chain.ts'
import type { Deal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let deal: Deal
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  deal = await provenDeal(db)
  server = await startServer()
})
afterAll(() => server.stop())

const ask = async (person: UserContext, path: string) => server.ask(path, { cookie: (await signedIn(person)).cookie })
const chain = () => `/contracts/${deal.contractId}/chain`

it('is linked from the contract, and shows both parties the same chain, verified', async () => {
  expect((await ask(deal.client, `/contracts/${deal.contractId}`)).text).toContain(`href="${chain()}"`)
  const pages = await Promise.all([deal.client, deal.provider].map((party) => ask(party, chain())))
  for (const { status, text } of pages) {
    expect(status).toBe(200)
    expect(text).toMatch(/The chain is intact.*21 links/s)
    expect(text).toMatch(
      /Tender set 1 \(project version 1\).*Bid, version 1.*Letter about the award.*Contract C-\d+-\d+ sent/s,
    )
    expect(text).toMatch(
      /Ledger: Released: Demolition \(€6,275\.00\).*Held for milestones afterwards: €0\.00\. Retention: €313\.75\./s,
    )
    expect(text).toMatch(/\(Europe\/Helsinki\)/)
  }
})

it('is a file that the script verifies', async () => {
  const { status, text, headers } = await ask(deal.provider, `/contracts/${deal.contractId}/proof.json`)
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/filename="proof-C-\d+-\d+\.json"/),
  ])
  expect(verifyProof(JSON.parse(text))).toMatchObject({ problems: [] })
})

it('is not there for others, but for the admin of a dispute', async () => {
  const stranger = createPerson(db)
  for (const path of [chain(), `/contracts/${deal.contractId}/proof.json`])
    expect((await ask(stranger, path)).status).toBe(404)
  const path = `/escrow/${deal.contractId}/case-file/chain`
  expect((await ask(deal.admin, path)).status).toBe(404)
  disputeMilestone(deal.client, { milestoneId: deal.milestoneIds[1] ?? '', reason: 'It leaks' })
  expect((await ask(deal.admin, path)).text).toMatch(
    /The chain is intact.*Not shown.*letters about the award, invoices/s,
  )
  expect((await ask(deal.client, path)).status).toBe(302)
})

it('says on every page what is broken, and where', async () => {
  const [milestoneId = ''] = deal.milestoneIds
  const event = { milestoneId, fromStatus: 'submitted', toStatus: 'submitted', at: deal.client.now + 1 } as const
  const reminders = Array.from({ length: 100 }, () => ({ ...event, id: newId(), action: 'remind_7' }))
  db.insert(milestoneEvents).values(reminders).run()
  const triggers = db.$client.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all()
  for (const name of triggers) db.$client.exec(`DROP TRIGGER "${name}"`)
  db.$client.exec("UPDATE contract_signatures SET typed_name = 'Somebody Else' WHERE party = 'client'")
  const last = await ask(deal.client, `${chain()}?page=2`)
  expect(last.text).toMatch(/1 link of the chain is broken.*href="[^"]*\?page=1#link-\d+".*Contract C-\d+-\d+ signed/s)
  expect(last.text).toMatch(/101–122 of 122/)
  expect(last.text).toContain('Client reminded: Demolition')
  const first = await ask(deal.client, `${chain()}?page=0`)
  expect(first.text).toMatch(/The records differ from what was frozen.*Rely on the frozen text alone/s)
})
