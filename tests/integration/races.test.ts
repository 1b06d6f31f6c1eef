// Fifty concurrent calls over several connections to one file: one winner each, and nothing lost or duplicated.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { askedToSign } from '#tests/factories/approval.ts'
import { approved, bidInput, fund, password, sentDeal, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setLimit } from '#tests/factories/permissions.ts'
import { createDraft, createOpenProject, projectInput } from '#tests/factories/project.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { type Call, race, refusals, rounds, won } from '#tests/setup/race.ts'

const many = 50
let file: string
let db: Database
let remove: () => void
beforeEach(() => {
  ;({ db, file, remove } = testDatabaseFile())
})
afterEach(() => {
  const { rows, brokenAt } = verifyAudit(db)
  const sound = db.$client.pragma('integrity_check', { simple: true })
  remove()
  expect({ brokenAt, sound, written: rows > 0 }).toEqual({ brokenAt: null, sound: 'ok', written: true })
})

const count = (sql: string, ...values: string[]) =>
  db.$client
    .prepare(sql)
    .pluck()
    .get(...values)
const calls = (ctx: UserContext, input: (index: number) => unknown): Call[] =>
  Array.from({ length: many }, (_, index) => ({ ctx, input: input(index) }))

it('a company has one bid on a project', async () => {
  const { id: projectId } = createOpenProject(createPerson(db))
  const bidder = createPerson(db)
  const outcomes = await race(
    file,
    '#app/features/bids/create-bid.server.ts',
    'createBid',
    calls(bidder, () => ({ ...bidInput, projectId, submit: true, submissionId: newId() })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count('SELECT count(*) FROM bid_seals')).toBe(1)
})

it('a form submitted fifty times creates one project, and every call returns it', async () => {
  const owner = createPerson(db)
  const submissionId = newId()
  const outcomes = await race(
    file,
    '#app/features/projects/create-project.server.ts',
    'createProject',
    calls(owner, () => ({ ...projectInput(), submissionId })),
  )
  expect(won(outcomes)).toHaveLength(many)
  expect(new Set(outcomes.map((outcome) => outcome.ok && JSON.stringify(outcome.value))).size).toBe(1)
  expect(count('SELECT count(*) FROM projects')).toBe(1)
})

it('a bid withdrawn or revised during the opening is either sealed or opened, never both', async () => {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 60_000 })
  const bidders = Array.from({ length: many }, () => createPerson(db, { now }))
  // The requests arrived before the opening, and run during it.
  const bids = bidders.map((ctx) => ({ ctx, bidId: createBid(ctx, { ...bidInput, projectId, submit: true }).id }))
  const outcomes = await race(file, '#app/features/bids/withdraw-bid.server.ts', 'withdrawBid', [
    ...bids.map(({ ctx, bidId }, index) => ({
      ctx: { ...ctx, now: now - 5000 },
      live: true,
      ...(index % 2 === 0
        ? { input: { bidId, reason: 'Too late' } }
        : {
            input: { ...bidInput, bidId, approach: 'Revised' },
            instead: { module: '#app/features/bids/update-bid.server.ts', verb: 'updateBid' },
          }),
    })),
    {
      ctx: owner,
      input: { projectId },
      live: true,
      instead: { module: '#app/features/bids/close-bidding.server.ts', verb: 'closeBidding' },
    },
  ])
  expect(refusals(outcomes).failure).toBeUndefined()
  const opened = db.$client
    .prepare("SELECT subject_id FROM audit_log WHERE action = 'bid.open' ORDER BY subject_id")
    .pluck()
    .all()
  const seen = bids.flatMap(({ bidId }) => (getBid({ ...owner, now: Date.now() }, bidId) ? [bidId] : []))
  expect(seen.sort()).toEqual(opened)
  expect(count("SELECT count(*) FROM bids WHERE status = 'submitted'")).toBe(0)
  const revisedLate = `SELECT count(*) FROM audit_log r JOIN audit_log o ON o.subject_id = r.subject_id
    WHERE r.action = 'bid.revise' AND o.action = 'bid.open' AND r.seq > o.seq`
  expect(count(revisedLate)).toBe(0)
})

it('an email can sign up once', async () => {
  const visitor = { ...createPerson(db), actor: null, company: null }
  const signUp = {
    accountType: 'enterprise',
    name: 'Somebody',
    email: 'somebody@example.com',
    organization: 'Some Oy',
    password,
    locale: 'en',
  }
  const calling: Call[] = Array.from({ length: many }, (_, index) => ({
    ctx: { ...visitor, ip: `198.51.100.${index}` } as never,
    input: { ...signUp, submissionId: newId() },
  }))
  const outcomes = await race(file, '#app/features/accounts/sign-up.server.ts', 'signUp', calling)
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ invalid: many - 1 })
  expect(count("SELECT count(*) FROM users WHERE email = 'somebody@example.com'")).toBe(1)
  expect(count("SELECT count(*) FROM companies WHERE name = 'Some Oy'")).toBe(1)
})

it('a transfer is recorded once, and funds once', rounds, async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  const { reference, amountCents } = db.$client
    .prepare('SELECT funding_reference AS reference, amount_cents AS amountCents FROM contract_milestones WHERE id = ?')
    .get(milestoneId) as { reference: string; amountCents: number }
  const transfer = { reference, amountCents, currency: 'EUR', payerName: 'Client', paidOn: '2026-06-01' }
  const outcomes = await race(
    file,
    '#app/features/escrow/record-transfer.server.ts',
    'recordTransfer',
    calls(deal.admin, (index) => ({ ...transfer, archiveId: index % 2 ? 'the same' : `another ${index}` })),
  )
  expect(count("SELECT count(*) FROM ledger_postings WHERE kind = 'fund'")).toBe(1)
  // Every row of the statement is kept: one funded the milestone, the others wait in suspense.
  expect(count('SELECT count(*) FROM bank_transfers')).toBe(many / 2 + 1)
  expect(checkLedger(db)).toMatchObject({ sound: true })
  expect(refusals(outcomes).failure).toBeUndefined()
})

it('the money of a milestone is released once, and the ledger is consistent', rounds, async () => {
  const deal = await signedDeal(db)
  const [milestoneId = '', other = ''] = deal.milestoneIds
  approved(deal, milestoneId)
  fund(deal, other)
  const { client } = deal
  const outcomes = await race(
    file,
    '#app/features/escrow/release-milestone.server.ts',
    'releaseMilestone',
    calls(client, () => ({ milestoneId, password, expectedRetentionCents: 0, submissionId: newId() })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count("SELECT count(*) FROM ledger_postings WHERE kind = 'release'")).toBe(1)
  expect(count('SELECT sum(balance_cents) FROM ledger_balances')).toBe(0)
  const held =
    "SELECT -balance_cents FROM ledger_balances JOIN ledger_accounts ON id = account_id WHERE kind = 'escrow_held'"
  expect(count(held)).toBe(count('SELECT amount_cents FROM contract_milestones WHERE id = ?', other))
})

it('a refund is paid once, whether the provider consents or the client withdraws it', rounds, async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  const { requestRefund } = await import('#app/features/escrow/request-refund.server.ts')
  requestRefund(deal.client, { milestoneId, reason: 'No longer needed.' })
  const outcomes = await race(
    file,
    '#app/features/escrow/consent-refund.server.ts',
    'consentRefund',
    calls(deal.provider, () => ({ milestoneId, submissionId: newId() })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count("SELECT count(*) FROM ledger_postings WHERE kind = 'refund'")).toBe(1)
  expect(
    count(
      "SELECT balance_cents FROM ledger_balances JOIN ledger_accounts ON id = account_id WHERE kind = 'escrow_held'",
    ),
  ).toBe(0)
})

const party = {
  name: 'Buyer Oy',
  businessId: '1234567-1',
  vatNumber: null,
  street: 'Katu 1',
  postalCode: '00100',
  city: 'Helsinki',
  country: 'FI',
  email: null,
}
const invoiceInput = {
  buyerName: party.name,
  buyerBusinessId: party.businessId,
  buyerVatNumber: null,
  buyerStreet: party.street,
  buyerPostalCode: party.postalCode,
  buyerCity: party.city,
  buyerCountry: 'FI',
  buyerEmail: null,
  currency: 'EUR' as const,
  deliveryDate: '2026-06-01',
  paymentTermDays: 14,
  euroRate: null,
  note: '',
  lines: [
    {
      description: 'Work',
      quantityMilli: 1000,
      unit: 'h',
      unitPriceE4: 1_000_000,
      vatRateBp: 2550,
      vatCategory: 'S' as const,
      vatGround: null,
    },
  ],
}

it('one business id is saved by one company', async () => {
  const owners = Array.from({ length: many }, () => createPerson(db))
  const input = { name: 'Nova Oy', businessId: '3184207-5', vatNumber: null, country: 'FI' }
  const outcomes = await race(
    file,
    '#app/features/team/update-company.server.ts',
    'updateCompany',
    owners.flatMap((owner) => calls(owner, () => input).slice(0, 1)),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ invalid: many - 1 })
  expect(count("SELECT count(*) FROM companies WHERE business_id = '3184207-5'")).toBe(1)
})

it('fifty invoices get the numbers one to fifty', rounds, async () => {
  const issuer = createPerson(db)
  const drafts = Array.from({ length: many }, () => createInvoice(issuer, invoiceInput).id)
  const outcomes = await race(
    file,
    '#app/features/invoicing/issue-invoice.server.ts',
    'issueInvoice',
    calls(issuer, (index) => ({ invoiceId: drafts[index], submissionId: newId() })),
  )
  expect(refusals(outcomes)).toEqual({})
  const sequences = db.$client.prepare('SELECT sequence FROM invoices ORDER BY sequence').pluck().all()
  expect(sequences).toEqual(Array.from({ length: many }, (_, index) => index + 1))
})

it('one invoice is issued once, and gets one number', rounds, async () => {
  const issuer = createPerson(db)
  const { id: invoiceId } = createInvoice(issuer, invoiceInput)
  const outcomes = await race(
    file,
    '#app/features/invoicing/issue-invoice.server.ts',
    'issueInvoice',
    calls(issuer, () => ({ invoiceId, submissionId: newId() })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count('SELECT last FROM invoice_counters')).toBe(1)
})

it("the last project within a plan's limit is published once", async () => {
  const owner = createPerson(db)
  const drafts = Array.from({ length: many }, () => createDraft(owner).id)
  setLimit(db, owner.company.id, 'projects', 1)
  const outcomes = await race(
    file,
    '#app/features/projects/publish-project.server.ts',
    'publishProject',
    calls(owner, (index) => ({ projectId: drafts[index], submissionId: newId() })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ forbidden: many - 1 })
  expect(count("SELECT count(*) FROM projects WHERE status = 'open'")).toBe(1)
})

it('the last bid within a monthly limit is submitted once', async () => {
  const owner = createPerson(db)
  const bidder = createPerson(db)
  const bids = Array.from(
    { length: many },
    () => createBid(bidder, { ...bidInput, projectId: createOpenProject(owner).id }).id,
  )
  setLimit(db, bidder.company.id, 'bids_per_month', 1)
  const outcomes = await race(
    file,
    '#app/features/bids/submit-bid.server.ts',
    'submitBid',
    calls(bidder, (index) => ({ bidId: bids[index], submissionId: newId() })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ forbidden: many - 1 })
  expect(count('SELECT count(*) FROM bid_seals')).toBe(1)
})

it("the last active contract within a plan's limit becomes active once", async () => {
  const first = await sentDeal(db)
  const deals = [first, await sentDeal(db, first), await sentDeal(db, first), await sentDeal(db, first)]
  const { client, provider } = first
  const { signContract } = await import('#app/features/contracts/sign-contract.server.ts')
  for (const { contractId } of deals)
    await signContract(provider, { contractId, typedName: provider.actor.name, password })
  setLimit(db, client.company.id, 'active_contracts', 1)
  const outcomes = await race(
    file,
    '#app/features/contracts/sign-contract.server.ts',
    'signContract',
    deals.map(({ contractId }) => ({ ctx: client, input: { contractId, typedName: client.actor.name, password } })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ forbidden: deals.length - 1 })
  expect(count("SELECT count(*) FROM contracts WHERE status = 'active'")).toBe(1)
})

it('the last place in a team is taken once', async () => {
  const owner = createPerson(db)
  setLimit(db, owner.company.id, 'users', 2)
  const invited = 30
  const outcomes = await race(
    file,
    '#app/features/team/invite-member.server.ts',
    'inviteMember',
    calls(owner, (index) => ({ name: 'Invited', email: `invited${index}@example.com`, companyRole: 'member' })).slice(
      0,
      invited,
    ),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ forbidden: invited - 1 })
  expect(count('SELECT count(*) FROM company_invitations WHERE company_id = ?', owner.company.id)).toBe(1)
})

it('a request is approved once, whichever of five colleagues approves it', async () => {
  const deal = await sentDeal(db)
  const asker = createPerson(db, { company: deal.client.company, companyRole: 'member' })
  const approvalId = await askedToSign(asker, deal.contractId)
  const approvers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => withPassword(createPerson(db, { company: deal.client.company, companyRole: 'owner' }))),
  )
  const outcomes = await race(
    file,
    '#app/features/approvals/approve-request.server.ts',
    'approveRequest',
    Array.from({ length: many }, (_, index) => {
      const ctx = approvers[index % 5] ?? deal.client
      return { ctx, input: { approvalId, password, typedName: ctx.actor.name } }
    }),
  )
  expect(won(outcomes)).toHaveLength(1)
  const { conflict = 0, rate_limited: limited = 0 } = refusals(outcomes)
  expect(conflict + limited).toBe(many - 1)
  expect(count('SELECT count(*) FROM contract_signatures')).toBe(2)
  expect(count("SELECT count(*) FROM audit_log WHERE action = 'contract.sign'")).toBe(1)
  expect(count("SELECT count(*) FROM approvals WHERE status = 'approved'")).toBe(1)
})
