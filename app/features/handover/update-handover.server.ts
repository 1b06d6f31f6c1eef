import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { handoverDefectFiles, handoverDefects } from '#db/schema/handover.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { HandoverResult } from '#db/vocabulary/handover.ts'
import { type DefectFile, listDefectFiles } from './defect-files.server.ts'
import { listDefects } from './handover-text.server.ts'
import { loadHandover, moveHandover } from './load-handover.server.ts'

export type HandoverContent = {
  /** `YYYY-MM-DD`, from the day the contract was put in force up to today. */
  heldOn: string
  present: string
  result: HandoverResult
  /** Why it is refused. */
  reasons: string
  /** The reservations and claims of the party that writes; the other's stay as that one wrote them. */
  claims: string
  /** `id` names one that the protocol has, whose files stay with it. */
  defects: readonly {
    id?: string | undefined
    description: string
    place: string
    responsible: ContractParty
    dueOn: string | null
  }[]
}
type Input = HandoverContent & {
  contractId: string
  /** The latest unless given. */
  number?: number | undefined
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}
type Updated = { updatedAt: number }

/**
 * Writes the protocol of a handover that neither party has signed, for both; of the claims each party writes its own. The other party is told
 * when it was not the same one that wrote before.
 * @throws AppError not_found; conflict when somebody else has changed it in the meantime, or once one has signed; invalid for a day to come
 * or before the contract was in force, a refusal without reasons, defects that do not fit the result or are to be fixed before the handover was
 * held, and the removal of one that has files
 */
export function updateHandover(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, 'contracts.handover')
  return transact(ctx.db, (tx) => {
    const loaded = loadHandover(tx, ctx, input.contractId, input.number)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateHandover', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        requireUnchanged(loaded.handover.updatedAt, input.expectedVersion, earlier?.updatedAt)
        const { heldOn, present, result, reasons, claims, defects } = input
        if (heldOn > businessDay(ctx.now)) throw invalid('handover:invalid.later', { field: 'heldOn' })
        const since = loaded.contract.activatedAt
        if (since === null || heldOn < businessDay(since))
          throw invalid('handover:invalid.tooEarly', { field: 'heldOn' })
        if (result === 'refused' && reasons === '') throw invalid('validation:required', { field: 'reasons' })
        if (result === 'accepted' && defects.length > 0)
          throw invalid('handover:invalid.hasDefects', { field: 'result' })
        if (result === 'accepted_with_defects' && defects.length === 0)
          throw invalid('handover:invalid.noDefects', { field: 'result' })
        const early = defects.findIndex(({ dueOn }) => dueOn !== null && dueOn < heldOn)
        if (early >= 0) throw invalid('handover:invalid.dueTooEarly', { field: `defects[${early}].dueOn` })
        const own = loaded.party === 'client' ? { clientClaims: claims } : { providerClaims: claims }
        const set = { heldOn, present, result, reasons, writtenBy: loaded.party, ...own }
        const after = moveHandover(tx, ctx, loaded, { action: 'edit', set })
        const kept = new Set(defects.map(({ id }) => id))
        const dropped = listDefectFiles(tx, after.id).find(({ defectId }) => !kept.has(defectId))
        if (dropped)
          throw invalid('defectfiles:refused.stillThere', { field: 'defects', params: { name: dropped.name } })
        saveDefects(tx, after.id, defects)
        appendAudit(tx, ctx, {
          action: 'handover.update',
          subject: { type: 'contract', id: input.contractId },
          before: { handover: loaded.handover },
          after: { handover: after, defects },
        })
        if (loaded.handover.writtenBy !== loaded.party)
          recordEvent(tx, ctx, 'contract.handover', { ...contractEvent(ctx, loaded.contract), step: 'write' })
        return { updatedAt: ctx.now }
      },
    )
  })
}

/** Replaces the defects of a protocol that nobody has signed; those that it had keep their files. Part of a verb. */
export function saveDefects(tx: Transaction, handoverId: string, defects: HandoverContent['defects']): void {
  const known = new Set(listDefects(tx, handoverId).map(({ id }) => id))
  const files = listDefectFiles(tx, handoverId)
  for (const { id } of files) tx.delete(handoverDefectFiles).where(eq(handoverDefectFiles.id, id)).run()
  tx.delete(handoverDefects).where(eq(handoverDefects.handoverId, handoverId)).run()
  for (const [position, { id, ...defect }] of defects.entries()) {
    // An id counts once, and only if it is one of this protocol's.
    const isKept = id !== undefined && known.delete(id)
    const row = { ...defect, id: isKept ? id : newId(), handoverId, position, status: 'open' as const }
    tx.insert(handoverDefects).values(row).run()
    if (isKept)
      addFiles(
        tx,
        id,
        files.filter(({ defectId }) => defectId === id),
      )
  }
}

/** Gives files to a defect, as they were added to it or to that of a protocol before. Part of a verb. */
export function addFiles(tx: Transaction, defectId: string, files: readonly DefectFile[]): void {
  for (const { fileId, stage, party, addedBy, addedAt } of files)
    tx.insert(handoverDefectFiles).values({ id: newId(), defectId, fileId, stage, party, addedBy, addedAt }).run()
}
