import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { viewCall } from '#app/features/calls/call-view.server.ts'
import { leaveCall } from '#app/features/calls/leave-call.server.ts'
import { listCalls } from '#app/features/calls/queries.server.ts'
import { setCallMedia } from '#app/features/calls/set-call-media.server.ts'
import { startCall } from '#app/features/calls/start-call.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { newId } from '#db/ids.ts'
import { files } from '#db/schema/files.ts'
import { createLiveCall } from '#tests/factories/call.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { addPiece } from './add-piece.server.ts'
import { answerRecording } from './answer-recording.server.ts'
import { findRecording, findRecordingFile, listRecordings } from './find-recording.server.ts'
import { finishRecordings } from './finish-recordings.server.ts'
import { recordingGrace, recordingKeptMs, recordingSilence } from './recording-rows.server.ts'
import { removeOldRecordings, removeRecording } from './remove-recording.server.ts'
import { startRecording } from './start-recording.server.ts'
import { stopRecording } from './stop-recording.server.ts'

const db = testDatabase()
/** Three seconds that Chromium has recorded, of its fake devices. */
const recorded = readFileSync('tests/fixtures/recording.webm')
const later = (person: UserContext, ms: number): UserContext => ({ ...person, now: testNow + ms })
async function finish(ms: number) {
  while (await finishRecordings(systemContext(db, testNow + ms)));
}
const all = { name: '', type: null, recorded: false, period: null, before: null }

/** A call of three, which the second records. */
function recording(by = createPerson(db)) {
  const people = [createPerson(db), by, createPerson(db)] as const
  const [moderator, recorder, other] = people
  const { callId, seats } = createLiveCall(db, people, testNow)
  const seat = (person: UserContext) => ({ callId, socketId: seats[people.indexOf(person as never)] ?? '' })
  const { recordingId } = startRecording(recorder, { ...seat(recorder), hasPicture: true })
  const piece = (index: number, bytes: Uint8Array, last = false, at = 0) =>
    addPiece(later(recorder, at), { recordingId, index, bytes, last })
  return { people, moderator, recorder, other, callId, seat, recordingId, piece }
}

it('is a file that can be sought in, with chapters, for those who were in the call and nobody else', async () => {
  const { moderator, recorder, other, callId, seat, recordingId, piece } = recording()
  setCallMedia(later(moderator, 1_500), { ...seat(moderator), screen: true })
  setCallMedia(later(other, 2_500), { ...seat(other), screen: true })
  await piece(0, recorded.subarray(0, 40_000))
  await piece(1, recorded.subarray(40_000), true)
  stopRecording(recorder, { callId })
  expect(listRecordingsOf(moderator)).toEqual([{ id: recordingId, isReady: false, durationSeconds: 0 }])
  await finish(10)
  leaveAll()
  expect(listRecordingsOf(other)).toEqual([{ id: recordingId, isReady: true, durationSeconds: 3 }])
  const found = findRecording(other, recordingId)
  expect(found?.durationMs).toBeGreaterThan(2_500)
  expect(found?.people.map(({ id }) => id)).toEqual([recorder.actor.id])
  expect(found?.chapters.map(({ at, kind, name }) => [at, kind, name])).toEqual([
    [0, 'start', recorder.actor.name],
    [1_500, 'screen', moderator.actor.name],
    [2_500, 'screen', other.actor.name],
  ])
  const file = findRecordingFile(other, found?.fileId ?? '')
  expect(file).toMatchObject({ mime: 'video/webm', inline: true })
  const head = await bytesOf(file?.storedAs ?? '')
  // Duration (0x4489) and Cues (0x1C53BB6B): RFC 9559.
  for (const id of ['4489', '1c53bb6b']) expect(head.toString('hex')).toContain(id)
  expect(db.select().from(files).all()).toMatchObject([
    { subjectType: 'call_recording', uploadedBy: recorder.actor.id, companyId: recorder.company?.id },
  ])
  expect(await fileStorage.stat(`${file?.storedAs}`)).toMatchObject({ size: head.length })
  const stranger = createPerson(db)
  expect(findRecording(stranger, recordingId)).toBeNull()
  expect(findRecordingFile(stranger, found?.fileId ?? '')).toBeNull()

  function listRecordingsOf(person: UserContext) {
    leaveCall(later(person, 20_000), { callId })
    return listCalls(person, all).calls[0]?.recordings
  }
  function leaveAll() {
    leaveCall(later(recorder, 30_000), { callId })
  }
})

it('takes each piece once and in order, from whoever records alone', async () => {
  const { recorder, other, recordingId, callId, piece } = recording()
  await expect(piece(0, Buffer.from('not a WebM file'))).rejects.toMatchObject({ code: 'invalid' })
  expect(await piece(0, recorded.subarray(0, 1_000))).toEqual({ next: 1 })
  expect(await piece(0, recorded.subarray(0, 1_000))).toEqual({ next: 1 })
  const twice = [piece(1, recorded.subarray(1_000, 3_000)), piece(1, recorded.subarray(1_000, 3_000))]
  expect(await Promise.all(twice)).toEqual([{ next: 2 }, { next: 2 }])
  await expect(piece(3, recorded.subarray(3_000, 4_000))).rejects.toMatchObject({ code: 'conflict' })
  const asOther = { recordingId, index: 2, bytes: recorded.subarray(3_000, 4_000), last: false }
  await expect(addPiece(other, asOther)).rejects.toMatchObject({ code: 'not_found' })
  stopRecording(recorder, { callId })
  expect(await piece(2, recorded.subarray(3_000), true)).toEqual({ next: 3 })
  await expect(piece(3, recorded.subarray(0, 10))).rejects.toMatchObject({ code: 'conflict' })
})

it('counts against the storage of whoever makes it, and of their company, while it comes', async () => {
  const { recorder, piece } = recording()
  const colleague = createPerson(db, { company: recorder.company })
  const ofColleague = recording(colleague)
  const before = { ...env }
  try {
    Object.assign(env, { FILES_PER_PERSON_MB: 0.05 })
    await piece(0, recorded.subarray(0, 40_000))
    await expect(piece(1, recorded.subarray(40_000, 60_000))).rejects.toMatchObject({ code: 'storage_full' })
    Object.assign(env, { ...before, FILES_PER_COMPANY_MB: 0.05 })
    await expect(ofColleague.piece(0, recorded.subarray(0, 20_000))).rejects.toMatchObject({ code: 'storage_full' })
    const atOnce = [piece(1, recorded.subarray(40_000, 48_000)), ofColleague.piece(0, recorded.subarray(0, 8_000))]
    const taken = await Promise.allSettled(atOnce)
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(() => requireStorage(db, colleague, { unsent: 0, person: 0, company: 3_000, newcomers: 0 })).toThrow(
      /storage/,
    )
  } finally {
    Object.assign(env, before)
  }
})

it('begins with what a WebM file begins with, however many empty pieces come first', async () => {
  const { piece } = recording()
  expect(await piece(0, Buffer.alloc(0))).toEqual({ next: 1 })
  await expect(piece(1, Buffer.from('not a WebM file'))).rejects.toMatchObject({ code: 'invalid' })
  expect(await piece(1, recorded)).toEqual({ next: 2 })
})

it('is finished from what has come when the page that makes it is gone', async () => {
  const { recorder, other, callId, recordingId, piece } = recording()
  await piece(0, recorded.subarray(0, 50_001))
  leaveCall(later(recorder, 1_000), { callId })
  expect(viewCall(db, callId).recording).toBeNull()
  await finish(1_000 + recordingGrace - 1)
  expect(findRecording(other, recordingId)).toBeNull()
  await finish(1_001 + recordingGrace)
  expect(findRecording(other, recordingId)?.durationMs).toBeGreaterThan(800)
})

it('takes what is on its way when it is stopped, for 20 seconds in all', async () => {
  const { recorder, other, callId, recordingId, piece } = recording()
  await piece(0, recorded.subarray(0, 20_000))
  stopRecording(recorder, { callId })
  expect(await piece(1, recorded.subarray(20_000, 50_001), false, recordingGrace)).toEqual({ next: 2 })
  await expect(piece(2, recorded.subarray(50_001), false, recordingGrace + 1)).rejects.toMatchObject({
    code: 'conflict',
  })
  await finish(recordingGrace + 1)
  expect(findRecording(other, recordingId)?.durationMs).toBeGreaterThan(800)
})

it('is stopped when nothing comes for a minute, and is no recording if nothing came at all', async () => {
  const { other, callId, recordingId } = recording()
  await finish(recordingSilence)
  expect(viewCall(db, callId).recording).not.toBeNull()
  await finish(recordingSilence + 1)
  expect(viewCall(db, callId).recording).toBeNull()
  await finish(recordingSilence + recordingGrace + 2)
  expect(findRecording(other, recordingId)).toBeNull()
})

it('is for those who were in the call while it was recorded, also when they come back, and for nobody who came later', async () => {
  const people = [createPerson(db), createPerson(db), createPerson(db), createPerson(db), createPerson(db)] as const
  const [recorder, early, returning, joining, late] = people
  const { callId, conversationId, seats } = createLiveCall(db, people, testNow)
  const join = (person: UserContext, ms: number) =>
    startCall(later(person, ms), { conversationId, clientCallId: randomUUID(), callType: 'video', socketId: newId() })
  for (const person of [early, joining, late]) leaveCall(later(person, 0), { callId })
  const { recordingId } = startRecording(later(recorder, 1_000), { callId, socketId: seats[0] ?? '', hasPicture: true })
  join(joining, 1_500)
  leaveCall(later(returning, 2_000), { callId })
  await addPiece(later(recorder, 3_000), { recordingId, index: 0, bytes: recorded, last: true })
  stopRecording(later(recorder, 3_000), { callId })
  await finish(3_001)
  for (const person of [returning, late]) join(person, 4_000)
  const may = (person: UserContext) => {
    const found = findRecording(person, recordingId)
    expect(findRecordingFile(person, found?.fileId ?? '') !== null).toBe(found !== null)
    expect(listRecordings(db, person.actor.id, [callId])).toHaveLength(found ? 1 : 0)
    return found !== null
  }
  expect(people.map(may)).toEqual([true, false, true, true, false])
  const { chapters, people: heard } = findRecording(joining, recordingId) ?? {}
  expect(chapters?.map(({ name }) => name)).toEqual([recorder.actor.name, joining.actor.name])
  expect(heard?.map(({ id }) => id)).toEqual([recorder.actor.id])
})

it('has nobody in it who has not agreed, and everybody may change their mind', () => {
  const { moderator, recorder, other, callId, seat } = recording()
  const said = () => {
    const { agreed, refused } = viewCall(db, callId).recording ?? { agreed: [], refused: [] }
    return [agreed, refused].map((ids) => [...ids].sort())
  }
  const me = recorder.actor.id
  expect(said()).toEqual([[me], []])
  answerRecording(other, { callId, agreed: true })
  answerRecording(moderator, { callId, agreed: false })
  expect(said()).toEqual([[me, other.actor.id].sort(), [moderator.actor.id]])
  answerRecording(other, { callId, agreed: false })
  expect(said()).toEqual([[me], [moderator.actor.id, other.actor.id].sort()])
  expect(() => answerRecording(createPerson(db), { callId, agreed: true })).toThrow(/notFound/)
  expect(() => startRecording(other, { ...seat(other), hasPicture: false })).toThrow(/recorded/)
  expect(() => stopRecording(other, { callId })).toThrow(/notRecorder/)
  stopRecording(moderator, { callId })
  expect(viewCall(db, callId).recording).toBeNull()
  expect(() => answerRecording(other, { callId, agreed: true })).toThrow(/notRecorded/)
})

it('is removed for all by whoever is heard in it, and by itself after 180 days', async () => {
  const first = recording()
  answerRecording(first.other, { callId: first.callId, agreed: true })
  answerRecording(first.other, { callId: first.callId, agreed: false })
  const second = recording()
  for (const { piece, recorder, callId } of [first, second]) {
    await piece(0, recorded, true)
    stopRecording(recorder, { callId })
  }
  await finish(1)
  const { moderator, recorder, other, recordingId } = first
  const file = findRecordingFile(other, findRecording(other, recordingId)?.fileId ?? '')
  await expect(removeRecording(moderator, { recordingId })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(removeRecording(createPerson(db), { recordingId })).rejects.toMatchObject({ code: 'not_found' })
  await removeRecording(other, { recordingId })
  expect(findRecording(recorder, recordingId)).toBeNull()
  expect(await fileStorage.stat(file?.storedAs ?? '')).toBeNull()
  await removeOldRecordings(systemContext(db, testNow + recordingKeptMs))
  expect(findRecording(second.other, second.recordingId)).not.toBeNull()
  await removeOldRecordings(systemContext(db, testNow + recordingKeptMs + 1))
  expect(findRecording(second.other, second.recordingId)).toBeNull()
})

async function bytesOf(storedAs: string): Promise<Buffer> {
  const { size } = (await fileStorage.stat(storedAs)) ?? { size: 0 }
  const chunks: Buffer[] = []
  for await (const chunk of fileStorage.read(storedAs, { start: 0, end: size - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
