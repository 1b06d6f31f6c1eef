import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { auditOrigins } from '#db/vocabulary/audit.ts'
import { time } from './columns.ts'

/**
 * One row per write: who did what to which subject, with digests of the state before and after. Each row holds the hash
 * of the previous one. Triggers in the migration refuse update and delete. `version` says what the hash covers: version
 * 1 lacks `via`; version 2 also hashes `via` and the version.
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
    version: integer('version').notNull().default(1),
    via: text('via', { enum: auditOrigins }),
  },
  (t) => [
    index('audit_log_subject').on(t.subjectType, t.subjectId, t.seq),
    index('audit_log_company').on(t.companyId, t.at, t.seq),
    uniqueIndex('audit_log_hash').on(t.hash),
  ],
)

/** Results of form submissions by idempotency key and content digest; a repeated submit gets its answer from here. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    actorId: text('actor_id').notNull(),
    verb: text('verb').notNull(),
    key: text('key').notNull(),
    /** The company and records that the form is about; '' for keys from before it was kept. */
    subject: text('subject').notNull().default(''),
    /** SHA-256 of the content, hex. */
    digest: text('digest').notNull(),
    result: text('result').notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('idempotency_keys_key').on(t.actorId, t.verb, t.key, t.seq), index('idempotency_keys_at').on(t.at)],
)

/** One row: how many transactions have changed something so far (db/data-version.server.ts). */
export const dataVersion = sqliteTable('data_version', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
})
