import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { subscriptions } from '#db/schema/plans.ts'
import { loadSubscription } from './subscription-rows.server.ts'

type Input = { buyerReference: string | null; orderReference: string | null; expectedVersion?: number | undefined }

/**
 * Sets what the platform's invoices to the company say as its references, from the next invoice on (PLAN-8).
 * @throws AppError forbidden; conflict when the subscription has changed in the meantime
 */
export function setReferences(ctx: CompanyContext, { expectedVersion, ...references }: Input): void {
  requireRight(ctx, 'billing.change')
  transactNow(ctx, (tx, ctx) => {
    const companyId = ctx.company.id
    const before = loadSubscription(tx, companyId)
    requireUnchanged(before.updatedAt, expectedVersion)
    const set = { ...references, updatedAt: ctx.now }
    tx.update(subscriptions).set(set).where(eq(subscriptions.companyId, companyId)).run()
    const subject = { type: 'subscription', id: companyId }
    appendAudit(tx, ctx, { action: 'subscription.set_references', subject, before, after: { ...before, ...set } })
  })
}
