import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { deleteUnreadableFiles } from '#app/features/messages/delete-chat-files.server.ts'
import { receiveChatFiles } from '#app/features/messages/receive-chat-files.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { metrics } from '#app/platform/metrics.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { addMember, createConversation } from '#tests/factories/chat.ts'
import { fund, signedDeal } from '#tests/factories/deal.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { eventually } from '#tests/setup/eventually.ts'

const own = { ...env }
let db: Database
let anna: CompanyContext
let colleague: CompanyContext
let stranger: CompanyContext
let conversationId: string
let before: string[]
beforeEach(() => {
  db = testDatabase()
  anna = createPerson(db)
  colleague = createPerson(db, { company: anna.company })
  stranger = createPerson(db)
  conversationId = createConversation(db, { members: [anna, colleague, stranger] }).id
  mkdirSync(env.filesDir, { recursive: true })
  before = readdirSync(env.filesDir)
})
afterEach(() => {
  Object.assign(env, own)
})
const onDisk = () => readdirSync(env.filesDir).filter((name) => !before.includes(name))

/** A file of 100 bytes. */
async function upload(person: CompanyContext): Promise<string> {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(100)], 'a.txt'))
  const request = new Request('http://localhost/', { method: 'POST', body })
  const received = await receiveChatFiles(person, request, { conversationOf: () => conversationId })
  return received.files[0]?.id ?? ''
}
const send = (person: CompanyContext, id: string) =>
  sendMessage(person, { conversationId, text: '', clientId: newId(), fileIds: [id] })

const full = (key: string, megabytes: number) => ({
  code: 'storage_full',
  text: { key: `errors:${key}`, params: { megabytes } },
})

it('limits the unsent uploads of a person, also for concurrent ones, and frees them when they are sent', async () => {
  env.FILES_UNSENT_MB = 0.0003
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => upload(anna)))
  const stored = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(stored).toHaveLength(3)
  for (const each of all)
    if (each.status === 'rejected') expect(each.reason).toMatchObject(full('storageUnsent', 0.0003))
  expect(onDisk()).toHaveLength(3)
  expect(db.select().from(files).all()).toHaveLength(3)
  await expect(upload(colleague)).resolves.toBeTruthy()
  send(anna, stored[0] ?? '')
  await expect(upload(anna)).resolves.toBeTruthy()
  await expect(upload(anna)).rejects.toMatchObject(full('storageUnsent', 0.0003))
})

it('limits the storage of a person, and frees that of unsent messages', async () => {
  env.FILES_PER_PERSON_MB = 0.0002
  const [first] = [send(anna, await upload(anna)), send(anna, await upload(anna))]
  await expect(upload(anna)).rejects.toMatchObject(full('storagePerson', 0.0002))
  await expect(upload(colleague)).resolves.toBeTruthy()
  unsendMessage(anna, { messageId: first.id })
  await deleteUnreadableFiles(db, testNow + 24 * 3_600_000)
  await expect(upload(anna)).resolves.toBeTruthy()
})

it('limits the storage of a company', async () => {
  env.FILES_PER_COMPANY_MB = 0.0002
  send(anna, await upload(anna))
  send(colleague, await upload(colleague))
  for (const person of [anna, colleague])
    await expect(upload(person)).rejects.toMatchObject(full('storageCompany', 0.0002))
  await expect(upload(stranger)).resolves.toBeTruthy()
})

it('counts deliverables of milestones, and refuses them as a whole', async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  const file = (size: number) => ({
    ...{ field: 'files', name: 'a.txt', mime: 'text/plain', size, sha256: 'abc', storedAs: newId() },
    keep: () => undefined,
  })
  env.FILES_PER_COMPANY_MB = 0.0002
  const submit = (list: number[]) =>
    submitMilestone(deal.provider, { milestoneId, note: 'Done.', files: list.map(file) })
  expect(() => submit([150, 51])).toThrow('storageCompany')
  expect(db.select().from(files).all()).toEqual([])
  submit([150, 50])
  expect(db.select().from(files).all()).toHaveLength(2)
})

/** An upload of `bytes` that does not end before it is told to. */
function openUpload(person: CompanyContext, bytes: number) {
  const parts = new TransformStream<Uint8Array, Uint8Array>()
  const writer = parts.writable.getWriter()
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  void writer.write(new TextEncoder().encode(head + 'x'.repeat(bytes))).catch(() => undefined)
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const init = { method: 'POST', headers, body: parts.readable, duplex: 'half' as const }
  const done = receiveChatFiles(person, new Request('http://localhost/', init), {
    conversationOf: () => conversationId,
  })
  const end = async () => {
    await writer.write(new TextEncoder().encode('\r\n--b--\r\n'))
    await writer.close()
    return done
  }
  return { done, end }
}
const bytesOnDisk = () => onDisk().reduce((sum, name) => sum + statSync(join(env.filesDir, name)).size, 0)

it('counts what is on its way, of the person and of their company, until it is stored', async () => {
  env.FILES_PER_COMPANY_MB = 3
  env.FILES_PER_PERSON_MB = 2.5
  const first = openUpload(anna, 2_000_000)
  await eventually(() => expect(bytesOnDisk()).toBe(2_000_000))
  await expect(openUpload(anna, 1_500_000).done).rejects.toMatchObject(full('storagePerson', 2.5))
  await expect(openUpload(colleague, 1_500_000).done).rejects.toMatchObject(full('storageCompany', 3))
  expect(bytesOnDisk()).toBe(2_000_000)
  await expect(first.end()).resolves.toMatchObject({ files: [{ size: 2_000_000 }] })
  const second = openUpload(colleague, 900_000)
  await eventually(() => expect(bytesOnDisk()).toBe(2_900_000))
  await expect(second.end()).resolves.toMatchObject({ files: [{ size: 900_000 }] })
})

it('counts the thumbnail of a picture with it', async () => {
  const id = await upload(anna)
  env.FILES_UNSENT_MB = 0.0004
  db.update(files).set({ thumbnailSize: 250 }).where(eq(files.id, id)).run()
  await expect(upload(anna)).rejects.toMatchObject(full('storageUnsent', 0.0004))
  db.update(files).set({ thumbnailSize: 200 }).where(eq(files.id, id)).run()
  await expect(upload(anna)).resolves.toBeTruthy()
})

it('gives little to people whose address is not verified', async () => {
  env.FILES_UNVERIFIED_MB = 0.0002
  const visitor = createPerson(db, { company: anna.company, emailVerified: false })
  addMember(db, conversationId, visitor)
  await upload(visitor)
  await upload(visitor)
  await expect(upload(visitor)).rejects.toMatchObject(full('storageUnverified', 0.0002))
  await expect(upload(anna)).resolves.toBeTruthy()
  db.update(users).set({ emailVerifiedAt: testNow }).where(eq(users.id, visitor.actor.id)).run()
  await expect(upload(visitor)).resolves.toBeTruthy()
})

/** The same people `days` later. */
const later = (person: CompanyContext, days: number) => ({ ...person, now: person.now + days * 24 * 3_600_000 })

it('gives less to a person and to a company in their first 30 days', async () => {
  env.FILES_NEW_MB = 0.0002
  await upload(anna)
  await upload(colleague)
  await expect(upload(anna)).rejects.toMatchObject(full('storageNew', 0.0002))
  await expect(upload(later(anna, 29))).rejects.toMatchObject(full('storageNew', 0.0002))
  await expect(upload(later(anna, 31))).resolves.toBeTruthy()
  // A newcomer to an old company.
  const newcomer = createPerson(db, { company: anna.company, now: testNow + 40 * 24 * 3_600_000 })
  addMember(db, conversationId, newcomer)
  await upload(newcomer)
  await upload(newcomer)
  await expect(upload(newcomer)).rejects.toMatchObject(full('storageNew', 0.0002))
})

it('lets any number of new accounts take no more than their share from everybody else', async () => {
  env.FILES_ALL_NEW_MB = 0.0005
  env.FILES_NEW_OWN_MB = 0
  const month = 31 * 24 * 3_600_000
  const crowd = Array.from({ length: 8 }, () => createPerson(db, { now: testNow + month }))
  for (const one of crowd) addMember(db, conversationId, one)
  const all = await Promise.allSettled(crowd.map(upload))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const each of all)
    if (each.status === 'rejected') expect(each.reason).toMatchObject(full('storageNewcomers', 0.0005))
  expect(onDisk()).toHaveLength(5)
  await expect(upload(later(anna, 31))).resolves.toBeTruthy()
})

it('keeps a little for each newcomer whose address is verified, whoever has used up the share of all', async () => {
  env.FILES_ALL_NEW_MB = 0.0002
  env.FILES_NEW_OWN_MB = 0.0001
  env.FILES_KEEP_FREE_MB = 0
  const hoarder = createPerson(db, { now: testNow })
  const unverified = createPerson(db, { emailVerified: false })
  for (const one of [hoarder, unverified]) addMember(db, conversationId, one)
  await upload(hoarder)
  await upload(hoarder)
  await expect(upload(hoarder)).rejects.toMatchObject(full('storageNewcomers', 0.0002))
  await expect(upload(anna)).resolves.toBeTruthy()
  await expect(upload(anna)).rejects.toMatchObject(full('storageNewcomers', 0.0002))
  await expect(upload(unverified)).rejects.toMatchObject(full('storageNewcomers', 0.0002))
  // Any number of accounts with a little each would fill the disk: what comes near its reserve ends that.
  const freeMegabytes = fileStorage.freeBytes() / 1_000_000
  env.FILES_KEEP_FREE_MB = freeMegabytes * 0.7
  await expect(upload(colleague)).rejects.toMatchObject(full('storageNewcomers', 0.0002))
  env.FILES_KEEP_FREE_MB = freeMegabytes * 0.3
  await expect(upload(colleague)).resolves.toBeTruthy()
})

it('leaves the last of the disk to the database', async () => {
  env.FILES_KEEP_FREE_MB = 1_000_000_000_000
  await expect(upload(anna)).rejects.toMatchObject({ code: 'storage_full', text: { key: 'errors:storageServer' } })
  expect(onDisk()).toEqual([])
  expect(await metrics.getSingleMetricAsString('limit_refusals_total')).toContain('limit="storage-server"')
})
