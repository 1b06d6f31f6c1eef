import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { callStats, listCalls } from '#app/features/calls/queries.server.ts'
import {
  maxRecordingMs,
  recordingGrace,
  recordingKeptMs,
} from '#app/features/calls/recordings/recording-rows.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { newId } from '#db/ids.ts'
import { companyMembers } from '#db/schema/accounts.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { notifications } from '#db/schema/notifications.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { advanceBroadcasts, endInterrupted } from './advance-broadcasts.server.ts'
import { askQuestion } from './ask-question.server.ts'
import { hostGone, maxBroadcastMs, maxQuestions } from './broadcast.ts'
import { lostViewers } from './broadcast-access.server.ts'
import { endBroadcast } from './end-broadcast.server.ts'
import { finishBroadcasts } from './finish-broadcasts.server.ts'
import { findBroadcast, findBroadcastFile, listLive, listQuestions } from './queries.server.ts'
import { removeBroadcast, removeOldBroadcasts } from './remove-broadcast.server.ts'
import { startBroadcast } from './start-broadcast.server.ts'
import { takePiece } from './take-piece.server.ts'
import { watchBroadcast } from './watch-broadcast.server.ts'

const db = testDatabase()
const recorded = readFileSync('tests/fixtures/recording.webm')
const all = { name: '', type: null, recorded: false, period: null, before: null } as const
const later = (person: UserContext, ms: number): UserContext => ({ ...person, now: testNow + ms })
const system = (ms: number) => systemContext(db, testNow + ms)
async function finishAll(ctx: ReturnType<typeof system>) {
  while (await finishBroadcasts(ctx));
}

const begin = (host: UserContext, conversationId: string | null, more: object = {}) =>
  startBroadcast(host, { conversationId, title: 'Site', format: 'vp8', clientBroadcastId: randomUUID(), ...more }).id

/** Three in a conversation, of whom the first broadcasts, and a colleague of theirs outside it. */
function toConversation(title = 'Site') {
  const host = createPerson(db)
  const [viewer, other] = [createPerson(db), createPerson(db)]
  const colleague = createPerson(db, { company: host.company })
  const { id: conversationId } = createConversation(db, { members: [host, viewer, other], name: 'Site office' })
  const id = begin(host, conversationId, { title })
  const piece = (index: number, bytes: Uint8Array, last = false, at = 0) =>
    takePiece(later(host, at), { broadcastId: id, index, bytes, last })
  return { host, viewer, other, colleague, conversationId, id, piece }
}

const told = (person: UserContext) =>
  db
    .select({ text: notifications.textKey, params: notifications.params, to: notifications.actionUrl })
    .from(notifications)
    .where(and(eq(notifications.userId, person.actor.id), eq(notifications.textKey, 'broadcastLive')))
    .all()

it('is told to its audience once, who find it, and to nobody else', () => {
  const { host, viewer, other, colleague, conversationId, id } = toConversation('Roof, week 40')
  const params = { name: host.actor.name, title: 'Roof, week 40' }
  for (const one of [viewer, other])
    expect(told(one)).toEqual([{ text: 'broadcastLive', params, to: `/broadcasts/${id}` }])
  for (const one of [host, colleague]) expect(told(one)).toEqual([])
  for (const one of [host, viewer])
    expect(listLive(one)).toMatchObject([{ id, title: 'Roof, week 40', place: 'Site office' }])
  for (const one of [colleague, createPerson(db)]) {
    expect(listLive(one)).toEqual([])
    expect(findBroadcast(one, id)).toBeNull()
    for (const act of [watchBroadcast, endBroadcast])
      expect(() => act(one, { broadcastId: id })).toThrow(expect.objectContaining({ code: 'not_found' }))
  }
  expect(() => begin(colleague, conversationId)).toThrow(expect.objectContaining({ code: 'not_found' }))
})

it('goes to the company where its host is an owner or manager', () => {
  const host = createPerson(db)
  const colleague = createPerson(db, { company: host.company })
  const id = begin(host, null)
  expect(findBroadcast(colleague, id)).toMatchObject({ title: 'Site', place: host.company?.name, isHost: false })
  expect(told(colleague)).toHaveLength(1)
  expect(findBroadcast(createPerson(db), id)).toBeNull()
  const member = createPerson(db, { company: host.company, companyRole: 'member' })
  expect(() => begin(member, null)).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

it('is one at a time for each host, and the same when it is begun twice by one click', () => {
  const { host, conversationId, id } = toConversation()
  expect(() => begin(host, conversationId)).toThrow(expect.objectContaining({ code: 'conflict' }))
  endBroadcast(host, { broadcastId: id })
  const clientBroadcastId = randomUUID()
  const twice = [1, 2].map(() => begin(host, conversationId, { clientBroadcastId }))
  expect(twice[0]).toBe(twice[1])
  expect(() => begin(host, conversationId, { clientBroadcastId: 'mine' })).toThrow(
    expect.objectContaining({ code: 'invalid' }),
  )
})

it('ends by its host for everybody, and is its recording for its audience, in the histories of those who watched', async () => {
  const { host, viewer, other, colleague, id, piece } = toConversation('Roof')
  await piece(0, recorded.subarray(0, 40_000))
  watchBroadcast(viewer, { broadcastId: id })
  expect(() => endBroadcast(viewer, { broadcastId: id })).toThrow(expect.objectContaining({ code: 'forbidden' }))
  endBroadcast(later(host, 3_000), { broadcastId: id })
  expect(() => endBroadcast(host, { broadcastId: id })).toThrow(expect.objectContaining({ code: 'conflict' }))
  expect(() => watchBroadcast(viewer, { broadcastId: id })).toThrow(expect.objectContaining({ code: 'conflict' }))
  // What was on its way still comes.
  await piece(1, recorded.subarray(40_000), true, 3_100)
  await finishAll(system(3_200))
  const found = findBroadcast(other, id)
  expect(found).toMatchObject({ state: 'recorded', endReason: 'ended', watched: 1 })
  expect(found?.durationMs).toBeGreaterThan(2_500)
  const file = findBroadcastFile(other, found?.fileId ?? '')
  expect(file).toMatchObject({ mime: 'video/webm', inline: true })
  expect(await fileStorage.stat(file?.storedAs ?? '')).not.toBeNull()
  for (const one of [colleague, createPerson(db)]) expect(findBroadcastFile(one, found?.fileId ?? '')).toBeNull()
  const logs = [host, viewer, other].map((one) =>
    listCalls(one, all).calls.map(({ direction, callType, name, recorded: has, durationSeconds }) => [
      ...[direction, callType, name, has, durationSeconds],
    ]),
  )
  expect(logs).toEqual([[['outgoing', 'broadcast', 'Roof', true, 3]], [['incoming', 'broadcast', 'Roof', true, 3]], []])
  expect(callStats(viewer, all)).toEqual({ total: 1, averageSeconds: 3, recorded: 1, group: 0 })
  const named = (name: string, type: 'broadcast' | 'voice' | null = null) =>
    listCalls(viewer, { ...all, name, type }).calls.length
  expect([named('roof'), named(host.actor.name), named('floor'), named('', 'broadcast'), named('', 'voice')]).toEqual([
    ...[1, 1, 0, 1, 0],
  ])
  await expect(removeBroadcast(viewer, { broadcastId: id })).rejects.toMatchObject({ code: 'forbidden' })
  await removeBroadcast(host, { broadcastId: id })
  expect(findBroadcast(viewer, id)).toMatchObject({ state: 'removed', fileId: null })
  expect(await fileStorage.stat(file?.storedAs ?? '')).toBeNull()
})

it('is on one page of the history with calls, each once', () => {
  const host = createPerson(db)
  const { id: conversationId } = createConversation(db, { members: [host, createPerson(db)] })
  for (let index = 0; index < 60; index += 1)
    endBroadcast(later(host, index), {
      broadcastId: begin(later(host, index), conversationId, { title: `No ${index}` }),
    })
  const first = listCalls(host, all)
  const second = listCalls(host, { ...all, before: first.next })
  expect([first.calls.length, second.calls.length, second.next]).toEqual([50, 10, null])
  expect(new Set([...first.calls, ...second.calls].map(({ id }) => id)).size).toBe(60)
})

it('takes each piece once and in order, from its host alone, and counts it against their storage', async () => {
  const { host, viewer, id, piece } = toConversation()
  await expect(piece(0, Buffer.from('not a WebM file'))).rejects.toMatchObject({ code: 'invalid' })
  // Chromium's first piece may be a single byte.
  expect(await piece(0, recorded.subarray(0, 1))).toEqual({ next: 1 })
  expect(await piece(0, recorded.subarray(0, 1))).toEqual({ next: 1 })
  await expect(piece(2, recorded.subarray(1_000, 2_000))).rejects.toMatchObject({ code: 'conflict' })
  const asViewer = { broadcastId: id, index: 1, bytes: recorded.subarray(1, 2_000), last: false }
  await expect(takePiece(viewer, asViewer)).rejects.toMatchObject({ code: 'not_found' })
  const before = env.FILES_PER_PERSON_MB
  try {
    Object.assign(env, { FILES_PER_PERSON_MB: 0.005 })
    await expect(piece(1, recorded.subarray(1, 9_000))).rejects.toMatchObject({ code: 'storage_full' })
    expect(() => requireStorage(db, host, { unsent: 0, person: 5_000, company: 0, newcomers: 0 })).toThrow(/storage/)
  } finally {
    Object.assign(env, { FILES_PER_PERSON_MB: before })
  }
  endBroadcast(host, { broadcastId: id })
  await expect(piece(1, recorded.subarray(1_000, 2_000), true, recordingGrace + 1)).rejects.toMatchObject({
    code: 'conflict',
  })
})

it('ends when its host is gone, when the server was restarted, and when it is too long; what had come is kept', async () => {
  const gone = toConversation()
  await gone.piece(0, recorded, false, 5_000)
  advanceBroadcasts(system(5_000 + hostGone - 1))
  expect(findBroadcast(gone.viewer, gone.id)?.state).toBe('live')
  advanceBroadcasts(system(5_000 + hostGone))
  expect(findBroadcast(gone.viewer, gone.id)).toMatchObject({ endReason: 'host_gone', endedAt: testNow + 5_000 })
  await finishAll(system(5_000 + hostGone))
  expect(findBroadcast(gone.viewer, gone.id)?.state).toBe('recorded')
  const restarted = toConversation()
  await restarted.piece(0, recorded.subarray(0, 60_000), false, 2_000)
  endInterrupted(system(60_000))
  expect(findBroadcast(restarted.viewer, restarted.id)).toMatchObject({
    endReason: 'interrupted',
    endedAt: testNow + 2_000,
  })
  await finishAll(system(60_000))
  expect(findBroadcast(restarted.viewer, restarted.id)?.state).toBe('recorded')
  const empty = toConversation()
  advanceBroadcasts(system(hostGone))
  await finishAll(system(hostGone + recordingGrace))
  expect(findBroadcast(empty.viewer, empty.id)).toMatchObject({ state: 'unrecorded', durationMs: null })
  const long = toConversation()
  await long.piece(0, recorded.subarray(0, 1_000), false, maxBroadcastMs)
  advanceBroadcasts(system(maxBroadcastMs))
  expect(findBroadcast(long.viewer, long.id)?.endReason).toBe('too_long')
  expect(maxBroadcastMs).toBe(maxRecordingMs)
})

it.each([
  [
    'leaves the conversation',
    ({ host, conversationId }: ReturnType<typeof toConversation>) =>
      db
        .delete(conversationMembers)
        .where(
          and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, host.actor.id)),
        )
        .run(),
  ],
  [
    'is where calls are switched off',
    ({ conversationId }: ReturnType<typeof toConversation>) =>
      db.update(conversations).set({ allowCalls: false }).where(eq(conversations.id, conversationId)).run(),
  ],
] as const)('ends when its host %s', (_name, change) => {
  const made = toConversation()
  change(made)
  advanceBroadcasts(system(1))
  expect(findBroadcast(made.host, made.id)).toMatchObject({ state: 'ended', endReason: 'access_lost' })
})

it('shuts out whoever leaves its audience, and ends when its host is a manager no more', () => {
  const { viewer, other, conversationId, id } = toConversation()
  const leaves = eq(conversationMembers.userId, viewer.actor.id)
  db.delete(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, conversationId), leaves))
    .run()
  expect(lostViewers(db, id, [viewer.actor.id, other.actor.id])).toEqual([viewer.actor.id])
  const host = createPerson(db)
  const company = begin(host, null)
  db.update(companyMembers).set({ role: 'member' }).where(eq(companyMembers.userId, host.actor.id)).run()
  advanceBroadcasts(system(1))
  expect(findBroadcast(host, company)?.endReason).toBe('access_lost')
})

it('takes questions from its audience while it is live, each once', () => {
  const { host, viewer, colleague, id } = toConversation()
  const submissionId = newId()
  for (const _ of [1, 2]) askQuestion(viewer, { broadcastId: id, text: 'When is the crane here?', submissionId })
  askQuestion(host, { broadcastId: id, text: 'On Tuesday.' })
  expect(listQuestions(db, id).map(({ authorName, text }) => [authorName, text])).toEqual([
    [viewer.actor.name, 'When is the crane here?'],
    [host.actor.name, 'On Tuesday.'],
  ])
  expect(() => askQuestion(colleague, { broadcastId: id, text: 'Me too?' })).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
  for (let asked = 2; asked < maxQuestions; asked += 1) askQuestion(viewer, { broadcastId: id, text: `And ${asked}?` })
  expect(() => askQuestion(viewer, { broadcastId: id, text: 'One more?' })).toThrow(/tooMany/)
  endBroadcast(host, { broadcastId: id })
  expect(() => askQuestion(host, { broadcastId: id, text: 'Bye' })).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
})

it('is kept for 180 days', async () => {
  const { host, id, piece } = toConversation()
  await piece(0, recorded, true)
  endBroadcast(host, { broadcastId: id })
  await finishAll(system(10))
  await removeOldBroadcasts(system(recordingKeptMs))
  expect(findBroadcast(host, id)?.state).toBe('recorded')
  await removeOldBroadcasts(system(recordingKeptMs + 1))
  expect(db.select({ state: broadcasts.state }).from(broadcasts).where(eq(broadcasts.id, id)).get()?.state).toBe(
    'removed',
  )
})
