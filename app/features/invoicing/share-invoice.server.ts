import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { newShareId } from '#app/features/invoicing/content/share-link.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { loadOwnInvoice } from './invoice-rows.server.ts'

const day = 86_400_000

/**
 * Creates the public link of an issued invoice, or changes how long the existing one works; `days` 0: until it is revoked. An
 * expired link is not revived: a new one with another address is created. Needs no version of what the page showed, because an
 * issued invoice does not change.
 * @throws AppError not found; conflict for a draft
 */
export function shareInvoice(ctx: CompanyContext, input: { invoiceId: string; days: number }): { shareId: string } {
  requireRight(ctx, 'invoices.share')
  return transact(ctx.db, (tx) => {
    const before = loadOwnInvoice(tx, ctx, input.invoiceId)
    if (before.number === null) throw conflict('invoicing:refused.draftNotShared')
    const works = before.shareId !== null && (before.shareExpiresAt === null || before.shareExpiresAt > ctx.now)
    const shareId = (works && before.shareId) || newShareId()
    const shareExpiresAt = input.days > 0 ? ctx.now + input.days * day : null
    tx.update(invoices)
      .set({ shareId, shareExpiresAt, updatedAt: ctx.now })
      .where(and(eq(invoices.id, before.id), eq(invoices.companyId, ctx.company.id)))
      .run()
    // The id gives access to the invoice, so the audit trail records only that a link exists.
    appendAudit(tx, ctx, {
      action: 'invoice.share',
      subject: { type: 'invoice', id: before.id },
      before: { shareId: before.shareId, shareExpiresAt: before.shareExpiresAt },
      after: { shareId, shareExpiresAt },
      detail: { days: input.days },
    })
    return { shareId }
  })
}
