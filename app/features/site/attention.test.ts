import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { changeOrderListener } from '#app/features/change-orders/lapse-change-orders.server.ts'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { askForStatements } from '#app/features/disputes/ask-for-statements.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { approveOverdue } from '#app/features/escrow/approve-overdue.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { newestCertificates } from '#app/features/escrow/invoiceable.server.ts'
import { autoApprovalAt } from '#app/features/escrow/milestone.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { signFinalAccount } from '#app/features/final-accounts/sign-final-account.server.ts'
import { updateFinalAccount } from '#app/features/final-accounts/update-final-account.server.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { changeDefect } from '#app/features/handover/change-defect.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { approveReceived } from '#app/features/received-invoices/approve-received.server.ts'
import { checkReceived } from '#app/features/received-invoices/check-received.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import type { Database } from '#db/client.server.ts'
import { followOutbox } from '#db/durable-listener.server.ts'
import { newId } from '#db/ids.ts'
import type { ProjectRole } from '#db/vocabulary/projects.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import {
  approved,
  draftedDeal,
  fund,
  password,
  released,
  sendAndSign,
  sentDeal,
  signedDeal,
  submitted,
} from '#tests/factories/deal.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { negotiated } from '#tests/factories/negotiation.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { checkInput, createReceived } from '#tests/factories/received-invoice.ts'
import { securityInput } from '#tests/factories/security.ts'
import { valuedDeal } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { asked } from './answers.server.ts'
import { listWaiting } from './attention.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const kinds = (ctx: CompanyContext) => listWaiting(ctx).map(({ kind }) => kind)

it('asks a client to pay in no milestone that what has arrived covers', async () => {
  const { client, admin, contractId } = await signedDeal(db)
  const reference = getEscrow(client, contractId)?.milestones[0]?.fundingReference ?? ''
  const asked = () => listWaiting(client).map(({ kind, title }) => [kind, title.split(': ')[1]])
  const pay = (amountCents: number) =>
    recordTransfer(admin, {
      ...{ reference, amountCents, currency: 'EUR', payerName: client.company.name, paidOn: '2026-06-01' },
      archiveId: newId(),
    })
  pay(600_000)
  expect(asked()).toEqual([['payIn', '1. Demolition']])
  pay(27_500)
  expect(asked()).toEqual([['payIn', '2. Installation']])
})

it('names what a deal waits for, to the party that has to do it, step by step', async () => {
  const deal = await signedDeal(db)
  const [first = '', second = ''] = deal.milestoneIds
  const waits = () => [kinds(deal.client), kinds(deal.provider)]
  expect(waits()).toEqual([['payIn'], []])
  fund(deal, first)
  expect(waits()).toEqual([['payIn'], ['deliver']])
  submitted(deal, second)
  expect(waits()[0]).toContain('approve')
  const approve = listWaiting(deal.client).find(({ kind }) => kind === 'approve')
  expect(approve).toMatchObject({ to: `/milestones/${second}/approve`, at: autoApprovalAt(testNow), isStep: true })
  approveMilestone(deal.client, { milestoneId: second })
  expect(listWaiting(deal.client).find(({ kind }) => kind === 'release')).toMatchObject({ at: null })
})

it('says when the clock releases what silence has approved', async () => {
  const deal = await signedDeal(db)
  const [first = ''] = deal.milestoneIds
  submitted(deal, first)
  const now = autoApprovalAt(testNow) + 1
  approveOverdue(systemContext(db, now))
  const release = listWaiting({ ...deal.client, now }).find(({ kind }) => kind === 'release')
  expect(release).toMatchObject({ to: `/milestones/${first}/release`, at: now + 7 * day })
})

it('asks both parties to sign what was sent, and nobody else', async () => {
  const deal = await sentDeal(db)
  expect([kinds(deal.client), kinds(deal.provider)]).toEqual([['sign'], ['sign']])
  expect(kinds(createPerson(db))).toEqual([])
})

it('shows nothing that a colleague may not do', async () => {
  const deal = await signedDeal(db)
  submitted(deal, deal.milestoneIds[0] ?? '')
  const closed = {
    ...deal.client,
    actor: { ...deal.client.actor, companyRole: 'member' as const, modules: { escrow: 'read' as const } },
  }
  expect(kinds(closed)).toEqual([])
})

it('asks to chase an own invoice only once it is overdue', () => {
  const owner = createPerson(db)
  issuedInvoice(owner, { paymentTermDays: 7 })
  const later = (days: number) => ({ ...owner, now: testNow + days * day })
  expect([kinds(later(7)), kinds(later(9))]).toEqual([[], ['overdueInvoice']])
})

it('asks for the invoice of what was released, until it is begun, and only those who may write it and see escrow', async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const { provider } = deal
  const invoices = (ctx: CompanyContext) => listWaiting(ctx).filter(({ kind }) => kind === 'invoice')
  expect(invoices(provider)).toMatchObject([{ to: `/invoicing/new?milestone=${milestoneId}`, at: null, on: null }])
  expect(invoices(deal.client)).toEqual([])
  const colleague = (modules: CompanyContext['actor']['modules']) => ({
    ...provider,
    actor: { ...provider.actor, companyRole: 'member' as const, modules },
  })
  const { modules } = provider.actor
  expect(invoices(colleague({ ...modules, invoicing: 'read', escrow: 'read' }))).toEqual([])
  expect(invoices(colleague({ ...modules, invoicing: 'write', escrow: 'none' }))).toEqual([])
  expect(invoices(colleague({ ...modules, invoicing: 'write', escrow: 'read' }))).toHaveLength(1)
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  createInvoice(provider, { ...invoiceInput, lines, milestoneId })
  expect(invoices(provider)).toEqual([])
})

it('asks for the invoice of a payment certificate, whose contracts it reads newest first by their index', async () => {
  const deal = await signedDeal(db)
  const { provider } = deal
  const { milestoneId } = await valuedDeal(deal)
  expect(listWaiting(provider).find(({ kind }) => kind === 'invoice')?.to).toContain(
    `/invoicing/new?milestone=${milestoneId}&certificate=`,
  )
  const plan = db.$client
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${newestCertificates.text}`)
    .all({ company: provider.company.id, limit: 5 })
    .map(({ detail }) => detail)
  expect(plan.join('; ')).toContain('contracts USING COVERING INDEX contracts_provider (provider_company_id=?)')
  expect(plan.filter((detail) => /^SCAN (?!n$)/.test(detail))).toEqual([])
})

it('shows nothing that a role on the project keeps a colleague from', async () => {
  const deal = await signedDeal(db)
  const member = createPerson(db, { company: deal.client.company, companyRole: 'member' })
  expect(kinds(member)).toEqual(['payIn'])
  const give = (role: ProjectRole) =>
    setProjectRole(deal.client, { projectId: deal.projectId, userId: member.actor.id, role })
  give('reader')
  expect(kinds(member)).toEqual([])
  give('supervisor')
  expect(kinds(member)).toEqual(['payIn'])
})

it('asks for the securities of a running contract: the provider to give them, the client to receive them by their last day', async () => {
  const deal = await draftedDeal(db)
  const { client, provider, contractId } = deal
  updateContract(client, {
    ...{ contractId, title: 'Kitchen', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: [{ title: 'All', description: '', netCents: 1_000_000, vatRateBp: 2550, dueDate: null }],
    closing: { ...yse1998, handoverDue: '2098-06-01' },
  })
  await sendAndSign(deal)
  expect([kinds(client), kinds(provider)]).toEqual([['payIn'], ['giveSecurity']])
  const { securityId } = recordSecurity(provider, { ...securityInput(), contractId })
  const asked = listWaiting(client).find(({ kind }) => kind === 'receiveSecurity')
  expect(asked).toMatchObject({ to: `/contracts/${contractId}/securities/${securityId}/receive`, on: '2098-12-31' })
  const reader = { ...provider.actor, companyRole: 'member' as const, modules: { contracts: 'read' as const } }
  expect(kinds({ ...provider, actor: reader })).toEqual([])
})

it('asks to write and sign the handover, to fix its defects by their day and accept what is fixed, and to settle the account', async () => {
  const deal = await signedDeal(db)
  const { client, provider } = deal
  const contractId = approvedDeal(deal)
  const signing = (who: CompanyContext) => ({ contractId, typedName: who.actor.name, password })
  const ofClosing = (who: CompanyContext) => kinds(who).filter((kind) => kind !== 'release')
  const waits = () => [ofClosing(client), ofClosing(provider)]
  callHandover(provider, { contractId })
  expect(waits()).toEqual([['writeHandover'], ['writeHandover']])
  const input = handoverInput(testNow)
  const defects = input.defects.map((defect) => ({ ...defect, dueOn: '2099-07-01' }))
  updateHandover(provider, { ...input, defects, contractId })
  expect(waits()).toEqual([['answerHandover'], []])
  await signHandover(client, signing(client))
  expect(waits()).toEqual([[], ['signHandover']])
  await signHandover(provider, signing(provider))
  expect(waits()).toEqual([['beginFinalAccount'], ['fixDefects', 'beginFinalAccount']])
  expect(listWaiting(provider)[0]).toMatchObject({ to: `/contracts/${contractId}/handover`, on: '2099-07-01' })
  const defectId = getHandover(client, contractId)?.handover?.defects[0]?.id ?? ''
  changeDefect(provider, { contractId, defectId, action: 'fix' })
  expect(waits()).toEqual([['acceptDefects', 'beginFinalAccount'], ['beginFinalAccount']])
  beginFinalAccount(client, { contractId })
  expect(waits()[1]).toEqual(['writeFinalAccount'])
  updateFinalAccount(client, { contractId, items: [], answers: [] })
  expect(waits()).toEqual([['acceptDefects'], ['answerFinalAccount']])
  await signFinalAccount(client, signing(client))
  expect(waits()).toEqual([['acceptDefects'], ['signFinalAccount']])
})

it('goes on for a completed contract', async () => {
  const deal = await signedDeal(db)
  for (const id of deal.milestoneIds) {
    await released(deal, id)
  }
  // Everything is paid and nothing claimed: the final account can be written, and nobody is asked for it.
  const { client, provider, contractId } = deal
  expect(kinds(client)).toEqual([])
  expect(kinds(provider)).toEqual(deal.milestoneIds.map(() => 'invoice'))
  expect(getFinalAccount(client, contractId)?.mayBegin).toBe(true)
})

it('asks for the final account of a completed contract where a proposal of a change lapsed', async () => {
  const deal = await signedDeal(db)
  const follower = followOutbox(db, changeOrderListener)
  await proposedChange(deal.provider, deal)
  for (const id of deal.milestoneIds) await released(deal, id)
  follower.handle(deal.client.now)
  const notInvoices = kinds(deal.provider).filter((kind) => kind !== 'invoice')
  expect([kinds(deal.client), notInvoices]).toEqual([['beginFinalAccount'], ['beginFinalAccount']])
  expect(getFinalAccount(deal.client, deal.contractId)?.isAsked).toBe(true)
})

it('asks for the award once the bids are opened, until it is made', async () => {
  const { client, provider } = await signedDeal(db)
  const { id: projectId } = createOpenProject(client, { bidDeadline: testNow + day })
  const submittedBid = createSubmittedBid(provider, projectId)
  const then = { ...client, now: testNow + 2 * day }
  const awards = (ctx: CompanyContext) => listWaiting(ctx).filter(({ kind }) => kind === 'award')
  expect(awards(then)).toEqual([])
  closeBidding(then, { projectId })
  expect(awards(then)).toMatchObject([{ to: `/projects/${projectId}/bids` }])
  expect(awards({ ...then, actor: { ...then.actor, companyRole: 'member', modules: { bids: 'read' } } })).toEqual([])
  expect(awards(provider)).toEqual([])
  awardBid(then, { bidId: submittedBid.id })
  expect(awards(then)).toEqual([])
})

it('asks to check, approve and pay an invoice from outside those who may, by their mandates', () => {
  const owner = createPerson(db)
  const member = createPerson(db, { company: owner.company, companyRole: 'member' })
  const both = () => [kinds(owner), kinds(member)]
  const receivedId = createReceived(owner)
  expect(both()).toEqual([['checkReceived'], ['checkReceived']])
  checkReceived(owner, checkInput(receivedId))
  expect(both()).toEqual([['approveReceived'], []])
  approveReceived(owner, { receivedId, isAccountConfirmed: true })
  expect(both()).toEqual([['payInvoice'], ['payInvoice']])
  expect(listWaiting(owner)).toMatchObject([{ to: `/invoicing/received/${receivedId}`, on: '2026-05-15' }])
})

it('asks the admins of a group to answer who wants to join, and for messages that wait', () => {
  const [admin, stranger] = [createPerson(db), createPerson(db)]
  const member = createPerson(db, { company: admin.company, companyRole: 'member' })
  const settings = { allowInvites: true, moderateMessages: true, allowFileSharing: true, allowCalls: true }
  const { conversationId } = createGroup(admin, {
    ...{ name: 'Site', description: '', groupType: 'team', tags: [], privacy: 'invite-only', settings },
    memberIds: [member.actor.id],
  })
  requestToJoin(stranger, { conversationId })
  sendMessage(member, { conversationId, clientId: newId(), text: 'May I?' })
  expect(listWaiting(admin)).toMatchObject([
    { kind: 'joinRequests', title: 'Site', to: `/messages/${conversationId}/details` },
    { kind: 'heldMessages', title: 'Site', to: `/messages/${conversationId}` },
  ])
  expect([kinds(member), kinds(stranger)]).toEqual([[], []])
})

it('asks the client to certify valued work and to answer a schedule of values, and only those who may', async () => {
  const deal = await signedDeal(db)
  const { claimedId, scheduledId } = await valuedDeal(deal)
  const asked = ['certifyWork', 'answerSchedule']
  const of = (ctx: CompanyContext) => listWaiting(ctx).filter(({ kind }) => asked.includes(kind))
  expect(of(deal.client)).toMatchObject([
    { kind: 'certifyWork', to: `/valuations/${claimedId}`, at: null, on: null },
    { kind: 'answerSchedule', to: `/milestones/${scheduledId}/schedule`, at: null, on: null },
  ])
  const { actor } = deal.client
  const reader = { ...actor, companyRole: 'member' as const, modules: { contracts: 'read', escrow: 'read' } as const }
  expect([of(deal.provider), of({ ...deal.client, actor: reader })]).toEqual([[], []])
})

it('asks to answer a notice of termination by the day up to which its ground can be remedied', async () => {
  const { client, provider, contractId } = await signedDeal(db)
  const notices = (ctx: CompanyContext) => listWaiting(ctx).filter(({ kind }) => kind === 'answerTermination')
  claimTermination(client, { contractId, ground: 'breach', facts: 'The roof leaks' })
  expect(notices(provider)).toMatchObject([{ to: `/contracts/${contractId}/termination`, at: testNow + 14 * day }])
  expect(notices(client)).toEqual([])
  changeTermination(provider, { contractId, action: 'contest', reason: 'It is dry' })
  expect(notices(provider)).toEqual([])
})

it('asks whoever gave a notice to confirm or withdraw it once the time to remedy is over', async () => {
  const { client, provider, contractId } = await signedDeal(db)
  claimTermination(client, { contractId, ground: 'breach', facts: 'The roof leaks' })
  const waits = (ctx: CompanyContext, days: number) =>
    listWaiting({ ...ctx, now: testNow + days * day }).filter(({ kind }) => kind === 'endTermination')
  expect(waits(client, 13)).toEqual([])
  expect(waits(client, 14)).toMatchObject([{ to: `/contracts/${contractId}/termination`, at: null }])
  expect(waits(provider, 14)).toEqual([])
  changeTermination({ ...client, now: testNow + 14 * day }, { contractId, action: 'withdraw' })
  expect(waits(client, 15)).toEqual([])
})

it('asks in a dispute for the statement that the admin waits for, and for the answer to an offer until it lapses', async () => {
  const deal = await signedDeal(db)
  const { client, provider, admin } = deal
  const [subjectId = ''] = deal.milestoneIds
  approved(deal, subjectId)
  disputeMilestone(client, { milestoneId: subjectId, reason: 'It leaks' })
  askForStatements(admin, { subjectId, asked: 'both', text: 'Where?', answerBy: '2099-01-01' })
  const terms = { note: 'Half of it.', expiresOn: '2099-02-01', password }
  await offerSettlement(client, { subjectId, split: { clientCents: 127_500, providerCents: 500_000 }, ...terms })
  const to = `/disputes/${subjectId}`
  const of = (ctx: CompanyContext) => listWaiting(ctx).filter((row) => row.to === to)
  const [stateCase, answerOffer] = [
    { kind: 'stateCase', on: '2099-01-01' },
    { kind: 'answerOffer', on: '2099-02-01' },
  ]
  expect(of(client)).toMatchObject([stateCase])
  expect(of(provider)).toMatchObject([stateCase, answerOffer])
  addStatement(provider, { subjectId, text: 'It rained.', files: [] })
  expect(of(provider)).toMatchObject([answerOffer])
  expect(of({ ...provider, now: Date.parse('2099-02-03') })).toEqual([])
  expect(of(client)).toMatchObject([stateCase])
})

it('asks for the answer to proposals about an opened draft, and finds all of them by indexes', async () => {
  const deal = await draftedDeal(db)
  negotiated(deal)
  const { client, provider, contractId } = deal
  expect(listWaiting(client)).toMatchObject([{ kind: 'answerProposal', to: `/contracts/${contractId}/negotiation` }])
  expect(kinds(provider)).toEqual([])
  const plan = db.$client
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${asked.text}`)
    .all({ company: client.company.id, now: 0, today: '2026-01-01', limit: 5 })
    .map(({ detail }) => detail)
  expect(plan.filter((detail) => /^SCAN (?!(s|mine|\(subquery-\d+\))$)/.test(detail))).toEqual([])
})
