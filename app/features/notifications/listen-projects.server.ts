import { subscribe } from '#app/platform/events.server.ts'
import { tellCompanies } from './tell.server.ts'

/** What projects and bids say, told to whom it concerns. Nothing of a sealed bid goes to anybody but its bidder (P18). */
export function listenToProjects(): Array<() => void> {
  return [
    subscribe('project.addendum', ({ projectId, title, version, bidderCompanyIds }) =>
      tellCompanies(bidderCompanyIds, {
        category: 'project',
        text: 'projectAddendum',
        params: { title, version },
        actionUrl: `/projects/${projectId}`,
      }),
    ),
    subscribe('project.cancelled', ({ projectId, title, bidderCompanyIds }) =>
      tellCompanies(bidderCompanyIds, {
        category: 'project',
        text: 'projectCancelled',
        params: { title },
        actionUrl: `/projects/${projectId}`,
      }),
    ),
    subscribe('bids.opened', ({ projectId, companyId, title, bidderCompanyIds }) => {
      const page = `/projects/${projectId}`
      const [category, count] = ['offer' as const, bidderCompanyIds.length]
      const actionUrl = count > 0 ? `${page}/bids` : page
      tellCompanies([companyId], { category, text: 'bidsOpenedOwner', params: { title, count }, actionUrl })
      tellCompanies(bidderCompanyIds, { category, text: 'bidsOpenedBidder', params: { title }, actionUrl: page })
    }),
    subscribe('bid.submitted', ({ bidId, companyId, title, revision }) =>
      tellCompanies([companyId], {
        category: 'offer',
        text: revision > 1 ? 'bidRevised' : 'bidSubmitted',
        params: { title },
        actionUrl: `/bids/${bidId}`,
      }),
    ),
    subscribe('bid.awarded', ({ bidId, companyId, title }) =>
      tellCompanies([companyId], {
        category: 'offer',
        text: 'bidAwarded',
        params: { title },
        actionUrl: `/bids/${bidId}`,
      }),
    ),
    subscribe('bid.rejected', ({ bidId, companyId, title }) =>
      tellCompanies([companyId], {
        category: 'offer',
        text: 'bidRejected',
        params: { title },
        actionUrl: `/bids/${bidId}`,
      }),
    ),
    subscribe('bid.withdrawn', ({ projectId, ownerCompanyId, title }) =>
      tellCompanies([ownerCompanyId], {
        category: 'offer',
        text: 'bidWithdrawn',
        params: { title },
        actionUrl: `/projects/${projectId}`,
      }),
    ),
  ]
}
