import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { amendProject } from '#app/features/projects/amend-project.server.ts'
import { changeProject, type ProjectRow } from '#app/features/projects/project-access.server.ts'
import { listVisits, type Visit } from '#app/features/projects/site-visits.server.ts'
import { extended } from '#app/features/tenders/amend-documents.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { planningRefusal } from './visit.ts'

/** A change of a project's site visits by a form. */
export type VisitsChange = {
  projectId: string
  /** For an open project: what changes, in the words that the bidders receive, and the deadline (UTC ms). */
  addendum?: { summary: string; bidDeadline: number } | undefined
  /** The version of the project (`updatedAt`) that the form showed. */
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * A visit of a project that belongs to the caller's company.
 * @throws AppError not found
 */
export function loadPlanned(tx: Transaction, projectId: string, visitId: string): Visit {
  const visit = listVisits(tx, projectId).find(({ id }) => id === visitId)
  if (!visit) throw notFound()
  return visit
}

/**
 * Changes the visits of the caller's project by `write`: those of a draft as they are, those of an open project by an addendum. Before a
 * visit on which bids depend everybody needs time for it (Directive 2014/24/EU, article 47(2) and (3)(b)), so that a change of one is
 * significant; other visits are an offer.
 * @throws AppError conflict in any other status, or when the form showed another version; invalid as an addendum is (PROJ-9)
 */
export function amendVisits(
  tx: Transaction,
  ctx: CompanyContext,
  before: ProjectRow,
  change: Pick<VisitsChange, 'addendum' | 'expectedVersion'> & { isSignificant: boolean },
  write: () => void,
): void {
  requireUnchanged(before.updatedAt, change.expectedVersion)
  const refused = planningRefusal({ ...before, role: 'owner' }, ctx.now)
  if (refused) throw conflict(`visits:refused.${refused}`)
  const visitsBefore = listVisits(tx, before.id)
  if (before.status === 'draft' || !change.addendum) {
    const after = changeProject(tx, ctx, before, { action: 'edit', role: 'owner' })
    write()
    appendAudit(tx, ctx, {
      action: 'project.update',
      subject: { type: 'project', id: before.id },
      before: { ...before, visits: visitsBefore },
      after: { ...after, visits: listVisits(tx, before.id) },
    })
    return
  }
  requireRight(ctx, 'projects.amend')
  const { summary, bidDeadline } = change.addendum
  amendProject(tx, ctx, before, {
    summary,
    fields: { ...before, ...extended(ctx, before, bidDeadline) },
    changesLines: false,
    isSignificant: change.isSignificant,
    write,
    before: { visits: visitsBefore },
  })
}
