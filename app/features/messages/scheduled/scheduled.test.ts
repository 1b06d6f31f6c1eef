import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { listMessages } from '#app/features/messages/message-queries.server.ts'
import { createConversation, removeMember } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { cancelScheduledMessage } from './cancel-scheduled-message.server.ts'
import { changeScheduledMessage } from './change-scheduled-message.server.ts'
import { scheduleMessage } from './schedule-message.server.ts'
import { listScheduled } from './scheduled-queries.server.ts'
import { sendDueMessages } from './send-due-messages.server.ts'
import { sendScheduledMessage } from './send-scheduled-message.server.ts'

const hour = 3_600_000

function world() {
  const db = testDatabase()
  const [anna, bo, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  const id = createConversation(db, { members: [bo, anna], name: 'Roof' }).id
  const plan = (text: string, hours = 1, more = {}) =>
    scheduleMessage(anna, { conversationId: id, text, sendAt: anna.now + hours * hour, ...more }).id
  const run = (hours: number) => sendDueMessages(systemContext(db, anna.now + hours * hour))
  const said = () => listMessages(bo, id).messages.map(({ text, authorId }) => [text, authorId])
  return { db, anna, bo, stranger, id, plan, run, said }
}
const waiting = (ctx: UserContext) => listScheduled(ctx).map(({ text, status }) => [text, status])

it('is sent once at its time, in the name of its author, and is nobody else’s before', async () => {
  const { anna, bo, plan, run, said } = world()
  plan('Later', 2)
  plan('Good morning', 1)
  expect(waiting(anna)).toEqual([
    ['Good morning', 'pending'],
    ['Later', 'pending'],
  ])
  expect(waiting(bo)).toEqual([])
  expect(await run(0.5)).toBe(0)
  expect(await run(1)).toBe(1)
  expect(await run(1)).toBe(0)
  expect(said()).toEqual([['Good morning', anna.actor.id]])
  expect(waiting(anna)).toEqual([['Later', 'pending']])
})

it('is not sent twice by jobs that run at once, nor when it is sent by hand meanwhile', async () => {
  const { anna, plan, run, said } = world()
  const id = plan('Once')
  plan('Twice?')
  sendScheduledMessage(anna, { id })
  expect(await Promise.all([run(1), run(1)])).toEqual([expect.any(Number), expect.any(Number)])
  expect(said().map(([text]) => text)).toEqual(['Once', 'Twice?'])
  expect(() => sendScheduledMessage(anna, { id })).toThrow('notScheduled')
})

it('is refused with a notice when its author is no longer a member, and its text stays for them', async () => {
  const { db, anna, id, plan, run, said } = world()
  const scheduled = plan('Too late')
  removeMember(db, id, anna)
  expect(await run(1)).toBe(0)
  expect(await run(2)).toBe(0)
  expect(said()).toEqual([])
  const refusal = { key: 'chatrefused:notFound' }
  expect(listScheduled(anna)).toMatchObject([{ text: 'Too late', status: 'refused', refusal }])
  const told = { scheduledId: scheduled, conversationId: id, authorId: anna.actor.id }
  expect(recorded(db, 'chat.scheduled.refused')).toEqual([told])
  cancelScheduledMessage(anna, { id: scheduled })
  expect(listScheduled(anna)).toEqual([])
})

it('can be changed and cancelled by its author alone, until it is sent', async () => {
  const { anna, bo, plan, run, said } = world()
  const [changed, cancelled] = [plan('First'), plan('Never')]
  const later = { id: changed, text: 'Second', sendAt: anna.now + 3 * hour }
  expect(() => changeScheduledMessage(bo, later)).toThrow('noMessage')
  expect(() => cancelScheduledMessage(bo, { id: cancelled })).toThrow('noMessage')
  changeScheduledMessage(anna, later)
  cancelScheduledMessage(anna, { id: cancelled })
  expect(await run(2)).toBe(0)
  expect(await run(3)).toBe(1)
  expect(said().map(([text]) => text)).toEqual(['Second'])
  expect(() => changeScheduledMessage(anna, later)).toThrow('notScheduled')
  expect(() => cancelScheduledMessage(anna, { id: changed })).toThrow('notScheduled')
})

it('has a text, a time within a year, and an end', () => {
  const { stranger, id, plan } = world()
  expect(() => plan('')).toThrow('empty')
  for (const hours of [0, -1, 367 * 24]) expect(() => plan('When?', hours)).toThrow('scheduleTime')
  const sendAt = stranger.now + hour
  expect(() => scheduleMessage(stranger, { conversationId: id, text: 'Hello', sendAt })).toThrow('notFound')
  const submissionId = randomUUID()
  expect(plan('Same form', 1, { submissionId })).toBe(plan('Same form', 1, { submissionId }))
  for (let each = 1; each < 100; each += 1) plan('One more')
  expect(() => plan('Too many')).toThrow('tooManyScheduled')
})
