import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { users } from './accounts.ts'
import { cents, id, time } from './columns.ts'

/** Made-up sales for trying the database screen (P20). Nothing of the product reads them. */
export const testSales = sqliteTable('test_sales', {
  id: id(),
  product: text('product').notNull(),
  soldOn: text('sold_on').notNull(),
  amountCents: cents('amount_cents').notNull(),
  currency: text('currency', { enum: currencies }).notNull().default('EUR'),
  addedBy: text('added_by')
    .notNull()
    .references(() => users.id),
  addedAt: time('added_at').notNull(),
})
