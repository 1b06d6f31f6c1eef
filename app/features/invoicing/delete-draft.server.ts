import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { invoiceAdjustments, invoiceAdvances, invoiceLines, invoices } from '#db/schema/invoices/invoicing.ts'
import { canDeleteInvoice } from './invoice.ts'
import { loadOwnInvoice } from './invoice-rows.server.ts'

/**
 * Deletes a draft permanently; numbered invoices stay.
 * @throws AppError not found; conflict for anything but a draft
 */
export function deleteDraft(
  ctx: CompanyContext,
  input: { invoiceId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'invoices.delete')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'deleteInvoiceDraft', input }, () => {
      const before = loadOwnInvoice(tx, ctx, input.invoiceId)
      if (!canDeleteInvoice(before.status, 'issuer')) throw conflict('invoicing:refused.wrongState')
      for (const part of [invoiceLines, invoiceAdjustments, invoiceAdvances])
        tx.delete(part).where(eq(part.invoiceId, before.id)).run()
      const { changes } = tx
        .delete(invoices)
        .where(and(eq(invoices.id, before.id), eq(invoices.status, 'draft')))
        .run()
      if (changes !== 1) throw conflict('errors:concurrentChange')
      appendAudit(tx, ctx, { action: 'invoice.delete', subject: { type: 'invoice', id: before.id }, before })
      return { id: before.id }
    }),
  )
}
