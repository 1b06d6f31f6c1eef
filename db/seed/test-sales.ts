import type { UserContext } from '#app/features/accounts/context.ts'
import { addTestSale } from '#app/features/database/add-test-sale.server.ts'
import { businessDay } from '#app/platform/business-day.ts'

const day = 86_400_000
const sales = [
  ['Spruce cladding, 120 m²', 21, 468_000],
  ['Oak parquet, 64 m²', 15, 371_200],
  ['Window, triple glazed', 9, 64_900],
  ['Interior door, white', 4, 18_950],
  ['Roof tiles, one pallet', 1, 92_300],
] as const

/** Rows of the sample table, which super admins try the database screen with. */
export function seedTestSales(root: UserContext, now: number): void {
  for (const [product, daysAgo, amountCents] of sales) {
    const at = now - daysAgo * day
    addTestSale({ ...root, now: at }, { product, soldOn: businessDay(at), amountCents, currency: 'EUR' })
  }
}
