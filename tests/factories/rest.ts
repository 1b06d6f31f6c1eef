import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { createSubmittedBid } from './bid.ts'
import { type Parties, sendAndSign, terminateContract, withPassword } from './deal.ts'
import { createInvitation } from './invitation.ts'
import { createPerson } from './people.ts'
import { createOpenProject, day, projectInput } from './project.ts'

/**
 * A project whose contract with another company was terminated, and the rest of it, which `client` has offered to `provider` alone: 121 units
 * for which it had bid 120 euros each. Returns the id of the project of the rest.
 */
export async function offeredRest({ client, provider, admin }: Parties): Promise<string> {
  const winner: CompanyContext = await withPassword(createPerson(client.db, { now: client.now }))
  const ahead = { bidDeadline: client.now + 10 * day }
  const { id: projectId } = createOpenProject(client, ahead)
  const { id: bidId } = createSubmittedBid(winner, projectId, 100)
  createSubmittedBid(provider, projectId, 120)
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const { contractId } = draftContract(client, {
    ...{ projectId, title: 'Kitchen', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 0 },
    milestones: [{ title: 'All', description: '', netCents: 1_210_000, vatRateBp: 2550, dueDate: null }],
  })
  await sendAndSign({ client, provider: winner, admin, projectId, bidId, contractId, milestoneIds: [] })
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  const rest = { ...projectInput({ ...ahead, title: 'The rest of the kitchen', invitedOnly: true }) }
  const { id } = createProject(client, { ...rest, continuesProjectId: projectId })
  publishProject(client, { projectId: id })
  createInvitation(client, id, provider)
  return id
}
