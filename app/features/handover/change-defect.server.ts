// verb-rule: recordHandoverStep writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { handoverDefects } from '#db/schema/handover.ts'
import type { DefectStatus } from '#db/vocabulary/handover.ts'
import { type DefectAction, defectMachine } from './handover.ts'
import { loadHandover, recordHandoverStep } from './load-handover.server.ts'

/**
 * Says that a defect of a signed protocol is fixed, accepts that, or opens it again.
 * @throws AppError not_found; conflict before both have signed; whatever the state machine refuses
 */
export function changeDefect(
  ctx: CompanyContext,
  input: { contractId: string; defectId: string; action: DefectAction },
): { status: DefectStatus } {
  requireRight(ctx, 'contracts.handover')
  return transact(ctx.db, (tx) => {
    const loaded = loadHandover(tx, ctx, input.contractId)
    const { handover, party } = loaded
    const { id, handoverId, status } = handoverDefects
    const before = tx
      .select()
      .from(handoverDefects)
      .where(and(eq(id, input.defectId), eq(handoverId, handover.id)))
      .get()
    if (!before) throw notFound()
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
    recordHandoverStep(tx, ctx, loaded, handover, { step: 'defect', more: { before, defect } })
    return { status: outcome.to }
  })
}
