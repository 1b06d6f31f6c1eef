import { expect, it } from 'vitest'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { newId } from '#db/ids.ts'
import { mails } from '#db/schema/notifications.ts'
import { draftInvoice, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { getSharedInvoice } from './content/shared-invoice.server.ts'
import { creditInvoice } from './credit-invoice.server.ts'
import { getInvoice } from './queries.server.ts'
import { recordPayment } from './record-payment.server.ts'
import { sendInvoice } from './send-invoice.server.ts'
import { shareInvoice } from './share-invoice.server.ts'
import { unshareInvoice } from './unshare-invoice.server.ts'

const to = { email: 'buyer@example.com', locale: 'en' }
const day = 86_400_000

it('mails the public link, once', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  const submissionId = newId()
  // Somebody with an account: a stranger's mail does not name the seller (NOT-3).
  const to = { email: createPerson(ctx.db).actor.email, locale: 'en' }
  sendInvoice(ctx, { invoiceId, ...to, submissionId })
  sendInvoice(ctx, { invoiceId, ...to, submissionId })
  expect(() => sendInvoice(ctx, { invoiceId, ...to })).toThrow(/wrongState|alreadySent/)
  const share = getInvoice(ctx, invoiceId)?.share
  const [mail, ...others] = ctx.db.select().from(mails).all()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: to.email, template: 'invoiceSent' })
  if (!mail) throw new Error('no mail')
  const { subject, text } = renderMail(mail)
  expect(subject).toBe(`Invoice 2026-0001 from ${ctx.company.name}`)
  expect(text).toContain('€627.50, due on 15 Jun 2026')
  expect(text).toContain(`http://localhost:3000/shared/invoice/${share?.shareId}`)
  expect(text).not.toMatch(/\{\{|because you have an account/)
})

it('tells a stranger the business ID of the seller, which nobody can word as they like, but no name (NOT-3)', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  sendInvoice(ctx, { invoiceId, ...to })
  const businessId = getInvoice(ctx, invoiceId)?.document.seller.businessId
  const mail = ctx.db.select().from(mails).get()
  if (!mail) throw new Error('no mail')
  const { subject, text } = renderMail(mail)
  expect(text).toContain(`The sender’s business ID is ${businessId}; the page says its name.`)
  expect(subject + text).not.toContain(ctx.company.name)
})

it('records that it was sent', async () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  sendInvoice(ctx, { invoiceId, ...to })
  expect(recorded(ctx.db, 'invoice.sent')).toMatchObject([
    { invoiceId, companyId: ctx.company.id, number: '2026-0001', grossCents: 62_750, currency: 'EUR' },
  ])
})

it('records of what is paid, and of a credit note, that there is nothing to pay', () => {
  const ctx = createPerson(testDatabase())
  const [open, invoiceId] = [issuedInvoice(ctx), issuedInvoice(ctx)]
  recordPayment(ctx, { invoiceId, amountCents: 62_750, paidOn: '2026-06-01' })
  const note = creditInvoice(ctx, { invoiceId: open, amountCents: 1000, reason: 'r', lineText: 'Credit', unit: 'pcs' })
  for (const id of [open, invoiceId, note.id]) sendInvoice(ctx, { invoiceId: id, ...to })
  expect(recorded(ctx.db, 'invoice.sent').map(({ settled }) => settled)).toEqual([undefined, 'paid', 'credit_note'])
})

it('refuses drafts, and invoices of others', () => {
  const ctx = createPerson(testDatabase())
  expect(() => sendInvoice(ctx, { invoiceId: draftInvoice(ctx), ...to })).toThrow('wrongState')
  expect(() => sendInvoice(createPerson(ctx.db), { invoiceId: issuedInvoice(ctx), ...to })).toThrow('not_found')
  expect(ctx.db.select().from(mails).all()).toEqual([])
})

it('a link works until it expires or is revoked, and is never reused', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = issuedInvoice(ctx)
  const { shareId } = shareInvoice(ctx, { invoiceId, days: 7 })
  expect(Buffer.from(shareId, 'base64url')).toHaveLength(16)
  expect(getSharedInvoice(ctx, shareId)).toMatchObject({ number: '2026-0001' })
  expect(getSharedInvoice({ ...ctx, now: ctx.now + 7 * day - 1 }, shareId)).not.toBeNull()
  const later = { ...ctx, now: ctx.now + 7 * day }
  expect(getSharedInvoice(later, shareId)).toBeNull()
  const second = shareInvoice(later, { invoiceId, days: 0 }).shareId
  expect(second).not.toBe(shareId)
  expect(shareInvoice(later, { invoiceId, days: 30 }).shareId).toBe(second)
  unshareInvoice(later, { invoiceId })
  unshareInvoice(later, { invoiceId })
  expect(getSharedInvoice(later, second)).toBeNull()
  expect(shareInvoice(later, { invoiceId, days: 0 }).shareId).not.toBe(second)
})

it('shares no draft and nothing of others, and keeps the link out of the audit trail', () => {
  const ctx = createPerson(testDatabase())
  const stranger = createPerson(ctx.db)
  expect(() => shareInvoice(ctx, { invoiceId: draftInvoice(ctx), days: 0 })).toThrow('draftNotShared')
  const invoiceId = issuedInvoice(ctx)
  expect(() => shareInvoice(stranger, { invoiceId, days: 0 })).toThrow('not_found')
  expect(() => unshareInvoice(stranger, { invoiceId })).toThrow('not_found')
  const { shareId } = shareInvoice(ctx, { invoiceId, days: 0 })
  expect(JSON.stringify(ctx.db.$client.prepare('select * from audit_log').all())).not.toContain(shareId)
  for (const guess of ['', 'x', `${shareId}x`, shareId.toLowerCase(), "' or 1=1 --"])
    expect(getSharedInvoice(ctx, guess)).toBeNull()
})
