// verb-rule: `amendProject` appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { isSignificant } from './addendum.ts'
import { amendProject, requireExtended } from './amend-project.server.ts'
import { loadOwnProject } from './project-access.server.ts'
import { requireDates } from './project-dates.ts'
import { type ProjectFields, projectFields } from './project-fields.ts'
import { listProjectLines, requestsOther, saveProjectLines } from './project-lines.server.ts'
import { requireReverseCharge } from './reverse-charge.server.ts'
import type { ProjectInput } from './schemas.server.ts'

type Input = ProjectInput & { projectId: string; summary: string; submissionId?: string | undefined }

type Shares = Pick<ProjectFields, 'overrunShareBp' | 'underrunShareBp'>

const sharesOther = (before: Shares, after: Shares): boolean =>
  before.overrunShareBp !== after.overrunShareBp || before.underrunShareBp !== after.underrunShareBp

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
      const bidDeadline = requireExtended(before, input.bidDeadline)
      const { addendumDays, mayCloseEarly, invitedOnly, closesWhenAnswered, standstillDays, variantTerms } = before
      const fields = {
        ...projectFields(ctx, { ...input, bidDeadline }, before),
        addendumDays,
        mayCloseEarly,
        invitedOnly,
        closesWhenAnswered,
        standstillDays,
        variantTerms,
      }
      requireReverseCharge(tx, { ...before, ...fields })
      const linesBefore = listProjectLines(tx, before.id)
      const changesLines = requestsOther(linesBefore, lines) || sharesOther(before, fields)
      return amendProject(tx, ctx, before, {
        ...{ summary, fields, changesLines },
        isSignificant: isSignificant(before, fields, changesLines),
        write: () => saveProjectLines(tx, before.id, lines),
        before: { lines: linesBefore },
        after: { lines },
      })
    })
  })
}
