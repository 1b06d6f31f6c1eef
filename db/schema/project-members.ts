import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { projectRoles } from '#db/vocabulary/projects.ts'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'
import { projects } from './projects.ts'

/** Who is on a project for a company, with which role, from when to when. Another role ends the row and begins one. */
export const projectMembers = sqliteTable(
  'project_members',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: projectRoles }).notNull(),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
    /** Whoever took them off, gave them another role, or is gone. */
    endedBy: text('ended_by').references(() => users.id),
    endedAt: time('ended_at'),
  },
  (t) => [
    uniqueIndex('project_members_one').on(t.projectId, t.userId).where(sql`${t.endedAt} is null`),
    index('project_members_person').on(t.userId, t.companyId).where(sql`${t.endedAt} is null`),
    index('project_members_project').on(t.projectId, t.companyId, t.addedAt),
  ],
)
