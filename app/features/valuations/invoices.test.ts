import { beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { getReleasedMilestone, listInvoiceableMilestones } from '#app/features/escrow/invoiceable.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { resolveRetention } from '#app/features/escrow/resolve-retention.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { milestoneInvoiceLinks } from '#app/features/invoicing/milestone-invoice-links.server.ts'
import { payReleasedRetention } from '#app/features/invoicing/pay-released-retention.server.ts'
import { getInvoice, listUninvoicedMilestones } from '#app/features/invoicing/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { fund, password, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'

let db: Database
beforeAll(() => {
  db = testDatabase()
})

const refusal = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })

type Part = { milestoneId: string; certificateId: string | null; netCents: number }
const draft = (provider: CompanyContext, { milestoneId, certificateId, netCents }: Part) => {
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: netCents * 100 }]
  return createInvoice(provider, { ...invoiceInput, lines, milestoneId, certificateId }).id
}
const documentOf = (provider: CompanyContext, id: string) => getInvoice(provider, id)?.document

it('invoices each certificate once and the rest by itself, each paid from escrow, and credits and reissues each', async () => {
  const deal = await signedDeal(db)
  const { client, provider, contractId } = deal
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  agreedSchedule(deal, milestoneId)
  await certified(deal, milestoneId, [3_333, 12_500])
  await certified(deal, milestoneId, [10_000, 12_501])
  const parts = listInvoiceableMilestones(provider, { contractId })
  expect(parts.map(({ certificateNumber }) => certificateNumber).sort()).toEqual([1, 2])
  const ids = parts.map((part) => {
    const over = { ...part, netCents: part.netCents + 1 }
    expect(() => draft(provider, over)).toThrow(refusal('invoicing:refused.moreThanMilestone'))
    const id = draft(provider, part)
    expect(() => draft(provider, part)).toThrow(refusal('invoicing:refused.milestoneInvoiced'))
    issueInvoice(provider, { invoiceId: id })
    const { grossCents, paidCents, retainedCents, openCents } = documentOf(provider, id) ?? {}
    expect([grossCents, paidCents, retainedCents, openCents]).toEqual([
      part.grossCents,
      part.releasedCents,
      part.retainedCents,
      0,
    ])
    return id
  })
  expect(listUninvoicedMilestones(provider, 50).filter((part) => part.contractId === contractId)).toEqual([])
  // A certificate's invoice that is credited in full is issued again, with the payment of the first.
  const [first = ''] = ids
  creditInvoice(provider, {
    invoiceId: first,
    amountCents: null,
    reason: 'Wrong order',
    lineText: 'Credit',
    unit: 'pcs',
  })
  const again = listUninvoicedMilestones(provider, 50).filter((part) => part.contractId === contractId)
  expect(again).toHaveLength(1)
  const reissued = draft(provider, again[0] as Part)
  issueInvoice(provider, { invoiceId: reissued })
  expect(documentOf(provider, reissued)).toMatchObject({ paidCents: again[0]?.releasedCents, openCents: 0 })
  // The rest, once the milestone is closed.
  expect(getReleasedMilestone(provider, { milestoneId, certificateId: null })).toBeNull()
  const sheet = {
    name: 'a.pdf',
    mime: 'application/pdf',
    size: 4,
    sha256: 'abc',
    storedAs: newId(),
    keep: () => undefined,
  }
  submitMilestone(provider, { milestoneId, note: 'Done.', files: [sheet as never] })
  approveMilestone(client, { milestoneId })
  await releaseMilestone(client, {
    milestoneId,
    password,
    expectedRetentionCents: retentionOfRelease(client, milestoneId),
  })
  const rest = getReleasedMilestone(provider, { milestoneId, certificateId: null })
  const all = [...parts, ...(rest ? [rest] : [])]
  expect(all.reduce((sum, part) => sum + part.netCents, 0)).toBe(500_000)
  expect(all.reduce((sum, part) => sum + part.vatCents, 0)).toBe(127_500)
  expect(all.reduce((sum, part) => sum + part.retainedCents, 0)).toBe(31_375)
  const last = draft(provider, rest as Part)
  issueInvoice(provider, { invoiceId: last })
  const links = milestoneInvoiceLinks(provider, contractId)
  expect(links[milestoneId]).toEqual({ to: `/invoicing/${last}`, isNew: false })
  // A decision that gives a part of the retention back takes it from all three, in proportion.
  terminateContract(provider, { contractId, reason: 'Bankrupt' })
  disputeRetention(client, { contractId, reason: 'It leaks.' })
  const split = { clientCents: 10_001, providerCents: 31_375 - 10_001 }
  await resolveRetention(deal.admin, { contractId, split, reason: 'A third.' })
  payReleasedRetention(systemContext(db, provider.now))
  const invoiced = [...ids.slice(1), reissued, last].map((id) => documentOf(provider, id))
  expect(invoiced.reduce((sum, one) => sum + (one?.retainedCents ?? 0), 0)).toBe(10_001)
  expect(invoiced.reduce((sum, one) => sum + (one?.paidCents ?? 0), 0)).toBe(627_500 - 10_001)
  const left = listInvoiceableMilestones(provider, { contractId })
  expect(left.reduce((sum, part) => sum + part.retainedCents, 0)).toBe(31_375 - 10_001)
})
