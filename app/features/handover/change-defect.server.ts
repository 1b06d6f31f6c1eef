// verb-rule: recordHandoverStep writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { handoverDefects, handovers } from '#db/schema/handover.ts'
import type { DefectStatus } from '#db/vocabulary/handover.ts'
import { type DefectAction, defectMachine } from './handover.ts'
import { recordHandoverStep } from './load-handover.server.ts'

/**
 * Says that a defect of a signed protocol is fixed, accepts that, or opens it again; also of a protocol by which the work was refused, and
 * after another handover has begun.
 * @throws AppError not_found; conflict before both have signed; whatever the state machine refuses
 */
export function changeDefect(
  ctx: CompanyContext,
  input: { contractId: string; defectId: string; action: DefectAction },
): { status: DefectStatus } {
  requireRight(ctx, 'contracts.handover')
  return transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    const { id, handoverId, status } = handoverDefects
    const found = tx
      .select({ before: handoverDefects, handover: handovers })
      .from(handoverDefects)
      .innerJoin(handovers, eq(handovers.id, handoverId))
      .where(and(eq(id, input.defectId), eq(handovers.contractId, contract.id)))
      .get()
    if (!found) throw notFound()
    const { before, handover } = found
    if (handover.status !== 'signed') throw conflict('handover:refused.notSigned')
    const facts = { responsible: before.responsible, role: party }
    const outcome = defectMachine.next(before.status, input.action, party, facts)
    if (!outcome.ok) throw conflict(outcome.reason)
    const changed = tx
      .update(handoverDefects)
      .set({ status: outcome.to })
      .where(and(eq(id, before.id), eq(status, before.status)))
      .run()
    if (changed.changes !== 1) throw conflict('errors:concurrentChange')
    const defect = { ...before, status: outcome.to }
    recordHandoverStep(tx, ctx, { contract, handover, party }, handover, { step: 'defect', more: { before, defect } })
    return { status: outcome.to }
  })
}
