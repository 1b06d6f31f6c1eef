import { beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listEntries } from '#app/features/finance/entries.server.ts'
import { matchInvoice } from '#app/features/finance/match-invoice.server.ts'
import { deleteDraft } from '#app/features/finance/record-transaction.server.ts'
import { reverseTransaction } from '#app/features/finance/reverse-transaction.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'
import { getTransaction } from '#app/features/finance/transactions.server.ts'
import { listOutstanding } from '#app/features/invoicing/queries.server.ts'
import { listAgeing } from '#app/features/open-items/queries.server.ts'
import { loadVatReport } from '#app/features/vat-report/vat-report.server.ts'
import { storedFile } from '#tests/factories/document.ts'
import { einvoice } from '#tests/factories/einvoice.ts'
import { createAccount, createTransaction } from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { approvedInvoice, checkInput, createReceived, receivedFacts } from '#tests/factories/received-invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { addEinvoice, addTyped } from './add-einvoice.server.ts'
import { approveReceived, reopenReceived } from './approve-received.server.ts'
import { checkReceived } from './check-received.server.ts'
import { listReceived } from './list-received.server.ts'
import { findReceivedFile, getReceived, suggestReceived } from './queries.server.ts'
import { recordReceivedPayment, takeBackReceivedPayment } from './record-received-payment.server.ts'
import { refuseReceived } from './refuse-received.server.ts'

let ctx: CompanyContext
beforeAll(() => {
  ctx = createPerson(testDatabase())
})

const fresh = () => createPerson(ctx.db)
const statusOf = (of: CompanyContext, id: string) => getReceived(of, id)?.invoice.status
const year = { from: '2026-01-01', to: '2026-12-31' }
const expenses = (of: CompanyContext) =>
  listEntries(of, year.from, year.to).map(({ category, grossCents, vatCents }) => [category, grossCents, vatCents])

it('an invoice is checked, approved and paid, and each step counts once', () => {
  const own = fresh()
  const facts = receivedFacts()
  const file = storedFile('invoice.txt', 'Invoice')
  const submissionId = 'b0000000-0000-7000-8000-000000000001'
  const { id } = addTyped(own, { facts, file, submissionId })
  expect(addTyped(own, { facts, file, submissionId })).toEqual({ id })
  expect(() =>
    addTyped(own, { facts: { ...facts, number: facts.number.toLowerCase() }, file: storedFile('b.txt', 'b') }),
  ).toThrow(
    expect.objectContaining({
      field: 'number',
      text: expect.objectContaining({ key: 'receivedfiles:refused.double' }),
    }),
  )
  expect(listOutstanding(own, 'received')).toMatchObject([{ count: 1, openCents: 125_500, overdueCents: 125_500 }])
  expect(listAgeing(own, 'received')).toMatchObject([{ to30: 125_500, total: 125_500 }])
  expect([statusOf(own, id), expenses(own)]).toEqual(['received', []])
  expect(() => approveReceived(own, { receivedId: id, isAccountConfirmed: false })).toThrow('wrongState')
  expect(() => recordReceivedPayment(own, { receivedId: id, amountCents: 1, paidOn: '2026-05-20' })).toThrow(
    'wrongState',
  )

  expect(() => checkReceived(own, checkInput(id, [{ netCents: 1 }]))).toThrow('partsDoNotAddUp')
  expect(() => checkReceived(own, checkInput(id, [{ category: 'sales' }]))).toThrow('category')
  expect(() => checkReceived(own, checkInput(id, [{ projectId: 'other' }]))).toThrow('project')
  checkReceived(own, checkInput(id, [{ netCents: 70_000 }, { category: 'fuel' }]))
  expect(loadVatReport(own, { ...year, basis: 'invoice' }).records).toEqual([])
  approveReceived(own, { receivedId: id, isAccountConfirmed: false })
  expect(loadVatReport(own, { ...year, basis: 'invoice' }).sums[307]).toBe(25_500)
  expect(loadVatReport(own, { ...year, basis: 'cash' }).sums[307]).toBe(0)
  expect(() => checkReceived(own, checkInput(id))).toThrow('wrongState')
  expect(expenses(own)).toEqual([])

  const paid = { receivedId: id, amountCents: 25_500, paidOn: '2026-05-20' }
  expect(() => recordReceivedPayment(own, { ...paid, amountCents: 125_501 })).toThrow('moreThanOpen')
  expect(() => recordReceivedPayment(own, { ...paid, paidOn: '2030-01-01' })).toThrow('paidInFuture')
  const { id: paymentId } = recordReceivedPayment(own, paid)
  expect(statusOf(own, id)).toBe('approved')
  expect(() => reopenReceived(own, { receivedId: id })).toThrow('paidOn')
  expect(() => refuseReceived(own, { receivedId: id, reason: 'No' })).toThrow('paidOn')
  recordReceivedPayment(own, { ...paid, amountCents: 100_000, paidOn: '2026-05-21' })
  expect(statusOf(own, id)).toBe('paid')
  expect(expenses(own)).toEqual([
    ['materials', -17_850, -3627],
    ['fuel', -7650, -1554],
    ['materials', -70_000, -14_223],
    ['fuel', -30_000, -6096],
  ])
  expect(loadVatReport(own, { ...year, basis: 'cash' }).sums[307]).toBe(25_500)
  expect(listOutstanding(own, 'received')).toEqual([])
  takeBackReceivedPayment(own, { receivedId: id, paymentId })
  expect(() => takeBackReceivedPayment(own, { receivedId: id, paymentId })).toThrow('takenBack')
  expect([statusOf(own, id), getReceived(own, id)?.invoice.paidCents]).toEqual(['approved', 100_000])
  const run = (text: string) => own.db.$client.prepare(text).run(id)
  expect(() => run('UPDATE received_invoices SET gross_cents = 1 WHERE id = ?')).toThrow('received')
  expect(() => run('UPDATE received_invoices SET paid_cents = 125500 WHERE id = ?')).toThrow('received')
  expect(() => run('DELETE FROM received_invoices WHERE id = ?')).toThrow('received')
  expect(() => run('DELETE FROM received_invoice_parts WHERE received_invoice_id = ?')).toThrow('received')
  expect(() => run('DELETE FROM received_invoice_payments WHERE received_invoice_id = ?')).toThrow('received')
})

it('above a mandate a second person approves', () => {
  const owner = fresh()
  const clerk = createPerson(owner.db, { company: owner.company, companyRole: 'member' })
  giveMandates(clerk, 100_000, ['payables'])
  const id = createReceived(clerk)
  checkReceived(clerk, checkInput(id))
  const asked = () => recorded(owner.db, 'received_invoice.checked').map(({ userIds }) => userIds)
  expect(asked()).toEqual([[owner.actor.id]])
  checkReceived(clerk, checkInput(id))
  expect(asked()).toHaveLength(1)
  expect(() => approveReceived(clerk, { receivedId: id, isAccountConfirmed: false })).toThrow('aboveLimit')
  const seen = getReceived(clerk, id)
  expect([seen?.may.approve, seen?.mandateRefusal?.key]).toEqual([false, 'team:mandate.refused.aboveLimit'])
  approveReceived(owner, { receivedId: id, isAccountConfirmed: false })
  expect(() => reopenReceived(clerk, { receivedId: id })).toThrow('aboveLimit')
  reopenReceived(owner, { receivedId: id })
  expect(statusOf(owner, id)).toBe('checked')
  const small = { netCents: 1000, vatCents: 0, grossCents: 1000, payableCents: 1000, vat: [] }
  expect(statusOf(clerk, approvedInvoice(clerk, small))).toBe('approved')
  expect(asked()).toHaveLength(1)
})

it('a changed account is warned about, and approved only by somebody who asked', () => {
  const own = fresh()
  const [known, other] = ['FI2112345600000785', 'FI7944052020036082']
  const first = approvedInvoice(own, { number: 'A1', iban: known })
  expect(getReceived(own, first)?.changedAccount).toBeNull()
  const id = createReceived(own, { number: 'A2', iban: other })
  checkReceived(own, checkInput(id))
  expect(getReceived(own, id)?.changedAccount).toEqual({ iban: known, number: 'A1' })
  expect(() => approveReceived(own, { receivedId: id, isAccountConfirmed: false })).toThrow('accountUnconfirmed')
  approveReceived(own, { receivedId: id, isAccountConfirmed: true })
  expect(getReceived(own, createReceived(own, { number: 'A3', iban: other }))?.changedAccount).toBeNull()
  const stranger = { name: 'Muu Oy', country: 'FI', businessId: '7654321-4', vatNumber: null }
  expect(getReceived(own, createReceived(own, { supplier: stranger, iban: other }))?.changedAccount).toBeNull()
})

it('an invoice that is refused stays, is owed no more, and may come again', () => {
  const own = fresh()
  const facts = receivedFacts()
  const file = (name: string) => storedFile(`${name}.txt`, name)
  const { id } = addTyped(own, { facts, file: file('one') })
  refuseReceived(own, { receivedId: id, reason: 'Not ordered' })
  expect(listOutstanding(own, 'received')).toEqual([])
  const again = addTyped(own, { facts, file: file('two') }).id
  const listed = (view: 'refused' | 'toCheck' | null) =>
    listReceived(own, { view, after: null }).rows.map((row) => row.id)
  expect([listed('refused'), listed('toCheck'), listed(null)]).toEqual([[id], [again], [again, id]])
  expect(() => refuseReceived(own, { receivedId: id, reason: 'Again' })).toThrow('wrongState')
})

it('nobody else sees, changes or is offered anything of it', () => {
  const own = fresh()
  const id = approvedInvoice(own)
  const fileId = getReceived(own, id)?.invoice.fileId ?? ''
  expect([
    getReceived(ctx, id),
    findReceivedFile(ctx, fileId),
    listReceived(ctx, { view: null, after: null }).rows,
  ]).toEqual([null, null, []])
  expect(findReceivedFile(own, fileId)?.name).toBe('invoice.txt')
  const asked = { amountCents: -125_500, currency: 'EUR' as const, reference: '' }
  expect([suggestReceived(own, asked).length, suggestReceived(ctx, asked).length]).toEqual([1, 0])
  expect(() => recordReceivedPayment(ctx, { receivedId: id, amountCents: 1, paidOn: '2026-05-20' })).toThrow('notFound')
  expect(() => checkReceived(ctx, checkInput(id))).toThrow('notFound')
  const row = createTransaction(ctx, createAccount(ctx), { amountCents: -125_500 })
  expect(() => matchInvoice(ctx, { transactionId: row, invoiceId: null, receivedInvoiceId: id })).toThrow('notFound')
})

it('a row of the bank pays an invoice: once, with its match, until it is undone or reversed', () => {
  const own = fresh()
  const account = createAccount(own)
  const id = approvedInvoice(own)
  const rowOf = (amountCents = -125_500) => createTransaction(own, account, { amountCents, day: '2026-05-20' })
  const match = (transactionId: string, receivedInvoiceId: string | null = id) =>
    matchInvoice(own, { transactionId, invoiceId: null, receivedInvoiceId })
  const first = rowOf()
  match(first)
  match(first)
  expect([statusOf(own, id), getTransaction(own, first)?.receivedInvoiceId]).toEqual(['paid', id])
  expect(expenses(own)).toEqual([['materials', -125_500, -25_500]])
  expect(() => match(rowOf())).toThrow('moreThanOpen')
  expect(() => match(rowOf(125_500))).toThrow('otherInvoice')
  match(first, null)
  expect([statusOf(own, id), getReceived(own, id)?.invoice.paidCents, expenses(own).at(-1)]).toEqual([
    'approved',
    0,
    ['materials', 125_500, 25_500],
  ])

  // What was recorded by hand is found, and stays when the match is undone.
  recordReceivedPayment(own, { receivedId: id, amountCents: 125_500, paidOn: '2026-05-19' })
  match(first)
  expect(getReceived(own, id)?.payments.at(-1)).toMatchObject({ source: 'manual', transactionId: first })
  const { paymentId } = { paymentId: getReceived(own, id)?.payments.at(-1)?.id ?? '' }
  expect(() => takeBackReceivedPayment(own, { receivedId: id, paymentId })).toThrow('ofRow')
  match(first, null)
  expect(statusOf(own, id)).toBe('paid')
  takeBackReceivedPayment(own, { receivedId: id, paymentId })

  const second = rowOf()
  match(second)
  deleteDraft(own, { transactionId: second })
  expect(statusOf(own, id)).toBe('approved')
  match(first)
  settleDrafts(own, {
    transactionIds: [first],
    purpose: { category: 'rent', ownCategoryId: null, projectId: null, vat: 'none' },
    post: true,
  })
  expect(getTransaction(own, first)).toMatchObject({ status: 'posted', splits: [] })
  const balance = () => expenses(own).reduce((sum, [, cents]) => sum + Number(cents), 0)
  expect(balance()).toBe(-125_500)
  const { id: reversal } = reverseTransaction(own, { transactionId: first, reason: 'Bounced' })
  expect([statusOf(own, id), getTransaction(own, reversal)?.status, balance()]).toEqual(['approved', 'posted', 0])
})

it('VAT of another country, and VAT that is not deducted, are part of the expense; a reverse charge is owed and deducted', () => {
  const own = fresh()
  const german = { name: 'Bau GmbH', country: 'DE', businessId: null, vatNumber: 'DE136695976' }
  const pay = (receivedId: string) =>
    recordReceivedPayment(own, {
      receivedId,
      amountCents: getReceived(own, receivedId)?.invoice.payableCents ?? 0,
      paidOn: '2026-05-20',
    })
  pay(approvedInvoice(own, { supplier: german }))
  const id = createReceived(own)
  checkReceived(own, { ...checkInput(id), deductsVat: false })
  approveReceived(own, { receivedId: id, isAccountConfirmed: false })
  pay(id)
  expect(expenses(own)).toEqual([
    ['materials', -125_500, 0],
    ['materials', -125_500, 0],
  ])
  const untaxed = { netCents: 100_000, vatCents: 0, grossCents: 100_000, payableCents: 100_000 }
  const vat = { category: 'AE' as const, rateBp: 0, netCents: 100_000, vatCents: 0 }
  const undeducted = createReceived(own, { ...untaxed, vat: [{ ...vat, ground: 'construction' }] })
  checkReceived(own, { ...checkInput(undeducted), deductsVat: false })
  approveReceived(own, { receivedId: undeducted, isAccountConfirmed: false })
  recordReceivedPayment(own, { receivedId: undeducted, amountCents: 40_000, paidOn: '2026-05-20' })
  // The tax on it, 10 200 of 40 000, is owed to the state and costs as much as it is.
  expect(expenses(own).at(-1)).toEqual(['materials', -50_200, 0])
  pay(approvedInvoice(own, { ...untaxed, vat: [{ ...vat, ground: 'construction' }] }))
  approvedInvoice(own, { ...untaxed, supplier: german, vat: [{ ...vat, ground: 'eu_services' }] })
  approvedInvoice(own, { kind: 'credit_note', ...untaxed, vat: [{ ...vat, ground: 'construction' }] })
  for (const basis of ['invoice', 'cash'] as const) {
    const { sums } = loadVatReport(own, { ...year, basis })
    // The reverse charge that is not deducted is owed all the same: of what was paid of it, or whole.
    const [base, tax, deducted] = basis === 'invoice' ? [100_000, 25_500, 0] : [140_000, 35_700, 25_500]
    expect([sums[320], sums[318], sums[314], sums[306], sums[307]]).toEqual([
      ...[base, tax],
      100_000,
      25_500,
      deducted + 25_500,
    ])
  }
})

it('an e-invoice keeps what its file says, is of this company, and is not here already', () => {
  const own = fresh()
  own.db.$client
    .prepare('UPDATE companies SET business_id = ?, country = ? WHERE id = ?')
    .run('2345678-0', 'FI', own.company.id)
  const add = (invoice: typeof einvoice, to = own) =>
    addEinvoice(to, { read: { format: 'ubl', invoice }, file: storedFile('invoice.xml', JSON.stringify(invoice)) }).id
  const other = { ...einvoice, buyer: { ...einvoice.buyer, vatId: 'FI76543214', legalId: null, address: null } }
  expect(() => add(other)).toThrow('otherBuyer')
  expect(() => add({ ...einvoice, seller: einvoice.buyer })).toThrow('own')
  expect(() => add({ ...einvoice, totals: { ...einvoice.totals, grossCents: 1 } })).toThrow('sums')
  const id = add(einvoice)
  expect(() => add(einvoice)).toThrow('double')
  expect(getReceived(own, id)?.invoice).toMatchObject({
    ...{ status: 'received', supplierName: 'Seller Oy', supplierKey: 'FI12345671', grossCents: 62_750, notes: [] },
    ...{ iban: 'FI2112345600000785', reference: '20260000011', content: einvoice },
  })
  const unnamed = { ...einvoice, number: '2', buyer: { ...einvoice.buyer, vatId: null, legalId: null, address: null } }
  expect(getReceived(own, add(unnamed))?.invoice.notes).toEqual(['buyerUnknown'])
})
