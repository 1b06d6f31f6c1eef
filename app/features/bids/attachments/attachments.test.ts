import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { openDueBids } from '#app/features/bids/open-due-bids.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { getReceipt } from '#app/features/bids/receipts/receipt.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { removeRest } from '#app/features/files/remove-files.server.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#db/ids.ts'
import { bidAttachments } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { bidInput, createBidDraft, createSubmittedBid } from '#tests/factories/bid.ts'
import { storedFile } from '#tests/factories/document.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { attachFiles } from './attach-files.server.ts'
import { listAttachments } from './attachments.server.ts'
import { findBidFile } from './bid-file.server.ts'
import { detachFile } from './detach-file.server.ts'

function world(now = testNow) {
  const db = testDatabase()
  const [owner, bidder, rival] = [createPerson(db, { now }), createPerson(db, { now }), createPerson(db, { now })]
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day })
  return { db, owner, bidder, rival, projectId }
}

const attach = (ctx: CompanyContext, bidId: string, name = 'method.txt', content = `What ${name} says`) =>
  attachFiles(ctx, { bidId, files: [storedFile(name, content)] })

const namesOf = (ctx: CompanyContext, bidId: string) => listAttachments(ctx.db, bidId).map(({ name }) => name)

async function refusal(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.text.key}`
    throw error
  }
  return 'done'
}

describe('in a draft', () => {
  it('files come and go, and what is removed is deleted from the storage', async () => {
    const { db, bidder, projectId } = world()
    const { id: bidId } = createBidDraft(bidder, projectId)
    attach(bidder, bidId)
    attach(bidder, bidId, 'schedule.txt')
    const [first] = listAttachments(db, bidId)
    const path = join(env.filesDir, db.select().from(files).where(eq(files.name, 'method.txt')).get()?.storedAs ?? '')
    expect(existsSync(path)).toBe(true)
    const submissionId = newId()
    const step = { bidId, attachmentId: first?.id ?? '', submissionId }
    await detachFile(bidder, step)
    await detachFile(bidder, step)
    expect([namesOf(bidder, bidId), existsSync(path)]).toEqual([['schedule.txt'], false])
    expect(getBid(bidder, bidId)).toMatchObject({ revision: 0, seals: [] })
  })

  it('they are deleted with it', async () => {
    const { db, bidder, projectId } = world()
    const { id: bidId } = createBidDraft(bidder, projectId)
    attach(bidder, bidId)
    const { fileId = '' } = listAttachments(db, bidId)[0] ?? {}
    withdrawBid(bidder, { bidId })
    expect(findBidFile(bidder, fileId)).toBeNull()
    await removeRest(db)
    expect([db.select().from(bidAttachments).all(), db.select().from(files).all()]).toEqual([[], []])
  })

  it('a form that was opened before is told of the change, and the same form sent twice attaches once', async () => {
    const { bidder, projectId } = world()
    const { id: bidId } = createBidDraft(bidder, projectId)
    const expectedVersion = getBid(bidder, bidId)?.updatedAt
    const form = { bidId, submissionId: newId(), expectedVersion, files: [storedFile('method.txt', 'x')] }
    const later = { ...bidder, now: testNow + 1 }
    attachFiles(later, form)
    attachFiles(later, form)
    expect(namesOf(bidder, bidId)).toEqual(['method.txt'])
    const edit = { ...bidInput(bidder, projectId), bidId, expectedVersion }
    expect(await refusal(() => updateBid(later, edit))).toBe('conflict errors:editConflict')
    expect(await refusal(() => submitBid(later, { bidId, expectedVersion }))).toBe('conflict errors:concurrentChange')
    const other = { bidId, expectedVersion, files: [storedFile('b.txt', 'x')] }
    expect(await refusal(() => attachFiles(later, other))).toBe('conflict errors:editConflict')
  })

  it('refuses no file, the same file twice, and more than twenty', async () => {
    const { bidder, projectId } = world()
    const { id: bidId } = createBidDraft(bidder, projectId)
    const run = (...given: string[]) =>
      refusal(() => attachFiles(bidder, { bidId, files: given.map((name) => storedFile(name, 'x')) }))
    expect(await run()).toBe('invalid bidfiles:refused.fileNeeded')
    expect(await run('a.txt', 'a.txt')).toBe('invalid bidfiles:refused.sameFile')
    expect(await run('a.txt')).toBe('done')
    expect(await run('a.txt')).toBe('invalid bidfiles:refused.sameFile')
    const more = Array.from({ length: 20 }, (_, number) => `${number}.txt`)
    expect(await run(...more)).toBe('conflict bidfiles:refused.tooMany')
    expect(await run(...more.slice(1))).toBe('done')
  })
})

describe('of a submitted bid', () => {
  it('they are sealed with it, each change is a revision, and each version keeps its own', async () => {
    const { db, bidder, projectId } = world()
    const { id: bidId } = createBidDraft(bidder, projectId)
    attach(bidder, bidId)
    submitBid(bidder, { bidId })
    const { id: attachmentId = '', fileId = '', sha256 } = listAttachments(db, bidId)[0] ?? {}
    expect(findSealedText(db, bidId)).toContain(
      `attachments: 1\n  -\n  name:\n    | method.txt\n  size in bytes: 20\n  SHA-256:\n    | ${sha256}\n`,
    )
    attach(bidder, bidId, 'schedule.txt')
    await detachFile(bidder, { bidId, attachmentId })
    const receipt = getReceipt(bidder, bidId)
    expect(
      receipt?.versions.map(({ revision, occasion, isIntact, attachments }) => [
        ...[revision, occasion, isIntact],
        attachments.map(({ name }) => name),
      ]),
    ).toEqual([
      [3, 'revised', true, ['schedule.txt']],
      [2, 'revised', true, ['method.txt', 'schedule.txt']],
      [1, 'submitted', true, ['method.txt']],
    ])
    expect(getBid(bidder, bidId)).toMatchObject({ revision: 3, sealIntact: true })
    expect(findBidFile(bidder, fileId)?.name).toBe('method.txt')
    openDueBids(db, testNow + 10 * day)
    expect(verifyRecords(db).findings).toEqual([])
  })

  it('after the deadline nothing can be changed, by verbs or by SQL', async () => {
    const { db, bidder, projectId } = world()
    const { id: bidId } = createSubmittedBid(bidder, projectId)
    attach(bidder, bidId)
    const [attached] = listAttachments(db, bidId)
    const step = { bidId, attachmentId: attached?.id ?? '' }
    const late = { ...bidder, clock: () => testNow + 10 * day }
    expect(await refusal(() => attach(late, bidId, 'late.txt'))).toBe('conflict bids:refused.deadlinePassed')
    expect(await refusal(() => detachFile(late, step))).toBe('conflict bids:refused.deadlinePassed')
    const changes = [
      'DELETE FROM bid_attachments',
      'UPDATE bid_attachments SET since_revision = 9',
      'UPDATE bid_attachments SET until_revision = 9',
      "UPDATE files SET sha256 = 'ab'",
      'INSERT OR REPLACE INTO bid_attachments SELECT * FROM bid_attachments',
      'INSERT OR REPLACE INTO files SELECT * FROM files',
    ]
    for (const change of changes) expect(() => db.$client.exec(change), change).toThrow('sealed attachment')
    openDueBids(db, testNow + 10 * day)
    for (const change of changes) expect(() => db.$client.exec(change), change).toThrow('sealed attachment')
    expect(() => db.$client.exec("UPDATE files SET name = 'x'")).toThrow('sealed attachment')
  })

  it('a withdrawn bid keeps what was sealed, for its bidder alone', () => {
    const { db, owner, bidder, projectId } = world()
    const { id: bidId } = createSubmittedBid(bidder, projectId)
    attach(bidder, bidId)
    withdrawBid(bidder, { bidId })
    closeBidding(owner, { projectId })
    const { fileId = '' } = listAttachments(db, bidId)[0] ?? {}
    expect([findBidFile(bidder, fileId)?.name, findBidFile(owner, fileId)]).toEqual(['method.txt', null])
  })
})

describe('who reads them', () => {
  it('nobody but the bidder before the opening, then the client what was opened', async () => {
    const { db, owner, bidder, rival, projectId } = world()
    const { id: bidId } = createSubmittedBid(bidder, projectId)
    attach(bidder, bidId)
    attach(bidder, bidId, 'schedule.txt')
    const [removed, kept] = listAttachments(db, bidId)
    await detachFile(bidder, { bidId, attachmentId: removed?.id ?? '' })
    const readers = [bidder, owner, rival, createAdmin(db)]
    const read = ({ fileId } = { fileId: '' }) => readers.map((ctx) => findBidFile(ctx, fileId)?.name ?? null)
    expect(read(kept)).toEqual(['schedule.txt', null, null, null])
    openDueBids(db, testNow + 10 * day)
    expect(read(kept)).toEqual(['schedule.txt', 'schedule.txt', null, null])
    expect(read(removed)).toEqual(['method.txt', null, null, null])
    expect(getBid(owner, bidId)?.attachments.map(({ name }) => name)).toEqual(['schedule.txt'])
    expect(getComparison(owner, projectId)?.bidders[0]).toMatchObject({
      attachments: [{ name: 'schedule.txt' }],
      sealIntact: true,
    })
  })

  it('no page or answer differs for the client or a rival before the opening', async () => {
    const server = await startServer()
    onTestFinished(() => server.stop())
    const { owner, bidder, rival, projectId } = world(Date.now())
    const cookies = { bidder: '', owner: '', rival: '' }
    for (const [name, ctx] of Object.entries({ bidder, owner, rival }))
      cookies[name as keyof typeof cookies] = (await signedIn(ctx)).cookie
    const { id: bidId } = createBidDraft({ ...bidder, now: Date.now() }, projectId)
    const upload = (name: string) => {
      const part = `Content-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/plain`
      const body = `--b\r\nContent-Disposition: form-data; name="submissionId"\r\n\r\n${newId()}\r\n--b\r\n${part}\r\n\r\nhow we work\r\n--b--\r\n`
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin }
      return server.ask(`/bids/${bidId}/attachments`, { cookie: cookies.bidder, headers, body })
    }
    const unknown = newId()
    // What is drawn anew for each answer: nonces, ids of submissions, and times.
    const plain = (text: string) =>
      text.replace(/nonce="[^"]*"|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}|\d{13}|\d+\.\d+ms/g, '')
    const seen = async (fileId: string) => {
      const paths = [
        ...[
          '/dashboard',
          '/projects',
          '/projects?view=open',
          '/bids',
          '/bids?view=received',
          '/notifications',
          '/messages',
        ],
        ...[`/projects/${projectId}`, `/projects/${projectId}/bids`, `/projects/${projectId}/bids.csv`],
        ...[`/projects/${projectId}/opening`, `/bids/${bidId}`, `/bids/${bidId}/attachments`, `/bids/${bidId}/receipt`],
        ...[`/files/${fileId}`, `/files/${fileId}?size=small`, `/api/search?q=method`, '/company-settings'],
      ]
      const answers = []
      for (const cookie of [cookies.owner, cookies.rival])
        for (const path of paths)
          for (const address of [path, path.replace(/(\?|$)/, '.data$1')]) {
            const { status, text } = await server.ask(address, { cookie })
            answers.push([path.replace(fileId, 'file'), status, plain(text).replaceAll(fileId, 'file')])
          }
      return answers
    }
    const before = await seen(unknown)
    expect((await upload('method.txt')).status).toBe(303)
    submitBid({ ...bidder, now: Date.now() }, { bidId })
    expect((await upload('schedule.txt')).status).toBe(303)
    const [{ fileId, name } = { fileId: '', name: '' }] = listAttachments(bidder.db, bidId)
    expect(await seen(fileId)).toEqual(before)
    const own = await server.ask(`/files/${fileId}`, { cookie: cookies.bidder })
    expect([own.status, own.text, own.headers['content-disposition']]).toEqual([
      200,
      'how we work',
      `attachment; filename="${name}"`,
    ])
    closeBidding({ ...owner, now: Date.now() }, { projectId })
    expect((await server.ask(`/files/${fileId}`, { cookie: cookies.owner })).text).toBe('how we work')
    expect((await server.ask(`/files/${fileId}`, { cookie: cookies.rival })).status).toBe(404)
    for (const path of [`/bids/${bidId}`, `/projects/${projectId}/bids`])
      expect((await server.ask(path, { cookie: cookies.owner })).text).toContain(name)
    expect((await server.ask(`/bids/${bidId}/attachments`, { cookie: cookies.bidder })).status).toBe(302)
  })
})
