import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { invoiceSettings } from '#db/schema/invoices/invoicing.ts'
import type { InvoiceSettingsInput } from './schemas.server.ts'

type Updated = { updatedAt: number }

/**
 * Saves what the company's new invoices begin with, and where it receives e-invoices (INV-15). Drafts and issued invoices keep what they
 * say.
 * @throws AppError forbidden for members; conflict when somebody else has changed the settings in the meantime
 */
export function updateInvoiceSettings(ctx: CompanyContext, input: InvoiceSettingsInput): Updated {
  requireRight(ctx, 'company.update')
  return transact(ctx.db, (tx) => {
    const key = { verb: 'updateInvoiceSettings', input, otherContent: 'replace' as const }
    return withIdempotencyKey(tx, ctx, key, (earlier: Updated | null) => {
      const own = eq(invoiceSettings.companyId, ctx.company.id)
      const before = tx.select().from(invoiceSettings).where(own).get()
      requireUnchanged(before?.updatedAt ?? 0, input.expectedVersion, earlier?.updatedAt)
      const after = { ...input.settings, updatedAt: ctx.now }
      tx.insert(invoiceSettings)
        .values({ companyId: ctx.company.id, ...after })
        .onConflictDoUpdate({ target: invoiceSettings.companyId, set: after })
        .run()
      const subject = { type: 'company' as const, id: ctx.company.id }
      appendAudit(tx, ctx, { action: 'company.update_invoicing', subject, before, after })
      return { updatedAt: ctx.now }
    })
  })
}
