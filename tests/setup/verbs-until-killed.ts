// A program that awards, signs, funds, releases, pays out, imports and invoices until it is killed, on the database in GROUNDWORK_TEST_DATA. It writes a line for each
// verb that has returned: its name, and the id of what it changed.
import '#tests/setup/environment.ts'
import { writeSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { decideImport } from '#app/features/bank-statements/decide-import.server.ts'
import { workOnImports } from '#app/features/bank-statements/work-on-imports.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { approvePayouts } from '#app/features/payouts/approve-payouts.server.ts'
import { listPayable } from '#app/features/payouts/payable.server.ts'
import { preparePayouts } from '#app/features/payouts/prepare-payouts.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { database } from '#db/handle.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { approved, bidInput, createParties, type Deal, fund, password, withPassword } from '#tests/factories/deal.ts'
import { uploadedStatement } from '#tests/factories/imported-statement.ts'
import { draftInvoice } from '#tests/factories/invoice.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import type { Verb } from './kill-verbs.ts'

const db = database()
const done = (verb: Verb, id: string) => writeSync(1, `${verb} ${id}\n`)
const now = Date.now()
const approver = await withPassword(createAdmin(db, 'admin', now))
for (;;) {
  const deal = await procured()
  await paid(deal)
  await imported(deal)
  invoiced(deal)
}

/** A deal up to the contract that both signed, with a change that both agreed on. */
async function procured(): Promise<Deal> {
  const parties = await createParties(db, now)
  const { client, provider } = parties
  const { id: projectId } = createOpenProject(client, { bidDeadline: now + 10 * day })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  done('closeBidding', projectId)
  awardBid(client, { bidId })
  done('awardBid', bidId)
  const half = { description: '', netCents: 500_000, vatRateBp: 2550, dueDate: null }
  const { contractId } = draftContract(client, {
    ...{ projectId, title: 'Kitchen', terms: 'What was said holds.', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: [
      { ...half, title: 'Demolition' },
      { ...half, title: 'Installation' },
    ],
  })
  sendContract(client, { contractId })
  for (const party of [provider, client])
    await signContract(party, { contractId, typedName: party.actor.name, password })
  done('signContract', contractId)
  const changeOrderId = await proposedChange(provider, { contractId })
  await signChangeOrder(client, { contractId, changeOrderId, typedName: client.actor.name, password })
  done('signChangeOrder', changeOrderId)
  const all = db.select({ id: milestones.id }).from(milestones).where(eq(milestones.contractId, contractId)).all()
  return { ...parties, projectId, bidId, contractId, milestoneIds: all.map(({ id }) => id) }
}

/** One milestone is released and paid out, another given back. */
async function paid(deal: Deal): Promise<void> {
  const { client, provider, admin } = deal
  const [first = '', second = ''] = deal.milestoneIds
  approved(deal, first)
  const expectedRetentionCents = retentionOfRelease(client, first)
  await releaseMilestone(client, { milestoneId: first, password, expectedRetentionCents })
  done('releaseMilestone', first)
  fund(deal, second)
  requestRefund(client, { milestoneId: second, reason: 'Postponed.' })
  await consentRefund(provider, { milestoneId: second, password })
  done('consentRefund', second)
  db.update(companies)
    .set({ iban: 'FI7944052020036082', bic: 'HELSFIHH' })
    .where(eq(companies.id, provider.company.id))
    .run()
  const accountIds = listPayable(admin)
    .filter(({ companyId }) => companyId === provider.company.id)
    .map(({ id }) => id)
  const { runId } = preparePayouts(admin, { accountIds })
  await approvePayouts(approver, { runId, password })
  done('approvePayouts', runId)
}

/** A statement of several rows is read, confirmed and booked; what an earlier process left goes on. */
async function imported({ admin }: Deal): Promise<void> {
  const entries = Array.from({ length: 5 }, () => ({ cents: 700, archiveId: newId(), name: 'Somebody' }))
  const importId = await uploadedStatement(admin, { on: businessDay(now), entries })
  decideImport(admin, { importId, decision: 'confirm' })
  await workOnImports(systemContext(db, now))
  done('importStatement', importId)
}

function invoiced({ provider }: Deal): void {
  const invoiceId = draftInvoice(provider)
  issueInvoice(provider, { invoiceId })
  done('issueInvoice', invoiceId)
  creditInvoice(provider, { invoiceId, amountCents: 1000, reason: 'x', lineText: 'Credit', unit: 'pcs' })
  done('creditInvoice', invoiceId)
}
