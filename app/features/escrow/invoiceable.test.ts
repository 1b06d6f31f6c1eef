import { expect, it } from 'vitest'
import { fund, released, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { getReleasedMilestone, listInvoiceableMilestones } from './invoiceable.server.ts'
import { resolveDispute } from './resolve-dispute.server.ts'

it('returns what was released or resolved to the provider, and nothing to anybody else', async () => {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const { client, provider, admin } = deal
  const [first = '', second = ''] = deal.milestoneIds
  expect(listInvoiceableMilestones(provider)).toEqual([])
  await released(deal, first)
  expect(getReleasedMilestone(provider, { milestoneId: first, certificateId: null })).toMatchObject({
    contractId: deal.contractId,
    clientCompanyId: client.company.id,
    netCents: 500_000,
    vatRateBp: 2550,
    vatCents: 127_500,
    grossCents: 627_500,
    releasedCents: 596_125,
    retainedCents: 31_375,
    retentionReleasedAt: null,
    releasedAt: client.now,
  })
  for (const other of [client, createPerson(db)]) {
    expect(getReleasedMilestone(other, { milestoneId: first, certificateId: null })).toBeNull()
    expect(listInvoiceableMilestones(other)).toEqual([])
  }
  fund(deal, second)
  disputeMilestone(client, { milestoneId: second, reason: 'Half is missing' })
  expect(getReleasedMilestone(provider, { milestoneId: second, certificateId: null })).toBeNull()
  await resolveDispute(admin, {
    milestoneId: second,
    split: { clientCents: 502_000, providerCents: 125_500 },
    reason: 'A fifth was done',
  })
  expect(getReleasedMilestone(provider, { milestoneId: second, certificateId: null })).toMatchObject({
    netCents: 100_000,
    vatCents: 25_500,
    grossCents: 125_500,
  })
  expect(listInvoiceableMilestones(provider)).toHaveLength(2)
})
