import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { invitationStatuses } from '#db/vocabulary/invitations.ts'
import { companies, users } from './accounts.ts'
import { id, time } from './columns.ts'
import { projects } from './projects.ts'

/** Companies that are invited to bid on a project. An address outside Groundwork has no company until one accepts by the mailed link. */
export const projectInvitations = sqliteTable(
  'project_invitations',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    companyId: text('company_id').references(() => companies.id),
    /** For an invitation by mail. */
    email: text('email'),
    /** SHA-256 of the mailed token; null once a company has accepted. */
    tokenHash: text('token_hash'),
    note: text('note'),
    status: text('status', { enum: invitationStatuses }).notNull(),
    /** The reason of whoever declined. */
    reason: text('reason'),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    invitedAt: time('invited_at').notNull(),
    /** Who declined, withdrew or accepted it last, and when. */
    changedBy: text('changed_by').references(() => users.id),
    changedAt: time('changed_at'),
  },
  (t) => [
    uniqueIndex('project_invitations_company').on(t.projectId, t.companyId).where(sql`${t.status} <> 'withdrawn'`),
    uniqueIndex('project_invitations_email')
      .on(t.projectId, sql`lower(${t.email})`)
      .where(sql`${t.status} <> 'withdrawn'`),
    uniqueIndex('project_invitations_token').on(t.tokenHash),
    index('project_invitations_project').on(t.projectId, t.id),
    index('project_invitations_invited').on(t.companyId, t.id),
    check('project_invitations_invitee', sql`${t.companyId} is not null or ${t.email} is not null`),
  ],
)

/** Addresses that want no invitations by mail any more, by their SHA-256 only: whoever asked for peace need not be listed by name. */
export const unsubscribedAddresses = sqliteTable('unsubscribed_addresses', {
  /** SHA-256 of the address in lower case. */
  addressHash: text('address_hash').primaryKey(),
  unsubscribedAt: time('unsubscribed_at').notNull(),
})
