import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidInput, withPassword } from './deal.ts'
import { createPerson } from './people.ts'
import { createOpenProject, day } from './project.ts'

export type Award = {
  client: CompanyContext
  provider: CompanyContext
  loser: CompanyContext
  projectId: string
  bidId: string
  losingBidId: string
}

/** A project awarded to one of two bids, of 10 000.00 without VAT. Client and provider have the test password. */
export async function awarded(db: Database): Promise<Award> {
  const [client, provider, loser] = [createPerson(db), createPerson(db), createPerson(db)]
  await Promise.all([withPassword(client), withPassword(provider)])
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  const { id: losingBidId } = createBid(loser, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  awardBid(client, { bidId, reason: 'It fits best.' })
  return { client, provider, loser, projectId, bidId, losingBidId }
}

/** Contract form input that fits the award: two halves. */
export function contractInput(projectId: string) {
  const half = { description: '', netCents: 500_000, vatRateBp: 2550, dueDate: null }
  return {
    projectId,
    submissionId: newId(),
    title: 'Kitchen of the school',
    terms: 'What was said holds.',
    paymentMethod: 'secure_escrow' as const,
    retentionBp: 500,
    milestones: [
      { ...half, title: 'Demolition' },
      { ...half, title: 'Installation' },
    ],
  }
}
