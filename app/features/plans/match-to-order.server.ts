import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadSuspense, requireIndependent } from '#app/features/bank/load-suspense.server.ts'
import { matchPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { openCents } from '#app/features/invoicing/invoice.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { columns, required } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { subscriptionOrders } from '#db/schema/plans.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import { payOrderInvoice } from './mark-order-paid.server.ts'

const byReference = sql(
  {
    params: { reference: bankTransfers.reference, currency: bankTransfers.currency },
    row: {
      ...columns(subscriptionOrders, 'invoiceId', 'companyId'),
      ...columns(invoices, 'grossCents', 'paidCents', 'creditedCents', 'retainedCents', 'currency'),
      sellerId: invoices.companyId,
      number: required(invoices.number),
      buyer: companies.name,
      seller: companies.name,
    },
  },
  `SELECT o.invoice_id AS invoiceId, o.company_id AS companyId, i.gross_cents AS grossCents, i.paid_cents AS paidCents, i.credited_cents AS creditedCents,
          i.retained_cents AS retainedCents, i.currency, i.company_id AS sellerId, i.number, k.name AS buyer, s.name AS seller
   FROM subscription_orders o INDEXED BY subscription_orders_open CROSS JOIN invoices i ON i.id = o.invoice_id
   CROSS JOIN companies k ON k.id = o.company_id CROSS JOIN companies s ON s.id = i.company_id
   WHERE o.status = 'open' AND i.currency = :currency AND :reference <> ''
     AND CASE WHEN i.reference LIKE 'RF%' THEN ltrim(substr(i.reference, 5), '0') ELSE i.reference END = :reference LIMIT 1`,
)

type Payment = Pick<typeof bankTransfers.$inferSelect, 'reference' | 'currency'>

function orderOf(db: Database | Transaction, { reference, currency }: Payment) {
  const found = byReference.first(db, { reference, currency })
  return found && { ...found, dueCents: openCents(found) }
}

/** The unpaid invoice of a plan whose reference a payment in suspense has; null for any other payment, and for users who are not admins. */
export function orderOfPayment(ctx: UserContext, payment: Payment) {
  return isAdmin(ctx.actor.role) ? orderOf(ctx.db, payment) : null
}

/**
 * Pays the invoice of a plan from money in suspense that has its reference, for the platform's staff who do not work for its buyer: the amount is
 * credited to the free balance of the platform's company, from which it is paid out, and what is left over keeps waiting (PLAN-7).
 * @throws AppError conflict if the reference names no unpaid invoice of a plan, or the payment does not cover it
 */
export function matchToOrder(
  ctx: UserContext,
  input: { transferId: string; submissionId?: string | undefined },
): { companyId: string } {
  requireRight(ctx, 'escrow.recordTransfer')
  requireRight(ctx, 'subscriptions.manage')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'matchToOrder', input, otherContent: 'refuse' }, () => {
      const { transferId } = input
      const waiting = loadSuspense(tx, transferId)
      const order = orderOf(tx, waiting)
      if (!order) throw conflict('bank:refused.noOrder')
      requireIndependent(ctx, order.companyId)
      const { invoiceId, companyId, sellerId, dueCents: amountCents } = order
      if (waiting.openCents < amountCents) throw conflict('bank:refused.orderNotCovered')
      writePosting(tx, ctx, {
        ...matchPosting(transferId, sellerId, amountCents),
        idempotencyKey: `match:${transferId}:${invoiceId}`,
        contractId: null,
        milestoneId: null,
        transferId,
        currency: waiting.currency,
      })
      appendAudit(tx, ctx, {
        action: 'escrow.match_transfer',
        subject: { type: 'bank_transfer', id: transferId },
        after: { company: sellerId, amountCents },
        detail: { invoice: invoiceId },
      })
      payOrderInvoice(tx, ctx, {
        invoiceId,
        paidOn: waiting.paidOn,
        source: 'manual',
        sourceKey: `transfer:${transferId}`,
      })
      return { companyId }
    }),
  )
}
