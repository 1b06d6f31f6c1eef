import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { askedOfBidders, qualificationOf } from '#app/features/qualifications/bid-qualification.server.ts'
import { listCertificates } from '#app/features/qualifications/certificates.server.ts'
import { checkQualification, isCompletable } from '#app/features/qualifications/check-qualification.ts'
import { businessDay } from '#app/platform/business-day.ts'

type Shown = Pick<BidDetail, 'id' | 'qualification' | 'currency'> & { project: { id: string } }

const projectOf = ({ project, currency }: Shown) => ({ id: project.id, currency })

/** What a bid answers so far, as its bidder edits it, with the certificates of the company that it can name. The caller knows that the bid is the company's own. */
export function getAnswerForm(ctx: CompanyContext, bid: Shown) {
  const said = bid.qualification ?? { answers: [], certificates: [] }
  return {
    items: checkQualification(askedOfBidders(ctx.db, projectOf(bid)), [said], businessDay(ctx.now)),
    kept: listCertificates(ctx.db, ctx.company.id),
  }
}

/** What the bidder was asked to complete, with the request; null when nothing waits. The caller knows that the bid is the company's own. */
export function getCompletionForm(ctx: CompanyContext, bid: Shown) {
  const { items, open } = qualificationOf(ctx.db, bid, projectOf(bid), ctx.now)
  return open && { request: open, items: items.filter(isCompletable), kept: listCertificates(ctx.db, ctx.company.id) }
}

/**
 * What a bid answers today, for its bidder and, after the opening, its client, with what the reader can do about it. The caller has found the
 * bid for them.
 */
export function getQualificationView(ctx: CompanyContext, bid: BidDetail) {
  const { id, role, status } = bid
  const { items, completions, asked, open } = qualificationOf(ctx.db, bid, projectOf(bid), ctx.now)
  const actions = availableBidActions(bid, ctx.now)
  const isAnswerable = role === 'bidder' && (actions.includes('edit') || actions.includes('revise'))
  const isConsidered = bid.project.status === 'evaluating' && (status === 'opened' || status === 'shortlisted')
  const mayAsk = isConsidered ? asked.length === 0 : status === 'awarded' && open === null
  const canAsk = role === 'owner' && mayAsk && items.some(isCompletable) && can(ctx, 'bids.askCompletion')
  return {
    items: isAnswerable ? getAnswerForm(ctx, bid).items : items,
    answerTo: isAnswerable && can(ctx, 'bids.update') ? `/bids/${id}/qualification` : null,
    askTo: canAsk ? `/bids/${id}/ask-completion` : null,
    completeTo: role === 'bidder' && open && can(ctx, 'bids.complete') ? `/bids/${id}/complete` : null,
    openMessage: open?.message ?? null,
    completions: completions.map(({ id: completionId, dueAt, completedAt }) => ({
      ...{ id: completionId, dueAt, completedAt },
      isOver: completedAt === null && ctx.now >= dueAt,
    })),
  }
}
export type QualificationView = ReturnType<typeof getQualificationView>
