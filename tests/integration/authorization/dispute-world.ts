import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { fund, type Parties, password, signedDeal } from '#tests/factories/deal.ts'
import type { World } from './world.ts'

/** A statement and an offer in the dispute about a milestone, and another dispute that the admin has decided. */
export async function addDisputes(parties: Parties, fought: string, ids: World['ids']): Promise<void> {
  const { client, provider, admin } = parties
  addStatement(provider, { subjectId: fought, text: 'Every wall was painted twice.', files: [] })
  const split = { clientCents: 0, providerCents: 627_500 }
  const terms = { subjectId: fought, note: 'We give up the interest.', expiresOn: '2099-12-31', split, password }
  ids.disputeOffer = (await offerSettlement(provider, terms)).id
  const decided = await signedDeal(client.db, parties)
  const [settled = ''] = decided.milestoneIds
  fund(decided, settled)
  disputeMilestone(client, { milestoneId: settled, reason: 'Nobody has come.' })
  const whole = { clientCents: 627_500, providerCents: 0 }
  await resolveDispute(admin, { milestoneId: settled, split: whole, reason: 'Nothing was delivered.' })
  ids.decidedMilestone = settled
}
