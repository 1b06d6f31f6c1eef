import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { amendProject, requireExtended } from '#app/features/projects/amend-project.server.ts'
import { changeProject, type ProjectRow } from '#app/features/projects/project-access.server.ts'
import { dateRefusals } from '#app/features/projects/project-dates.ts'
import { zoneOfDeadline } from '#app/features/projects/project-fields.ts'
import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'

/** A change of a project's documents by a form. */
export type DocumentsChange = {
  projectId: string
  /** For an open project: what changes, in the words that the bidders receive, and the deadline (UTC ms). */
  addendum?: { summary: string; bidDeadline: number } | undefined
  /** The version of the project (`updatedAt`) that the form showed. */
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Changes the documents of the caller's project by `write`, which gets the version of the project from which on they are in force:
 * those of a draft as they are, those of an open project by an addendum, which is always significant (PROJ-11).
 * @throws AppError conflict in any other status, or when the form showed another version; invalid for a deadline that was announced
 * to be later, leaves too few days, or is after the work begins
 */
export function amendDocuments(
  tx: Transaction,
  ctx: CompanyContext,
  before: ProjectRow,
  { addendum, expectedVersion }: Pick<DocumentsChange, 'addendum' | 'expectedVersion'>,
  write: (projectVersion: number) => void,
): void {
  requireUnchanged(before.updatedAt, expectedVersion)
  const documentsBefore = listDocuments(tx, before.id)
  if (before.status === 'draft' || !addendum) {
    requireRight(ctx, 'projects.update')
    const after = changeProject(tx, ctx, before, { action: 'edit', role: 'owner' })
    write(before.version)
    appendAudit(tx, ctx, {
      action: 'project.update',
      subject: { type: 'project', id: before.id },
      before: { ...before, documents: documentsBefore },
      after: { ...after, documents: listDocuments(tx, before.id) },
    })
    return
  }
  requireRight(ctx, 'projects.amend')
  amendProject(tx, ctx, before, {
    summary: addendum.summary,
    fields: { ...before, ...extended(ctx, before, addendum.bidDeadline) },
    changesLines: false,
    isSignificant: true,
    write,
    before: { documents: documentsBefore },
  })
}

/**
 * The deadline and its zone after an addendum that asks for `asked` (UTC ms) and leaves the schedule as it is.
 * @throws AppError invalid at the deadline
 */
export function extended(ctx: CompanyContext, before: ProjectRow, asked: number) {
  const bidDeadline = requireExtended(before, asked)
  const timeZone = zoneOfDeadline(ctx, bidDeadline, before)
  const { startDate, endDate } = before
  const [refusal] = dateRefusals({ bidDeadline, startDate, endDate }, { now: ctx.now, timeZone: timeZone ?? 'UTC' })
  if (refusal) throw invalid(refusal.key, { field: 'bidDeadline' })
  return { bidDeadline, timeZone }
}
