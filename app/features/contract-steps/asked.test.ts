import { expect, it } from 'vitest'
import { askForStatements } from '#app/features/disputes/ask-for-statements.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { fund, password, signedDeal } from '#tests/factories/deal.ts'
import { valuedDeal } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { askedSteps } from './asked.server.ts'
import { findEscrowSteps } from './find-steps.server.ts'

const named = ({ by, kind, to }: { by: unknown; kind: string; to: string }) => `${by} ${kind} ${to}`

it('work that was valued and a schedule of values wait for the client, on the pages of the contract and its escrow', async () => {
  const deal = await signedDeal(testDatabase())
  const { claimedId, scheduledId } = await valuedDeal(deal)
  const expected = [
    `client answerSchedule /milestones/${scheduledId}/schedule`,
    `client certifyWork /valuations/${claimedId}`,
  ]
  expect(askedSteps(deal.client, deal.contractId).map(named).toSorted()).toEqual(expected)
  const escrow = getEscrow(deal.client, deal.contractId)
  const { mine } = findEscrowSteps(deal.client, escrow!)
  expect(mine.map(named)).toEqual(expect.arrayContaining(expected))
})

it('a notice of termination waits for the other party, and after the time to remedy for whoever gave it', async () => {
  const deal = await signedDeal(testDatabase())
  const { client, contractId } = deal
  claimTermination(client, { contractId, ground: 'delay', facts: 'Nobody has come for a month.' })
  const to = `/contracts/${contractId}/termination`
  expect(askedSteps(client, contractId).map(named)).toEqual([`provider answerTermination ${to}`])
  const later = { ...client, now: client.now + 15 * 86_400_000 }
  expect(askedSteps(later, contractId).map(named)).toEqual([
    `provider answerTermination ${to}`,
    `client endTermination ${to}`,
  ])
})

it('a dispute waits for statements and for the answer to an offer; who decides it reads neither as a step', async () => {
  const deal = await signedDeal(testDatabase())
  const { client, provider, admin, contractId, milestoneIds } = deal
  const [subjectId = ''] = milestoneIds
  fund(deal, subjectId)
  disputeMilestone(client, { milestoneId: subjectId, reason: 'It is not what was agreed.' })
  askForStatements(admin, { subjectId, asked: 'client', text: 'Which drawing?', answerBy: '2099-12-31' })
  const split = { clientCents: 127_500, providerCents: 500_000 }
  await offerSettlement(provider, { subjectId, split, note: 'Take it.', expiresOn: '2099-12-31', password })
  const expected = [`client stateCase /disputes/${subjectId}`, `client answerOffer /disputes/${subjectId}`]
  expect(askedSteps(client, contractId).map(named)).toEqual(expected)
  expect(askedSteps(client, contractId)).toMatchObject([{ dueOn: '2099-12-31' }, { dueOn: '2099-12-31' }])
  expect(findEscrowSteps(provider, getEscrow(provider, contractId)!).theirs.map(named)).toEqual(
    expect.arrayContaining(expected),
  )
  expect(findEscrowSteps(admin, getEscrow(admin, contractId)!).theirs.map(named)).not.toEqual(
    expect.arrayContaining(expected),
  )
})
