import { createHash } from 'node:crypto'
import { asc, desc, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from './client.server.ts'
import { preparedQuery } from './prepared-query.server.ts'
import { auditLog } from './schema/audit.ts'
import type { AuditOrigin } from './vocabulary/audit.ts'

/** The source of a write: the parts of a verb's context that the audit trail stores. */
export type AuditSource = {
  actor: { id: string } | null
  company: { id: string } | null
  now: number
  requestId: string
  ip: string | null
  via: AuditOrigin
}

export type AuditEntry = {
  /** `noun.verb`, e.g. `bid.award`. */
  action: string
  subject: { type: string; id: string }
  before?: unknown
  after?: unknown
  /** Facts for whoever reads the trail; never a secret. */
  detail?: Record<string, string | number | boolean | null>
}

const genesis = '0'.repeat(64)
/** The version of newly written rows. */
const version = 2

/** Appends an audit row in the transaction of the write that it records. */
export function appendAudit(tx: Transaction, source: AuditSource, entry: AuditEntry): void {
  const { last, add } = statementsOf(tx)
  const row = {
    at: source.now,
    actorId: source.actor?.id ?? null,
    companyId: source.company?.id ?? null,
    action: entry.action,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    beforeDigest: digest(entry.before),
    afterDigest: digest(entry.after),
    detail: JSON.stringify(entry.detail ?? {}),
    requestId: source.requestId,
    ip: source.ip,
    version,
    via: source.via,
    previousHash: last.get()?.hash ?? genesis,
  }
  add.run({ ...row, hash: hashOf(row) })
}

/** Every write appends a row, so the two statements are prepared once per connection. */
const statementsOf = preparedQuery((tx) => ({
  last: tx.select({ hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1).prepare(),
  add: tx
    .insert(auditLog)
    .values({
      at: sql.placeholder('at'),
      actorId: sql.placeholder('actorId'),
      companyId: sql.placeholder('companyId'),
      action: sql.placeholder('action'),
      subjectType: sql.placeholder('subjectType'),
      subjectId: sql.placeholder('subjectId'),
      beforeDigest: sql.placeholder('beforeDigest'),
      afterDigest: sql.placeholder('afterDigest'),
      detail: sql.placeholder('detail'),
      requestId: sql.placeholder('requestId'),
      ip: sql.placeholder('ip'),
      version: sql.placeholder('version'),
      via: sql.placeholder('via'),
      previousHash: sql.placeholder('previousHash'),
      hash: sql.placeholder('hash'),
    })
    .prepare(),
}))

/**
 * Verifies the whole trail. Returns the number of rows and the id of the first whose hash or predecessor is wrong, if
 * any.
 */
export function verifyAudit(db: Database | Transaction): { rows: number; brokenAt: number | null } {
  let previous = genesis
  let rows = 0
  let seq = 0
  while (true) {
    const page = db.select().from(auditLog).where(gt(auditLog.seq, seq)).orderBy(asc(auditLog.seq)).limit(1000).all()
    if (page.length === 0) return { rows, brokenAt: null }
    for (const { seq: rowSeq, hash, ...row } of page) {
      if (row.previousHash !== previous || hashOf(row) !== hash) return { rows, brokenAt: rowSeq }
      previous = hash
      seq = rowSeq
      rows += 1
    }
  }
}

type ChainedRow = Omit<typeof auditLog.$inferSelect, 'seq' | 'hash'>

/** The hash that a row must have; null for a row of an unknown version. */
function hashOf(row: ChainedRow): string | null {
  const fields = [
    row.previousHash,
    row.at,
    row.actorId,
    row.companyId,
    row.action,
    row.subjectType,
    row.subjectId,
    row.beforeDigest,
    row.afterDigest,
    row.detail,
    row.requestId,
    row.ip,
  ]
  if (row.version === 1) return row.via === null ? sha256(JSON.stringify(fields)) : null
  return row.version === version ? sha256(JSON.stringify([row.version, row.via, ...fields])) : null
}

const digest = (value: unknown) => (value === undefined ? null : sha256(JSON.stringify(value)))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
