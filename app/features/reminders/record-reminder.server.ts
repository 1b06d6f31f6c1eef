// verb-rule: a part of the verbs that remind, which check the right
import { count, eq } from 'drizzle-orm'
import { mailOutside } from '#app/features/accounts/mail-outside.server.ts'
import { clientLanguage } from '#app/features/invoicing/content/client-language.server.ts'
import { newShareId, shareUrl } from '#app/features/invoicing/content/share-link.server.ts'
import { changeInvoice, type InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { conflict } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoiceReminders } from '#db/schema/invoices/invoice-mailing.ts'
import { reckon } from './reckon.server.ts'

/**
 * Records a reminder of an overdue invoice as it is today, and mails it with the invoice's public link if it goes to an address. Part of a
 * verb, inside its transaction.
 * @param locale the language of the mail where the client's is not settled
 * @throws AppError conflict unless the invoice was sent, is open and overdue, and for a mail once its link was revoked; rate_limited
 */
export function recordReminder(
  tx: Transaction,
  ctx: AuditSource,
  invoice: InvoiceRow,
  to: { email: string | null; sentBy: string | null; locale: string },
): string {
  if (to.email !== null && invoice.shareId === null) throw conflict('reminders:refused.linkRevoked')
  const works = invoice.shareId !== null && (invoice.shareExpiresAt === null || invoice.shareExpiresAt > ctx.now)
  const shareId = (works && invoice.shareId) || newShareId()
  const set = to.email === null || works ? {} : { shareId, shareExpiresAt: null }
  const role = to.sentBy === null ? ('system' as const) : ('issuer' as const)
  const after = changeInvoice(tx, ctx, invoice, { action: 'remind', role, set })
  const reckoned = reckon(tx, after, ctx.now)
  const ofInvoice = eq(invoiceReminders.invoiceId, invoice.id)
  const earlier = tx.select({ n: count() }).from(invoiceReminders).where(ofInvoice).get()?.n ?? 0
  const id = newId()
  const { email: recipient, sentBy } = to
  const row = { id, invoiceId: invoice.id, position: earlier + 1, sentAt: ctx.now, recipient, sentBy, ...reckoned }
  tx.insert(invoiceReminders).values(row).run()
  if (recipient !== null) {
    const locale = clientLanguage(tx, after) ?? to.locale
    const format = formatFor(locale, 'UTC')
    const mailing =
      reckoned.chargeCents > 0
        ? { template: 'chargedPaymentReminder' as const }
        : { template: 'paymentReminder' as const }
    const mail = {
      ...{ to: recipient, locale, ...mailing, toStranger: 'variant' as const },
      names: { seller: after.seller?.name ?? '' },
      params: {
        number: after.number ?? '',
        businessId: after.seller?.businessId ?? '',
        amountCents: reckoned.openCents,
        currency: after.currency,
        dueDate: after.dueDate ? format.date(after.dueDate) : '',
        interest: format.money(reckoned.interestCents, after.currency),
        charge: format.money(reckoned.chargeCents, after.currency),
        until: format.date(reckoned.interestUntil ?? reckoned.sentOn),
        link: shareUrl(shareId),
      },
    }
    mailOutside(tx, { now: ctx.now, company: { id: after.companyId } }, mail, after.contractId !== null)
  }
  const detail = {
    to: recipient,
    amountCents: reckoned.openCents,
    interestCents: reckoned.interestCents,
    chargeCents: reckoned.chargeCents,
  }
  const subject = { type: 'invoice' as const, id: invoice.id }
  appendAudit(tx, ctx, { action: 'invoice.remind', subject, before: invoice, after, detail })
  return id
}
