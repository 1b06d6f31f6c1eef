import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { createRecording } from '#tests/factories/call.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const daysAgo = (days: number) => Date.now() - days * 86_400_000
const [lastMonth, yesterday] = [daysAgo(30), daysAgo(1)]

let db: Database
let server: TestServer
let anna: UserContext
let ben: UserContext
let stranger: UserContext
let cookies: Map<UserContext, string>
let recording: { recordingId: string; fileId: string }
beforeAll(async () => {
  db = testDatabase()
  mkdirSync(env.filesDir, { recursive: true })
  ;[anna, ben, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  cookies = new Map()
  for (const person of [anna, ben, stranger]) cookies.set(person, (await signedIn(person)).cookie)
  await createRecording(db, [anna, ben], { now: lastMonth, name: 'Foundations' })
  recording = await createRecording(db, [anna, ben], { now: yesterday, name: 'Roof' })
  // Its own job would finish them too.
  server = await startServer()
})
afterAll(() => server.stop())

type Said = { data: Array<Record<string, unknown>> & Record<string, unknown>; code?: string }

async function api(person: UserContext, path: string, method = 'GET', body?: object) {
  const answer = await server.ask(`/api/${path}`, {
    method,
    cookie: cookies.get(person) ?? '',
    headers: { Origin: ownOrigin, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...(answer.json() as Said) }
}
const names = async (query: string) => (await api(anna, `call_logs?${query}`)).data.map((row) => row.contact_name)

it('gives everybody their own call history, by page and filter', async () => {
  const { data } = await api(ben, 'call_logs')
  expect(data[0]).toMatchObject({
    ...{
      contact_name: 'Roof',
      contactName: 'Roof',
      call_type: 'video',
      call_direction: 'incoming',
      is_group_call: true,
    },
    ...{
      start_time: new Date(yesterday).toISOString(),
      duration: 3,
      participants: [anna.actor.name],
      was_recorded: true,
    },
    ...{ recording_path: `/calls/recordings/${recording.recordingId}`, notes: '' },
  })
  expect(await names('')).toEqual(['Roof', 'Foundations'])
  expect(await names('limit=1&offset=1')).toEqual(['Foundations'])
  expect(await names('contactName=found')).toEqual(['Foundations'])
  expect(await names(`dateFrom=${new Date(daysAgo(7)).toISOString().slice(0, 10)}`)).toEqual(['Roof'])
  expect(await names('callType=voice')).toEqual([])
  expect(await names('wasRecorded=true')).toHaveLength(2)
  expect((await api(anna, 'call_logs?limit=500')).status).toBe(422)
  expect((await api(stranger, 'call_logs')).data).toEqual([])
})

it('lets a note be written by its person alone, who alone reads it, and nothing else', async () => {
  const [{ id } = { id: '' }] = (await api(anna, 'call_logs')).data
  const put = await api(anna, `call_logs/${id}`, 'PUT', { notes: 'Ask for tiles', duration: 9 })
  expect(put).toMatchObject({ status: 200, data: { notes: 'Ask for tiles', duration: 3 } })
  expect((await api(ben, `call_logs/${id}`)).data).toMatchObject({ notes: '' })
  expect((await api(anna, `call_logs/${id}`, 'PUT', { notes: 'x'.repeat(2_001) })).status).toBe(422)
  for (const [method, body] of [['GET'], ['PUT', { notes: 'x' }]] as const)
    expect(await api(stranger, `call_logs/${id}`, method, body)).toMatchObject({ status: 404, code: 'not_found' })
  expect((await api(anna, `call_logs/${id}`, 'DELETE')).status).toBe(405)
})

it('lists recordings for those who were in them, and removes one for somebody who is heard', async () => {
  const { recordingId, fileId } = recording
  const { data } = await api(ben, 'call_recordings')
  expect(data).toHaveLength(2)
  const [{ call_log_id: callId, file_size: size } = {}] = data
  expect(data[0]).toMatchObject({ id: recordingId, file_path: `/files/${fileId}`, format: 'video/webm' })
  expect(size).toBeGreaterThan(1_000)
  expect((await api(ben, `call_recordings?call_log_id=${callId}`)).data).toEqual([data[0]])
  expect((await api(ben, `call_recordings/${recordingId}`)).data).toEqual(data[0])
  expect((await api(stranger, 'call_recordings')).data).toEqual([])
  for (const method of ['GET', 'DELETE'])
    expect((await api(stranger, `call_recordings/${recordingId}`, method)).status).toBe(404)
  expect((await api(ben, `call_recordings/${recordingId}`, 'DELETE')).status).toBe(200)
  expect((await api(anna, `call_recordings/${recordingId}`)).status).toBe(404)
})

it('shows groups, members and messages as views of conversations, to their members', async () => {
  const { id } = createConversation(db, { members: [anna, ben], name: 'Scaffolders' })
  const group = (await api(ben, `groups/${id}`)).data
  expect(group).toMatchObject({ name: 'Scaffolders', memberCount: 2, is_active: true, settings: { allowCalls: true } })
  expect((await api(ben, 'groups')).data).toContainEqual(group)
  const members = (await api(ben, `group_members?group_id=${id}`)).data
  expect(members.map((row) => row.user_id).toSorted()).toEqual([anna.actor.id, ben.actor.id].toSorted())
  const clientId = crypto.randomUUID()
  await api(anna, `conversations/${id}/messages`, 'POST', { text: 'The ladder is back', clientId })
  const said = await api(ben, `group_messages?group_id=${id}&limit=1`)
  expect(said.data).toMatchObject([
    { group_id: id, user_id: anna.actor.id, content: 'The ladder is back', type: 'text' },
  ])
  expect((await api(stranger, `groups/${id}`)).status).toBe(404)
  expect((await api(stranger, `group_members?group_id=${id}`)).data).toEqual([])
  expect((await api(stranger, `group_messages?group_id=${id}`)).status).toBe(404)
  expect((await api(ben, 'group_messages')).status).toBe(422)
})
