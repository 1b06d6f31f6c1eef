import type { CompanyContext } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { projectAddenda } from '#db/schema/projects.ts'
import { earliestDeadline } from './addendum.ts'
import { extendedDeadline } from './bid-deadline.ts'
import { nextVersion } from './project.ts'
import { bidderCompanies, changeProject, type ProjectRow } from './project-access.server.ts'
import type { ProjectFields } from './project-fields.ts'
import { freezeTenderSet } from './tender-set.server.ts'
import { taxesOther } from './vat-treatment.ts'

type Addendum = {
  /** What changes, in the words that the bidders receive. */
  summary: string
  /** With a deadline that `requireExtended` has given. */
  fields: ProjectFields
  /** Whether the requested lines change, so that bids are priced again. */
  changesLines: boolean
  /** Whether it changes what bids answer, so that they need time (`isSignificant`). */
  isSignificant: boolean
  /** Writes what changes beside the project's own row. It gets the project's new version. */
  write: (version: number) => void
  /** What else the audit row compares. */
  before?: object
  after?: object
}

/**
 * The deadline after an addendum that asks for `asked`. UTC ms.
 * @throws AppError invalid for an earlier one than was announced
 */
export function requireExtended(before: Pick<ProjectRow, 'bidDeadline'>, asked: number): number {
  const bidDeadline = extendedDeadline(before.bidDeadline, asked)
  if (bidDeadline === null) throw invalid('projects:refused.deadlineEarlier', { field: 'bidDeadline' })
  return bidDeadline
}

/**
 * Publishes an addendum to an open project: a new version, which every bidder has to confirm, with a tender set of its own (PROJ-2,
 * PROJ-11).
 * @throws AppError invalid for a deadline too close for a significant change (PROJ-9); conflict when the project takes no bids
 */
export function amendProject(
  tx: Transaction,
  ctx: CompanyContext,
  before: ProjectRow,
  { summary, fields, changesLines, isSignificant, write, ...compared }: Addendum,
): { id: string; version: number } {
  const version = nextVersion(before.version, 'amend')
  const { addendumDays } = before
  if (isSignificant && fields.bidDeadline < earliestDeadline(ctx.now, before))
    throw invalid('projects:refused.deadlineTooClose', { field: 'bidDeadline', params: { count: addendumDays } })
  // Once the old deadline has passed the bids are due to be opened, and a new deadline must not reopen the bidding.
  const after = changeProject(tx, ctx, before, { action: 'amend', role: 'owner', set: { ...fields, version } })
  write(version)
  tx.insert(projectAddenda)
    .values({
      id: newId(),
      projectId: before.id,
      version,
      summary,
      changesLines,
      changesVat: taxesOther(before, after),
      createdBy: ctx.actor.id,
      createdAt: ctx.now,
    })
    .run()
  const { digest } = freezeTenderSet(tx, ctx, after)
  appendAudit(tx, ctx, {
    action: 'project.amend',
    subject: { type: 'project', id: before.id },
    before: { ...before, ...compared.before },
    after: { ...fields, ...compared.after, version, summary },
    detail: { version, digest },
  })
  recordEvent(tx, ctx, 'project.addendum', {
    projectId: before.id,
    companyId: ctx.company.id,
    title: fields.title,
    version,
    bidderCompanyIds: bidderCompanies(tx, before.id),
  })
  return { id: before.id, version }
}
