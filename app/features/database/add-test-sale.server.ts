import { count } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { testSales } from '#db/schema/test-sales.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

/** Enough to page through; a sample needs no more. */
export const mostTestSales = 500

/**
 * Adds a row to the sample table.
 * @throws AppError forbidden; conflict where the table is full
 */
export function addTestSale(
  ctx: UserContext,
  input: {
    product: string
    soldOn: string
    amountCents: number
    currency: Currency
    submissionId?: string | undefined
  },
): { id: string } {
  requireRight(ctx, 'database.editSample')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addTestSale', input }, () => {
      const { product, soldOn, amountCents, currency } = input
      const { rows = 0 } = tx.select({ rows: count() }).from(testSales).get() ?? {}
      if (rows >= mostTestSales) throw conflict('database:refused.full')
      const row = {
        ...{ id: newId(), product, soldOn, amountCents, currency },
        ...{ addedBy: ctx.actor.id, addedAt: ctx.now },
      }
      tx.insert(testSales).values(row).run()
      appendAudit(tx, ctx, { action: 'test_sale.add', subject: { type: 'test_sale', id: row.id }, after: row })
      return { id: row.id }
    }),
  )
}
