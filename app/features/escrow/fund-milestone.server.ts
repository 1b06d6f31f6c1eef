// verb-rule: a part of the verbs that record, match and fund, which check the right
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, text } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { fundPosting } from './ledger.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { type LoadedMilestone, transitionAudit, transitionMilestone } from './transition-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

/** Sets money of the client's free balance, which is there, aside for a milestone: posting, transition, audit row and event. */
export function fundMilestone(tx: Transaction, ctx: Context, loaded: LoadedMilestone): void {
  const { milestone, contract } = loaded
  const funded = transitionMilestone(tx, ctx, loaded, {
    action: 'fund',
    role: loaded.role,
    moneyConfirmed: true,
    set: { fundedAt: ctx.now },
  })
  const { posted } = writePosting(tx, ctx, {
    ...fundPosting({ ...contract, contractId: contract.id }, milestone.amountCents),
    idempotencyKey: `fund:${milestone.id}`,
    contractId: contract.id,
    milestoneId: milestone.id,
    currency: contract.currency,
  })
  if (!posted) throw conflict('errors:concurrentChange')
  appendAudit(tx, ctx, transitionAudit(loaded, funded, 'fund'))
  recordEvent(tx, ctx, 'milestone.funded', milestoneEvent(ctx, funded))
}

/** Prepared, because a bank statement has thousands of references that name nothing. */
const named = sql(
  { params: { reference: text }, row: columns(milestones, 'id') },
  'SELECT id FROM contract_milestones WHERE funding_reference = :reference',
)

/** The milestone that a reference number, as it is stored, names; null if none does. */
export function findByReference(tx: Transaction, reference: string): LoadedMilestone | null {
  if (reference === '' || !named.first(tx, { reference })) return null
  const row = tx
    .select({ milestone: milestones, contract: contracts })
    .from(milestones)
    .innerJoin(contracts, eq(contracts.id, milestones.contractId))
    .where(eq(milestones.fundingReference, reference))
    .get()
  return row ? { ...row, role: 'system', adminIsParty: false } : null
}
