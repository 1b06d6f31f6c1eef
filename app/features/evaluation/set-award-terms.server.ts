import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { amendProject } from '#app/features/projects/amend-project.server.ts'
import { findAwardTerms, type NewAwardTerms, saveAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { requireEvaluators } from '#app/features/projects/possible-evaluators.server.ts'
import { changeProject, loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { extended } from '#app/features/tenders/amend-documents.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'

/**
 * Sets what the bids of a project are chosen by (BID-10): of a draft as it is, of an open project by an addendum, which is significant.
 * @throws AppError not found; conflict in any other status, when the form showed another version, and for criteria on an open
 * project of a client without two people to score by them; invalid as an addendum is (PROJ-9)
 */
export function setAwardTerms(
  ctx: CompanyContext,
  input: {
    projectId: string
    terms: NewAwardTerms
    /** For an open project: what changes, in the words that the bidders receive, and the deadline (UTC ms). */
    addendum?: { summary: string; bidDeadline: number } | undefined
    expectedVersion?: number | undefined
    submissionId?: string | undefined
  },
): { id: string } {
  requireRight(ctx, 'projects.update')
  if (input.addendum) requireRight(ctx, 'projects.amend')
  return transactNow(ctx, (tx, ctx) => {
    const { projectId, terms, addendum, expectedVersion } = input
    const before = loadOwnProject(tx, ctx, projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'setAwardTerms', input }, () => {
      requireUnchanged(before.updatedAt, expectedVersion)
      const termsBefore = findAwardTerms(tx, projectId)
      if (addendum && before.status !== 'draft') {
        requireEvaluators(tx, before.companyId, terms)
        amendProject(tx, ctx, before, {
          summary: addendum.summary,
          fields: { ...before, ...extended(ctx, before, addendum.bidDeadline) },
          changesLines: false,
          isSignificant: true,
          write: () => saveAwardTerms(tx, projectId, terms),
          before: { awardTerms: termsBefore },
          after: { awardTerms: terms },
        })
        return { id: projectId }
      }
      const after = changeProject(tx, ctx, before, { action: 'edit', role: 'owner' })
      saveAwardTerms(tx, projectId, terms)
      appendAudit(tx, ctx, {
        action: 'project.update',
        subject: { type: 'project', id: projectId },
        before: { ...before, awardTerms: termsBefore },
        after: { ...after, awardTerms: terms },
      })
      return { id: projectId }
    })
  })
}
