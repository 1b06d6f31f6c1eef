import { eq } from 'drizzle-orm'
import { approveRequest } from '#app/features/approvals/approve-request.server.ts'
import { lapseRequests } from '#app/features/approvals/lapse-requests.server.ts'
import { refuseRequest } from '#app/features/approvals/refuse-request.server.ts'
import { withdrawRequest } from '#app/features/approvals/withdraw-request.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { setListing } from '#app/features/directory/set-listing.server.ts'
import { restoreListing, takeDownListing } from '#app/features/directory/take-down-listing.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { remindCertificates } from '#app/features/qualifications/remind-certificates.server.ts'
import { answerQuote } from '#app/features/quotes/answer-quote.server.ts'
import { cancelBankAccount } from '#app/features/team/cancel-bank-account.server.ts'
import { changeBankAccount } from '#app/features/team/change-bank-account.server.ts'
import { leaveCompany } from '#app/features/team/leave-company.server.ts'
import { removeMember } from '#app/features/team/remove-member.server.ts'
import { setMandates } from '#app/features/team/set-mandates.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { askedToSign } from '#tests/factories/approval.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { password, released } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { sentQuote } from '#tests/factories/quote.ts'
import { later, type Stage } from './stage.ts'

async function changesItsTeam({ act, db, client, lead }: Stage): Promise<void> {
  const mandates = { sign: 100_000, award: 0, release: 0, bank: 0, payables: 0 }
  const named = { mandatesSet: ['client.lead', 'client.owner'] } as const
  await act('client.owner', () => setMandates(client, { userId: lead.actor.id, mandates, password }), named)
  const [one, other] = [0, 1].map(() => createPerson(db, { company: client.company, companyRole: 'member' }))
  if (!one || !other) throw new Error('nobody')
  await act('clock', () => leaveCompany(one), { memberLeft: ['client.owner'] })
  const asManager = { ...client, actor: { ...client.actor, id: lead.actor.id } }
  await act('client.lead', () => removeMember(asManager, { userId: other.actor.id }))
}

async function asksItsOwn({ act, drafted, clock, client, lead }: Stage): Promise<void> {
  const asked = async () => askedToSign(lead, await sent())
  const sent = async () => {
    const { contractId } = await drafted()
    sendContract(client, { contractId })
    return contractId
  }
  const asker = {
    approvalApproved: ['client.lead'],
    approvalRefused: ['client.lead'],
    approvalExpired: ['client.lead'],
  } as const
  const approvers = { approvalAsked: ['client.owner'], approvalWithdrawn: ['client.owner'] } as const
  const contract = await sent()
  const approvalId = await act('client.lead', () => askedToSign(lead, contract), approvers)
  await act('client.owner', () => approveRequest(client, { approvalId, password, typedName: client.actor.name }), asker)
  const refused = await asked()
  await act('client.owner', () => refuseRequest(client, { approvalId: refused, reason: 'Too dear.' }), asker)
  const withdrawn = await asked()
  await act('client.lead', () => withdrawRequest(lead, { approvalId: withdrawn }), approvers)
  await asked()
  await act('clock', () => lapseRequests(clock(8)), { approvalExpired: ['client.lead', 'client.owner'] })
}

async function changesItsAccount({ act, client }: Stage): Promise<void> {
  const account = { iban: 'FI6557169020311842', bic: 'OKOYFIHH', password }
  await act('client.owner', () => changeBankAccount(client, account))
  const other = { iban: 'FI2112345600000785', bic: null, password }
  await act('client.owner', () => changeBankAccount(later(client, 30), other), { bankAccountChanged: ['client.owner'] })
  const changeId = client.db.$client
    .prepare('SELECT id FROM bank_account_changes WHERE applied_at IS NULL AND cancelled_at IS NULL')
    .pluck()
    .get()
  await act('client.owner', () => cancelBankAccount(later(client, 30), { changeId: String(changeId) }), {
    bankAccountCancelled: ['client.owner'],
  })
}

async function keepsCertificates({ act, clock, client }: Stage): Promise<void> {
  createCertificate(client, { validUntil: businessDay(clock(10).now) })
  await act('clock', () => remindCertificates(clock(1)))
}

async function isTakenOffTheDirectory({ act, admin, client }: Stage): Promise<void> {
  const companyId = client.company.id
  setListing(client, {
    ...{ about: 'We build.', trades: ['roofing'], place: 'Vaasa', agreed: 'on', expectedVersion: undefined },
  })
  await act('admin', () => takeDownListing(admin, { companyId, reason: 'Not theirs.' }), {
    listingTakenDown: ['client.owner'],
  })
  await act('admin', () => restoreListing(admin, { companyId }), { listingRestored: ['client.owner'] })
}

async function isInvoiced({ act, db, signed, client, provider }: Stage): Promise<void> {
  const deal = await signed()
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const lines = [{ ...invoiceLine, unitPriceE4: 5_000_000 }]
  const { id: invoiceId } = createInvoice(provider, { ...invoiceInput, milestoneId, lines })
  issueInvoice(provider, { invoiceId })
  const to = { email: 'buyer@buyer.example', locale: 'en' }
  // Escrow has paid the one, and not the other.
  await act('provider.owner', () => sendInvoice(provider, { invoiceId, ...to }))
  const open = draftInvoice(provider)
  db.update(invoices).set({ buyerCompanyId: client.company.id }).where(eq(invoices.id, open)).run()
  issueInvoice(provider, { invoiceId: open })
  await act('provider.owner', () => sendInvoice(provider, { invoiceId: open, ...to }))
  const credit = { invoiceId, amountCents: 10_000, reason: 'Wrong', lineText: 'Credit', unit: 'pcs' }
  await act('provider.owner', () => creditInvoice(provider, credit))
  const other = issuedInvoice(provider)
  await act('provider.owner', () =>
    recordPayment(provider, { invoiceId: other, amountCents: 62_750, paidOn: businessDay(provider.now) }),
  )
}

async function quotes({ act, client }: Stage): Promise<void> {
  const visitor = { ...client, actor: null, company: null }
  for (const outcome of ['accepted', 'declined'] as const) {
    const { shareId } = sentQuote(client)
    await act('clock', () => answerQuote(visitor, { shareId, outcome, name: 'Bertta Buyer', reason: 'So it is.' }))
  }
}

/** What happens in a company, and with its invoices and quotes. */
export const companyStories: Record<string, (stage: Stage) => Promise<void>> = {
  ...{ 'a company changes its team': changesItsTeam, 'a company asks its own': asksItsOwn },
  ...{ 'a company changes its account': changesItsAccount, 'a company keeps certificates': keepsCertificates },
  ...{ 'a company is invoiced': isInvoiced, 'a company quotes': quotes },
  'a company is taken off the directory': isTakenOffTheDirectory,
}
