import { eq } from 'drizzle-orm'
import { createToken } from '#app/features/accounts/account-tokens.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requestPasswordReset } from '#app/features/accounts/request-password-reset.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { proposeCallTime } from '#app/features/calls/times/propose-call-time.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { createTemplate } from '#app/features/contract-templates/create-template.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { setListing } from '#app/features/directory/set-listing.server.ts'
import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { askForStatements } from '#app/features/disputes/ask-for-statements.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { signFinalAccount } from '#app/features/final-accounts/sign-final-account.server.ts'
import { updateFinalAccount } from '#app/features/final-accounts/update-final-account.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { inviteByEmail } from '#app/features/invitations/invite-by-email.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { shareInvoice } from '#app/features/invoicing/share-invoice.server.ts'
import { unsubscribeUrl } from '#app/features/notifications/preferences/unsubscribe-token.server.ts'
import { approvePayouts } from '#app/features/payouts/approve-payouts.server.ts'
import { listPayable } from '#app/features/payouts/payable.server.ts'
import { preparePayouts } from '#app/features/payouts/prepare-payouts.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { saveProjectTemplate } from '#app/features/projects/templates/save-project-template.server.ts'
import { addReceipts } from '#app/features/receipts/add-receipts.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { inviteMember } from '#app/features/team/invite-member.server.ts'
import { setPublicPage } from '#app/features/tender-pages/set-public-page.server.ts'
import { askQuestion } from '#app/features/tenders/ask-question.server.ts'
import { followProject } from '#app/features/tenders/follow-project.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { signUp } from '#app/features/visits/sign-up.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { type Database, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { mails } from '#db/schema/notifications.ts'
import { tenderQuestions } from '#db/schema/tenders.ts'
import { mailedToken } from '#tests/factories/accounts.ts'
import { askedToSign } from '#tests/factories/approval.ts'
import { createBudget } from '#tests/factories/budget.ts'
import { createBroadcast, createRecording } from '#tests/factories/call.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { agreedChange, changeInput, deductedLine, proposedChange } from '#tests/factories/change-order.ts'
import {
  approved,
  bidInput,
  draftedDeal,
  fund,
  type Parties,
  password,
  released,
  sentDeal,
  signedDeal,
  terminateContract,
  withPassword,
} from '#tests/factories/deal.ts'
import { createDocument, storedFile } from '#tests/factories/document.ts'
import { scoredProject } from '#tests/factories/evaluation.ts'
import { createAccount, createRule, createTransaction, postedTransaction } from '#tests/factories/finance.ts'
import { approvedDeal, handoverInput, writtenHandover } from '#tests/factories/handover.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { remindedInvoice, repeatedInvoice } from '#tests/factories/invoice.ts'
import { negotiated } from '#tests/factories/negotiation.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { lackingBid } from '#tests/factories/qualification.ts'
import { quotesOf } from '#tests/factories/quote.ts'
import { createQuoteRequests } from '#tests/factories/quote-request.ts'
import { receivedInvoices } from '#tests/factories/received-invoice.ts'
import { offeredRest } from '#tests/factories/rest.ts'
import { giveApp, givePasskey } from '#tests/factories/second-factor.ts'
import { securityInput } from '#tests/factories/security.ts'
import { agreedSchedule, valuedDeal } from '#tests/factories/valuation.ts'
import { createVisit } from '#tests/factories/visit.ts'
import { buildChatWorld, sayOfContract } from './chat-world.ts'
import { orderPlan } from './world-plan.ts'
import { readStatement } from './world-statement.ts'

export const invoiceInput = {
  buyerName: 'Asiakas Oy',
  buyerBusinessId: null,
  buyerVatNumber: null,
  buyerStreet: 'Katu 1',
  buyerPostalCode: '00100',
  buyerCity: 'Helsinki',
  buyerCountry: 'FI',
  buyerEmail: 'asiakas@example.com',
  currency: 'EUR' as const,
  deliveryDate: '2026-06-01',
  paymentTermDays: 14,
  euroRate: null,
  note: 'Order 4711',
  lines: [
    {
      description: 'Painting of the stairs, with a rather long description that has to be broken somewhere',
      quantityMilli: 12_500,
      unit: 'h',
      unitPriceE4: 655_000,
      vatRateBp: 2550,
      vatCategory: 'S' as const,
      vatGround: null,
    },
  ],
}

export type World = Awaited<ReturnType<typeof buildWorld>>

/** Two companies with one record in every state that has a page of its own. */
export async function buildWorld(db: Database, people: Parties & { colleague: CompanyContext }) {
  const { client, provider } = people
  const ahead = { bidDeadline: client.now + 10 * day }
  const open = createDraft(client, ahead).id
  const { documentId } = createDocument(client, open)
  const visitId = createVisit(client, open, { maxPeople: 4, isMandatory: true }).id
  const heldVisitId = createVisit({ ...client, now: client.now - 5 * day }, open).id
  setProjectRole(client, { projectId: open, userId: people.colleague.actor.id, role: 'lead' })
  publishProject(client, { projectId: open })
  signUp(provider, { visitId, people: 2 })
  const listing = { about: 'Kitchens and bathrooms in old houses.', place: 'Espoo', agreed: 'on' as const }
  setListing(provider, { ...listing, trades: ['kitchen', 'bathroom'], expectedVersion: undefined })
  followProject(provider, { projectId: open })
  askQuestion(provider, { projectId: open, question: 'How wide is the door?' })
  const { id: questionId = '' } = db.select({ id: tenderQuestions.id }).from(tenderQuestions).get() ?? {}
  const evaluated = project(client, provider)
  const evaluators = { client, colleague: people.colleague, bidder: provider }
  const scored = scoredProject(evaluators, { note: 'It keeps the school open.', declared: true })
  const ranked = scoredProject(evaluators, { note: 'It keeps the school open.', all: true })
  const awarded = project(client, provider)
  awardBid(client, { bidId: awarded.bidId })
  const [drafted, sent, deal, second] = [
    await draftedDeal(db, people),
    await sentDeal(db, people),
    await signedDeal(db, people),
    await signedDeal(db, people),
  ]
  const negotiating = await draftedDeal(db, people)
  negotiated(negotiating)
  const [paid = '', working = ''] = deal.milestoneIds
  const [handedIn = '', refunding = ''] = second.milestoneIds
  await released(deal, paid)
  fund(deal, working)
  fund(second, handedIn)
  submitMilestone(provider, { milestoneId: handedIn, note: 'Done.', files: [deliverable() as never] })
  fund(second, refunding)
  requestRefund(client, { milestoneId: refunding, reason: 'The plans have changed.' })
  const third = await signedDeal(db, people)
  const [accepted = '', disputed = ''] = third.milestoneIds
  approved(third, accepted)
  fund(third, disputed)
  disputeMilestone(client, { milestoneId: disputed, reason: 'It is not what was agreed.' })
  const valued = await valuedDeal(await signedDeal(db, people))
  const [agreedId = ''] = await agreedDeal(db, people)
  addStatement(provider, { subjectId: disputed, text: 'It is what the drawings show, see page 4.', files: [] })
  const request = { asked: 'client', text: 'Which drawing do you mean?', answerBy: '2099-12-31' } as const
  askForStatements(people.admin, { subjectId: disputed, ...request })
  const split = { clientCents: 127_500, providerCents: 500_000 }
  const terms = { split, note: 'We leave the skirting out.', expiresOn: '2099-12-31', password }
  const { id: disputeOfferId } = await offerSettlement(provider, { subjectId: disputed, ...terms })
  const decided = await signedDeal(db, people)
  const [decidedId = ''] = decided.milestoneIds
  fund(decided, decidedId)
  disputeMilestone(client, { milestoneId: decidedId, reason: 'Nobody has come.' })
  const half = { clientCents: 313_750, providerCents: 313_750 }
  await resolveDispute(people.admin, {
    milestoneId: decidedId,
    split: half,
    reason: 'The walls were painted, the floor was not.',
  })
  const fourth = await signedDeal(db, people)
  claimTermination(client, { contractId: fourth.contractId, ground: 'delay', facts: 'Nobody has come for a month.' })
  await agreedChange(client, provider, deal)
  const lowers = { title: 'Fewer boards', lines: [deductedLine], milestoneId: fourth.milestoneIds[0] ?? '' }
  const proposed = await proposedChange(provider, fourth, lowers)
  const draft = draftChangeOrder(client, { ...changeInput, contractId: fourth.contractId }).changeOrderId
  const securityId = recordSecurity(provider, { ...securityInput(), contractId: fourth.contractId }).securityId
  const handedOver = approvedDeal(await signedDeal(db, people))
  const { defect: defectId } = writtenHandover(people, handedOver)
  const frozenHandover = approvedDeal(await signedDeal(db, people))
  callHandover(provider, { contractId: frozenHandover })
  updateHandover(provider, { ...handoverInput(provider.now), contractId: frozenHandover })
  await signHandover(provider, { contractId: frozenHandover, typedName: provider.actor.name, password })
  const accounted = (await signedDeal(db, people)).contractId
  const frozenAccount = (await signedDeal(db, people)).contractId
  for (const contractId of [accounted, frozenAccount]) {
    terminateContract(provider, { contractId, reason: 'Bankrupt' })
    beginFinalAccount(provider, { contractId })
    const lift = { kind: 'claim' as const, description: 'The lift that never came', amountCents: 50_000 }
    updateFinalAccount(provider, { contractId, items: [lift], answers: [] })
  }
  await signFinalAccount(provider, { contractId: frozenAccount, typedName: provider.actor.name, password })
  const ended = await signedDeal(db, people)
  const disputedEnd = await signedDeal(db, people)
  for (const terminated of [ended, disputedEnd]) {
    await released(terminated, terminated.milestoneIds[0] ?? '')
    terminateContract(provider, { contractId: terminated.contractId, reason: 'The company is being wound up.' })
  }
  disputeRetention(provider, { contractId: disputedEnd.contractId, reason: 'They no longer answer.' })
  const record = { ...blankClient('FI'), name: 'As Oy Koivurinne', tags: ['Housing'], notes: 'Keys at the office.' }
  const contacts = [{ name: 'Liisa Lahti', role: 'Manager', email: 'liisa@koivurinne.example', phone: '+358 40 123' }]
  const listedClient = createClient(provider, { content: { ...record, contacts } }).id
  const draftInvoice = createInvoice(provider, invoiceInput).id
  const issuedInvoice = createInvoice(provider, invoiceInput).id
  issueInvoice(provider, { invoiceId: issuedInvoice })
  const reminded = remindedInvoice(provider)
  const overpaidInvoice = createInvoice(provider, invoiceInput).id
  issueInvoice(provider, { invoiceId: overpaidInvoice })
  recordPayment(provider, { invoiceId: overpaidInvoice, amountCents: 10_000, paidOn: businessDay(provider.now) })
  creditInvoice(provider, {
    invoiceId: overpaidInvoice,
    amountCents: null,
    reason: 'Wrong',
    lineText: 'Credit',
    unit: 'pcs',
  })
  const { shareId } = shareInvoice(provider, { invoiceId: issuedInvoice, days: 0 })
  const invited = { name: 'Ines Invited', email: `${newId()}@example.com`, companyRole: 'member' as const }
  await inviteMember(client, invited)
  const inviteToken = mailedToken(db, 'invite')
  const { id: userId, email } = people.client.actor
  const verifyToken = transact(db, (tx) => createToken(tx, Date.now(), { purpose: 'verify_email', userId, email }))
  await requestPasswordReset(client, { email: client.actor.email })
  const toClient = eq(mails.recipient, client.actor.email)
  const { mailId } = db.select({ mailId: mails.id }).from(mails).where(toClient).get() ?? { mailId: '' }
  giveApp(people.colleague)
  const approvalId = await askedToSign(people.colleague, (await sentDeal(db, people)).contractId)
  const { documentHash } = db
    .select({ documentHash: contracts.documentHash })
    .from(contracts)
    .where(eq(contracts.id, deal.contractId))
    .get() ?? { documentHash: '' }
  const untouched = createOpenProject(client, ahead).id
  setPublicPage(client, { projectId: untouched, isPublic: true })
  inviteByEmail(client, { projectId: untouched, email: `${newId()}@example.com`, locale: 'sq', note: 'Come and see.' })
  const bidInvitationPath = `/bid-invitation?token=${mailedToken(db, 'invitedByMail.stranger')}`
  const { certificateId } = createCertificate(provider)
  const financialAccount = createAccount(provider, { name: 'Operating account', openingCents: 1_250_000 })
  const draftTransaction = createTransaction(provider, financialAccount)
  const bookingRule = createRule(provider)
  const postedTransactionId = postedTransaction(provider, financialAccount, { counterparty: 'Rakennustarvike Oy' })
  createTransaction(provider, financialAccount, { splits: [] })
  addReceipts(provider, { files: [storedFile('receipt.txt', 'Diesel')], note: 'Van' })
  const parties = { client, bidder: provider }
  const lackingBidId = lackingBid(parties).bidId
  const askedBidId = lackingBid(parties, 'The tax certificate is missing.').bidId
  const draftProject = createDraft(client, ahead).id
  saveProjectTemplate(client, { projectId: draftProject, name: 'Kitchens of schools' })
  const chat = buildChatWorld(people)
  return {
    ...{ certificateId, lackingBidId, askedBidId, ...reminded },
    ...{ financialAccount, draftTransaction, postedTransactionId, bookingRule, ...receivedInvoices(provider) },
    budgetedProject: createBudget(provider, deal.projectId),
    ...people,
    superAdmin: createAdmin(db, 'super_admin', Date.now()),
    ...{ inviteToken, verifyToken, bidInvitationPath },
    ...{
      open,
      documentId,
      visitId,
      heldVisitId,
      questionId,
      evaluated,
      scored,
      ranked,
      awarded,
      drafted,
      sent,
      shareId,
      passkeyId: givePasskey(client),
      unsubscribeToken: unsubscribeUrl(client.actor.id, 'offer').split('/').at(-1) ?? '',
      documentHash,
      mailId,
      listedClient,
      draftInvoice,
      schedule: repeatedInvoice(provider, issuedInvoice),
      quotes: quotesOf(provider),
      issuedInvoice,
      overpaidInvoice,
    },
    draft: draftProject,
    /** The seal of the opened bid on the evaluated project. */
    seal: getBid(client, evaluated.bidId)?.seals[0]?.digest ?? '',
    /** A line that the bid on the evaluated project does not price. */
    evaluatedLine: listProjectLines(db, evaluated.projectId)[0]?.id ?? '',
    ownBid: createBid(provider, { ...bidInput, projectId: open, submit: true }).id,
    bidDraft: createBid(provider, { ...bidInput, projectId: createOpenProject(client, ahead).id }).id,
    untouched,
    restProject: await offeredRest(people),
    invitationId: createInvitation(client, untouched, provider, 'We liked your work on the school.'),
    approvalId,
    contractId: deal.contractId,
    unpaidContractId: fourth.contractId,
    openDraftId: negotiating.contractId,
    templateId: createTemplate(client, { name: 'Small works', terms: '1. Parties\n{{provider}} works for {{client}}.' })
      .id,
    changes: { proposed, draft },
    securityId,
    handedOver,
    defectId,
    frozenHandover,
    accounted,
    frozenAccount,
    endedContractId: ended.contractId,
    disputedEndContractId: disputedEnd.contractId,
    valued: { ...valued, agreedId },
    disputeOfferId,
    decidedId,
    payoutRunId: await payOut(db, people),
    ...readStatement(db, people),
    ...(await createQuoteRequests(people.admin)),
    listedCompanyId: provider.company.id,
    ...orderPlan(db, provider),
    waitingTransferId: recordTransfer(people.admin, {
      ...{ reference: '', amountCents: 12_550, currency: 'EUR', payerName: 'Somebody Oy', message: 'For the roof' },
      ...{ paidOn: businessDay(Date.now()), archiveId: newId() },
    }).transferId,
    milestones: { planned: fourth.milestoneIds[0] ?? '', paid, working, handedIn, refunding, accepted, disputed },
    recording: (await createRecording(db, [client, provider], { byServer: true })).recordingId,
    chat: { ...chat, ...sayOfContract(client, deal.contractId) },
    broadcast: await createBroadcast(client, provider, {
      ...{ conversationId: chat.site, title: 'Roof of the bathhouse, live', byServer: true },
    }),
    callTime: proposeCallTime(client, {
      ...{ conversationId: chat.site, title: 'Roof of the bathhouse', startsAt: Date.now() + 86_400_000 },
      ...{ durationMinutes: 30, everyWeeks: 1, times: 3, timeZone: 'Europe/Helsinki' },
    }).id,
  }
}

/** A contract whose first milestone is funded, with an agreed schedule of values. Returns its milestones. */
async function agreedDeal(db: Database, people: Parties): Promise<string[]> {
  const deal = await signedDeal(db, people)
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  agreedSchedule(deal, milestoneId)
  return deal.milestoneIds
}

/** An approved run that pays this provider what was released to it; other tests pay theirs at the same time. */
async function payOut(db: Database, { admin, provider }: Parties): Promise<string> {
  db.update(companies).set({ iban: 'FI2112345600000785' }).where(eq(companies.id, provider.company.id)).run()
  const accountIds = listPayable(admin)
    .filter(({ obstacle, companyId }) => obstacle === null && companyId === provider.company.id)
    .map(({ id }) => id)
  const { runId } = preparePayouts(admin, { accountIds })
  await approvePayouts(await withPassword(createAdmin(db)), { runId, password })
  return runId
}

function project(client: CompanyContext, provider: CompanyContext): { projectId: string; bidId: string } {
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  return { projectId, bidId }
}

const deliverable = () => ({
  name: 'plan.pdf',
  mime: 'application/pdf',
  size: 4,
  sha256: 'abc',
  storedAs: newId(),
  keep: () => undefined,
})
