import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { projectAddenda } from '#db/schema/projects.ts'
import { earliestDeadline, isSignificant } from './addendum.ts'
import { extendedDeadline } from './bid-deadline.ts'
import { nextVersion } from './project.ts'
import { bidderCompanies, changeProject, loadOwnProject } from './project-access.server.ts'
import { requireDates } from './project-dates.ts'
import { projectFields } from './project-fields.ts'
import { listProjectLines, requestsOther, saveProjectLines } from './project-lines.server.ts'
import { requireReverseCharge } from './reverse-charge.server.ts'
import type { ProjectInput } from './schemas.server.ts'
import { taxesOther } from './vat-treatment.ts'

type Input = ProjectInput & { projectId: string; summary: string; submissionId?: string | undefined }

/**
 * Changes an open project: increments its version, so that every bid must be confirmed again, or priced again if the lines or the
 * VAT treatment change.
 * @throws AppError not found; invalid for dates that cannot be (`dateRefusals`), an earlier deadline, and one too close for a
 * significant change (PROJ-9), or for a reverse charge that the client cannot have (`requireReverseCharge`); conflict when the project takes no bids
 */
export function addAddendum(ctx: CompanyContext, input: Input): { id: string; version: number } {
  requireRight(ctx, 'projects.amend')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'addAddendum', input }, () => {
      requireUnchanged(before.updatedAt, input.expectedVersion)
      requireDates(ctx, input)
      const { lines, summary } = input
      const bidDeadline = extendedDeadline(before.bidDeadline, input.bidDeadline)
      if (bidDeadline === null) throw invalid('projects:refused.deadlineEarlier', { field: 'bidDeadline' })
      const version = nextVersion(before.version, 'amend')
      const { addendumDays, mayCloseEarly } = before
      const fields = { ...projectFields(ctx, { ...input, bidDeadline }, before), addendumDays, mayCloseEarly }
      requireReverseCharge(tx, { ...before, ...fields })
      const linesBefore = listProjectLines(tx, before.id)
      const changesLines = requestsOther(linesBefore, lines)
      if (isSignificant(before, fields, changesLines) && bidDeadline < earliestDeadline(ctx.now, before))
        throw invalid('projects:refused.deadlineTooClose', { field: 'bidDeadline', params: { count: addendumDays } })
      // Once the old deadline has passed the bids are due to be opened, and a new deadline must not reopen the bidding.
      changeProject(tx, ctx, before, { action: 'amend', role: 'owner', set: { ...fields, version } })
      saveProjectLines(tx, before.id, lines)
      tx.insert(projectAddenda)
        .values({
          id: newId(),
          projectId: before.id,
          version,
          summary,
          changesLines,
          changesVat: taxesOther(before, { ...before, ...fields }),
          createdBy: ctx.actor.id,
          createdAt: ctx.now,
        })
        .run()
      appendAudit(tx, ctx, {
        action: 'project.amend',
        subject: { type: 'project', id: before.id },
        before: { ...before, lines: linesBefore },
        after: { ...fields, lines, version, summary },
        detail: { version },
      })
      recordEvent(tx, ctx, 'project.addendum', {
        projectId: before.id,
        companyId: ctx.company.id,
        title: input.title,
        version,
        bidderCompanyIds: bidderCompanies(tx, before.id),
      })
      return { id: before.id, version }
    })
  })
}
