import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { time } from './columns.ts'

/**
 * One row per write: who did what to which subject, with digests of what was and what is, each row holding the hash
 * of the row before it. Triggers in the migration refuse update and delete.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    at: time('at').notNull(),
    actorId: text('actor_id'),
    companyId: text('company_id'),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    beforeDigest: text('before_digest'),
    afterDigest: text('after_digest'),
    detail: text('detail').notNull(),
    requestId: text('request_id').notNull(),
    ip: text('ip'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('audit_log_subject').on(t.subjectType, t.subjectId, t.seq),
    index('audit_log_company').on(t.companyId, t.seq),
    uniqueIndex('audit_log_hash').on(t.hash),
  ],
)

/** What a form's first submit made: a repeated submit is answered from here. */
export const formSubmissions = sqliteTable(
  'form_submissions',
  {
    id: text('id').primaryKey(),
    actorId: text('actor_id').notNull(),
    verb: text('verb').notNull(),
    result: text('result').notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('form_submissions_at').on(t.at)],
)
