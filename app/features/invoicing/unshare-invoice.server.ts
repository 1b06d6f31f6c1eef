import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { loadOwnInvoice } from './invoice-rows.server.ts'

/**
 * Revokes the public link permanently; a later one has another address.
 * @throws AppError not found
 */
export function unshareInvoice(ctx: CompanyContext, input: { invoiceId: string }): void {
  requireRight(ctx, 'invoices.update')
  transact(ctx.db, (tx) => {
    const before = loadOwnInvoice(tx, ctx, input.invoiceId)
    if (before.shareId === null) return
    tx.update(invoices)
      .set({ shareId: null, shareExpiresAt: null, updatedAt: ctx.now })
      .where(and(eq(invoices.id, before.id), eq(invoices.shareId, before.shareId)))
      .run()
    appendAudit(tx, ctx, {
      action: 'invoice.unshare',
      subject: { type: 'invoice', id: before.id },
      before: { shareId: before.shareId, shareExpiresAt: before.shareExpiresAt },
      after: { shareId: null },
    })
  })
}
