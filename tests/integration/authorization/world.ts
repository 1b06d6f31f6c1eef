import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { TestRunner } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { attachFiles } from '#app/features/bids/attachments/attach-files.server.ts'
import { listAttachments } from '#app/features/bids/attachments/attachments.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { attachToChange } from '#app/features/change-orders/attach-to-change.server.ts'
import { listChangeFiles } from '#app/features/change-orders/change-files.server.ts'
import { draftChangeOrder } from '#app/features/change-orders/draft-change-order.server.ts'
import { signChangeOrder } from '#app/features/change-orders/sign-change-order.server.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { createTemplate } from '#app/features/contract-templates/create-template.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { updateFinalAccount } from '#app/features/final-accounts/update-final-account.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { setProjectRole } from '#app/features/projects/members/set-project-role.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { saveProjectTemplate } from '#app/features/projects/templates/save-project-template.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { inviteMember } from '#app/features/team/invite-member.server.ts'
import { setPublicPage } from '#app/features/tender-pages/set-public-page.server.ts'
import { answerQuestion } from '#app/features/tenders/answer-question.server.ts'
import { askQuestion } from '#app/features/tenders/ask-question.server.ts'
import { followProject } from '#app/features/tenders/follow-project.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { signUp } from '#app/features/visits/sign-up.server.ts'
import { env } from '#app/platform/env.server.ts'
import { type Database, prepareDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { askedToSign } from '#tests/factories/approval.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { changeInput } from '#tests/factories/change-order.ts'
import {
  approved,
  bidInput,
  draftedDeal,
  fund,
  password,
  released,
  sentDeal,
  signedDeal,
  submitted,
  terminateContract,
  withPassword,
} from '#tests/factories/deal.ts'
import { createDocument, storedFile } from '#tests/factories/document.ts'
import { ratioTerms, scoredProject } from '#tests/factories/evaluation.ts'
import { approvedDeal, writtenHandover } from '#tests/factories/handover.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { negotiated } from '#tests/factories/negotiation.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { lackingBid } from '#tests/factories/qualification.ts'
import { securityInput } from '#tests/factories/security.ts'
import { valuedIds } from '#tests/factories/valuation.ts'
import { createVisit } from '#tests/factories/visit.ts'
import { closeAfterFile, testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { addConversations } from './chat-world.ts'
import { addSample } from './database-matrix.ts'
import { addDisputes } from './dispute-world.ts'

import { addBooks, addSchedulesAndQuotes } from './finance-world.ts'

/** All actors. The provider bids on the client's projects and works under its contracts. */
export const actors = ['nobody', 'stranger', 'colleague', 'client', 'provider', 'admin', 'superAdmin'] as const
export type ActorName = (typeof actors)[number]

export type World = {
  now: number
  people: Record<Exclude<ActorName, 'nobody'>, UserContext>
  cookies: Record<ActorName, string | undefined>
  /** Ids by the name of their subject. */
  ids: Record<string, string>
}

/** A small world with rows in every table that people see, and everybody signed in. */
export async function makeWorld(): Promise<{ world: World; snapshot: Buffer }> {
  const db = testDatabase()
  const now = Date.now()
  const client = await withPassword(createPerson(db, { now }))
  const colleague = await withPassword(createPerson(db, { now, company: client.company, companyRole: 'member' }))
  giveMandates(colleague)
  const provider = await withPassword(createPerson(db, { now }))
  const stranger = await withPassword(createPerson(db, { now }))
  const admin = await withPassword(createAdmin(db, 'admin', now))
  const superAdmin = await withPassword(createAdmin(db, 'super_admin', now))
  const ids: Record<string, string> = {}

  ids.invitedEmail = `invited.${newId()}@example.com`
  const invited = { name: 'Ines Invited', email: ids.invitedEmail, companyRole: 'member' as const }
  ids.invitation = (await inviteMember(client, invited)).invitationId
  // Delivered already, so that no job changes it while a test compares the tables.
  db.update(mails).set({ sentAt: now }).run()
  const deadline = { bidDeadline: now + 10 * day }
  ids.draftProject = createDraft(client, { ...deadline, title: 'Draft of the bathhouse' }).id
  const drawing = createDocument(client, ids.draftProject, { name: 'drawing.txt', content: 'what the drawing says' })
  Object.assign(ids, { draftDocument: drawing.documentId, draftFile: drawing.fileId })
  ids.openProject = createDraft(client, { ...deadline, title: 'Open bathhouse' }).id
  const given = createDocument(client, ids.openProject, { name: 'specification.txt', content: 'the given text' })
  Object.assign(ids, { openDocument: given.documentId, openFile: given.fileId, firstEdition: '1' })
  for (const projectId of [ids.draftProject, ids.openProject]) {
    setAwardTerms(client, { projectId, terms: ratioTerms() })
    setDemanded(client, {
      projectId,
      demanded: [{ kind: 'other', label: 'Rescue plan of the bathhouse', minSumCents: null }],
    })
  }
  ids.visit = createVisit(client, ids.openProject, { meetingPoint: 'Behind the bathhouse' }).id
  ids.heldVisit = createVisit({ ...client, now: now - 5 * day }, ids.openProject, { place: 'The old sauna' }).id
  ids.draftVisit = createVisit(client, ids.draftProject, { place: 'The cellar' }).id
  for (const projectId of [ids.draftProject, ids.openProject])
    for (const { actor } of [client, colleague]) setProjectRole(client, { projectId, userId: actor.id, role: 'lead' })
  publishProject(client, { projectId: ids.openProject })
  signUp(provider, { visitId: ids.visit, people: 7 })
  followProject(provider, { projectId: ids.openProject })
  for (const projectId of [ids.openProject, ids.draftProject]) setPublicPage(client, { projectId, isPublic: true })
  const openProject = ids.openProject
  const ask = (question: string) => askQuestion(provider, { projectId: openProject, question })
  ask('How wide is the door of Provider Oy?')
  ids.answeredQuestion = String(db.$client.prepare('SELECT id FROM tender_questions').pluck().get())
  const given90 = { question: 'How wide is the door?', answer: 'Ninety centimetres', isAddendum: false }
  const answered = { projectId: openProject, questionId: ids.answeredQuestion, ...given90 }
  answerQuestion(client, { ...answered, bidDeadline: now })
  ask('Who removes the sauna stove?')
  ids.question = String(
    db.$client.prepare('SELECT id FROM tender_questions WHERE id <> ?').pluck().get(ids.answeredQuestion),
  )
  ids.sealedBid = createBid(provider, { ...bidInput, amount: 7_654_321, projectId: ids.openProject, submit: true }).id
  attachFiles(provider, { bidId: ids.sealedBid, files: [storedFile('method.txt', 'how the work is done')] })
  const [attached] = listAttachments(db, ids.sealedBid)
  Object.assign(ids, { attachment: attached?.id ?? '', sealedFile: attached?.fileId ?? '' })
  ids.freeProject = createOpenProject(client, { ...deadline, title: 'Bathhouse without bids' }).id
  saveProjectTemplate(client, { projectId: ids.freeProject, name: 'Bathhouses as always' })
  const strongroom = { ...deadline, title: 'Strongroom by invitation', invitedOnly: true }
  ids.invitedProject = createDraft(client, strongroom).id
  const vault = { name: 'vault.txt', content: 'how thick the door is' }
  ids.invitedFile = createDocument(client, ids.invitedProject, vault).fileId
  publishProject(client, { projectId: ids.invitedProject })
  ids.bidInvitation = createInvitation(client, ids.invitedProject, provider, 'Come and see the vault')
  ids.strangerCompany = stranger.company.id
  db.update(companies).set({ inDirectory: true }).where(eq(companies.id, stranger.company.id)).run()
  Object.assign(ids, addCertificates(provider))
  ids.lackingBid = lackingBid({ client, bidder: provider }).bidId
  ids.askedBid = lackingBid({ client, bidder: provider }, 'Only the bidder reads this').bidId
  const parties = { client, provider, admin }
  ids.draftContract = (await draftedDeal(db, parties)).contractId
  const open = await draftedDeal(db, parties)
  const negotiating = negotiated(open)
  ids.openContract = open.contractId
  ids.template = createTemplate(client, { name: 'Terms for bathhouses', terms: '{{provider}} works.' }).id
  ids.openProposal = negotiating.proposalId
  ids.openWording = negotiating.commentId
  const sent = await sentDeal(db, parties)
  ids.sentContract = sent.contractId
  const junior = createPerson(db, { now, company: client.company, companyRole: 'member' })
  Object.assign(ids, { juniorName: junior.actor.name, clientPerson: client.actor.id })
  const scored = { client, colleague: junior, bidder: provider }
  ids.scoredProject = scoredProject(scored, { note: 'Only the junior wrote this' }).projectId
  ids.approval = await askedToSign(junior, (await sentDeal(db, parties)).contractId)
  ids.approvalDigest = String(db.$client.prepare('SELECT digest FROM approvals').pluck().get())
  Object.assign(ids, { awardedProject: sent.projectId, wonBid: sent.bidId })
  const deal = await signedDeal(db, parties, { estimateText: 'groundwork-estimate 1\nnet:\n  | 9753.10\n' })
  ids.contract = deal.contractId
  await moveMilestones(deal, ids)
  addInvoices(provider, ids)
  const verified = await signedDeal(db, parties)
  ids.documentHash = String(
    db.$client.prepare('SELECT document_hash FROM contracts WHERE id = ?').pluck().get(verified.contractId),
  )
  const [planned = '', funded = ''] = verified.milestoneIds
  ids.plannedMilestone = planned
  ids.plannedReference = String(
    db.$client.prepare('SELECT funding_reference FROM contract_milestones WHERE id = ?').pluck().get(planned),
  )
  fund(verified, funded)
  ids.fundedMilestone = funded
  const disputed = await signedDeal(db, parties)
  ids.disputedContract = disputed.contractId
  const [refunded = '', fought = ''] = disputed.milestoneIds
  fund(disputed, refunded)
  fund(disputed, fought)
  requestRefund(client, { milestoneId: refunded, reason: 'No longer wanted.' })
  ids.refundMilestone = refunded
  disputeMilestone(provider, { milestoneId: fought, reason: 'It was done.' })
  ids.disputedMilestone = fought
  Object.assign(ids, await valuedIds(await signedDeal(db, parties)))
  await addDisputes(parties, fought, ids)
  const waiting = await signedDeal(db, parties)
  const [handedOver = ''] = waiting.milestoneIds
  submitted(waiting, handedOver)
  ids.noticeContract = waiting.contractId
  const facts = 'The plinth is a metre too low'
  claimTermination(client, { contractId: waiting.contractId, ground: 'breach', facts })
  await addChanges(await signedDeal(db, parties), ids)
  ids.finishedContract = approvedDeal(await signedDeal(db, parties))
  ids.handedOver = approvedDeal(await signedDeal(db, parties))
  ids.filedHandover = approvedDeal(await signedDeal(db, parties))
  writtenHandover(parties, ids.handedOver, { files: false })
  Object.assign(ids, writtenHandover(parties, ids.filedHandover))
  for (const name of ['endedContract', 'unaccountedContract']) {
    const ended = await signedDeal(db, parties)
    terminateContract(provider, { contractId: ended.contractId, reason: 'Bankrupt' })
    ids[name] = ended.contractId
  }
  const ended = { contractId: ids.endedContract ?? '' }
  beginFinalAccount(provider, ended)
  const lift = { kind: 'claim' as const, description: 'The lift that never came', amountCents: 50_000 }
  updateFinalAccount(provider, { ...ended, items: [lift], answers: [] })
  ids.submittedMilestone = handedOver

  const params = { title: 'Only for the provider', version: 2 }
  const notice = { category: 'project' as const, text: 'projectAddendum' as const, params, actionUrl: '/bids' }
  createNotice(db, now, [provider.actor.id], notice)
  ids.notification = String(
    db.select().from(notifications).where(eq(notifications.userId, provider.actor.id)).all().at(-1)?.id,
  )
  Object.assign(ids, addBooks(client, ids.openProject))
  await addConversations(client, provider, ids)
  ids.testSale = addSample(superAdmin)
  const people = { stranger, colleague, client, provider, admin, superAdmin }
  ids.colleague = colleague.actor.id
  ids.colleagueEmail = colleague.actor.email
  const cookies = { nobody: undefined } as World['cookies']
  for (const [name, ctx] of Object.entries(people)) cookies[name as ActorName] = (await signedIn(ctx)).cookie
  for (const name of readdirSync(env.filesDir))
    stored.set(join(env.filesDir, name), readFileSync(join(env.filesDir, name)))
  // The job that sends mails has nothing to do, so that only what a test asks for changes the world.
  db.update(mails).set({ sentAt: now }).run()
  return { world: { now, people, cookies, ids }, snapshot: db.$client.serialize() }
}

/** A disputed contract with a change that the provider proposes, and a draft of the client's. */
async function addChanges(deal: Awaited<ReturnType<typeof signedDeal>>, ids: Record<string, string>): Promise<void> {
  const { client, provider, contractId, milestoneIds } = deal
  ids.changedContract = contractId
  const guarantee = { ...securityInput(), contractId, guarantor: 'The guaranteeing bank' }
  ids.recordedSecurity = recordSecurity(provider, guarantee).securityId
  const beam = { ...changeInput, title: 'The beam is rotten', contractId }
  const { changeOrderId } = draftChangeOrder(provider, beam)
  const files = [storedFile('beam.txt', 'what the beam looks like')]
  attachToChange(provider, { contractId, changeOrderId, files })
  await signChangeOrder(provider, { contractId, changeOrderId, typedName: provider.actor.name, password })
  ids.proposedChange = changeOrderId
  ids.changeHash = String(client.db.$client.prepare('SELECT document_hash FROM change_orders').pluck().get())
  const draft = { ...changeInput, title: 'A draft of the client' }
  ids.draftChange = draftChangeOrder(client, { ...draft, contractId }).changeOrderId
  const doors = [storedFile('doors.txt', 'what the doors look like')]
  attachToChange(client, { contractId, changeOrderId: ids.draftChange, files: doors })
  const [proposedFile] = listChangeFiles(client.db, ids.proposedChange)
  const [draftFile] = listChangeFiles(client.db, ids.draftChange)
  Object.assign(ids, { proposedChangeFile: proposedFile?.fileId, proposedChangeAttachment: proposedFile?.id })
  Object.assign(ids, { draftChangeFile: draftFile?.fileId, draftChangeAttachment: draftFile?.id })
  fund(deal, milestoneIds[0] ?? '')
  disputeMilestone(client, { milestoneId: milestoneIds[0] ?? '', reason: 'It leans.' })
}

async function moveMilestones(
  deal: Awaited<ReturnType<typeof signedDeal>>,
  ids: Record<string, string>,
): Promise<void> {
  const [first = '', second = ''] = deal.milestoneIds
  await released(deal, first)
  approved(deal, second)
  ids.releasedMilestone = first
  ids.approvedMilestone = second
  const file = deal.client.db.select().from(files).where(eq(files.subjectType, 'milestone')).all()[0]
  ids.file = file?.id ?? ''
  mkdirSync(env.filesDir, { recursive: true })
  writeFileSync(join(env.filesDir, file?.storedAs ?? ''), 'what the file says')
  // The rows of a signed contract are frozen, and this one has a text that only its parties may read.
  const { $client } = deal.client.db
  const frozen = $client
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'contract_milestones'",
    )
    .all()
  for (const { name } of frozen) $client.exec(`DROP TRIGGER ${name}`)
  deal.client.db
    .update(milestones)
    .set({ description: 'Only the parties read of the plinth' })
    .where(eq(milestones.id, second))
    .run()
  for (const { sql } of frozen) $client.exec(sql)
}

/** Certificates that the provider keeps. */
function addCertificates(provider: CompanyContext): Record<string, string> {
  const kept = createCertificate(provider, { issuer: 'Insurer of secrets Oy', content: 'what the policy says' })
  const tax = createCertificate(provider, { kind: 'tax_debt', validUntil: null })
  return { certificate: kept.certificateId, certificateFile: kept.fileId, taxCertificate: tax.certificateId }
}

function addInvoices(provider: CompanyContext, ids: Record<string, string>): void {
  const address = {
    buyerStreet: 'Katu 1',
    buyerPostalCode: '00100',
    buyerCity: 'Helsinki',
    buyerCountry: 'FI',
    buyerEmail: null,
  }
  const buyer = { buyerName: 'Buyer of secrets Oy', buyerBusinessId: '1234567-1', buyerVatNumber: null, ...address }
  const line = {
    description: 'Work',
    quantityMilli: 1000,
    unit: 'h',
    unitPriceE4: 1_000_000,
    vatRateBp: 2550,
    vatCategory: 'S' as const,
    vatGround: null,
  }
  const input = {
    ...buyer,
    currency: 'EUR' as const,
    deliveryDate: '2026-06-01',
    paymentTermDays: 14,
    euroRate: null,
    note: '',
    lines: [line],
  }
  ids.client = createClient(provider, { content: { ...blankClient('FI'), name: 'Client of secrets Oy' } }).id
  ids.draftInvoice = createInvoice(provider, input).id
  ids.milestoneInvoice = createInvoice(provider, {
    ...input,
    lines: [{ ...line, description: 'Work of secrets', unitPriceE4: 50_000_000 }],
    milestoneId: ids.releasedMilestone ?? '',
  }).id
  issueInvoice(provider, { invoiceId: ids.milestoneInvoice })
  ids.freeInvoice = createInvoice(provider, input).id
  issueInvoice(provider, { invoiceId: ids.freeInvoice })
  Object.assign(ids, addSchedulesAndQuotes(provider, ids.freeInvoice))
}

/** The world's files on disk by path. */
const stored = new Map<string, Buffer>()

type Entered = { db: Database; snapshot: Buffer; changes: unknown; ofTest: boolean }
let entered: Entered | null = null
const changesOf = (db: Database) => db.$client.prepare('SELECT total_changes()').pluck().get()

/**
 * Restores the world into its own database, along with files that another run deleted. A database that nothing has
 * been written to since is used again.
 */
export function restoreWorld(snapshot: Buffer): Database {
  if (entered?.snapshot !== snapshot || !entered.db.$client.open || entered.changes !== changesOf(entered.db)) {
    if (entered?.ofTest) entered.db.$client.close()
    const db = prepareDatabase(new Sqlite(snapshot))
    // A server that was started before the tests goes on looking for events in the database of that time.
    const ofTest = TestRunner.getCurrentTest() !== undefined
    if (!ofTest) closeAfterFile(db)
    entered = { db, snapshot, changes: changesOf(db), ofTest }
  }
  setDatabase(entered.db)
  for (const [path, content] of stored) if (!existsSync(path)) writeFileSync(path, content)
  return entered.db
}

type Known = { changes: unknown; tables: Map<string, string> }
const known = new WeakMap<Database, Known>()
/** What the world of a snapshot contains before anything is written to it. */
const untouched = new WeakMap<Buffer, Map<string, string>>()

/** The content of each table except what every visit may write. It is read again only after a write. */
export function contents(db: Database): Map<string, string> {
  const changes = changesOf(db)
  const last = known.get(db)
  if (last && last.changes === changes) return last.tables
  const restored = entered?.db === db && entered.changes === changes ? entered.snapshot : null
  const before = restored && untouched.get(restored)
  if (before) return before
  const names = db.$client
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT' AND name NOT IN ('sessions', 'rate_limits')`,
    )
    .pluck()
    .all()
  const tables = new Map(
    names.map((name) => [name, JSON.stringify(db.$client.prepare(`SELECT * FROM ${name}`).raw().all())]),
  )
  known.set(db, { changes, tables })
  if (restored) untouched.set(restored, tables)
  return tables
}
