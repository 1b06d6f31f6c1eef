import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { testSales } from '#db/schema/test-sales.ts'

/**
 * Deletes a row of the sample table.
 * @throws AppError forbidden; notFound
 */
export function deleteTestSale(ctx: UserContext, { saleId }: { saleId: string }): void {
  requireRight(ctx, 'database.editSample')
  transact(ctx.db, (tx) => {
    const before = tx.select().from(testSales).where(eq(testSales.id, saleId)).get()
    if (!before) throw notFound()
    tx.delete(testSales).where(eq(testSales.id, saleId)).run()
    appendAudit(tx, ctx, { action: 'test_sale.delete', subject: { type: 'test_sale', id: saleId }, before })
  })
}
