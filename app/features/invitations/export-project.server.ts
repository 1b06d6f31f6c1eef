import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { listAnswers, listDocuments, listTenderSets } from '#app/features/projects/tender-set.server.ts'
import { getTenderSetText } from '#app/features/tenders/queries.server.ts'
import { listSentInvitations } from './queries.server.ts'

/**
 * What a client has of its project, for programs; null for anybody else's. Money is in cents, quantities in thousandths, weights in basis
 * points, times in UTC ms. Each tender set comes with the text that its SHA-256 is of. Bids are not part of it, so that it is the same
 * whoever has bid (BID-1); they have an export of their own once they are opened.
 */
export function exportProject(ctx: CompanyContext, id: string) {
  const project = getOwnProject(ctx, id)
  if (!project) return null
  const { role: _, ...fields } = project
  return {
    format: 'groundwork-project 1',
    exportedAt: ctx.now,
    project: fields,
    awardTerms: findAwardTerms(ctx.db, id),
    demandedCertificates: listDemanded(ctx.db, id),
    siteVisits: listVisits(ctx.db, id),
    documents: listDocuments(ctx.db, id),
    answers: listAnswers(ctx.db, id),
    tenderSets: listTenderSets(ctx.db, id).map((set) => ({ ...set, text: getTenderSetText(ctx, id, set.edition) })),
    invitations: listSentInvitations(ctx, project).map(({ actions: _, ...invitation }) => invitation),
  }
}
