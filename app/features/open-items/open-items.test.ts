import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { changeRetention } from '#app/features/escrow/change-retention.server.ts'
import { resolveRetention } from '#app/features/escrow/resolve-retention.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { payReleasedRetention } from '#app/features/invoicing/pay-released-retention.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { listAgeing, listOwedBack, listRetentions, listSetOffTargets, sumByCurrency } from './queries.server.ts'
import { recordRefund } from './record-refund.server.ts'
import { setOffCredit } from './set-off-credit.server.ts'

const gross = 62_750
const words = { reason: 'Wrong', lineText: 'Credit', unit: 'pcs' }
const refund = { paidOn: '2026-06-01', method: 'bank_transfer' as const, note: null }
const buyer = { buyerBusinessId: '1234567-1', paymentTermDays: 0 }
const euroRate = { euroRateE6: 1_085_000, euroRateDate: '2026-05-29', euroRateSource: 'ECB' }

const documentOf = (ctx: CompanyContext, id: string) => {
  const found = getInvoice(ctx, id)
  if (!found) throw new Error('it is gone')
  return found.document
}

/** An invoice that was paid in full and then credited in part or whole. */
function paidAndCredited(ctx: CompanyContext, amountCents: number | null) {
  const invoiceId = issuedInvoice(ctx, buyer)
  recordPayment(ctx, { invoiceId, amountCents: gross, paidOn: '2026-06-01' })
  const note = creditInvoice(ctx, { invoiceId, amountCents, ...words })
  return { invoiceId, noteId: note.id }
}

describe('what was paid above an invoice', () => {
  it('is owed back to the buyer until it is paid back, in parts', () => {
    const ctx = createPerson(testDatabase())
    const { invoiceId } = paidAndCredited(ctx, 10_000)
    expect(listOwedBack(ctx, 'issued')).toMatchObject([{ id: invoiceId, partyName: 'Buyer Oy', cents: 10_000 }])
    expect(getInvoice(ctx, invoiceId)?.actions).toContain('give_back')
    const input = { ...refund, invoiceId, amountCents: 4000, submissionId: newId() }
    recordRefund(ctx, input)
    recordRefund(ctx, input)
    expect(documentOf(ctx, invoiceId)).toMatchObject({ status: 'paid', paidCents: gross - 4000, overpaidCents: 6000 })
    expect(() => recordRefund(ctx, { ...refund, invoiceId, amountCents: 6001 })).toThrow('moreThanOwedBack')
    expect(() => recordRefund(ctx, { ...refund, invoiceId, amountCents: 1, paidOn: '2026-05-31' })).toThrow(
      'beforeInvoice',
    )
    expect(() => recordRefund(ctx, { ...refund, invoiceId, amountCents: 1, paidOn: '2026-06-02' })).toThrow(
      'paidInFuture',
    )
    expect(() => recordRefund(createPerson(ctx.db), { ...refund, invoiceId, amountCents: 1 })).toThrow('not_found')
    recordRefund(ctx, { ...refund, invoiceId, amountCents: 6000 })
    expect(listOwedBack(ctx, 'issued')).toEqual([])
    expect(() => recordRefund(ctx, { ...refund, invoiceId, amountCents: 1 })).toThrow('nothingOwedBack')
    expect(getInvoice(ctx, invoiceId)?.payments.map(({ source, amountCents }) => [source, amountCents])).toEqual([
      ['manual', gross],
      ['refund', -4000],
      ['refund', -6000],
    ])
    expect(verifyAudit(ctx.db).brokenAt).toBeNull()
  })

  it('pays another open invoice of the same buyer and currency, at most what is open on it', () => {
    const ctx = createPerson(testDatabase())
    const { invoiceId } = paidAndCredited(ctx, null)
    const againstId = issuedInvoice(ctx, buyer)
    const others = [
      issuedInvoice(ctx, { buyerBusinessId: '7654321-4' }),
      issuedInvoice(ctx, { ...buyer, currency: 'USD', euroRate }),
    ]
    others.push(issuedInvoice(ctx), draftInvoice(ctx, buyer))
    expect(listSetOffTargets(ctx, invoiceId)).toMatchObject([{ id: againstId, openCents: gross }])
    for (const other of others) {
      expect(() => setOffCredit(ctx, { invoiceId, againstId: other, amountCents: 1 })).toThrow()
    }
    expect(() => setOffCredit(ctx, { invoiceId, againstId, amountCents: gross + 1 })).toThrow('tooMuch')
    const input = { invoiceId, againstId, amountCents: 50_000, submissionId: newId() }
    setOffCredit(ctx, input)
    setOffCredit(ctx, input)
    expect(recorded(ctx.db, 'invoice.set_off')).toMatchObject([{ invoiceId: againstId, setOffCents: 50_000 }])
    expect(documentOf(ctx, invoiceId)).toMatchObject({ status: 'credited', paidCents: 12_750, overpaidCents: 12_750 })
    expect(documentOf(ctx, againstId)).toMatchObject({ status: 'partly_paid', openCents: 12_750 })
    setOffCredit(ctx, { invoiceId, againstId, amountCents: 12_750 })
    expect(documentOf(ctx, againstId)).toMatchObject({ status: 'paid', openCents: 0 })
    expect(getInvoice(ctx, againstId)?.payments[0]?.counter?.id).toBe(invoiceId)
    expect(listOwedBack(ctx, 'issued')).toEqual([])
  })

  it('is set off only against what is due, of a buyer in the same country', () => {
    const ctx = createPerson(testDatabase())
    const { invoiceId } = paidAndCredited(ctx, null)
    const notDue = issuedInvoice(ctx, { ...buyer, paymentTermDays: 14 })
    expect(listSetOffTargets(ctx, invoiceId)).toEqual([])
    expect(() => setOffCredit(ctx, { invoiceId, againstId: notDue, amountCents: 1 })).toThrow('notDue')
    const later = { ...ctx, now: ctx.now + 20 * 86_400_000 }
    expect(listSetOffTargets(later, invoiceId)).toMatchObject([{ id: notDue }])
    setOffCredit(later, { invoiceId, againstId: notDue, amountCents: 1 })
    const abroad = issuedInvoice(ctx, { ...buyer, buyerCountry: 'SE' })
    expect(() => setOffCredit(later, { invoiceId, againstId: abroad, amountCents: 1 })).toThrow('otherParties')
    expect(listSetOffTargets(later, invoiceId)).toMatchObject([{ id: notDue }])
  })

  it('cannot be given back below what the invoice is worth, not even past the verbs', () => {
    const ctx = createPerson(testDatabase())
    const { invoiceId } = paidAndCredited(ctx, 10_000)
    const set = (cents: number) => () =>
      ctx.db.$client.exec(`UPDATE invoices SET paid_cents = ${cents} WHERE id = '${invoiceId}'`)
    expect(set(gross - 10_001)).toThrow('payment taken back')
    expect(set(gross - 10_000)).not.toThrow()
    const insert = (source: string, cents: number, rest: string) => () =>
      ctx.db.$client.exec(
        `INSERT INTO invoice_payments (id, invoice_id, source, source_key, amount_cents, paid_on, recorded_at, method, counter_invoice_id)
         VALUES ('${newId()}', '${invoiceId}', '${source}', '${newId()}', ${cents}, '2026-06-01', 0, ${rest})`,
      )
    expect(insert('refund', 100, `'cash', NULL`)).toThrow('says how')
    expect(insert('refund', -100, 'NULL, NULL')).toThrow('says how')
    expect(insert('manual', -100, 'NULL, NULL')).toThrow('says how')
    expect(insert('set_off', -100, 'NULL, NULL')).toThrow('says how')
  })
})

/** The invoice of a released milestone: 5,961.25 released and 313.75 retained of 6,275.00. */
async function milestoneInvoice() {
  const deal = await signedDeal(testDatabase())
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  const issue = () => {
    const { id } = createInvoice(deal.provider, { ...invoiceInput, lines, milestoneId })
    issueInvoice(deal.provider, { invoiceId: id })
    return id
  }
  return { ...deal, milestoneId, issue, invoiceId: issue() }
}

describe('a retention', () => {
  it('is an open item of both parties with its own condition, and is never overdue or paid', async () => {
    const { client, provider, invoiceId, contractId, admin } = await milestoneInvoice()
    const item = { id: invoiceId, cents: 31_375, due: { when: 'completion', expectedOn: null } }
    expect(listRetentions(provider, 'issued')).toMatchObject([item])
    expect(listRetentions(client, 'received')).toMatchObject([item])
    expect(listRetentions(client, 'issued')).toEqual([])
    expect(sumByCurrency(listRetentions(client, 'received'))).toEqual([{ currency: 'EUR', cents: 31_375, count: 1 }])
    const later = { ...provider, now: provider.now + 1000 * 86_400_000 }
    expect(documentOf(later, invoiceId)).toMatchObject({ isOverdue: false, openCents: 0, status: 'partly_paid' })
    expect(listAgeing(later, 'issued')).toEqual([])
    terminateContract(client, { contractId, reason: 'Bankrupt' })
    expect(documentOf(client, invoiceId).retentionDue).toEqual({ when: 'client', expectedOn: null })
    changeRetention(client, {
      ...{ contractId, action: 'dispute', event: 'contract.retention_disputed', reason: 'A door sticks' },
    })
    expect(documentOf(client, invoiceId).retentionDue).toEqual({ when: 'decision', expectedOn: null })
    await resolveRetention(admin, { contractId, split: { clientCents: 10_000, providerCents: 21_375 }, reason: 'Half' })
    const returned = { status: 'partly_paid', openCents: 0, retainedCents: 10_000, isOverdue: false }
    expect(documentOf(later, invoiceId)).toMatchObject({ ...returned, retentionDue: { when: 'returned' } })
    const clock = systemContext(provider.db, provider.now)
    expect([payReleasedRetention(clock), payReleasedRetention(clock)]).toEqual([1, 0])
    expect(documentOf(later, invoiceId)).toMatchObject({ ...returned, retentionDue: { when: 'returned' } })
    creditInvoice(provider, { invoiceId, amountCents: 10_000, ...words })
    expect(documentOf(later, invoiceId)).toMatchObject({
      status: 'paid',
      openCents: 0,
      retainedCents: 0,
      overpaidCents: 0,
    })
    expect(listRetentions(provider, 'issued')).toEqual([])
  })

  it('is claimed only as far as credit notes leave it; what was paid above is owed back', async () => {
    const { provider, client, invoiceId } = await milestoneInvoice()
    creditInvoice(provider, { invoiceId, amountCents: 31_375, ...words })
    expect(documentOf(client, invoiceId)).toMatchObject({ status: 'paid', retainedCents: 0, overpaidCents: 0 })
    creditInvoice(provider, { invoiceId, amountCents: 1000, ...words })
    expect(listOwedBack(client, 'received')).toMatchObject([{ id: invoiceId, cents: 1000 }])
  })
})

it('a milestone credited in full is invoiced again, paid by what escrow released less what the buyer got back', async () => {
  const { provider, client, invoiceId, issue } = await milestoneInvoice()
  creditInvoice(provider, { invoiceId, amountCents: null, ...words })
  expect(listOwedBack(client, 'received')).toMatchObject([{ cents: 596_125 }])
  recordRefund(provider, { ...refund, invoiceId, amountCents: 100_000 })
  expect(documentOf(client, invoiceId)).toMatchObject({ overpaidCents: 496_125, carriedCents: 496_125 })
  const second = issue()
  expect(documentOf(client, invoiceId)).toMatchObject({ overpaidCents: 0, carriedCents: 0, paidCents: 0 })
  expect(documentOf(client, second)).toMatchObject({ paidCents: 496_125, retainedCents: 31_375, openCents: 100_000 })
  creditInvoice(provider, { invoiceId: second, amountCents: null, ...words })
  recordRefund(provider, { ...refund, invoiceId: second, amountCents: 496_125 })
  const third = issue()
  expect(documentOf(client, third)).toMatchObject({ paidCents: 0, retainedCents: 31_375, openCents: 596_125 })
  expect(verifyAudit(provider.db).brokenAt).toBeNull()
})
