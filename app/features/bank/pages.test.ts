import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { signedDeal } from '#tests/factories/deal.ts'
import { createAdmin } from '#tests/factories/people.ts'
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

it('a payment that does not fit is settled by an admin, seen by its client, and funds from the balance', async () => {
  const deal = await signedDeal(db)
  const { admin, client, provider, contractId } = deal
  const [first, second] = db.select().from(milestones).where(eq(milestones.contractId, contractId)).all()
  const transferId = recordTransfer(admin, {
    reference: first!.fundingReference ?? '',
    amountCents: first!.amountCents + second!.amountCents,
    currency: 'EUR',
    payerName: 'The payer',
    paidOn: '2026-06-01',
    archiveId: newId(),
  }).transferId
  const [asAdmin, asClient, asProvider] = await Promise.all([admin, client, provider].map((one) => signedIn(one)))
  const read = async (path: string, { cookie }: { cookie: string }) => (await server.ask(path, { cookie })).text

  expect(await read(`/escrow/${contractId}`, asClient!)).toContain('and doesn’t fit')
  expect(await read(`/escrow/${contractId}`, asProvider!)).not.toContain('and doesn’t fit')
  expect(await read('/escrow/suspense', asAdmin!)).toContain('The payer')
  const path = `/escrow/suspense/${transferId}`
  expect(await read(path, asAdmin!)).toContain('Fund the milestone with €6,275.00')
  expect((await server.ask(path, { cookie: asClient!.cookie })).status).toBe(302)

  const tooMuch = { intent: 'balance', businessId: 'x', amount: '', submissionId: newId() }
  const refused = await server.ask(path, { cookie: asAdmin!.cookie, form: tooMuch })
  expect(refused.status).toBe(422)
  const fund = { intent: 'fund', submissionId: newId() }
  expect((await server.ask(path, { cookie: asAdmin!.cookie, form: fund })).headers.location).toBe(
    `/escrow/${contractId}`,
  )
  const { businessId } = db.select().from(companies).where(eq(companies.id, client.company.id)).get()!
  const rest = { intent: 'balance', businessId: businessId ?? '', amount: '6275', submissionId: newId() }
  expect((await server.ask(path, { cookie: asAdmin!.cookie, form: rest })).headers.location).toBe('/escrow/suspense')
  expect(await read('/escrow/suspense', asAdmin!)).toContain('Every payment is matched')

  expect(await read('/escrow/balances', asClient!)).toMatch(/Free balance.*?€6,275\.00/s)
  expect(await read(`/escrow/${contractId}`, asClient!)).toContain(`/milestones/${second!.id}/fund`)
  const page = `/milestones/${second!.id}/fund`
  expect(await read(page, asClient!)).toContain('Left afterwards')
  const form = { submissionId: newId() }
  expect((await server.ask(page, { cookie: asClient!.cookie, form })).headers.location).toBe(`/escrow/${contractId}`)
  expect(db.select().from(milestones).where(eq(milestones.id, second!.id)).get()?.status).toBe('funded')
  expect((await server.ask(page, { cookie: asProvider!.cookie })).status).not.toBe(200)
})

it('a transfer recorded wrongly is reversed on its page by a second admin, and its waiting payment leads there', async () => {
  const { admin } = await signedDeal(db)
  const wrong = { reference: '', amountCents: 4200, currency: 'EUR' as const, payerName: 'Väärä Oy' }
  const { transferId } = recordTransfer(admin, { ...wrong, paidOn: '2026-06-01', archiveId: newId() })
  const [asAdmin, asSecond] = await Promise.all([admin, createAdmin(db)].map((one) => signedIn(one)))
  const path = `/escrow/transfers/${transferId}`
  const post = (by: { cookie: string }, form: Record<string, string>) =>
    server.ask(path, { cookie: by.cookie, form: { submissionId: newId(), ...form } })
  expect((await post(asAdmin!, { intent: 'propose', reason: '' })).status).toBe(422)
  expect((await post(asAdmin!, { intent: 'propose', reason: 'Typed twice.' })).headers.location).toBe(path)
  expect((await server.ask(`/escrow/suspense/${transferId}`, { cookie: asAdmin!.cookie })).headers.location).toBe(path)
  expect((await server.ask(path, { cookie: asAdmin!.cookie })).text).not.toContain('Reverse the transfer')
  const page = (await server.ask(path, { cookie: asSecond!.cookie })).text
  expect(page).toContain('Reverse this transfer of €42.00?')
  expect(page).toContain('Typed twice.')
  const reversalId = /name="reversalId" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect((await post(asAdmin!, { intent: 'confirm', reversalId })).status).toBe(403)
  expect((await post(asSecond!, { intent: 'confirm', reversalId })).headers.location).toBe(path)
  expect((await server.ask(path, { cookie: asAdmin!.cookie })).text).toContain('This transfer has been reversed')
  expect((await server.ask('/escrow/transfers', { cookie: asAdmin!.cookie })).text).toContain('Reversed')
})
