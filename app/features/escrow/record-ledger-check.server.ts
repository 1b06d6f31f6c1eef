// verb-rule: run by a scheduled job or any admin; it writes only that the check ran, and its findings
import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { checkLedgerInSlices, type LedgerCheck } from './check-ledger.server.ts'

const subject = { type: 'ledger', id: 'ledger' }

/**
 * Verifies the ledger and stores the result in the audit trail, where the admin page reads it. Logs any mismatch as an error, and
 * serves others meanwhile. Returns null if the server was stopped before the end.
 */
export async function recordLedgerCheck(ctx: Context): Promise<LedgerCheck | null> {
  const check = await checkLedgerInSlices(ctx.db)
  if (!check) return null
  const { sound, postings, contracts, findings, totals } = check
  const kept = { findings: JSON.stringify(findings.slice(0, 50)), totals: JSON.stringify(totals) }
  const detail = { sound, postings, contracts, ...kept }
  transact(ctx.db, (tx) => {
    appendAudit(tx, ctx, { action: 'ledger.check', subject, detail })
    if (!sound) recordEvent(tx, ctx, 'ledger.unsound', { findings })
  })
  if (!sound) logger.error({ findings }, 'the ledger does not prove')
  return check
}

type Kept = { findings: string; totals?: string }

/** The last check, scheduled or by an admin; null before the first one. */
export function lastLedgerCheck(db: Database): (LedgerCheck & { at: number }) | null {
  const row = db
    .select({ at: auditLog.at, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, subject.type), eq(auditLog.subjectId, subject.id)))
    .orderBy(desc(auditLog.seq))
    .limit(1)
    .get()
  if (!row) return null
  const detail = JSON.parse(row.detail) as Omit<LedgerCheck, 'findings' | 'totals'> & Kept
  // Checks before ESC-11 kept no totals.
  const totals = JSON.parse(detail.totals ?? '[]') as LedgerCheck['totals']
  return { ...detail, findings: JSON.parse(detail.findings) as LedgerCheck['findings'], totals, at: row.at }
}
