import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { approvalActs, approvalStatuses, voidGrounds } from '#db/vocabulary/approvals.ts'
import type { AuthorityBasis } from '#db/vocabulary/contracts.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'

/** What whoever asks for an approval has entered for the act: kept as it was, and done with it. Never a password. */
export type ApprovalDetails = {
  /** For `sign` and `sign_change`: the name typed and, where it is not the account's, why; the account as it was. */
  typedName?: string
  nameReason?: string | null
  accountName?: string
  accountEmail?: string
  jobTitle?: string | null
  authority?: AuthorityBasis | null
  drawing?: string | null
  /** For `award`: what the bidders will read, and the bid to fall back on. */
  reason?: string | undefined
  contact?: string | undefined
  appeals?: string | undefined
  fallbackBidId?: string | undefined
  /** The chosen options, as ids of lines of the bid. */
  optionIds?: readonly string[] | undefined
  /** For `release`: the retention that its page said it pays, in cents. */
  expectedRetentionCents?: number
  /** For `bank`. */
  iban?: string
  bic?: string | null
}

/**
 * Requests that a second person of the company approves what is above the asker's mandate (TEAM-8). Triggers keep what was asked,
 * and let a request be decided once.
 */
export const approvals = sqliteTable(
  'approvals',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    act: text('act', { enum: approvalActs }).notNull(),
    /** The contract or change order to sign, the bid to award, the milestone to release or the contract whose retention is, the company whose account changes. */
    subjectId: text('subject_id').notNull(),
    /** What the subject was called, and the page that shows it. */
    title: text('title').notNull(),
    path: text('path').notNull(),
    /** What the act binds the company to. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** SHA-256 of exactly what was asked, `subjectDigest`. */
    digest: text('digest').notNull(),
    details: text('details', { mode: 'json' }).$type<ApprovalDetails>().notNull(),
    askedBy: text('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: time('asked_at').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    expiresAt: time('expires_at').notNull(),
    status: text('status', { enum: approvalStatuses }).notNull(),
    /** Null for what the system decided. */
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** Why it was refused, in that person's words. */
    reason: text('reason'),
    voidGround: text('void_ground', { enum: voidGrounds }),
  },
  (t) => [
    uniqueIndex('approvals_pending').on(t.companyId, t.act, t.subjectId).where(sql`${t.status} = 'pending'`),
    index('approvals_company').on(t.companyId, t.id),
    index('approvals_open').on(t.id).where(sql`${t.status} = 'pending'`),
    check('approvals_amount', sql`${t.amountCents} >= 0`),
  ],
)
