// verb-rule: what is typed only concerns its company, and is no bid before it is saved
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { findLiveBid } from '#app/features/bids/bid-access.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { mayTakePart } from '#app/features/projects/taking-part.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { typedBids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { maxTypedLength } from './typed-values.ts'

/**
 * Keeps what is typed in the form of the company's bid on a project, for its company alone (BID-29). It is no bid: nothing of it is sealed
 * or opened.
 * @throws AppError not found; invalid when it is too long; conflict after the deadline, on the company's own project, when a colleague has
 * typed something else since `expected`, or when the bid was saved since the form was opened
 */
export function keepTypedBid(
  ctx: CompanyContext,
  input: { projectId: string; fields: [name: string, value: string][]; expected: number },
): { version: number; typedAt: number } {
  requireRight(ctx, 'bids.update')
  const length = input.fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (length > maxTypedLength) throw invalid('errors:tooLarge')
  return transactNow(ctx, (tx, ctx) => {
    const project = tx.select().from(projects).where(eq(projects.id, input.projectId)).get()
    if (!project || project.companyId === ctx.company.id) throw notFound()
    if (!mayTakePart(tx, project.id, ctx.company.id)) throw notFound()
    if (!isBeforeDeadline(ctx.now, project.bidDeadline)) throw conflict('bids:refused.deadlinePassed')
    if (project.status !== 'open') throw conflict('bids:refused.projectNotOpen')
    const own = { projectId: project.id, companyId: ctx.company.id }
    const opened = input.fields.find(([name]) => name === 'expectedVersion')?.[1]
    // A form that was sent meanwhile has made or changed the bid: what it held before is old.
    if ((findLiveBid(tx, own)?.updatedAt ?? null) !== (opened ? Number(opened) : null))
      throw conflict('bidtyping:saved')
    const at = and(eq(typedBids.projectId, own.projectId), eq(typedBids.companyId, own.companyId))
    const before = tx.select({ version: typedBids.version }).from(typedBids).where(at).get()
    if ((before?.version ?? 0) !== input.expected) throw conflict('bidtyping:conflict')
    const version = input.expected + 1
    const set = { fields: input.fields, version, typedBy: ctx.actor.id, typedAt: ctx.now }
    tx.insert(typedBids)
      .values({ ...own, ...set })
      .onConflictDoUpdate({ target: [typedBids.projectId, typedBids.companyId], set })
      .run()
    return { version, typedAt: ctx.now }
  })
}
