import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { projectCategories } from '#db/vocabulary/projects.ts'
import { searchRhythms } from '#db/vocabulary/saved-searches.ts'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'
import { projects } from './projects.ts'

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

/**
 * Pages that staff have taken down, for as long as they are (Regulation (EU) 2022/2065, article 17). It is of the company and not of its listing, so that a page
 * that is deleted and written anew stays down.
 */
export const listingTakedowns = sqliteTable(
  'listing_takedowns',
  {
    companyId: text('company_id')
      .primaryKey()
      .references(() => companies.id),
    reason: text('reason').notNull(),
    takenDownBy: text('taken_down_by')
      .notNull()
      .references(() => users.id),
    takenDownAt: time('taken_down_at').notNull(),
  },
  (t) => [index('listing_takedowns_at').on(t.takenDownAt)],
)

/** Filters of the public list of projects that people are mailed the new results of (PUB-3). */
export const savedSearches = sqliteTable(
  'saved_searches',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** Empty is any, here and below. */
    category: text('category', { enum: ['', ...projectCategories] }).notNull(),
    place: text('place').notNull(),
    /** By which places are compared (`placeKey`). */
    placeKey: text('place_key').notNull().default(''),
    rhythm: text('rhythm', { enum: searchRhythms }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    // A person saves a filter once.
    uniqueIndex('saved_searches_filter').on(t.userId, t.category, t.placeKey),
    index('saved_searches_match').on(t.category, t.placeKey),
  ],
)

/** What they have found: a person is told of a project once, by whichever search finds it first. */
export const searchFinds = sqliteTable(
  'search_finds',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    searchId: text('search_id')
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    /** When its mail is due. */
    dueAt: time('due_at').notNull(),
    /** When it went into a mail. */
    toldAt: time('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.projectId] }),
    index('search_finds_due').on(t.dueAt).where(sql`${t.toldAt} is null`),
    index('search_finds_search').on(t.searchId, t.toldAt),
    index('search_finds_project').on(t.projectId),
  ],
)
