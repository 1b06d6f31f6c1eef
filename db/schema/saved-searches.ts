import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { projectCategories } from '#db/vocabulary/projects.ts'
import { searchRhythms } from '#db/vocabulary/saved-searches.ts'
import { users } from './accounts.ts'
import { id, time } from './columns.ts'
import { projects } from './projects.ts'

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
    rhythm: text('rhythm', { enum: searchRhythms }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    // A person saves a filter once.
    uniqueIndex('saved_searches_filter').on(t.userId, t.category, t.place),
    index('saved_searches_match').on(t.category, t.place),
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
    index('search_finds_search').on(t.searchId),
    index('search_finds_project').on(t.projectId),
  ],
)
