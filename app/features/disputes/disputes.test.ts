import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainOf } from '#app/features/chain/chain.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { formatsFor } from '#app/i18n/languages.ts'
import { env } from '#app/platform/env.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { disputeDecisions, disputeOffers } from '#db/schema/disputes.ts'
import { ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { approved, type Deal, fund, password, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { acceptOffer } from './accept-offer.server.ts'
import { addStatement } from './add-statement.server.ts'
import { askForStatements } from './ask-for-statements.server.ts'
import { readableDecision } from './decision-document.server.ts'
import { declineOffer } from './decline-offer.server.ts'
import { offerSettlement } from './offer-settlement.server.ts'
import { type DisputeDetail, findDisputeFile, getDispute } from './queries.server.ts'
import { verifyDisputeDecisions } from './verify-decisions.server.ts'
import { withdrawOffer } from './withdraw-offer.server.ts'

const day = 86_400_000
const notFound = expect.objectContaining({ code: 'not_found' })
const forbidden = expect.objectContaining({ code: 'forbidden' })
const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const reader = { locale: 'en' as const, format: formatFor(formatsFor('en', null), 'Europe/Helsinki') }
const file = { name: 'photo.pdf', mime: 'application/pdf', size: 4, sha256: 'abc', keep: () => undefined }
const split = { clientCents: 127_500, providerCents: 500_000 }

let db: Database
let deal: Deal
const passwordFrom = env.RELEASE_PASSWORD_FROM_CENTS
afterEach(() => {
  env.RELEASE_PASSWORD_FROM_CENTS = passwordFrom
})
let subjectId: string
beforeEach(async () => {
  db = testDatabase()
  deal = await signedDeal(db)
  const [first = '', second = ''] = deal.milestoneIds
  subjectId = first
  approved(deal, first)
  fund(deal, second)
  disputeMilestone(deal.client, { milestoneId: first, reason: 'It leaks' })
})

const terms = () => ({ subjectId, split, note: 'Half of the trim is missing.', expiresOn: '2099-12-31', password })

describe('the thread of a dispute', () => {
  it('holds statements with files and requests with a day, for both parties and neutral admins, and nobody else', () => {
    const { client, provider, admin } = deal
    addStatement(provider, { subjectId, text: 'It rained.', files: [{ ...file, storedAs: newId() } as never] })
    const request = { asked: 'client', text: 'Where?', answerBy: '2099-01-01' } as const
    askForStatements(admin, { subjectId, ...request })
    for (const reads of [client, provider, admin]) {
      const dispute = getDispute(reads, subjectId)
      expect(dispute?.entries.map(({ kind, party, asked }) => [kind, party, asked])).toEqual([
        ['statement', 'provider', null],
        ['request', 'admin', 'client'],
      ])
      expect(findDisputeFile(reads, dispute?.entries[0]?.files[0]?.id ?? '')?.name).toBe('photo.pdf')
    }
    const fileId = getDispute(client, subjectId)?.entries[0]?.files[0]?.id ?? ''
    const works = { companyRole: 'member' as const, modules: { escrow: 'none' as const } }
    const partial = { ...admin, company: client.company, actor: { ...admin.actor, ...works } }
    for (const other of [createPerson(db), partial]) {
      expect([getDispute(other, subjectId), findDisputeFile(other, fileId)]).toEqual([null, null])
    }
    expect(() => addStatement(createPerson(db), { subjectId, text: 'x', files: [] })).toThrow(notFound)
    expect(() => askForStatements(client, { subjectId, ...request })).toThrow(forbidden)
    expect(() => askForStatements(admin, { subjectId, ...request, answerBy: '2020-01-01' })).toThrow(
      refused('disputes:refused.dayOver'),
    )
    const late = getDispute({ ...admin, now: Date.UTC(2099, 1, 1) }, subjectId)
    expect(late?.entries.map(({ missing }) => missing)).toEqual([[], ['client']])
    const told = db.select().from(mails).all()
    const of = (template: string) => told.filter((mail) => mail.template === template).map(({ recipient }) => recipient)
    expect([of('disputeOpened'), of('disputeStated'), of('disputeAsked')]).toEqual([
      [provider.actor.email],
      [client.actor.email],
      [client.actor.email],
    ])
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('ends with the dispute', async () => {
    const { client, admin } = deal
    await resolveDispute(admin, { milestoneId: subjectId, split, reason: 'The roof is open.' })
    const closed = refused('disputes:refused.wrongState')
    expect(() => addStatement(client, { subjectId, text: 'But', files: [] })).toThrow(closed)
    expect(getDispute(client, subjectId)?.actions).toEqual([])
    expect(getDispute(createAdmin(db), subjectId)).toBeNull()
    expect(
      db
        .select()
        .from(mails)
        .all()
        .filter(({ template }) => template === 'disputeDecided'),
    ).toHaveLength(2)
  })
})

it('tells the admins who can decide what a party does, and nobody who works for one', () => {
  const { client, provider, admin } = deal
  const partial = createPerson(db, { company: client.company, role: 'admin' })
  startDispatcher(db, [notificationListener]).stop()
  addStatement(provider, { subjectId, text: 'It rained.', files: [] })
  offerSettlement(client, terms())
  askForStatements(admin, { subjectId, asked: 'client', text: 'Where?', answerBy: '2099-01-01' })
  const dispatcher = startDispatcher(db, [notificationListener])
  dispatcher.deliver()
  dispatcher.stop()
  const told = db.select().from(notifications).where(eq(notifications.textKey, 'disputeForAdmins')).all()
  expect(told.map(({ userId, actionUrl }) => [userId, actionUrl])).toEqual([
    [admin.actor.id, `/disputes/${subjectId}`],
    [admin.actor.id, `/disputes/${subjectId}`],
  ])
  expect(told.map(({ userId }) => userId)).not.toContain(partial.actor.id)
})

it('freezes how it ended, in one text that names the contract, and says so where rows were changed since', async () => {
  await resolveDispute(deal.admin, { milestoneId: subjectId, split, reason: 'The roof is open.' })
  const [decision] = db.select().from(disputeDecisions).all()
  const [contract] = db.select().from(contracts).all()
  for (const text of [contract?.documentHash, 'The roof is open.', 'It leaks', '1275.00', '5000.00'])
    expect(decision?.documentText).toContain(text)
  expect(sha256(decision?.documentText ?? '')).toBe(decision?.documentHash)
  expect(verifyDisputeDecisions(db)).toEqual({ disputeDecisions: 1, findings: [] })
  const chain = contract && chainOf(db, contract)
  const links = chain?.links.filter(({ kind }) => kind === 'dispute_decision')
  expect(links).toMatchObject([{ hash: decision?.documentHash, findings: [], names: [{ says: 'contract' }] }])
  const detail = getDispute(deal.client, subjectId) as DisputeDetail
  expect(JSON.stringify(readableDecision(detail, reader))).toContain(decision?.documentHash)
  db.$client.exec("DROP TRIGGER dispute_decisions_immutable; UPDATE dispute_decisions SET reasons = 'Sun'")
  expect(verifyDisputeDecisions(db).findings[0]).toMatch(/^the rows of the decision .* do not match its text$/)
  // As it was before decisions were frozen.
  db.$client.exec('UPDATE dispute_decisions SET document_text = NULL, document_hash = NULL')
  expect(verifyDisputeDecisions(db)).toEqual({ disputeDecisions: 0, findings: [] })
  const old = getDispute(deal.client, subjectId) as DisputeDetail
  expect(JSON.stringify(readableDecision(old, reader))).toContain('before such texts were frozen')
})

describe('an offer of settlement', () => {
  it('ends the dispute as both agreed, once, with both names in a document', async () => {
    const { client, provider } = deal
    const { id: offerId } = await offerSettlement(provider, terms())
    env.RELEASE_PASSWORD_FROM_CENTS = 627_500
    await expect(acceptOffer(provider, { subjectId, offerId, password })).rejects.toThrow(forbidden)
    await expect(acceptOffer(client, { subjectId, offerId })).rejects.toThrow(refused('validation:required'))
    await acceptOffer(client, { subjectId, offerId, password })
    await expect(acceptOffer(client, { subjectId, offerId, password })).rejects.toThrow(
      refused('disputes:refused.wrongState'),
    )
    expect(db.select().from(milestones).where(eq(milestones.id, subjectId)).get()?.status).toBe('resolved')
    expect(db.select().from(ledgerPostings).where(eq(ledgerPostings.kind, 'resolution')).all()).toHaveLength(1)
    const dispute = getDispute(provider, subjectId)!
    expect([dispute.isOpen, dispute.decision?.kind, dispute.decision?.clientCents]).toEqual([false, 'agreed', 127_500])
    const said = JSON.stringify(readableDecision(dispute, reader))
    for (const name of [client.actor.name, provider.actor.name, '€1,275.00', '€5,000.00', 'Half of the trim'])
      expect(said).toContain(name)
    expect(checkLedger(db).findings).toEqual([])
  })

  it('is a whole split, open for a time, by whoever may bind the company', async () => {
    const { client, provider, contractId } = deal
    const offer = (change: object) => offerSettlement(provider, { ...terms(), ...change })
    await expect(offer({ split: { clientCents: 1, providerCents: 1 } })).rejects.toThrow(
      refused('escrow:refused.splitNotWhole'),
    )
    await expect(offer({ expiresOn: '2020-01-01' })).rejects.toThrow(refused('disputes:refused.dayOver'))
    env.RELEASE_PASSWORD_FROM_CENTS = 627_500
    await expect(offer({ password: 'wrong' })).rejects.toThrow(refused('errors:wrongPassword'))
    env.RELEASE_PASSWORD_FROM_CENTS = passwordFrom
    const member = createPerson(db, { company: provider.company, companyRole: 'member' })
    await expect(offerSettlement(member, terms())).rejects.toThrow(forbidden)
    const { id: offerId } = await offer({ expiresOn: '2099-06-30' })
    const later = { ...client, now: Date.UTC(2099, 6, 2) }
    await expect(acceptOffer(later, { subjectId, offerId, password })).rejects.toThrow(
      refused('disputes:refused.offerLapsed'),
    )
    expect(declineOffer(client, { subjectId, offerId })).toEqual({ status: 'declined' })
    expect(() => withdrawOffer(provider, { subjectId, offerId })).toThrow(refused('disputes:refused.wrongState'))
    const { id: second } = await offer({})
    expect(() => withdrawOffer(client, { subjectId, offerId: second })).toThrow(forbidden)
    withdrawOffer(provider, { subjectId, offerId: second })
    expect(() => declineOffer(client, { subjectId: contractId, offerId: second })).toThrow(notFound)
    expect(getDispute(client, subjectId)?.isOpen).toBe(true)
  })

  it('settles a dispute about a retention too', async () => {
    const { client, provider, contractId } = await ended()
    const held = getDispute(client, contractId)!.heldCents
    const part = { clientCents: 10_000, providerCents: held - 10_000 }
    const { id: offerId } = await offerSettlement(client, { ...terms(), subjectId: contractId, split: part })
    await acceptOffer(provider, { subjectId: contractId, offerId, password })
    expect(db.select().from(contracts).where(eq(contracts.id, contractId)).get()?.retentionStatus).toBe('resolved')
    expect(getDispute(client, contractId)?.decision).toMatchObject({ kind: 'agreed', ...part })
    expect(checkLedger(db).findings).toEqual([])
  })
})

async function ended(): Promise<Deal> {
  const other = await signedDeal(db)
  await released(other, other.milestoneIds[0] ?? '')
  terminateContract(other.provider, { contractId: other.contractId, reason: 'Bankrupt' })
  disputeRetention(other.client, { contractId: other.contractId, reason: 'It leaks' })
  return other
}

it('keeps every row as it was written', async () => {
  const { client, provider } = deal
  const { id: offerId } = await offerSettlement(provider, terms())
  expect(() => db.update(disputeOffers).set({ clientCents: 0 }).run()).toThrow('an offer is immutable')
  await acceptOffer({ ...client, now: client.now + day }, { subjectId, offerId, password })
  expect(() => db.update(disputeDecisions).set({ reasons: 'x' }).run()).toThrow('rows are immutable')
  expect(() => db.delete(disputeOffers).run()).toThrow('rows are immutable')
  const own = { id: 'x', contractId: deal.contractId, milestoneId: deal.milestoneIds[1] ?? '', ...split, at: 1 }
  const decision = { ...own, kind: 'agreed' as const, reasons: '', offerId: 'none', decidedByName: 'x' }
  expect(() =>
    db
      .insert(disputeDecisions)
      .values({ ...decision, decidedBy: client.actor.id, documentText: 'x', documentHash: '0'.repeat(64) })
      .run(),
  ).toThrow('not what was agreed')
})
