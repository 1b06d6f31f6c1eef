import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { rejectBid } from '#app/features/bids/reject-bid.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { requireStillQualified } from '#app/features/qualifications/bid-qualification.server.ts'
import { findCertificateFile } from '#app/features/qualifications/certificates.server.ts'
import { removeCertificate } from '#app/features/qualifications/remove-certificate.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { getTenderSetText } from '#app/features/tenders/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { awardDecisions } from '#db/schema/decisions.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { answerQualification } from './answer-qualification.server.ts'
import { askCompletion } from './ask-completion.server.ts'
import { completeBid } from './complete-bid.server.ts'

const requirement = 'Speaks Finnish on site.'
const demanded = [
  { kind: 'tax_debt' as const, label: null, minSumCents: null },
  { kind: 'liability_insurance' as const, label: null, minSumCents: 50_000_000 },
]

let db: Database
let client: CompanyContext
let bidder: CompanyContext
let projectId: string
beforeEach(() => {
  db = testDatabase()
  client = createPerson(db)
  bidder = createPerson(db)
  projectId = createDraft(client, { bidDeadline: client.now + 10 * day }).id
  setAwardTerms(client, { projectId, terms: { ratio: null, requirements: [requirement] } })
  setDemanded(client, { projectId, demanded })
  publishProject(client, { projectId })
})

const at = (ctx: CompanyContext, days: number): CompanyContext => ({ ...ctx, now: ctx.now + days * day })
const yes = { requirement, meets: true, words: 'All of us.', certificateId: null }
const show = (kind: string, certificateId: string) => ({ kind, label: null, certificateId })
const stateOf = (by = client) => getComparison(by, projectId)?.bidders[0]?.qualification

/** A submitted bid that names an insurance, and so lacks the tax certificate. */
function bidWithInsurance() {
  const { id: bidId } = createSubmittedBid(bidder, projectId)
  const insurance = createCertificate(bidder, { content: 'the policy' })
  const certificates = [show('liability_insurance', insurance.certificateId)]
  answerQualification(bidder, { bidId, answers: [yes], certificates })
  return { bidId, insurance }
}

describe('a project', () => {
  it('has what it demands in its tender set; a change while it is open is an addendum', () => {
    const text = getTenderSetText(bidder, projectId, 1) ?? ''
    expect(text).toContain('demanded certificates: 2\n')
    expect(text).toContain('  least sum:\n    | 500000.00\n')
    expect(() => setDemanded(client, { projectId, demanded: [] })).toThrow('projects:refused.wrongState')
    const direct = `UPDATE demanded_certificates SET min_sum_cents = 1 WHERE project_id = '${projectId}'`
    expect(() => db.$client.exec(direct)).toThrow('tender set: what bidders were asked is frozen')
    const addendum = { summary: 'No insurance is needed.', bidDeadline: client.now + 20 * day }
    setDemanded(client, { projectId, demanded: demanded.slice(0, 1), addendum })
    expect(listDemanded(db, projectId)).toEqual(demanded.slice(0, 1))
    expect(getTenderSetText(bidder, projectId, 2)).toContain('demanded certificates: 1\n')
    expect(verifyRecords(db).findings).toEqual([])
  })

  it('loses what it demands when its draft is deleted', () => {
    const { id } = createDraft(client)
    setDemanded(client, { projectId: id, demanded })
    deleteDraft(client, { projectId: id })
    expect(listDemanded(db, id)).toEqual([])
  })
})

describe('a bid', () => {
  it('seals its answers and the certificates that it names, with the hashes of their files', () => {
    const { bidId, insurance } = bidWithInsurance()
    removeCertificate(bidder, { certificateId: insurance.certificateId })
    const text = findSealedText(db, bidId) ?? ''
    expect(text.split('\n')[0]).toBe('groundwork-bid 8')
    for (const part of [requirement, 'meets: true', 'All of us.', 'liability_insurance', '1000000.00'])
      expect(text).toContain(part)
    const sha256 = db.$client.prepare("SELECT sha256 FROM files WHERE subject_type = 'certificate'").pluck().get()
    expect(text).toContain(String(sha256))
    expect(getBid(bidder, bidId)).toMatchObject({ revision: 2, sealIntact: true })
    const again = [show('liability_insurance', insurance.certificateId)]
    answerQualification(bidder, { bidId, answers: [yes], certificates: again })
    expect(getBid(bidder, bidId)?.qualification?.certificates).toHaveLength(1)
    expect(verifyRecords(db).findings).toEqual([])
  })

  it('takes neither what was not asked nor the certificate of another company or kind', () => {
    const { id: bidId } = createSubmittedBid(bidder, projectId)
    const foreign = createCertificate(client)
    const wrong = createCertificate(bidder, { kind: 'works_insurance' })
    for (const { certificateId } of [foreign, wrong])
      answerQualification(bidder, {
        bidId,
        answers: [{ ...yes, requirement: 'Something else' }],
        certificates: [show('liability_insurance', certificateId), show('other', certificateId)],
      })
    expect(getBid(bidder, bidId)?.qualification).toEqual({ answers: [], certificates: [] })
    expect(() => answerQualification(client, { bidId, answers: [], certificates: [] })).toThrow('errors:notFound')
  })

  it('shows its certificates to the client once it is opened, and to nobody else', () => {
    const { bidId, insurance } = bidWithInsurance()
    const other = createCertificate(bidder, { kind: 'works_insurance' })
    expect(findCertificateFile(client, insurance.fileId)).toBeNull()
    closeBidding(client, { projectId })
    expect(findCertificateFile(client, insurance.fileId)?.name).toBe('certificate.txt')
    expect(findCertificateFile(client, other.fileId)).toBeNull()
    expect(findCertificateFile(createPerson(db), insurance.fileId)).toBeNull()
    const direct = "UPDATE bids SET qualification = '{}' WHERE id = ?"
    expect(() => db.$client.prepare(direct).run(bidId)).toThrow('bid: an opened bid is immutable')
    const late = { bidId, answers: [], certificates: [] }
    expect(() => answerQualification(bidder, late)).toThrow('bids:refused')
  })
})

describe('an award', () => {
  it('waits for what is missing, which the bidder is asked for once and adds once', () => {
    const { bidId } = bidWithInsurance()
    closeBidding(client, { projectId })
    expect(stateOf()).toBe('missing')
    expect(() => awardBid(client, { bidId })).toThrow('qualification:refused.notQualified')
    const request = { bidId, days: 5, message: 'The tax certificate, please.' }
    expect(() => askCompletion(bidder, request)).toThrow('errors:notFound')
    askCompletion(client, request)
    expect(() => askCompletion(client, request)).toThrow('qualification:refused.askedAlready')
    expect(stateOf()).toBe('asked')
    expect(stateOf(at(client, 5))).toBe('missing')
    expect(recorded(db, 'bid.completion_asked')).toMatchObject([{ bidId, dueAt: client.now + 5 * day }])
    const tax = createCertificate(bidder, { kind: 'tax_debt', validUntil: null })
    const added = { bidId, answers: [{ ...yes, meets: false }], certificates: [show('tax_debt', tax.certificateId)] }
    expect(() => completeBid(at(bidder, 5), added)).toThrow('qualification:refused.noRequest')
    expect(() => completeBid(bidder, { ...added, certificates: [] })).toThrow('qualification:refused.nothingAdded')
    completeBid(bidder, added)
    expect(() => completeBid(bidder, added)).toThrow('qualification:refused.noRequest')
    expect(recorded(db, 'bid.completed')).toHaveLength(1)
    expect(stateOf()).toBe('complete')
    expect(findCertificateFile(client, tax.fileId)?.name).toBe('certificate.txt')
    expect(getBid(client, bidId)?.sealIntact).toBe(true)
    expect(() => db.$client.exec('UPDATE bid_completions SET due_at = 1')).toThrow('bid: a completion is immutable')
    awardBid(client, { bidId })
    const { text = '' } = db.select().from(awardDecisions).get() ?? {}
    expect(text.split('\n')[0]).toBe('groundwork-award-decision 3')
    for (const part of ['qualification checked:', 'qualification: 3', requirement, 'tax_debt', 'state:\n    | valid'])
      expect(text).toContain(part)
  })

  it('is waited for by every bidder in the same situation alike: whoever lacks something is asked with the others', () => {
    const { bidId } = bidWithInsurance()
    const others = [createPerson(db), createPerson(db)].map((rival) => createSubmittedBid(rival, projectId).id)
    closeBidding(client, { projectId })
    askCompletion(client, { bidId, days: 5, message: 'What is missing, please.' })
    const asked = db.$client.prepare('SELECT bid_id, message, due_at FROM bid_completions').all()
    expect(asked).toHaveLength(3)
    expect(
      recorded(db, 'bid.completion_asked')
        .map((event) => event.bidId)
        .sort(),
    ).toEqual([bidId, ...others].sort())
    for (const other of others)
      expect(() => askCompletion(client, { bidId: other, days: 9, message: null })).toThrow(
        'qualification:refused.askedAlready',
      )
  })

  it('of a bid that says it does not meet a requirement is refused, and nothing can be completed', () => {
    const { id: bidId } = createSubmittedBid(bidder, projectId)
    const tax = createCertificate(bidder, { kind: 'tax_debt', validUntil: null })
    const insurance = createCertificate(bidder)
    const certificates = [show('tax_debt', tax.certificateId), show('liability_insurance', insurance.certificateId)]
    answerQualification(bidder, { bidId, answers: [{ ...yes, meets: false }], certificates })
    closeBidding(client, { projectId })
    expect(stateOf()).toBe('notMet')
    expect(() => askCompletion(client, { bidId, days: 5, message: null })).toThrow(
      'qualification:refused.nothingMissing',
    )
    expect(() => awardBid(client, { bidId })).toThrow('qualification:refused.notQualified')
    rejectBid(client, { bidId, reason: 'It does not meet a requirement.' })
    expect(() => askCompletion(client, { bidId, days: 5, message: null })).toThrow('bids:refused.wrongState')
  })

  it('is followed by a contract whose certificates are checked again, and can be renewed', () => {
    const { id: bidId } = createSubmittedBid(bidder, projectId)
    const tax = createCertificate(bidder, { kind: 'tax_debt', validUntil: null })
    const insurance = createCertificate(bidder)
    const certificates = [show('tax_debt', tax.certificateId), show('liability_insurance', insurance.certificateId)]
    answerQualification(bidder, { bidId, answers: [yes], certificates })
    closeBidding(client, { projectId })
    awardBid(client, { bidId })
    requireStillQualified(db, at(client, 92), projectId)
    const later = at(client, 93)
    expect(() => requireStillQualified(db, later, projectId)).toThrow('qualification:refused.notQualified')
    askCompletion(later, { bidId, days: 3, message: null })
    const renewed = createCertificate(at(bidder, 93), { kind: 'tax_debt', validUntil: null })
    const added = { bidId, answers: [], certificates: [show('tax_debt', renewed.certificateId)] }
    completeBid(at(bidder, 94), added)
    requireStillQualified(db, at(client, 94), projectId)
  })
})
