import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { deliverDue, type OutgoingMail } from '#app/features/notifications/deliver-mails.server.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { notificationPreferences, notifications } from '#db/schema/notifications.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { callTimeCalendar } from './calendar.server.ts'
import { callTimeAttachments } from './call-time-attachments.server.ts'
import { cancelCallTime } from './cancel-call-time.server.ts'
import { proposeCallTime } from './propose-call-time.server.ts'
import { findCallTime, listCallTimes } from './queries.server.ts'

const db = testDatabase()
const [hour, day] = [3_600_000, 86_400_000]
const time = {
  ...{ title: 'Site meeting', startsAt: testNow + day, durationMinutes: 30, everyWeeks: 0, times: 1 },
  timeZone: 'Europe/Helsinki',
}
const later = (person: UserContext, ms: number): UserContext => ({ ...person, now: testNow + ms })
const told = (person: UserContext) =>
  db
    .select({ text: notifications.textKey, params: notifications.params, to: notifications.actionUrl })
    .from(notifications)
    .where(eq(notifications.userId, person.actor.id))
    .all()

function pair() {
  const [one, other] = [createPerson(db), createPerson(db)]
  const { id: conversationId } = createConversation(db, { type: 'direct', members: [one, other] })
  return { one, other, conversationId }
}

async function mailsTo(person: UserContext): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = []
  while (await deliverDue(db, testNow + 1, async (mail) => void sent.push(mail), callTimeAttachments));
  return sent.filter(({ to }) => to === person.actor.email)
}

it('a proposed time is told to the others, is in their lists, and comes by mail with a file for the calendar', async () => {
  const { one, other, conversationId } = pair()
  const { id } = proposeCallTime(one, { ...time, conversationId })
  const params = { name: one.actor.name, title: 'Site meeting', startsAt: time.startsAt }
  expect(told(other)).toEqual([{ text: 'callTimeProposed', params, to: `/calls/times/${id}` }])
  expect(told(one)).toEqual([])
  for (const [reader, place] of [
    [one, other.actor.name],
    [other, one.actor.name],
  ] as const)
    expect(listCallTimes(reader)).toEqual([{ id, title: 'Site meeting', place, at: time.startsAt }])
  const [mail] = await mailsTo(other)
  const [file] = mail?.attachments ?? []
  expect(file?.contentType).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  const text = file?.content.toString().replace(/\r\n /g, '') ?? ''
  expect(text).toContain('SUMMARY:Site meeting')
  expect(text).toContain(`/calls/times/${id}`)
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
})

it('nobody who has chosen no mails about conversations gets one', async () => {
  const { one, other, conversationId } = pair()
  db.insert(notificationPreferences)
    .values({ userId: other.actor.id, category: 'chat', bell: true, mail: 'none' } as never)
    .run()
  proposeCallTime(one, { ...time, conversationId })
  expect(told(other)).toHaveLength(1)
  expect(await mailsTo(other)).toEqual([])
})

it('a repeated call is an event for each time, and those that are cancelled keep their UIDs', () => {
  const { one, other, conversationId } = pair()
  const { id } = proposeCallTime(one, { ...time, conversationId, everyWeeks: 1, times: 3 })
  const found = () => findCallTime(db, other.actor.id, id) as NonNullable<ReturnType<typeof findCallTime>>
  const uids = (text: string) => text.match(/UID:\S+/g)
  const before = callTimeCalendar(found())
  expect(uids(before)).toHaveLength(3)
  expect(before).not.toContain('CANCELLED')
  // The first one was held.
  cancelCallTime(later(one, 2 * day), { callTimeId: id })
  const after = callTimeCalendar(found())
  expect(uids(after)).toEqual(uids(before))
  expect(after.match(/STATUS:CANCELLED/g)).toHaveLength(2)
  expect(told(other).map(({ text }) => text)).toEqual(['callTimeProposed', 'callTimeCancelled'])
  expect(told(other).at(-1)?.params.startsAt).toBe(time.startsAt + 7 * day)
  expect(listCallTimes(later(other, 2 * day))).toEqual([])
})

it('one call is one, however often it is said to be', () => {
  const { one, conversationId } = pair()
  const { id } = proposeCallTime(one, { ...time, conversationId, times: 9 })
  expect(findCallTime(db, one.actor.id, id)).toMatchObject({ times: 1, endsAt: time.startsAt + hour / 2 })
})

it('only members propose, only in conversations that allow calls, and only times to come within a year', () => {
  const { one, conversationId } = pair()
  const stranger = createPerson(db)
  const refused = (input: object) => {
    try {
      proposeCallTime(one, { ...time, conversationId, ...input })
    } catch (error) {
      return (error as { text: { key: string } }).text.key
    }
  }
  expect(() => proposeCallTime(stranger, { ...time, conversationId })).toThrow('chatrefused:notFound')
  expect(refused({ startsAt: testNow })).toBe('calltimes:refused.past')
  expect(refused({ startsAt: testNow + 367 * day })).toBe('calltimes:refused.far')
  const { id: quiet } = createConversation(db, { members: [one, stranger] })
  db.update(conversations).set({ allowCalls: false }).where(eq(conversations.id, quiet)).run()
  expect(refused({ conversationId: quiet })).toBe('chatrefused:right.call')
  for (let count = 0; count < 50; count += 1) proposeCallTime(one, { ...time, conversationId })
  expect(refused({})).toBe('calltimes:refused.tooMany')
})

it('a time is for whoever reads its conversation now, and cancelled by who proposed it or an admin', () => {
  const [admin, one, other] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id: conversationId } = createConversation(db, { members: [admin, one, other] })
  db.update(conversationMembers).set({ role: 'admin' }).where(eq(conversationMembers.userId, admin.actor.id)).run()
  const propose = () => proposeCallTime(one, { ...time, conversationId }).id
  const id = propose()
  expect(() => cancelCallTime(other, { callTimeId: id })).toThrow('calltimes:refused.notYours')
  cancelCallTime(admin, { callTimeId: id })
  expect(() => cancelCallTime(one, { callTimeId: id })).toThrow('calltimes:refused.over')
  const mine = propose()
  expect(() => cancelCallTime(later(one, 2 * day), { callTimeId: mine })).toThrow('calltimes:refused.over')
  cancelCallTime(one, { callTimeId: mine })
  db.update(conversationMembers).set({ leftAt: testNow }).where(eq(conversationMembers.userId, other.actor.id)).run()
  expect(findCallTime(db, other.actor.id, mine)).toBeNull()
  expect(() => cancelCallTime(other, { callTimeId: mine })).toThrow('calltimes:refused.notFound')
})
