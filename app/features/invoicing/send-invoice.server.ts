import type { CompanyContext } from '#app/features/accounts/context.ts'
import { mailOutside } from '#app/features/accounts/mail-outside.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { clientLanguage } from '#app/features/invoicing/content/client-language.server.ts'
import { newShareId, shareUrl } from '#app/features/invoicing/content/share-link.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import type { MailOrder } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { openCents } from './invoice.ts'
import { sentEvent } from './invoice-events.server.ts'
import { changeInvoice, type InvoiceRow, loadOwnInvoice } from './invoice-rows.server.ts'

type Input = { invoiceId: string; email: string; locale: string; submissionId?: string | undefined }

/**
 * Sends an issued invoice to its buyer, once: mails its public link, which is created if there is no valid one. Needs no version
 * of what the page showed, because an issued invoice does not change. The mail is in the client's language, otherwise in the sender's (`locale`).
 * @throws AppError not found; conflict for a draft, or when it was sent before; forbidden while the sender's email is
 * unverified; rate_limited
 */
export function sendInvoice(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.send')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'sendInvoice', input, otherContent: 'refuse' }, () => {
      const before = loadOwnInvoice(tx, ctx, input.invoiceId)
      const works = before.shareId !== null && (before.shareExpiresAt === null || before.shareExpiresAt > ctx.now)
      const shareId = (works && before.shareId) || newShareId()
      const shareExpiresAt = works ? before.shareExpiresAt : null
      const set = { sentAt: ctx.now, shareId, shareExpiresAt }
      const sent = changeInvoice(tx, ctx, before, { action: 'send', role: 'issuer', set })
      const locale = clientLanguage(tx, sent) ?? input.locale
      mailOutside(tx, ctx, invoiceMail(sent, shareId, { ...input, locale }), before.contractId !== null)
      appendAudit(tx, ctx, {
        action: 'invoice.send',
        subject: { type: 'invoice', id: before.id },
        before,
        after: sent,
        detail: { to: input.email },
      })
      recordEvent(tx, ctx, 'invoice.sent', { ...sentEvent(ctx, sent), mailedTo: input.email })
      return { id: before.id }
    }),
  )
}

function invoiceMail(invoice: InvoiceRow, shareId: string, { email, locale }: Input): MailOrder {
  const format = formatFor(locale, 'UTC')
  const open = openCents(invoice)
  const isCreditNote = invoice.kind === 'credit_note'
  const settled = invoice.retainedCents > 0 ? 'retainedInvoiceSent' : 'paidInvoiceSent'
  // What advances cover has not been paid by anybody since.
  const isCovered = invoice.grossCents === 0
  const template = isCreditNote ? 'creditNoteSent' : open > 0 || isCovered ? 'invoiceSent' : settled
  return {
    to: email,
    locale,
    template,
    toStranger: 'variant',
    names: { seller: invoice.seller?.name ?? '' },
    params: {
      number: invoice.number ?? '',
      amountCents: isCreditNote ? invoice.grossCents : open || invoice.grossCents,
      currency: invoice.currency,
      businessId: invoice.seller?.businessId ?? '',
      retained: format.money(invoice.retainedCents, invoice.currency),
      dueDate: invoice.dueDate ? format.date(invoice.dueDate) : '',
      link: shareUrl(shareId),
    },
  }
}
