// verb-rule: recordStep writes the audit row
import { eq, max } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { conflict, forbidden, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { milestoneValuations, valuationFiles, valuationLines } from '#db/schema/valuations.ts'
import { loadOwnMilestone, recordStep, workFacts } from './record-step.server.ts'
import { listValuations, type ScheduleLine, scheduleIn, scheduleLines } from './rows.server.ts'
import { amountsThisTime, isWorkedOn, valueToDate } from './valuation.ts'

/** What is done of a line to date, in its measure. */
export type DoneLine = { lineId: string; done: number }

type Input = {
  milestoneId: string
  lines: readonly DoneLine[]
  note: string
  files: readonly CheckedFile[]
  submissionId?: string | undefined
}

/**
 * Values, for the provider, what is done of a milestone to date, line by line, with measurement sheets and photos (VAL-2; YSE 1998, § 40 and 41:
 * instalments become due as the work progresses).
 * @throws AppError not_found; forbidden for the client; invalid for more than the whole of a line, or where nothing is done beyond what was
 * certified; conflict without an agreed schedule, while another valuation waits, and while the milestone is not worked on
 */
export function claimValuation(ctx: CompanyContext, input: Input): { id: string; number: number } {
  requireRight(ctx, 'escrow.submit')
  const { files, ...content } = input
  const named = files.map(({ name, sha256 }) => ({ name, sha256 }))
  const submission = { verb: 'claimValuation', input: { ...content, files: named }, otherContent: 'refuse' } as const
  return transact(ctx.db, (tx) => {
    const loaded = loadOwnMilestone(tx, ctx, input.milestoneId)
    return withIdempotencyKey(tx, ctx, submission, () => {
      const { milestone, role } = loaded
      if (role !== 'provider') throw forbidden('valuations:refused.forbiddenRole')
      if (!isWorkedOn(workFacts(loaded))) throw conflict('valuations:refused.notNow')
      const schedule = scheduleIn(tx, milestone.id, 'accepted')
      if (schedule?.netCents !== milestone.netCents) throw conflict('valuations:refused.noSchedule')
      if (listValuations(tx, milestone.id).some(({ status }) => status === 'claimed'))
        throw conflict('valuations:refused.oneWaits')
      const lines = doneLines(scheduleLines(tx, schedule.id), input.lines)
      const { grossCents: amountCents, netCents } = amountsThisTime(milestone, valueToDate(lines))
      if (netCents <= 0) throw invalid('valuations:invalid.nothingDone', { field: 'lines' })
      const row = {
        ...{ id: newId(), milestoneId: milestone.id, scheduleId: schedule.id, number: nextNumber(tx, milestone.id) },
        ...{ status: 'claimed' as const, note: input.note, claimedBy: ctx.actor.id, claimedAt: ctx.now },
      }
      tx.insert(milestoneValuations).values(row).run()
      for (const { id, done } of lines)
        tx.insert(valuationLines)
          .values({ id: newId(), valuationId: row.id, scheduleLineId: id, claimedDone: done })
          .run()
      addFiles(tx, ctx, row, files)
      const after = { ...row, lines: input.lines, files: named }
      recordStep(tx, ctx, loaded, { step: 'claimed', before: null, after, amountCents })
      return { id: row.id, number: row.number }
    })
  })
}

/** Every line of the schedule with what is done of it. */
function doneLines(lines: readonly ScheduleLine[], done: readonly DoneLine[]) {
  return lines.map((line, index) => {
    const found = done.find(({ lineId }) => lineId === line.id)?.done
    const field = `lines[${index}].done`
    if (found === undefined) throw invalid('validation:required', { field })
    if (found < 0 || found > line.whole) throw invalid('valuations:invalid.moreThanWhole', { field })
    return { ...line, done: found }
  })
}

function nextNumber(tx: Transaction, milestoneId: string): number {
  const { milestoneId: of, number } = milestoneValuations
  const last = tx
    .select({ number: max(number) })
    .from(milestoneValuations)
    .where(eq(of, milestoneId))
    .get()
  return (last?.number ?? 0) + 1
}

/** The files belong to the milestone, like those of its submission: whoever reads these reads them. */
function addFiles(
  tx: Transaction,
  ctx: CompanyContext,
  valuation: { id: string; milestoneId: string },
  files: readonly CheckedFile[],
): void {
  for (const { keep, name, mime, size, sha256, storedAs } of files) {
    const fileId = newId()
    const subject = { type: 'milestone', id: valuation.milestoneId } as const
    insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, subject)
    tx.insert(valuationFiles).values({ id: newId(), valuationId: valuation.id, fileId }).run()
    keep()
  }
}
