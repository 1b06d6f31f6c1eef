import { randomUUID } from 'node:crypto'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { decidePendingMessage } from '#app/features/messages/decide-pending-message.server.ts'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { getMessage, listChanges, listMessages } from '#app/features/messages/message-queries.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { files } from '#db/schema/files.ts'
import { anyFile, createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { forwardMessage } from './forward-message.server.ts'
import { placedFor } from './sources.server.ts'

function world() {
  const db = testDatabase()
  const [anna, bo, cleo] = [createPerson(db), createPerson(db), createPerson(db)]
  const from = createConversation(db, { members: [anna, bo], name: 'Roof' }).id
  const to = createConversation(db, { members: [bo, cleo], name: 'Office' }).id
  const said = say(anna, from, `Tiles arrive on Monday, @${cleo.actor.name}`)
  return { db, anna, bo, cleo, from, to, said }
}

it('keeps who said it and when, and says where only to those who may read it there', async () => {
  const { db, anna, bo, cleo, from, to, said } = world()
  const [sent] = await forwardMessage(bo, { messageId: said.id, conversationIds: [to] })
  const id = sent?.id ?? ''
  const source = { authorId: anna.actor.id, authorName: anna.actor.name, createdAt: said.createdAt }
  const place = { conversationId: from, seq: said.seq, name: 'Roof' }
  expect(getMessage(bo, id)).toMatchObject({ text: said.text, mentions: [], forwarded: { ...source, place } })
  expect(getMessage(cleo, id)).toMatchObject({ text: said.text, forwarded: { ...source, place: null } })
  expect(listMessages(cleo, to).messages.at(-1)?.forwarded?.place).toBeNull()
  expect(listMessages(bo, to).messages.at(-1)?.forwarded?.place).toEqual(place)
  expect(listChanges(cleo, to, 0).messages.at(-1)?.forwarded).toEqual({ ...source, place: null })
  expect(placedFor(db, getMessage(cleo, id) ?? said)?.readers).toEqual(new Set([anna.actor.id, bo.actor.id]))
})

it('links no longer to what is gone or hidden there', async () => {
  const { anna, bo, to, said } = world()
  const [sent] = await forwardMessage(bo, { messageId: said.id, conversationIds: [to] })
  hideMessage(bo, { messageId: said.id })
  expect(getMessage(bo, sent?.id ?? '')?.forwarded?.place).toBeNull()
  unsendMessage(anna, { messageId: said.id })
  expect(getMessage(bo, sent?.id ?? '')).toMatchObject({ text: said.text, forwarded: { place: null } })
})

it('names the first author of what is forwarded twice', async () => {
  const { anna, bo, cleo, to, said } = world()
  const [once] = await forwardMessage(bo, { messageId: said.id, conversationIds: [to] })
  const own = createConversation(bo.db, { members: [cleo] }).id
  const [twice] = await forwardMessage(cleo, { messageId: once?.id ?? '', conversationIds: [own] })
  expect(getMessage(cleo, twice?.id ?? '')?.forwarded).toMatchObject({ authorId: anna.actor.id, place: null })
})

it('is for readers, sends once per form, and cannot be edited', async () => {
  const { bo, cleo, from, to, said } = world()
  await expect(forwardMessage(cleo, { messageId: said.id, conversationIds: [to] })).rejects.toThrow('noMessage')
  await expect(forwardMessage(bo, { messageId: said.id, conversationIds: [] })).rejects.toThrow('noTarget')
  const many = Array.from({ length: 11 }, () => randomUUID())
  await expect(forwardMessage(bo, { messageId: said.id, conversationIds: many })).rejects.toThrow('tooManyTargets')
  const closed = createConversation(bo.db, { members: [cleo] }).id
  await expect(forwardMessage(bo, { messageId: said.id, conversationIds: [to, closed] })).rejects.toThrow('notFound')
  expect(listMessages(bo, to).messages).toEqual([])
  const form = { messageId: said.id, conversationIds: [from, to], submissionId: randomUUID() }
  const first = await forwardMessage(bo, form)
  expect((await forwardMessage(bo, form)).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect(listMessages(bo, to).messages).toHaveLength(1)
  expect(() => editMessage(bo, { messageId: first[1]?.id ?? '', text: 'Never' })).toThrow('editForwarded')
})

it('copies files, which stay when the original is unsent', async () => {
  const { db, anna, bo, cleo, from, to } = world()
  const fileId = anyFile(db, anna, from, { name: 'plan.pdf' })
  await writeFile(fileStorage.incomingPath(fileId), 'A plan.')
  await fileStorage.put(fileId)
  const sent = sendMessage(anna, { conversationId: from, text: '', clientId: randomUUID(), fileIds: [fileId] })
  const [forwarded] = await forwardMessage(bo, { messageId: sent.id, conversationIds: [to] })
  const [copy] = getMessage(cleo, forwarded?.id ?? '')?.attachments ?? []
  expect(copy).toMatchObject({ name: 'plan.pdf', kind: 'document' })
  expect(copy?.id).not.toBe(fileId)
  await fileStorage.remove(fileId)
  const row = db
    .select()
    .from(files)
    .where(eq(files.id, copy?.id ?? ''))
    .get()
  expect(row).toMatchObject({ subjectId: to, uploadedBy: bo.actor.id })
  expect(await fileStorage.stat(row?.storedAs ?? '')).toEqual({ size: 7 })
})

it('leaves no copy of a file behind when it is refused, not for one target of several either', async () => {
  const { db, anna, bo, cleo, from, to } = world()
  const fileId = anyFile(db, anna, from, { name: 'plan.pdf' })
  await writeFile(fileStorage.incomingPath(fileId), 'A plan.')
  await fileStorage.put(fileId)
  const { id } = sendMessage(anna, { conversationId: from, text: '', clientId: randomUUID(), fileIds: [fileId] })
  // A copy is another name of the same file.
  const names = async () => (await stat(join(env.filesDir, fileId))).nlink
  const foreign = createConversation(db, { members: [cleo] }).id
  await expect(forwardMessage(bo, { messageId: id, conversationIds: [to, foreign] })).rejects.toThrow('notFound')
  expect(await names()).toBe(1)
  // The quota of whoever forwards is full, which is known only once the copy is recorded.
  const large = anyFile(db, bo, to)
  db.update(files).set({ size: 2_000_000_000 }).where(eq(files.id, large)).run()
  await expect(forwardMessage(bo, { messageId: id, conversationIds: [to] })).rejects.toThrow('storage')
  expect(await names()).toBe(1)
})

it('waits for approval in a moderated group, and keeps its source', async () => {
  const { db, anna, bo, said } = world()
  const moderated = createConversation(db, { members: [anna, bo], moderateMessages: true }).id
  const [sent] = await forwardMessage(bo, { messageId: said.id, conversationIds: [moderated] })
  expect(sent?.pending).toBe(true)
  decidePendingMessage(anna, { pendingMessageId: sent?.id ?? '', approve: true })
  expect(getMessage(bo, sent?.id ?? '')?.forwarded).toMatchObject({
    authorId: anna.actor.id,
    authorName: anna.actor.name,
  })
})
