// verb-rule: recordHandoverStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { handovers } from '#db/schema/handover.ts'
import { insertParts, nextNumber } from './call-handover.server.ts'
import { listDefectFiles } from './defect-files.server.ts'
import { partsOf } from './handover-scope.server.ts'
import { listDefects } from './handover-text.server.ts'
import { loadHandover, moveHandover, recordHandoverStep } from './load-handover.server.ts'
import { addFiles, saveDefects } from './update-handover.server.ts'

/**
 * Returns a protocol that the other party has signed, with a reason. It stays as it was signed, and a copy under the next number is written
 * further by both.
 * @throws AppError not_found for strangers; invalid without a reason; whatever the state machine refuses
 */
export function returnHandover(
  ctx: CompanyContext,
  input: { contractId: string; number?: number | undefined; reason: string },
): { number: number } {
  requireRight(ctx, 'contracts.handover')
  return transact(ctx.db, (tx) => {
    const loaded = loadHandover(tx, ctx, input.contractId, input.number)
    const reason = input.reason.trim()
    const set = { decidedAt: ctx.now, returnReason: reason }
    const after = moveHandover(tx, ctx, loaded, { action: 'return', reason, set })
    const copy = {
      ...{ ...loaded.handover, id: newId(), number: nextNumber(tx, after.contractId), status: 'called' as const },
      ...{
        writtenBy: null,
        warrantyUntil: null,
        documentText: null,
        documentHash: null,
        proposedAt: null,
        decidedAt: null,
        returnReason: null,
      },
      ...{ createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
    }
    tx.insert(handovers).values(copy).run()
    insertParts(
      tx,
      copy.id,
      partsOf(tx, after.id).map(({ id }) => id),
    )
    copyDefects(tx, after.id, copy.id)
    recordHandoverStep(tx, ctx, loaded, after, { step: 'return', more: { copy } })
    return { number: copy.number }
  })
}

/** A protocol goes on with the defects of the one that was returned, and shares their files. */
function copyDefects(tx: Transaction, from: string, to: string): void {
  const defects = listDefects(tx, from)
  saveDefects(
    tx,
    to,
    defects.map(({ description, place, responsible, dueOn }) => ({ description, place, responsible, dueOn })),
  )
  const files = listDefectFiles(tx, from)
  for (const [index, { id }] of listDefects(tx, to).entries())
    addFiles(
      tx,
      id,
      files.filter(({ defectId }) => defectId === defects[index]?.id),
    )
}
