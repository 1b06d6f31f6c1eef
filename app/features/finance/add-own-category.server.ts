import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { financialOwnCategories } from '#db/schema/finance.ts'
import type { FinancialCategory } from '#db/vocabulary/finance.ts'

export const maxOwnCategories = 100

/**
 * Adds a category of the company's own, as a part of one of the chart.
 * @throws AppError forbidden; invalid for a name that it has already; conflict beyond `maxOwnCategories`
 */
export function addOwnCategory(
  ctx: CompanyContext,
  input: { category: FinancialCategory; name: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'financials.setUp')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addOwnCategory', input }, () => {
      const { category, name } = input
      const { companyId, archivedAt } = financialOwnCategories
      const inUse = and(eq(companyId, ctx.company.id), isNull(archivedAt))
      const known = tx.select().from(financialOwnCategories).where(inUse).all()
      if (known.length >= maxOwnCategories) throw conflict('finance:refused.tooManyCategories')
      if (known.some((one) => one.category === category && one.name.toLowerCase() === name.toLowerCase()))
        throw invalid('finance:refused.categoryThere', { field: 'name' })
      const row = { id: newId(), companyId: ctx.company.id, category, name, createdAt: ctx.now }
      tx.insert(financialOwnCategories).values(row).run()
      const subject = { type: 'financial_category', id: row.id }
      appendAudit(tx, ctx, { action: 'financial_category.add', subject, after: row })
      return { id: row.id }
    }),
  )
}

/**
 * Takes an own category out of use. Rows that have it keep it.
 * @throws AppError forbidden; not found
 */
export function archiveOwnCategory(ctx: CompanyContext, input: { ownCategoryId: string }): void {
  requireRight(ctx, 'financials.setUp')
  transact(ctx.db, (tx) => {
    const { id, companyId } = financialOwnCategories
    const own = and(eq(id, input.ownCategoryId), eq(companyId, ctx.company.id))
    const before = tx.select().from(financialOwnCategories).where(own).get()
    if (!before) throw notFound()
    if (before.archivedAt !== null) return
    tx.update(financialOwnCategories).set({ archivedAt: ctx.now }).where(own).run()
    const subject = { type: 'financial_category', id: before.id }
    appendAudit(tx, ctx, { action: 'financial_category.archive', subject, before })
  })
}
