import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { financialSettings } from '#db/schema/finance.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'

const basisOf = (db: Database | Transaction, company: string): VatBasis =>
  db.select().from(financialSettings).where(eq(financialSettings.companyId, company)).get()?.vatBasis ?? 'invoice'

/** By what the company states its VAT: by invoices, unless it says otherwise. */
export const getVatBasis = (ctx: CompanyContext): VatBasis => basisOf(ctx.db, companyInScope(ctx, 'financials.read'))

/**
 * Says by what the company states its VAT. A report of any period is counted by it, so that it changes with a new basis.
 * @throws AppError forbidden
 */
export function setVatBasis(ctx: CompanyContext, { vatBasis }: { vatBasis: VatBasis }): void {
  requireRight(ctx, 'financials.setUp')
  transact(ctx.db, (tx) => {
    const companyId = ctx.company.id
    const before = basisOf(tx, companyId)
    if (before === vatBasis) return
    const set = { vatBasis, updatedBy: ctx.actor.id, updatedAt: ctx.now }
    tx.insert(financialSettings)
      .values({ companyId, ...set })
      .onConflictDoUpdate({ target: financialSettings.companyId, set })
      .run()
    appendAudit(tx, ctx, {
      action: 'company.set_vat_basis',
      subject: { type: 'company', id: companyId },
      ...{ before: { vatBasis: before }, after: { vatBasis } },
    })
  })
}
