// verb-rule: changeSubscription writes the audit row
import { eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { subscriptionOrders } from '#db/schema/plans.ts'
import { type OrderKind, orderKinds } from '#db/vocabulary/plans.ts'
import { creditOrder, placeOrder, refusalOfOrder, type WordsOf } from './order.server.ts'
import { paymentDays } from './period.ts'
import type { Choice } from './subscription.ts'
import { changeSubscription, loadSubscription, openOrders } from './subscription-rows.server.ts'

/**
 * Orders a plan, at the end of a trial or before, or after a subscription is over (PLAN-4): the platform's company invoices the first period, which
 * begins when it is paid. What was ordered before and not paid is withdrawn by a credit note, but not a change, which had its effect at once.
 * @throws AppError forbidden; invalid where the company cannot be invoiced; conflict while a plan is active or a change is not paid
 */
export function choosePlan(
  ctx: CompanyContext,
  input: Choice & { submissionId?: string | undefined },
  words: WordsOf,
): { invoiceId: string } {
  requireRight(ctx, 'billing.change')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'choosePlan', input }, () => {
      const { plan, cycle, currency } = input
      const companyId = ctx.company.id
      const before = loadSubscription(tx, companyId)
      requireOrderable(tx, ctx, companyId, input)
      const priceCents = priceOf(plan, cycle) ?? 0
      withdrawOrders(tx, ctx, companyId, words, withdrawable)
      const order = placeOrder(
        tx,
        ctx,
        {
          ...{ companyId, kind: 'first', plan, cycle, currency, priceCents, netCents: priceCents },
          ...{ startOn: null, period: null, paymentTermDays: paymentDays },
        },
        words,
      )
      const set = { plan, cycle, currency, cancelledAt: null, ...noNext }
      changeSubscription(tx, ctx, before, { action: 'choose', role: 'customer', set, detail: { order: order.id } })
      return { invoiceId: order.invoiceId }
    }),
  )
}

/** What nobody has had anything of while it is not paid. */
export const withdrawable = ['first', 'renewal', 'agreement'] as const satisfies OrderKind[]

export const noNext = { nextPlan: null, nextCycle: null, nextCurrency: null }

/** @throws AppError invalid */
export function requireOrderable(tx: Transaction, ctx: Context, companyId: string, choice: Choice): void {
  const refusal = refusalOfOrder(tx, ctx.now, companyId, choice)
  if (refusal) throw invalid(`billing:refused.${refusal}`, refusal === 'dollarsWithVat' ? { field: 'currency' } : {})
}

/** Credits the invoices of orders that are not paid, all of them or those of some kinds: what they were for is not wanted any more. */
export function withdrawOrders(
  tx: Transaction,
  ctx: Context,
  companyId: string,
  words: WordsOf,
  kinds: readonly OrderKind[] = orderKinds,
): void {
  for (const order of openOrders(tx, companyId))
    if (kinds.includes(order.kind)) creditOrder(tx, ctx, order, { status: 'withdrawn', reason: 'withdrawn' }, words)
}

/** The order of an invoice, if it is a subscription's. */
export const orderOfInvoice = (tx: Transaction, invoiceId: string) =>
  tx.select().from(subscriptionOrders).where(eq(subscriptionOrders.invoiceId, invoiceId)).get() ?? null
