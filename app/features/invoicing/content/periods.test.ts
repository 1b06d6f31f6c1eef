import { expect, it } from 'vitest'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { draftInvoice, invoiceLine } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { noDetails } from './invoice-content.ts'

it('issues nothing whose periods contradict each other, wherever its draft comes from (PEPPOL-EN16931-R110 and R111; BR-29)', () => {
  const ctx = createPerson(testDatabase())
  const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30' }
  const of = (period: object, line: object) =>
    draftInvoice(ctx, { details: { ...noDetails, ...period }, lines: [{ ...invoiceLine, ...line }] })
  const early = of(november, { periodStart: '2026-10-31', periodEnd: '2026-11-30' })
  const late = of(november, { periodStart: '2026-11-01', periodEnd: '2026-12-01' })
  for (const invoiceId of [early, late]) expect(() => issueInvoice(ctx, { invoiceId })).toThrow('periodOutside')
  const backwards = of({ periodStart: '2026-11-30', periodEnd: '2026-11-01' }, {})
  expect(() => issueInvoice(ctx, { invoiceId: backwards })).toThrow('periodBackwards')
  expect(issueInvoice(ctx, { invoiceId: of(november, november) }).number).toBe('2026-0001')
})
