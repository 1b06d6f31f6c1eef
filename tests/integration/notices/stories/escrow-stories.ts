import { matchToBalance } from '#app/features/bank/match-to-balance.server.ts'
import { acceptOffer } from '#app/features/disputes/accept-offer.server.ts'
import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { askForStatements } from '#app/features/disputes/ask-for-statements.server.ts'
import { declineOffer } from '#app/features/disputes/decline-offer.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { withdrawOffer } from '#app/features/disputes/withdraw-offer.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { approveOverdue } from '#app/features/escrow/approve-overdue.server.ts'
import { cancelRefund } from '#app/features/escrow/cancel-refund.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { getRetention } from '#app/features/escrow/queries.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { refuseRefund } from '#app/features/escrow/refuse-refund.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { remindApprovers } from '#app/features/escrow/remind-approvers.server.ts'
import { requestChanges } from '#app/features/escrow/request-changes.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { resolveRetention } from '#app/features/escrow/resolve-retention.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { answerSchedule } from '#app/features/valuations/answer-schedule.server.ts'
import { certifyValuation } from '#app/features/valuations/certify-valuation.server.ts'
import { endValuation } from '#app/features/valuations/end-valuation.server.ts'
import { proposeSchedule } from '#app/features/valuations/propose-schedule.server.ts'
import { remindCertifiers } from '#app/features/valuations/remind-certifiers.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { newId } from '#db/ids.ts'
import { approved, type Deal, fund, password, released, submitted, terminateContract } from '#tests/factories/deal.ts'
import { storedFile } from '#tests/factories/document.ts'
import { agreedSchedule, claimed, halves } from '#tests/factories/valuation.ts'
import type { Stage } from './stage.ts'

/** A deal whose first milestone is funded. */
async function funded({ signed }: Stage): Promise<{ deal: Deal; milestoneId: string; second: string }> {
  const deal = await signed()
  const [milestoneId = '', second = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  return { deal, milestoneId, second }
}

async function isDone(stage: Stage): Promise<void> {
  const { act, signed, clock, client, provider } = stage
  const deal = await signed()
  const [milestoneId = '', second = ''] = deal.milestoneIds
  await act('admin', () => fund(deal, milestoneId))
  const hand = () => submitMilestone(provider, { milestoneId, note: 'Done.', files: [storedFile('plan.pdf', newId())] })
  await act('provider.owner', hand)
  await act('client.owner', () => requestChanges(client, { milestoneId, reason: 'The door is missing.' }))
  hand()
  await act('client.owner', () => approveMilestone(client, { milestoneId }))
  const release = { milestoneId, password, expectedRetentionCents: retentionOfRelease(client, milestoneId) }
  await act('client.owner', () => releaseMilestone(client, release))
  submitted(deal, second)
  await act('clock', () => remindApprovers(clock(8)))
  await act('clock', () => approveOverdue(clock(15)))
}

async function isCompleted({ act, signed, client }: Stage): Promise<void> {
  const deal = await signed()
  const [first = '', second = ''] = deal.milestoneIds
  await released(deal, first)
  approved(deal, second)
  await act('client.owner', async () =>
    releaseMilestone(client, {
      milestoneId: second,
      password,
      expectedRetentionCents: retentionOfRelease(client, second),
    }),
  )
}

async function isRefunded(stage: Stage): Promise<void> {
  const { act, client, provider } = stage
  const { milestoneId } = await funded(stage)
  const ask = (amountCents?: number) =>
    requestRefund(client, { milestoneId, amountCents, reason: 'The plans have changed.' })
  await act('client.owner', () => ask())
  await act('provider.owner', () => refuseRefund(provider, { milestoneId, reason: 'We have begun.' }))
  ask()
  await act('client.owner', () => cancelRefund(client, { milestoneId }))
  ask(10_000)
  await act('provider.owner', () => consentRefund(provider, { milestoneId, password }))
  ask()
  await act('provider.owner', () => consentRefund(provider, { milestoneId, password }))
}

async function isDisputed(stage: Stage): Promise<void> {
  const { act, admin, client, provider } = stage
  const { milestoneId: subjectId } = await funded(stage)
  const reason = 'It is not what was agreed.'
  await act('client.owner', () => disputeMilestone(client, { milestoneId: subjectId, reason }))
  await act('provider.owner', () => addStatement(provider, { subjectId, text: 'It is what page 4 shows.', files: [] }))
  for (const asked of ['client', 'provider'] as const)
    await act('admin', () => askForStatements(admin, { subjectId, asked, text: 'Which page?', answerBy: '2099-12-31' }))
  const terms = { split: { clientCents: 127_500, providerCents: 500_000 }, note: '', expiresOn: '2099-12-31', password }
  const offer = () => offerSettlement(provider, { subjectId, ...terms })
  const { id: offerId } = await act('provider.owner', offer)
  await act('client.owner', () => declineOffer(client, { subjectId, offerId }))
  const { id: second } = await offer()
  await act('provider.owner', () => withdrawOffer(provider, { subjectId, offerId: second }))
  const { id: third } = await offer()
  await act('client.owner', () => acceptOffer(client, { subjectId, offerId: third, password }))
  const { milestoneId } = await funded(stage)
  disputeMilestone(client, { milestoneId, reason })
  const split = { clientCents: 313_750, providerCents: 313_750 }
  await act('admin', () => resolveDispute(admin, { milestoneId, split, reason: 'Half of it is done.', password }))
}

async function isRetained({ act, signed, admin, client, provider }: Stage): Promise<void> {
  const held = async () => {
    const deal = await signed()
    await released(deal, deal.milestoneIds[0] ?? '')
    terminateContract(provider, { contractId: deal.contractId, reason: 'Bankrupt' })
    return deal.contractId
  }
  const [released_, disputed, settled] = [await held(), await held(), await held()]
  await act('client.owner', () => releaseRetention(client, { contractId: released_, password }))
  const reason = 'They no longer answer.'
  await act('provider.owner', () => disputeRetention(provider, { contractId: disputed, reason }))
  const cents = retentionCents(client, disputed)
  const split = { clientCents: cents - 100, providerCents: 100 }
  await act('admin', () => resolveRetention(admin, { contractId: disputed, split, reason, password }))
  disputeRetention(provider, { contractId: settled, reason })
  const terms = { split, note: '', expiresOn: '2099-12-31', password }
  const { id: offerId } = await offerSettlement(provider, { subjectId: settled, ...terms })
  await act('client.owner', () => acceptOffer(client, { subjectId: settled, offerId, password }))
}

const retentionCents = (ctx: Stage['client'], contractId: string): number =>
  getRetention(ctx, contractId)?.retentionCents ?? 0

async function isValued(stage: Stage): Promise<void> {
  const { act, clock, client, provider } = stage
  const { deal, milestoneId } = await funded(stage)
  const propose = () => proposeSchedule(provider, { milestoneId, lines: halves }).id
  const scheduleId = await act('provider.owner', propose)
  const answer = { milestoneId, reason: 'Too coarse.' }
  await act('client.owner', () => answerSchedule(client, { ...answer, scheduleId, action: 'decline' }))
  const second = propose()
  await act('provider.owner', () => answerSchedule(provider, { ...answer, scheduleId: second, action: 'withdraw' }))
  const third = propose()
  await act('client.owner', () => answerSchedule(client, { ...answer, scheduleId: third, action: 'accept' }))
  const first = await act('provider.owner', () => claimed(deal, milestoneId, [1_000]))
  await act('client.owner', () => endValuation(client, { valuationId: first, action: 'return', reason: 'Not yet.' }))
  const again = claimed(deal, milestoneId, [1_000])
  await act('provider.owner', () => endValuation(provider, { valuationId: again, action: 'withdraw' }))
  const other = await funded(stage)
  const lines = agreedSchedule(deal, other.milestoneId)
  const valuationId = claimed(deal, other.milestoneId, [1_000])
  const done = { lineId: lines[0] ?? '', done: 1_000 }
  const rest = { lineId: lines[1] ?? '', done: 0 }
  await act('client.owner', () => certifyValuation(client, { valuationId, lines: [done, rest], password }))
  claimed(deal, other.milestoneId, [2_000])
  await act('clock', () => remindCertifiers(clock(8)))
}

async function isPaid({ act, signed, admin, client }: Stage): Promise<void> {
  const deal = await signed()
  const paid = {
    amountCents: 12_550,
    currency: 'EUR' as const,
    payerName: 'Somebody Oy',
    paidOn: businessDay(client.now),
  }
  const short = { ...paid, reference: referenceOf(deal), archiveId: newId() }
  await act('admin', () => recordTransfer(admin, short))
  const { transferId } = recordTransfer(admin, { ...paid, reference: '', archiveId: newId() })
  const businessId = client.db.$client
    .prepare('SELECT business_id FROM companies WHERE id = ?')
    .pluck()
    .get(client.company.id)
  const match = { transferId, businessId: String(businessId), amountCents: 12_550 }
  await act('admin', () => matchToBalance(admin, match))
}

const referenceOf = ({ client, milestoneIds: [id = ''] }: Deal) =>
  String(client.db.$client.prepare('SELECT funding_reference FROM contract_milestones WHERE id = ?').pluck().get(id))

/** What happens with the money of a contract, by the verbs of both parties, the staff and the clock. */
export const escrowStories: Record<string, (stage: Stage) => Promise<void>> = {
  ...{ 'a milestone is done': isDone, 'a contract is completed': isCompleted, 'a milestone is refunded': isRefunded },
  ...{ 'a milestone is disputed': isDisputed, 'a retention is held': isRetained, 'work is valued': isValued },
  ...{ 'money comes in': isPaid },
}
