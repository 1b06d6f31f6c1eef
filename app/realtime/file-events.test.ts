import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { decidePendingMessage } from '#app/features/messages/decide-pending-message.server.ts'
import { receiveChatFiles } from '#app/features/messages/receive-chat-files.server.ts'
import { pendingMessages } from '#db/schema/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { record } from '#tests/setup/events.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { everythingHeard, heard, say } from '#tests/setup/sockets.ts'

const { db, somebody, socketOf } = socketServer()

/** An admin and two members of a group, both with a socket that has it open. */
async function group({ moderateMessages = false } = {}) {
  const [admin, author, other] = [somebody(), somebody(), somebody()]
  const { id } = createConversation(db, { members: [admin, author, other], moderateMessages })
  const [own, others] = [await socketOf(author), await socketOf(other)]
  for (const socket of [own, others]) await say(socket, 'join_group', { groupId: id })
  return { id, admin, author, other, own, others, told: everythingHeard(others) }
}

/** A file that was uploaded for a conversation and not sent yet. */
async function uploaded(person: UserContext, conversationId: string) {
  const body = new FormData()
  body.append('file', new File(['the plan'], 'plan.txt'))
  const request = new Request('http://localhost/', { method: 'POST', body })
  const { files } = await receiveChatFiles(person, request, { conversationOf: () => conversationId })
  const [file] = files
  if (!file) throw new Error('nothing was stored')
  return file
}

const withFile = (conversationId: string, fileId: string) => ({
  ...{ conversationId, text: '', type: 'file', fileId, clientId: randomUUID() },
})

it('announces a file once its message is sent, and not when it is only uploaded', async () => {
  const { id, author, own, others, told } = await group()
  const { id: fileId, name } = await uploaded(author, id)
  await say(others, 'sync', { conversationId: id, sinceRev: 0 })
  // Who came online may be told at any moment.
  const events = () => told.map(({ event }) => event).filter((event) => event !== 'user_online')
  expect(events()).toEqual([])
  const file = heard(others, 'file_uploaded')
  expect(await say(own, 'send_message', withFile(id, fileId))).toMatchObject({ pending: false })
  expect(await file).toEqual({ conversationId: id, groupId: id, fileId, name, userId: author.actor.id })
  expect(events()).toEqual(['new_message', 'file_uploaded'])
})

it.each([true, false])('announces a file in a moderated group only when it is approved (%s)', async (approve) => {
  const { id, admin, author, other, own, others, told } = await group({ moderateMessages: true })
  const { id: fileId, name } = await uploaded(author, id)
  expect(await say(own, 'send_message', withFile(id, fileId))).toMatchObject({ pending: true })
  const pendingMessageId =
    db.select().from(pendingMessages).where(eq(pendingMessages.conversationId, id)).get()?.id ?? ''
  await say(others, 'sync', { conversationId: id, sinceRev: 0 })
  expect(JSON.stringify(told)).not.toContain(name)
  const last = heard(others, approve ? 'file_uploaded' : 'conversation_changed')
  decidePendingMessage(admin, { pendingMessageId, approve })
  if (!approve) record(db, 'chat.conversation.changed', { conversationId: id, userIds: [other.actor.id] })
  await last
  expect(JSON.stringify(told).includes(name)).toBe(approve)
})
