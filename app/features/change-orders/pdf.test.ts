import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { i18nFor, languageCookie } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { changeOrderSignatures, changeOrders } from '#db/schema/escrow.ts'
import { agreedChange, proposedChange } from '#tests/factories/change-order.ts'
import { type Deal, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { sealHolds } from '#tests/setup/pdf/seal-of-pdf.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db)
})
afterAll(() => server.stop())

async function download(by: CompanyContext, changeOrderId: string, locale = 'en') {
  const { cookie } = await signedIn(by)
  const chosen = (await languageCookie.serialize(locale)).split(';')[0]
  return server.ask(`/contracts/${deal.contractId}/changes/${changeOrderId}/change.pdf`, {
    headers: { Cookie: `${cookie}; ${chosen}` },
  })
}

it('is sealed once both have signed, one file for both, and says in each language who signed what, when and how', async () => {
  const id = await agreedChange(deal.provider, deal.client, deal)
  const [first, second] = [await download(deal.client, id), await download(deal.provider, id)]
  expect([first.status, first.bytes.equals(second.bytes), await sealHolds(first.bytes)]).toEqual([200, true, true])
  expect(first.headers['content-disposition']).toMatch(/filename="C-\d+-\d+-CO-\d+\.pdf"/)
  const change = db.select().from(changeOrders).where(eq(changeOrders.id, id)).get()
  const signatures = db.select().from(changeOrderSignatures).where(eq(changeOrderSignatures.changeOrderId, id)).all()
  expect(signatures).toHaveLength(2)
  expect(
    createHash('sha256')
      .update(change?.documentText ?? '')
      .digest('hex'),
  ).toBe(change?.documentHash)
  for (const locale of locales) {
    const said = withoutSpaces(await pdfText((await download(deal.client, id, locale)).bytes))
    const tDocument = i18nFor(locale).getFixedT(null, 'documents')
    const facts = ['Rotten beam', change?.documentHash ?? '?', `${env.origin}/verify/${change?.documentHash}`]
    for (const { typedName, accountEmail, recordHash, signedAt } of signatures)
      facts.push(typedName, accountEmail, recordHash, new Date(signedAt).toISOString())
    for (const each of [...facts, tDocument('certificate.kindText'), tDocument('certificate.howText')])
      expect(said, locale).toContain(withoutSpaces(each))
  }
  const verified = pageText((await server.ask(`/verify/${change?.documentHash}`)).text)
  expect(verified).toContain('Check this document’s seal')
})

it('is not sealed while only its proposer has signed, and is nothing for strangers', async () => {
  const id = await proposedChange(deal.provider, deal)
  const { status, bytes } = await download(deal.client, id)
  expect([status, bytes.includes('/ETSI.CAdES.detached')]).toEqual([200, false])
  expect(await pdfText(bytes)).toContain('Proposed')
  expect((await download(createPerson(db), id)).status).toBe(404)
})
