import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { getPreferences } from '#app/features/notifications/preferences/preferences.server.ts'
import { savePreferences } from '#app/features/notifications/preferences/save-preferences.server.ts'
import { countUnread, listNotifications, notificationPage } from '#app/features/notifications/queries.server.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import type { Database } from '#db/client.server.ts'
import { companyMembers, userModulePermissions } from '#db/schema/accounts.ts'
import { digestItems, mails } from '#db/schema/notifications.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { sentDeal } from '#tests/factories/deal.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { sendDigests } from './send-digests.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const hour = 3_600_000
/** 2026-06-02 7:00 in Helsinki: the tests' time is the noon before in UTC. */
const due = Date.UTC(2026, 5, 2, 4)
const send = (now: number) => sendDigests(systemContext(db, now))
const daily = (person: CompanyContext, waiting = false) =>
  savePreferences(person, {
    categories: { ...getPreferences(person).categories, payment: { bell: true, mail: 'daily' } },
    waiting,
  })
const pay = (person: CompanyContext, number: string) =>
  createNotice(db, testNow, [person.actor.id], {
    ...{ category: 'payment', text: 'invoicePaid', params: { number, amountCents: 100, currency: 'EUR' } },
    actionUrl: '/invoicing/1',
  })
const digestsTo = ({ actor }: CompanyContext) =>
  db
    .select()
    .from(mails)
    .all()
    .filter(({ recipient, template }) => recipient === actor.email && template === 'digest')

it('tells once what has gathered, at the stated hour, however often it runs', async () => {
  const person = createPerson(db)
  daily(person)
  for (const number of ['I-1', 'I-2']) pay(person, number)
  expect(await send(due - 1)).toBe(0)
  expect([await send(due), await send(due), await send(due + hour)]).toEqual([1, 0, 0])
  const [mail] = digestsTo(person)
  if (!mail) throw new Error('no mail')
  const { text, lists, choice } = renderMail(mail)
  expect(lists.flatMap(({ rows }) => rows)).toHaveLength(2)
  expect([text.includes('I-1'), text.includes('I-2'), choice?.stopUrl.includes('.digest.')]).toEqual([true, true, true])
  expect(db.select().from(digestItems).all()).toEqual([])
  pay(person, 'I-3')
  expect([await send(due + 24 * hour), digestsTo(person).length]).toEqual([1, 2])
})

it('comes after a pause of the server, once, and the next one on time', async () => {
  const person = createPerson(db)
  daily(person)
  pay(person, 'I-1')
  expect(await send(due + 60 * hour)).toBe(1)
  pay(person, 'I-2')
  expect([await send(due + 71 * hour), await send(due + 72 * hour)]).toEqual([0, 1])
})

it('says nothing when there is nothing, and nothing to people who are gone', async () => {
  const [person, gone] = [createPerson(db), createPerson(db)]
  for (const each of [person, gone]) daily(each, true)
  pay(gone, 'I-1')
  db.$client.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").run(gone.actor.id)
  expect([await send(due), db.select().from(digestItems).all()]).toEqual([0, []])
})

it('says on request what waits for the reader, in their language', async () => {
  const { client, provider } = await sentDeal(db)
  db.$client.prepare("UPDATE users SET locale = 'de' WHERE id = ?").run(client.actor.id)
  daily(client, true)
  daily(provider)
  expect(await send(due)).toBe(1)
  const [mail] = digestsTo(client)
  if (!mail) throw new Error('no mail')
  const { lists, html } = renderMail(mail)
  expect(lists).toMatchObject([{ title: 'Wartet auf Sie', rows: [{ link: expect.stringContaining('/contracts/') }] }])
  expect(html).toContain('<h2')
})

it('says nothing of a company that the reader has left since, or of what is closed to them since', async () => {
  const owner = createPerson(db)
  const [left, closed] = [
    createPerson(db, { company: owner.company }),
    createPerson(db, { company: owner.company, companyRole: 'member' }),
  ]
  for (const each of [left, closed]) {
    daily(each)
    pay(each, 'I-1')
  }
  db.update(companyMembers)
    .set({ joinedAt: testNow + 1 })
    .where(eq(companyMembers.userId, left.actor.id))
    .run()
  const shut = {
    companyId: owner.company.id,
    module: 'invoicing' as const,
    access: 'none' as const,
    updatedAt: testNow,
  }
  db.insert(userModulePermissions)
    .values({ ...shut, userId: closed.actor.id })
    .run()
  expect(await send(due)).toBe(0)
  expect([digestsTo(left), digestsTo(closed), db.select().from(digestItems).all()]).toEqual([[], [], []])
  expect(listNotifications(left).rows).toEqual([])
  expect([countUnread(left), notificationPage(left, { page: 1, limit: 50 }).total]).toEqual([0, 0])
  // What was said in a direct conversation goes along, unlike what was said in the company's.
  createNotice(db, testNow, [left.actor.id], {
    ...{ category: 'chat', text: 'chatMention', params: {}, actionUrl: `/messages/${createConversation(db).id}` },
  })
  const team = createConversation(db, { type: 'team', subjectType: 'company', subjectId: owner.company.id })
  createNotice(db, testNow, [left.actor.id], {
    ...{ category: 'chat', text: 'chatMention', params: {}, actionUrl: `/messages/${team.id}` },
  })
  pay({ ...left, now: testNow + 2 }, 'I-2')
  expect(countUnread(left)).toBe(1)
})
