import { sql } from 'drizzle-orm'
import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'
import { projects } from './projects.ts'

/** A company's own contract terms, with variables (`{{provider}}`) that a new draft fills in. */
export const contractTemplates = sqliteTable(
  'contract_templates',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    terms: text('terms').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [uniqueIndex('contract_templates_name').on(t.companyId, sql`lower(${t.name})`)],
)

/** The projects that a company begins new ones with, each by a name of its own. What a new one takes over is read from the project as it is then. */
export const projectTemplates = sqliteTable(
  'project_templates',
  {
    projectId: text('project_id')
      .primaryKey()
      .references(() => projects.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    name: text('name').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [uniqueIndex('project_templates_name').on(t.companyId, sql`lower(${t.name})`)],
)
