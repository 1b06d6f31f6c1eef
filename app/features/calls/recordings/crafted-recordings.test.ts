// What somebody can send who does not record with a browser.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { leaveCall } from '#app/features/calls/leave-call.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { removeRest } from '#app/features/files/remove-files.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { callRecordings } from '#db/schema/calls/calls.ts'
import { files } from '#db/schema/files.ts'
import { createLiveCall } from '#tests/factories/call.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { addPiece } from './add-piece.server.ts'
import { finishRecordings } from './finish-recordings.server.ts'
import { deadlineOf, writeSeekableWebm } from './seekable-webm.server.ts'
import { startRecording } from './start-recording.server.ts'
import { stopRecording } from './stop-recording.server.ts'

const db = testDatabase()
/** Three seconds that Chromium has recorded, of its fake devices. */
const recorded = readFileSync('tests/fixtures/recording.webm')

/** A recording of ten seconds and `at` ms that consists of these bytes and waits to be finished. */
async function stopped(bytes: Uint8Array, { recorder = createPerson(db), at = 0 } = {}) {
  const { callId, seats } = createLiveCall(db, [recorder], testNow)
  const { recordingId } = startRecording(recorder, { callId, socketId: seats[0] ?? '', hasPicture: true })
  await addPiece(recorder, { recordingId, index: 0, bytes, last: true })
  stopRecording({ ...recorder, now: testNow + 10_000 + at }, { callId })
  leaveCall({ ...recorder, now: testNow + 10_000 + at }, { callId })
  const row = () => db.select().from(callRecordings).where(eq(callRecordings.id, recordingId)).get()
  return { recorder, recordingId, callId, row, storedAs: row()?.storedAs ?? '' }
}
const finish = () => finishRecordings(systemContext(db, testNow + 10_001))

const head = recorded.subarray(0, recorded.indexOf(Buffer.from('1f43b675', 'hex')))
const number = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const element = (id: string, content: Uint8Array) => {
  const size = number(content.length)
  size[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}
/** At `ms`, blocks in the track of sound and the one of pictures, each of its own content (RFC 9559, section 10). */
const cluster = (ms: number, blocks: Array<{ track: number; at: number; lacing?: number; content: Uint8Array }>) => {
  const written = blocks.map(({ track, at, lacing = 0, content }) =>
    element('a3', Buffer.concat([Buffer.from([0x80 | track, at >> 8, at & 255, 0x80 | lacing]), content])),
  )
  return element('1f43b675', Buffer.concat([element('e7', number(ms)), ...written]))
}
const sound = { track: 1, at: 0, content: Buffer.alloc(50, 1) }
const picture = { track: 2, at: 0, content: Buffer.alloc(500, 1) }
/** 255 frames in each block, of one size and without content: 19 bytes that become thousands (section 10.3.3). */
const laced = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ track: 2, at, lacing: 0x04, content: Buffer.from([0xfe]) }))

it('is empty when its packets are many more than its bytes or its length allow, and the server goes on meanwhile', async () => {
  const bytes = Buffer.concat([head, cluster(0, [sound, picture]), cluster(1_000, laced(200))])
  expect(bytes.length).toBeLessThan(5_000)
  const { row, storedAs } = await stopped(bytes)
  await finish()
  expect(row()).toMatchObject({ state: 'empty', durationMs: null, fileId: null })
  expect(await fileStorage.stat(`${storedAs}f`)).toBeNull()
})

it('lasts no longer than it was made, whatever its file says', async () => {
  const bytes = Buffer.concat([
    head,
    cluster(0, [sound, picture]),
    cluster(4_000, [sound]),
    cluster(2 ** 52, [picture]),
  ])
  const { row } = await stopped(bytes)
  await finish()
  expect(row()?.state).toBe('ready')
  expect(row()?.durationMs).toBeLessThanOrEqual(30_000)
})

it('is tried once: one in which the server was killed is empty when it starts again', async () => {
  const { row, storedAs } = await stopped(recorded)
  writeFileSync(fileStorage.incomingPath(`${storedAs}f`), 'what was written until then')
  await finish()
  expect(row()).toMatchObject({ state: 'empty', fileId: null })
})

it('delays nobody who has fewer waiting, however many one person makes', async () => {
  const flood = createPerson(db)
  for (const at of [1, 2, 3]) await stopped(head, { recorder: flood, at })
  const { row } = await stopped(recorded, { at: 5 })
  await finish()
  expect(row()?.state).toBe('ready')
  const waiting = () => {
    const own = and(eq(callRecordings.startedBy, flood.actor.id), eq(callRecordings.state, 'stopped'))
    return db.select().from(callRecordings).where(own).all().length
  }
  expect(waiting()).toBe(3)
  await finish()
  expect(waiting()).toBe(2)
  await finish()
  await finish()
  expect(waiting()).toBe(0)
})

it('counts in the quotas of whoever made it until its pieces are deleted, also when it cannot be finished', async () => {
  const bytes = Buffer.concat([head, cluster(0, [sound, picture]), cluster(1_000, laced(200))])
  const { recorder, row, storedAs } = await stopped(bytes)
  await finish()
  expect(row()?.state).toBe('empty')
  const pieces = () => db.select().from(files).where(eq(files.storedAs, storedAs)).get()
  const owner = { uploadedBy: recorder.actor.id, companyId: recorder.company.id }
  expect(pieces()).toMatchObject({ ...owner, subjectType: 'removed', size: bytes.length })
  expect(existsSync(fileStorage.incomingPath(storedAs))).toBe(true)
  await removeRest(db)
  expect(pieces()).toBeUndefined()
  expect(existsSync(fileStorage.incomingPath(storedAs))).toBe(false)
})

it('has the longer the larger it is, since few bytes can take forever', () => {
  expect(deadlineOf(2_000)).toBeLessThan(11_000)
  expect(deadlineOf(20_000_000)).toBe(30_000)
  expect(deadlineOf(900_000_000)).toBe(60_000)
})

it.each([
  ['takes too long', { deadline: 0 }],
  ['takes too much memory', { maxMemory: 1 }],
])('fails alone when it %s', async (_, limits) => {
  const work = { from: 'tests/fixtures/recording.webm', to: join(tmpdir(), `remuxed-${process.pid}.webm`) }
  const recording = { ...work, bytes: recorded.length, maxMs: 10_000 }
  await expect(writeSeekableWebm(recording, limits)).rejects.toThrow(/takes too long|ended/)
  expect(await writeSeekableWebm(recording)).toBeGreaterThan(2_500)
})
