import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'

/** A payment to a company that two admins have decided on, and the ledger does not have yet. */
export function decidedPayout(
  db: Database,
  [preparer, approver]: readonly [UserContext, UserContext],
  of: { companyId: string; amountCents: number },
): string {
  const [runId, id, now] = [newId(), newId(), preparer.now]
  const number = db.select().from(payoutRuns).all().length + 1
  db.insert(payoutRuns)
    .values({ id: runId, number, status: 'prepared', preparedBy: preparer.actor.id, preparedAt: now })
    .run()
  db.insert(payouts)
    .values({
      ...{ ...of, id, runId, source: 'provider_payable', payeeName: 'A company', iban: 'FI2112345600000785' },
      ...{ currency: 'EUR', status: 'prepared', updatedAt: now },
    })
    .run()
  const decided = { decidedBy: approver.actor.id, decidedAt: now, executionDate: '2026-06-01' }
  db.update(payoutRuns)
    .set({ status: 'approved', ...decided })
    .where(eq(payoutRuns.id, runId))
    .run()
  db.update(payouts).set({ status: 'ordered' }).where(eq(payouts.id, id)).run()
  return id
}
