import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipBytes, zipName } from '#app/platform/files/zip-stream.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createDocument } from '#tests/factories/document.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { exportEntries } from './export-files.server.ts'

const addendum = { summary: 'A plan.', bidDeadline: testNow + 10 * day }
const unzipped = async (entries: Parameters<typeof zipBytes>[0]) => {
  const pieces: Uint8Array[] = []
  for await (const piece of zipBytes(entries)) pieces.push(piece)
  return { files: unzipSync(Buffer.concat(pieces)), largest: Math.max(...pieces.map(({ length }) => length)) }
}

it('a client exports its project with the files of every version, read piece by piece, and nothing of bids', async () => {
  const db = testDatabase()
  const [owner, bidder] = [createPerson(db), createPerson(db)]
  const { id } = createOpenProject(owner)
  const content = 'x'.repeat(1_000_000)
  createDocument(owner, id, { name: '../plän.txt', content, addendum })
  createDocument(owner, id, { name: 'empty.txt', content: '', addendum })
  const entries = exportEntries(owner, id) ?? []
  const { files, largest } = await unzipped(entries)
  expect(Object.keys(files).sort()).toEqual([
    ...['documents/1-version-1-__plän.txt', 'documents/2-version-1-empty.txt', 'project.json'],
    ...[1, 2, 3].map((edition) => `tender-sets/tender-set-${edition}.txt`),
  ])
  expect(Buffer.from(files['documents/1-version-1-__plän.txt'] ?? []).toString()).toBe(content)
  expect(largest).toBeLessThan(200_000)
  const exported = JSON.parse(Buffer.from(files['project.json'] ?? []).toString())
  const hash = createHash('sha256')
    .update(Buffer.from(files['tender-sets/tender-set-3.txt'] ?? []))
    .digest('hex')
  expect(exported.tenderSets[0]).toMatchObject({ edition: 3, digest: hash })
  createSubmittedBid(bidder, id)
  expect(exportEntries(owner, id)).toEqual(entries)
  expect(exportEntries(bidder, id)).toBeNull()
})

it.each([
  ['a/b\\c:d.txt', 'a_b_c_d.txt'],
  ['..', '_'],
  ['.hidden', '_hidden'],
  ['plan \u202e.pdf', 'plan _.pdf'],
  ['Pohja 1. kerros.pdf', 'Pohja 1. kerros.pdf'],
])('%j is called %j in a ZIP', (name, safe) => expect(zipName(name)).toBe(safe))

it('is downloaded by the client alone', async () => {
  const db = testDatabase()
  const [owner, stranger] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
  const { id } = createOpenProject(owner, { bidDeadline: Date.now() + 5 * day })
  const server = await startServer()
  try {
    const path = `/projects/${id}/project.zip`
    const { cookie } = await signedIn(owner)
    const answer = await server.ask(path, { cookie })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.text.slice(0, 2)).toBe('PK')
    expect((await server.ask(path, { cookie: (await signedIn(stranger)).cookie })).status).toBe(404)
  } finally {
    await server.stop()
  }
})
