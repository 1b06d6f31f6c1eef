import { desc, lt } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { testSales } from '#db/schema/test-sales.ts'

const perPage = 50

/** A page of the sample rows, the newest first, from before one of them on; empty for everybody but super admins. */
export function listTestSales(ctx: UserContext, before: string | null) {
  if (!can(ctx, 'database.read')) return { rows: [], next: null }
  const { id, product, soldOn, amountCents, currency, addedAt } = testSales
  const found = ctx.db
    .select({ id, product, soldOn, amountCents, currency, addedAt })
    .from(testSales)
    .where(before ? lt(id, before) : undefined)
    .orderBy(desc(id))
    .limit(perPage + 1)
    .all()
  const rows = found.slice(0, perPage)
  return { rows, next: found.length > perPage ? (rows.at(-1)?.id ?? null) : null }
}

export type TestSale = ReturnType<typeof listTestSales>['rows'][number]
