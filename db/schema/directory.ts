import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { projectCategories } from '#db/vocabulary/projects.ts'
import { companies, users } from './accounts.ts'
import { time } from './columns.ts'

/**
 * What companies show of themselves to everybody (PUB-4). A row is a consent: who is not listed has none, and who leaves the directory loses it. A sole trader's
 * name and town are personal data (Regulation (EU) 2016/679, article 4(1)).
 */
export const companyListings = sqliteTable(
  'company_listings',
  {
    companyId: text('company_id')
      .primaryKey()
      .references(() => companies.id),
    about: text('about').notNull(),
    place: text('place').notNull(),
    listedBy: text('listed_by')
      .notNull()
      .references(() => users.id),
    listedAt: time('listed_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('company_listings_place').on(t.place)],
)

/** The kinds of work that a listed company does. */
export const companyTrades = sqliteTable(
  'company_trades',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companyListings.companyId, { onDelete: 'cascade' }),
    trade: text('trade', { enum: projectCategories }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.trade, t.companyId] }), index('company_trades_company').on(t.companyId)],
)
