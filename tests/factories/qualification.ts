import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { askCompletion } from '#app/features/bids/qualification/ask-completion.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { createSubmittedBid } from './bid.ts'
import { createDraft, day } from './project.ts'

/** An opened bid without the tax certificate that its project demands; with `message`, its bidder was asked for it. */
export function lackingBid(
  { client, bidder }: Record<'client' | 'bidder', CompanyContext>,
  message: string | null = null,
): { projectId: string; bidId: string } {
  const { id: projectId } = createDraft(client, { bidDeadline: client.now + 10 * day })
  setDemanded(client, { projectId, demanded: [{ kind: 'tax_debt', label: null, minSumCents: null }] })
  publishProject(client, { projectId })
  const { id: bidId } = createSubmittedBid(bidder, projectId)
  closeBidding(client, { projectId })
  if (message !== null) askCompletion(client, { bidId, days: 5, message })
  return { projectId, bidId }
}
