// verb-rule: recordStep writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { restOf, retentionOf } from '#app/features/escrow/milestone.ts'
import { releasePart, requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { milestones } from '#db/schema/escrow.ts'
import { paymentCertificates, valuationLines } from '#db/schema/valuations.ts'
import { certificateText } from './certificate-text.server.ts'
import { type LoadedValuation, loadValuation, moveValuation } from './end-valuation.server.ts'
import { recordStep, refusalOf, workFacts } from './record-step.server.ts'
import { listCertificates, type ValuedLine, valuedLines } from './rows.server.ts'
import { amountsThisTime, valuationMachine, valueToDate } from './valuation.ts'

/** What the client accepts of a line to date, in its measure, and why less than claimed. */
export type CertifiedLine = { lineId: string; done: number; reason?: string | undefined }

type Input = { valuationId: string; lines: readonly CertifiedLine[]; submissionId?: string | undefined }

/**
 * Certifies a valuation, for the client, line by line: at most what is claimed, and less with a reason. What is certified beyond the certificates
 * before it is released by a single posting, of which the retention stays held, and the certificate is frozen (VAL-3). A certificate may correct
 * those before it on a line, as in FIDIC 14.6 and JCT, but it never takes money back. A large one requires the password.
 * @throws AppError not_found; forbidden without a mandate for it; invalid for a wrong password, or where nothing is left to certify; conflict
 * once it is answered, and while the milestone is not worked on
 */
export async function certifyValuation(
  ctx: CompanyContext,
  input: Input & { password?: string | undefined },
): Promise<{ id: string; number: number }> {
  requireRight(ctx, 'escrow.release')
  const { password, ...content } = input
  const { grossCents } = transact(ctx.db, (tx) => {
    const loaded = loadValuation(tx, ctx, input.valuationId)
    return certified(loaded, valuedLines(tx, input.valuationId), input.lines)
  })
  if (requiresPassword(grossCents)) {
    if (!password) throw invalid('validation:required', { field: 'password' })
    await requirePassword(ctx, password)
  }
  return transact(ctx.db, (tx) => {
    const loaded = loadValuation(tx, ctx, input.valuationId)
    const submission = { verb: 'certifyValuation', input: content, otherContent: 'refuse' } as const
    return withIdempotencyKey(tx, ctx, submission, () => certify(tx, ctx, loaded, content))
  })
}

/** What a certificate comes to by these lines. */
function certified({ milestone }: LoadedValuation, valued: readonly ValuedLine[], lines: readonly CertifiedLine[]) {
  const accepted = valued.map((line, index) => {
    const answer: CertifiedLine | undefined = lines.find(({ lineId }) => lineId === line.lineId)
    const { done = line.claimedDone, reason } = answer ?? {}
    if (done < 0 || done > line.claimedDone) {
      throw invalid('valuations:invalid.moreThanClaimed', { field: `lines[${index}].done` })
    }
    const isLess = done < line.claimedDone
    if (isLess && !reason) throw invalid('valuations:refused.reasonNeeded', { field: `lines[${index}].reason` })
    return { ...line, done, reason: isLess ? (reason ?? null) : null }
  })
  const { netCents, vatCents } = amountsThisTime(milestone, valueToDate(accepted))
  const rest = restOf(milestone)
  // After a refund of a part (ESC-26), escrow holds less than the schedule comes to.
  if (netCents > rest.netCents) throw invalid('valuations:invalid.moreThanHeld', { field: 'lines' })
  const heldVatCents = netCents === rest.netCents ? rest.vatCents : Math.min(vatCents, rest.vatCents)
  return { netCents, vatCents: heldVatCents, grossCents: netCents + heldVatCents, accepted }
}

function certify(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedValuation,
  { lines }: Input,
): { id: string; number: number } {
  const { milestone, contract, valuation: before, role } = loaded
  const outcome = valuationMachine.next(before.status, 'certify', role, workFacts(loaded))
  if (!outcome.ok) throw refusalOf(outcome.reason)
  const { accepted, netCents, vatCents, grossCents } = certified(loaded, valuedLines(tx, before.id), lines)
  if (netCents <= 0) throw invalid('valuations:invalid.nothingCertified', { field: 'lines' })
  requireMandate(tx, ctx, 'release', { amountCents: grossCents, currency: contract.currency })
  const beforeCents = milestone.certifiedNetCents + milestone.certifiedVatCents
  const part = { amountCents: grossCents, netCents, vatCents, beforeCents }
  const key = { milestoneId: milestone.id, idempotencyKey: `certificate:${before.id}` }
  const postingId = releasePart(tx, ctx, contract, part, key)
  if (postingId === null) throw conflict('errors:concurrentChange')
  for (const { lineId, done, reason } of accepted)
    tx.update(valuationLines)
      .set({ certifiedDone: done, reason })
      .where(and(eq(valuationLines.valuationId, before.id), eq(valuationLines.scheduleLineId, lineId)))
      .run()
  const number = listCertificates(tx, milestone.id).length + 1
  const row = {
    ...{ id: newId(), milestoneId: milestone.id, valuationId: before.id, number, netCents, vatCents, grossCents },
    retainedCents: retentionOf(grossCents, { retentionBp: contract.retentionBp, beforeCents }),
    ...{ postingId, certifierName: ctx.actor.name, certifiedBy: ctx.actor.id, certifiedAt: ctx.now },
  }
  const documentText = certificateText(tx, contract, row)
  const certificate = { ...row, documentText, documentHash: sha256(documentText) }
  tx.insert(paymentCertificates).values(certificate).run()
  const after = moveValuation(tx, ctx, loaded, { action: 'certify' })
  const counted = tx
    .update(milestones)
    .set({
      certifiedNetCents: milestone.certifiedNetCents + netCents,
      certifiedVatCents: milestone.certifiedVatCents + vatCents,
      updatedAt: ctx.now,
    })
    .where(and(eq(milestones.id, milestone.id), eq(milestones.status, milestone.status)))
    .run()
  if (counted.changes !== 1) throw conflict('errors:concurrentChange')
  const detail = { certificate: row.id, number, documentHash: certificate.documentHash }
  recordStep(tx, ctx, loaded, { step: 'certified', before, after, amountCents: grossCents, detail })
  return { id: row.id, number }
}
