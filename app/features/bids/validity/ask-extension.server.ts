import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bidExtensions, bids } from '#db/schema/bids.ts'
import { extensionsByBid, lastAgreed, openRequest } from './validity.server.ts'
import { dayOfProject, latestValidity } from './validity.ts'

type Input = {
  projectId: string
  /** The last day on which the bids would bind, in the project's time zone (YYYY-MM-DD). */
  until: string
  submissionId?: string | undefined
}

/**
 * Asks everybody whose bid is still considered, and says until when it binds, to keep it binding until a later day: all of them, so that
 * they are treated alike (BID-17). The bids stay as they are.
 * @throws AppError not found; conflict unless the project is evaluating and a bid ends before that day; invalid for a day that has passed, or is too far off
 */
export function askExtension(ctx: CompanyContext, input: Input): { asked: number } {
  requireRight(ctx, 'bids.askExtension')
  return transactNow(ctx, (tx, ctx) => {
    const project = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'askExtension', input }, () => {
      const { until } = input
      if (project.status !== 'evaluating') throw conflict('bids:refused.notEvaluating')
      if (until < dayOfProject(ctx.now, project.timeZone))
        throw invalid('bidlines:refused.dayHasPassed', { field: 'until' })
      if (until > latestValidity({ ...project, bidDeadline: ctx.now }))
        throw invalid('bidlines:refused.endsTooLate', { field: 'until' })
      const standing = tx
        .select()
        .from(bids)
        .where(and(eq(bids.projectId, project.id), inArray(bids.status, ['opened', 'shortlisted'])))
        .all()
      const extensions = extensionsByBid(
        tx,
        standing.map(({ id }) => id),
      )
      const ending = standing.filter((bid) => {
        const known = extensions.get(bid.id) ?? []
        // Who has been asked for this day or a later one is not asked again.
        const asked = openRequest(bid, known)
        return (lastAgreed(bid, known) ?? until) < until && (asked === null || asked.until < until)
      })
      if (ending.length === 0) throw conflict('bidlines:refused.nobodyToAsk')
      for (const { id: bidId } of ending) {
        const row = { id: newId(), bidId, until, askedBy: ctx.actor.id, askedAt: ctx.now }
        tx.insert(bidExtensions).values(row).run()
        appendAudit(tx, ctx, { action: 'bid.ask_extension', subject: { type: 'bid', id: bidId }, after: row })
      }
      const asked = ending.map(({ id: bidId, companyId }) => ({ bidId, companyId }))
      recordEvent(tx, ctx, 'bids.extension_asked', { projectId: project.id, title: project.title, asked })
      return { asked: ending.length }
    })
  })
}
