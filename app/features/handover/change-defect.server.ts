// verb-rule: recordHandoverStep writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { handoverDefects } from '#db/schema/handover.ts'
import type { DefectStatus } from '#db/vocabulary/handover.ts'
import { type DefectAction, defectMachine } from './handover.ts'
import { loadDefect } from './load-defect.server.ts'
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
    const { loaded, defect: before } = loadDefect(tx, ctx, input)
    const { handover, party } = loaded
    const { id, status } = handoverDefects
    if (handover.status !== 'signed') throw conflict('handover:refused.notSigned')
    const facts = { responsible: before.responsible, role: party }
    const outcome = defectMachine.next(before.status, input.action, party, facts)
    // The machine's own words are about the protocol, whose status is the same.
    if (!outcome.ok)
      throw conflict(outcome.reason === 'handover:refused.wrongState' ? 'handover:refused.defectMoved' : outcome.reason)
    const changed = tx
      .update(handoverDefects)
      .set({ status: outcome.to })
      .where(and(eq(id, before.id), eq(status, before.status)))
      .run()
    if (changed.changes !== 1) throw conflict('errors:concurrentChange')
    const defect = { ...before, status: outcome.to }
    recordHandoverStep(tx, ctx, loaded, handover, {
      step: 'defect',
      defect: { description: before.description.slice(0, 200), status: outcome.to },
      more: { before, defect },
    })
    return { status: outcome.to }
  })
}
