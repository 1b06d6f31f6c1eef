// verb-rule: run by a scheduled job; it writes only that the comparison ran, and what it found
import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { dayBefore } from './days.ts'
import { reconcileDay } from './reconcile-day.server.ts'
import { needsAnAdmin, type Reconciliation, type Verdict } from './reconciliation.ts'

const subject = { type: 'reconciliation', id: 'bank' }

/** What is kept of a comparison. */
type Kept = { day: string; verdict: Verdict; openCents: string }

const verdicts: readonly Verdict[] = ['agrees', 'later', 'explained', 'unexplained']

/** The gravest of all currencies. */
const verdictOf = (all: readonly Reconciliation[]): Verdict =>
  verdicts[Math.max(0, ...all.map(({ verdict }) => verdicts.indexOf(verdict)))] ?? 'agrees'

/**
 * Compares the bank with the ledger for the day before (ESC-25) and keeps the result in the audit trail. Admins are told if they do not agree, or if statements overlap or one is missing: once, and again only when
 * that has changed. Does nothing for a day that was compared; serves others meanwhile.
 */
export async function recordReconciliation(ctx: Context): Promise<void> {
  const day = dayBefore(businessDay(ctx.now))
  const last = lastReconciliation(ctx.db)
  if (last && last.day >= day) return
  const all = await reconcileDay(ctx.db, day)
  if (!all) return
  const isOpen = all.some(needsAnAdmin)
  const openCents = JSON.stringify(
    all
      .filter((one) => needsAnAdmin(one) || one.breaks.length > 0)
      .map(({ currency, openCents: cents, unexplainedCents, differences, breaks }) => [
        currency,
        cents,
        unexplainedCents,
        differences.filter(({ cause }) => cause !== 'recordedLater' && cause !== 'reversedLater').map(({ to }) => to),
        ...(breaks.length > 0 ? [breaks.map(({ kind, from, to, cents: off }) => `${kind} ${from} ${to} ${off}`)] : []),
      ]),
  )
  const detail: Kept = { day, verdict: verdictOf(all), openCents: openCents.slice(0, 20_000) }
  transact(ctx.db, (tx) => {
    appendAudit(tx, ctx, { action: 'bank.reconcile', subject, detail })
    if (openCents === '[]' || last?.openCents === detail.openCents) return
    recordEvent(tx, ctx, 'bank.not_reconciled', { day, onlyStatements: !isOpen })
    logger.error({ day, open: detail.openCents }, 'the bank and the ledger do not agree')
  })
}

/** The last nightly comparison; null before the first one. */
export function lastReconciliation(db: Database): (Kept & { at: number }) | null {
  const row = db
    .select({ at: auditLog.at, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, subject.type), eq(auditLog.subjectId, subject.id)))
    .orderBy(desc(auditLog.seq))
    .limit(1)
    .get()
  return row ? { ...(JSON.parse(row.detail) as Kept), at: row.at } : null
}
