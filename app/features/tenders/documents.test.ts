import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { currentTenderSet, listDocuments, listTenderSets } from '#app/features/projects/tender-set.server.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#db/ids.ts'
import { files } from '#db/schema/files.ts'
import { contractInput } from '#tests/factories/award.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { bidInput } from '#tests/factories/deal.ts'
import { createDocument, storedFile } from '#tests/factories/document.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { addDocuments } from './add-documents.server.ts'
import { findTenderFile, getTenderSetText } from './queries.server.ts'
import { replaceDocument } from './replace-document.server.ts'
import { withdrawDocument } from './withdraw-document.server.ts'

function world() {
  const db = testDatabase()
  const [owner, bidder, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  return { db, owner, bidder, stranger }
}

/** The code and key of the error that a verb throws. */
async function refusal(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.text.key}`
    throw error
  }
  return 'done'
}

const addendum = { summary: 'Another plan.', bidDeadline: testNow + 10 * day }
const names = (of: ReturnType<typeof listDocuments>) =>
  of.map(({ isWithdrawn, versions }) => [isWithdrawn, versions.map(({ file }) => file?.name ?? null)])

describe('in a draft', () => {
  it('documents are added and deleted with their files, and no tender set is kept', async () => {
    const { db, owner } = world()
    const { id: projectId } = createDraft(owner)
    const { documentId, fileId } = createDocument(owner, projectId)
    createDocument(owner, projectId, { name: 'b.txt' })
    const { storedAs } = db.select().from(files).where(eq(files.id, fileId)).get() ?? {}
    const path = join(env.filesDir, storedAs ?? '')
    expect(existsSync(path)).toBe(true)
    const submissionId = newId()
    await withdrawDocument(owner, { projectId, documentId, submissionId })
    await withdrawDocument(owner, { projectId, documentId, submissionId })
    expect(names(listDocuments(db, projectId))).toEqual([[false, ['b.txt']]])
    expect(existsSync(path)).toBe(false)
    expect(listTenderSets(db, projectId)).toEqual([])
    deleteDraft(owner, { projectId })
    expect(db.$client.prepare('SELECT count(*) FROM tender_documents').pluck().get()).toBe(0)
    expect(db.select().from(files).all()).toMatchObject([{ subjectType: 'removed' }])
  })

  it('a change of documents makes an open page of the draft outdated', () => {
    const { db, owner } = world()
    const { id: projectId } = createDraft(owner)
    const expectedVersion = getProject(owner, projectId)?.updatedAt
    createDocument({ ...owner, now: testNow + 1 }, projectId)
    expect(() => publishProject(owner, { projectId, expectedVersion })).toThrow('errors:concurrentChange')
    expect(listTenderSets(db, projectId)).toEqual([])
  })

  it('only its company sees them or changes them', async () => {
    const { owner, stranger } = world()
    const { id: projectId } = createDraft(owner)
    const { documentId, fileId } = createDocument(owner, projectId)
    expect(findTenderFile(owner, fileId)?.name).toBe('plan.txt')
    expect(findTenderFile(stranger, fileId)).toBeNull()
    const nothing = 'not_found errors:notFound'
    const more = { projectId, documentId, files: [storedFile('c.txt', 'c')] }
    expect(await refusal(() => addDocuments(stranger, more))).toBe(nothing)
    expect(await refusal(() => replaceDocument(stranger, more))).toBe(nothing)
    expect(await refusal(() => withdrawDocument(stranger, more))).toBe(nothing)
    const other = createDraft(stranger).id
    expect(await refusal(() => withdrawDocument(stranger, { projectId: other, documentId }))).toBe(nothing)
    expect(await refusal(() => replaceDocument(owner, more))).toBe('conflict projects:refused.wrongState')
  })
})

describe('the tender set', () => {
  it('is frozen with its hash at the publishing and with each addendum, and read by whoever sees the project', () => {
    const { db, owner, stranger } = world()
    const { id: projectId } = createDraft(owner)
    createDocument(owner, projectId)
    publishProject(owner, { projectId })
    const first = currentTenderSet(db, projectId)
    addAddendum(owner, { ...projectInput({ title: 'Another title' }), projectId, summary: 'Named differently.' })
    const sets = listTenderSets(db, projectId)
    expect(sets.map(({ edition, projectVersion }) => [edition, projectVersion])).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(sets[1]?.digest).toBe(first)
    for (const { edition, digest } of sets) {
      const text = getTenderSetText(stranger, projectId, edition) ?? ''
      expect(createHash('sha256').update(text).digest('hex')).toBe(digest)
      expect(text).toContain('plan.txt')
      expect(text.includes('Named differently.')).toBe(edition === 2)
    }
    expect(getTenderSetText(stranger, projectId, 3)).toBeNull()
    expect(verifyRecords(db)).toMatchObject({ tenderSets: 2, findings: [] })
  })

  it('is named by every bid that was made for it, and by the contract', () => {
    const { db, owner, bidder } = world()
    const { id: projectId } = createOpenProject(owner)
    const { id: bidId } = createBid(bidder, { ...bidInput, projectId, submit: true })
    const first = currentTenderSet(db, projectId)
    expect(getBid(bidder, bidId)?.tenderSetDigest).toBe(first)
    createDocument(owner, projectId, { addendum })
    const second = currentTenderSet(db, projectId)
    expect(second).not.toBe(first)
    expect(getBid(bidder, bidId)?.tenderSetDigest).toBe(first)
    confirmBid(bidder, { bidId })
    expect(getBid(bidder, bidId)).toMatchObject({ tenderSetDigest: second, sealIntact: true })
    closeBidding(owner, { projectId })
    awardBid(owner, { bidId })
    const { contractId } = draftContract(owner, contractInput(projectId))
    sendContract(owner, { contractId })
    expect(getContract(owner, contractId)).toMatchObject({ rowsMatch: true })
    expect(getContract(owner, contractId)?.documentText).toContain(`SHA-256 of the tender set:\n  | ${second}\n`)
    expect(verifyRecords(db).findings).toEqual([])
    const forge = `DROP TRIGGER bids_opened_rest; UPDATE bids SET tender_set_digest = '${first}'`
    db.$client.exec(forge)
    expect(verifyRecords(db).findings).toEqual([
      `bid ${bidId} does not match its seal (SHA-256 of the tender set)`,
      `bid ${bidId} answers no tender set of its project`,
      expect.stringContaining('do not match its text'),
    ])
  })

  it('tells of rows that were changed behind its back', () => {
    const { db, owner } = world()
    const { id: projectId } = createDraft(owner)
    const { fileId } = createDocument(owner, projectId)
    publishProject(owner, { projectId })
    for (const name of ['tender_files_immutable', 'tender_sets_immutable']) db.$client.exec(`DROP TRIGGER ${name}`)
    db.update(files).set({ sha256: 'another' }).where(eq(files.id, fileId)).run()
    const finding = `project ${projectId} does not match its tender set`
    expect(verifyRecords(db).findings).toEqual([finding])
    db.$client.exec("UPDATE tender_sets SET text = text || 'x'")
    expect(verifyRecords(db).findings).toEqual([expect.stringContaining('does not match its hash'), finding])
  })
})

describe('while bids are open', () => {
  it('a new version supersedes the old one, which everybody can still download', () => {
    const { db, owner, bidder, stranger } = world()
    const { id: projectId } = createDraft(owner)
    const { documentId, fileId } = createDocument(owner, projectId)
    publishProject(owner, { projectId })
    createSubmittedBid(bidder, projectId)
    const next = { projectId, documentId, addendum, files: [storedFile('plan b.txt', 'b')] }
    const submissionId = newId()
    replaceDocument(owner, { ...next, submissionId })
    replaceDocument(owner, { ...next, submissionId })
    expect(names(listDocuments(db, projectId))).toEqual([[false, ['plan b.txt', 'plan.txt']]])
    expect(getProject(owner, projectId)).toMatchObject({ version: 2, addenda: [{ summary: 'Another plan.' }] })
    expect(recorded(db, 'project.addendum')).toMatchObject([{ version: 2, bidderCompanyIds: [bidder.company.id] }])
    for (const ctx of [owner, bidder, stranger]) expect(findTenderFile(ctx, fileId)?.name).toBe('plan.txt')
  })

  it('a withdrawn document stays, marked, and takes no other version', async () => {
    const { db, owner, stranger } = world()
    const { id: projectId } = createDraft(owner)
    const { documentId, fileId } = createDocument(owner, projectId)
    publishProject(owner, { projectId })
    await withdrawDocument(owner, { projectId, documentId, addendum })
    expect(names(listDocuments(db, projectId))).toEqual([[true, [null, 'plan.txt']]])
    expect(findTenderFile(stranger, fileId)).not.toBeNull()
    const withdrawn = 'conflict tenders:refused.withdrawn'
    const more = { projectId, documentId, addendum, files: [storedFile('c.txt', 'c')] }
    expect(await refusal(() => withdrawDocument(owner, more))).toBe(withdrawn)
    expect(await refusal(() => replaceDocument(owner, more))).toBe(withdrawn)
  })

  it('each change needs a reason in words and leaves the announced days', async () => {
    const { db, owner } = world()
    const { id: projectId } = createOpenProject(owner, { addendumDays: 9 })
    const add = (change?: Partial<typeof addendum> | null) => () =>
      addDocuments(owner, {
        ...{ projectId, files: [storedFile('a.txt', 'a')] },
        addendum: change === null ? undefined : { ...addendum, ...change },
      })
    expect(await refusal(add(null))).toBe('conflict projects:refused.wrongState')
    expect(await refusal(add({ bidDeadline: testNow + 9 * day }))).toBe('invalid projects:refused.deadlineEarlier')
    expect(await refusal(add({ bidDeadline: testNow + 70 * day }))).toBe('invalid projectform:beforeDeadline')
    owner.now += 2 * day
    expect(await refusal(add())).toBe('invalid projects:refused.deadlineTooClose')
    expect(listDocuments(db, projectId)).toEqual([])
    expect(await refusal(add({ bidDeadline: testNow + 11 * day }))).toBe('done')
    expect(getProject(owner, projectId)?.bidDeadline).toBe(testNow + 11 * day)
    owner.now = testNow + 12 * day
    expect(await refusal(add({ bidDeadline: testNow + 30 * day }))).toBe('conflict projects:refused.deadlinePassed')
  })

  it('refuses no file, the same file again, and a page that somebody else has outdated', async () => {
    const { owner } = world()
    const { id: projectId } = createDraft(owner)
    const { documentId } = createDocument(owner, projectId, { content: 'same' })
    publishProject(owner, { projectId })
    const change = { projectId, documentId, addendum }
    const none = 'invalid tenders:refused.fileNeeded'
    expect(await refusal(() => addDocuments(owner, { ...change, files: [] }))).toBe(none)
    expect(await refusal(() => replaceDocument(owner, { ...change, files: [] }))).toBe(none)
    const same = { ...change, files: [storedFile('renamed.txt', 'same')] }
    expect(await refusal(() => replaceDocument(owner, same))).toBe('invalid tenders:refused.sameFile')
    const old = { ...change, expectedVersion: testNow - 1, files: [storedFile('b.txt', 'b')] }
    expect(await refusal(() => addDocuments(owner, old))).toBe('conflict errors:editConflict')
  })
})

it('after the closing the owner and the bidders keep their access, and others have none', () => {
  const { owner, bidder, stranger } = world()
  const { id: projectId } = createDraft(owner)
  const { fileId } = createDocument(owner, projectId)
  publishProject(owner, { projectId })
  createSubmittedBid(bidder, projectId)
  const withdrawn = createPerson(owner.db)
  withdrawBid(withdrawn, { bidId: createSubmittedBid(withdrawn, projectId).id })
  closeBidding(owner, { projectId })
  const reads = [owner, bidder, withdrawn, stranger].map((ctx) => [
    findTenderFile(ctx, fileId) !== null,
    getTenderSetText(ctx, projectId, 1) !== null,
  ])
  expect(reads).toEqual([
    [true, true],
    [true, true],
    [true, true],
    [false, false],
  ])
})
