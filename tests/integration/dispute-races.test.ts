// Fifty concurrent answers to offers of settlement: the money is divided once, by one of them.
import { expect, it } from 'vitest'
import { acceptOffer } from '#app/features/disputes/accept-offer.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeDecisions } from '#db/schema/disputes.ts'
import { ledgerPostings } from '#db/schema/escrow.ts'
import { approved, password, signedDeal } from '#tests/factories/deal.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { race, refusals, rounds, won } from '#tests/setup/race.ts'

it('of two offers that both sides accept at once, fifty times, one settles the dispute', rounds, async () => {
  const { db, file, remove } = testDatabaseFile()
  const deal = await signedDeal(db)
  const { client, provider } = deal
  const [subjectId = ''] = deal.milestoneIds
  approved(deal, subjectId)
  disputeMilestone(client, { milestoneId: subjectId, reason: 'It leaks' })
  const offer = async (by: typeof client, clientCents: number) => {
    const split = { clientCents, providerCents: 627_500 - clientCents }
    return (await offerSettlement(by, { subjectId, split, note: '', expiresOn: '2099-12-31', password })).id
  }
  const ofClient = await offer(client, 300_000)
  const ofProvider = await offer(provider, 100_000)
  const calls = Array.from({ length: 50 }, (_, index) => ({
    ctx: index % 2 ? client : provider,
    input: { subjectId, offerId: index % 2 ? ofProvider : ofClient, password },
  }))
  const outcomes = await race(file, '#app/features/disputes/accept-offer.server.ts', acceptOffer.name, calls)
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: 49 })
  expect(db.select().from(disputeDecisions).all()).toHaveLength(1)
  const divided = db.select().from(ledgerPostings).all()
  expect(divided.filter(({ kind }) => kind === 'resolution')).toHaveLength(1)
  const check = checkLedger(db)
  remove()
  expect(check).toMatchObject({ sound: true, findings: [] })
})
