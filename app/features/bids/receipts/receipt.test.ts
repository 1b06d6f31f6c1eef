import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { newId } from '#db/ids.ts'
import { bidSeals } from '#db/schema/bids.ts'
import { sealCertificates } from '#db/schema/seals.ts'
import { bidInput, createBidDraft, createSubmittedBid } from '#tests/factories/bid.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { sealHolds } from '#tests/setup/pdf/seal-of-pdf.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getReceipt } from './receipt.server.ts'

function world() {
  const db = testDatabase()
  const [owner, bidder, rival] = [createPerson(db), createPerson(db), createPerson(db)]
  const bidDeadline = Date.now() + 10 * day
  const { id: projectId } = createOpenProject(owner, { bidDeadline })
  return { db, owner, bidder, rival, projectId, bidDeadline }
}

test('every sealed version is kept with its text, hash, occasion and who sealed it', () => {
  const { db, owner, bidder, projectId, bidDeadline } = world()
  const { id: bidId } = createSubmittedBid(bidder, projectId, 100)
  updateBid(bidder, { ...bidInput(bidder, projectId, 90), bidId })
  const lines = listProjectLines(db, projectId)
  addAddendum(owner, { ...projectInput({ bidDeadline: bidDeadline + day, lines }), projectId, summary: 'More time' })
  confirmBid(bidder, { bidId })
  const receipt = getReceipt(bidder, bidId)
  expect(receipt?.versions.map(({ revision, occasion, isIntact }) => [revision, occasion, isIntact])).toEqual([
    [3, 'confirmed', true],
    [2, 'revised', true],
    [1, 'submitted', true],
  ])
  for (const { text, digest, sealedBy } of receipt?.versions ?? []) {
    expect(
      createHash('sha256')
        .update(text ?? '')
        .digest('hex'),
    ).toBe(digest)
    expect(sealedBy).toBe(bidder.actor.name)
  }
  expect(receipt?.versions.map(({ text }) => /\nnet:\n {2}\| (.*)\nVAT/.exec(text ?? '')?.[1])).toEqual([
    '10890.00',
    '10890.00',
    '12100.00',
  ])
  withdrawBid(bidder, { bidId, reason: 'No people' })
  expect(getReceipt(bidder, bidId)).toMatchObject({ reason: 'No people', withdrawnAt: bidder.now })
})

test('nobody but the bidder has it, before and after the opening, and a draft has none', () => {
  const { db, owner, bidder, rival, projectId } = world()
  const { id: bidId } = createSubmittedBid(bidder, projectId)
  const others = [owner, rival, createAdmin(db)]
  expect(others.map((ctx) => getReceipt(ctx, bidId))).toEqual([null, null, null])
  expect(getReceipt(rival, createBidDraft(rival, projectId).id)).toBeNull()
  closeBidding(owner, { projectId })
  expect(others.map((ctx) => getReceipt(ctx, bidId))).toEqual([null, null, null])
  expect(getReceipt(bidder, bidId)?.versions).toHaveLength(1)
})

test('a seal from before texts were kept says so', () => {
  const { db, bidder, projectId } = world()
  const { id: bidId } = createSubmittedBid(bidder, projectId)
  const earlier = { id: newId(), bidId, revision: 7, digest: 'ab', sealedBy: bidder.actor.id, sealedAt: 1 }
  db.insert(bidSeals).values(earlier).run()
  expect(getReceipt(bidder, bidId)?.versions[0]).toMatchObject({ text: null, occasion: null, isIntact: null })
})

test('the pages: the receipt of each version, and its text byte by byte', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const { owner, bidder, projectId } = world()
  const input = { ...bidInput(bidder, projectId), exclusions: 'Permits & <fees>.', projectId, submit: true }
  const { id: bidId } = createBid({ ...bidder, now: Date.now() }, input)
  updateBid({ ...bidder, now: Date.now() }, { ...input, exclusions: 'Nothing.', bidId })
  const [{ cookie }, { cookie: client }] = await Promise.all([signedIn(bidder), signedIn(owner)])
  const [second, first] = getReceipt(bidder, bidId)?.versions ?? []
  const ask = (path: string, as = cookie) => server.ask(`/bids/${bidId}/${path}`, { cookie: as })
  const newest = (await ask('receipt')).text
  for (const text of [second?.digest, `/verify/${second?.digest}`, bidder.actor.name, 'Nothing.', 'UTC', first?.digest])
    expect(newest).toContain(text)
  const earlier = (await ask('receipt?version=1')).text
  expect(earlier).toContain('Permits &amp; &lt;fees&gt;.')
  const text = await ask('sealed/1')
  expect(createHash('sha256').update(text.text).digest('hex')).toBe(first?.digest)
  expect([text.headers['content-type'], text.headers['content-disposition']]).toEqual([
    'text/plain; charset=utf-8',
    'attachment; filename="bid-1.txt"',
  ])
  const pdf = await ask('receipt.pdf?version=1')
  expect(await sealHolds(pdf.bytes)).toBe(true)
  const printed = await pdfText(pdf.bytes)
  for (const shown of [first?.digest ?? '', bidder.actor.name, 'Permits & <fees>.']) expect(printed).toContain(shown)
  expect(pdf.bytes.includes('/bid-1.txt') || pdf.bytes.includes('bid-1.txt')).toBe(true)
  expect((await ask('receipt.pdf')).headers['content-disposition']).toBe('attachment; filename="receipt-2.pdf"')
  expect(bidder.db.select().from(sealCertificates).all()).toHaveLength(1)
  for (const path of ['receipt', 'receipt.pdf', 'sealed/1']) expect((await ask(path, client)).status).toBe(404)
  for (const path of ['receipt?version=9', 'receipt.pdf?version=9', 'sealed/9', 'sealed/x'])
    expect((await ask(path)).status).toBe(404)
})
