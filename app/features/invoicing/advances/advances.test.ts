import { expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { updateInvoice } from '#app/features/invoicing/update-invoice.server.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getAdvancesOfDraft, getAdvanceUse } from './advances-of-draft.server.ts'
import { setAdvances } from './set-advances.server.ts'

const lineOf = (quantityMilli: number) => ({ ...invoiceLine, quantityMilli })
const advanceOf = (ctx: CompanyContext, quantityMilli: number) =>
  issuedInvoice(ctx, { isAdvance: true, lines: [lineOf(quantityMilli)] })
const deduct = (ctx: CompanyContext, invoiceId: string, ...advanceIds: string[]) =>
  setAdvances(ctx, { invoiceId, isAdvance: false, advanceIds })
const credit = { amountCents: null, reason: 'Not done', lineText: 'Credit', unit: 'pcs' }

it('deducts what is open of an advance, once, and says what is left of it (INV-22)', () => {
  const ctx = createPerson(testDatabase())
  const advance = advanceOf(ctx, 4000)
  const first = draftInvoice(ctx, { lines: [lineOf(3000)] })
  expect(getAdvancesOfDraft(ctx, first)).toMatchObject([{ id: advance, restCents: 20_000 }])
  deduct(ctx, first, advance)
  // 3 h at 50 €: all of it is covered, and an invoice with nothing to pay is issued.
  expect(getInvoice(ctx, first)?.document).toMatchObject({
    netCents: 0,
    vatCents: 0,
    grossCents: 0,
    advanceCents: 15_000,
  })
  issueInvoice(ctx, { invoiceId: first })
  expect(getAdvanceUse(ctx, advance)).toMatchObject({ restCents: 5000, by: [{ id: first }] })
  const second = draftInvoice(ctx)
  deduct(ctx, second, advance)
  expect(getInvoice(ctx, second)?.document).toMatchObject({ netCents: 45_000, vatCents: 11_475, advanceCents: 5000 })
  expect(getInvoice(ctx, second)?.document.preceding).toHaveLength(1)
})

it('keeps what was chosen when the form is saved, and refuses fewer lines than are deducted', () => {
  const ctx = createPerson(testDatabase())
  const advance = advanceOf(ctx, 4000)
  const draft = draftInvoice(ctx)
  deduct(ctx, draft, advance)
  updateInvoice(ctx, { ...invoiceInput, invoiceId: draft })
  expect(getInvoice(ctx, draft)?.document.advanceCents).toBe(20_000)
  expect(() => updateInvoice(ctx, { ...invoiceInput, invoiceId: draft, lines: [lineOf(1000)] })).toThrow(
    'advanceAboveLines',
  )
  const other = draftInvoice(ctx)
  setAdvances(ctx, { invoiceId: other, isAdvance: true, advanceIds: [] })
  updateInvoice(ctx, { ...invoiceInput, invoiceId: other })
  expect(getInvoice(ctx, other)?.document.isAdvance).toBe(true)
})

it('refuses to credit what was deducted, and to issue what deducts a credited advance', () => {
  const ctx = createPerson(testDatabase())
  const advance = advanceOf(ctx, 4000)
  const [draft, later] = [draftInvoice(ctx), draftInvoice(ctx)]
  deduct(ctx, draft, advance)
  issueInvoice(ctx, { invoiceId: draft })
  expect(() => creditInvoice(ctx, { ...credit, invoiceId: advance })).toThrow('refused.deducted')
  const another = advanceOf(ctx, 1000)
  deduct(ctx, later, another)
  creditInvoice(ctx, { ...credit, invoiceId: another })
  expect(() => issueInvoice(ctx, { invoiceId: later })).toThrow('refused.notOpen')
})

it('offers only the advances of the same buyer and currency, and deducts them from lines with their VAT', () => {
  const ctx = createPerson(testDatabase())
  const advance = advanceOf(ctx, 4000)
  expect(getAdvancesOfDraft(ctx, draftInvoice(ctx, { buyerName: 'Somebody else Oy' }))).toEqual([])
  expect(getAdvancesOfDraft(createPerson(ctx.db), draftInvoice(ctx))).toEqual([])
  const reduced = draftInvoice(ctx, { lines: [{ ...invoiceLine, vatRateBp: 1350 }] })
  expect(() => deduct(ctx, reduced, advance)).toThrow('otherVat')
  expect(() => setAdvances(ctx, { invoiceId: draftInvoice(ctx), isAdvance: true, advanceIds: [advance] })).toThrow(
    'both',
  )
})
