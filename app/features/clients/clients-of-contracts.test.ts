import { expect, it } from 'vitest'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { clients } from '#db/schema/clients.ts'
import { draftedDeal, sendAndSign } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { clientListener } from './clients-of-contracts.server.ts'

it('the client of a contract is on the provider’s list once both have signed, and once only', async () => {
  const db = testDatabase()
  const { deliver, stop } = startDispatcher(db, [clientListener])
  const listed = () =>
    db
      .select()
      .from(clients)
      .all()
      .map(({ companyId, linkedCompanyId, name, createdBy }) => ({ companyId, linkedCompanyId, name, createdBy }))
  const deal = await draftedDeal(db)
  deliver()
  expect(listed()).toEqual([])
  await sendAndSign(deal)
  deliver()
  const { id: linkedCompanyId, name } = deal.client.company
  const record = { companyId: deal.provider.company.id, linkedCompanyId, name, createdBy: null }
  expect(listed()).toEqual([record])
  const again = await draftedDeal(db, deal)
  await sendAndSign(again)
  deliver()
  expect(listed()).toEqual([record])
  stop()
})
