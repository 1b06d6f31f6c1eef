import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { messages } from '#db/schema/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startSendQueue } from './send-queue.server.ts'

function talk() {
  const db = testDatabase()
  const [anna, bert] = [createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [anna, bert] })
  const message = (text: string, conversationId = id) => ({ conversationId, text, clientId: randomUUID() })
  const stored = () =>
    db
      .select({ seq: messages.seq, text: messages.text })
      .from(messages)
      .orderBy(messages.seq)
      .all()
      .map(({ text }) => text)
  return { db, anna, bert, message, stored, send: startSendQueue() }
}

it('stores the messages of one event-loop iteration in one transaction, in order', async () => {
  const { db, anna, bert, message, stored, send } = talk()
  const transactions = vi.spyOn(db, 'transaction')
  const texts = Array.from({ length: 60 }, (_, index) => `message ${index}`)
  const results = await Promise.all(texts.map((text, index) => send(index % 2 ? anna : bert, message(text))))
  expect(transactions).toHaveBeenCalledTimes(1)
  expect(results.map((result) => !result.pending && result.seq)).toEqual(texts.map((_text, index) => index + 1))
  expect(stored()).toEqual(texts)
  await send(anna, message('later'))
  expect(transactions).toHaveBeenCalledTimes(2)
})

it('splits a burst into batches', async () => {
  const { db, anna, message, stored, send } = talk()
  const transactions = vi.spyOn(db, 'transaction')
  const texts = Array.from({ length: 450 }, (_, index) => `message ${index}`)
  await Promise.all(texts.map((text) => send(anna, message(text))))
  expect(transactions).toHaveBeenCalledTimes(3)
  expect(stored()).toEqual(texts)
})

it('refuses only the invalid message', async () => {
  const { anna, message, stored, send } = talk()
  const results = await Promise.allSettled([
    send(anna, message('first')),
    send(anna, message('elsewhere', 'no such conversation')),
    send(anna, message('second')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { code: 'not_found' } })
  expect(stored()).toEqual(['first', 'second'])
})

it('stores the others if one message cannot be stored', async () => {
  const { anna, message, stored, send } = talk()
  const results = await Promise.allSettled([
    send(anna, message('first')),
    // Without a time the database refuses it.
    send({ ...anna, now: Number.NaN }, message('broken')),
    send(anna, message('second')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).not.toMatchObject({ reason: { code: 'invalid' } })
  expect(stored()).toEqual(['first', 'second'])
})
