import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { deliverDue, type OutgoingMail, unsubscribeHeaders } from '#app/features/notifications/deliver-mails.server.ts'
import type { Notice } from '#app/features/notifications/notify.server.ts'
import { countUnread, listNotifications } from '#app/features/notifications/queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { digestItems, digests, mails } from '#db/schema/notifications.ts'
import { defaultPreferences } from '#db/vocabulary/notifications.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { nextDigestAt } from './digest-time.ts'
import { getPreferences, type Preferences } from './preferences.server.ts'
import { savePreferences } from './save-preferences.server.ts'
import { readUnsubscribeToken, unsubscribeUrl } from './unsubscribe-token.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const paid: Notice = {
  category: 'payment',
  text: 'invoicePaid',
  params: { number: 'I-1', amountCents: 12_345, currency: 'EUR' },
  actionUrl: '/invoicing/1',
}
const question: Notice = {
  category: 'project',
  text: 'questionAsked',
  params: { title: 'Roof' },
  actionUrl: '/projects/1',
}

const reader = (options: Parameters<typeof createPerson>[1] = {}) => createPerson(db, { now: Date.now(), ...options })
const give = (person: CompanyContext, notice: Notice) => createNotice(db, person.now, [person.actor.id], notice)
const mailsOf = ({ actor }: CompanyContext) =>
  db
    .select()
    .from(mails)
    .all()
    .filter(({ recipient }) => recipient === actor.email)
const heldFor = ({ actor }: CompanyContext) =>
  db
    .select()
    .from(digestItems)
    .all()
    .filter(({ userId }) => userId === actor.id)
const choose = (person: CompanyContext, chosen: Partial<Preferences['categories']>, waiting = false) =>
  savePreferences(person, { categories: { ...getPreferences(person).categories, ...chosen }, waiting })

describe('by default', () => {
  it('mails money at once, in the words of the notification, with a way to stop it', async () => {
    const person = reader()
    give(person, paid)
    const sent: OutgoingMail[] = []
    await deliverDue(db, Date.now(), async (mail) => void sent.push(mail))
    const mail = sent.find(({ to }) => to === person.actor.email)
    expect(mail?.text).toContain(`Hello ${person.actor.name},`)
    expect(mail?.text).toContain('€123.45')
    expect(mail?.text).toContain(`${env.origin}/invoicing/1`)
    expect(mail?.unsubscribe).toBe(unsubscribeUrl(person.actor.id, 'payment'))
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(mail?.unsubscribe)
  })

  it('mails nothing of the system or of projects, but addenda and questions to those who want mails of bids', () => {
    const person = reader()
    give(person, { category: 'project', text: 'followedDeadline', params: { title: 'Roof' }, actionUrl: '/projects/1' })
    give(person, { category: 'system', text: 'memberLeft', params: { name: 'A', company: 'B' }, actionUrl: '/team' })
    expect(mailsOf(person)).toEqual([])
    give(person, question)
    expect(mailsOf(person)).toMatchObject([{ category: 'offer' }])
  })

  it('mails nobody whose address is not verified, and no links that somebody has typed', () => {
    const [stranger, person] = [reader({ emailVerified: false }), reader()]
    for (const each of [stranger, person]) give(each, { ...question, params: { title: 'Win at https://evil.example' } })
    expect(mailsOf(stranger)).toEqual([])
    expect(mailsOf(person)[0]?.params.title).not.toMatch(/:\/\/|evil\.example/)
  })
})

describe('by choice', () => {
  it('mails once a day or not at all, and keeps the notification', () => {
    const person = reader()
    choose(person, { payment: { bell: true, mail: 'daily' }, offer: { bell: true, mail: 'none' } })
    give(person, paid)
    give(person, question)
    expect([mailsOf(person).length, heldFor(person).length, countUnread(person)]).toEqual([0, 1, 2])
    choose(person, { payment: { bell: true, mail: 'none' } })
    expect(heldFor(person)).toEqual([])
  })

  it('keeps off the bell what is not wanted there, but never money', () => {
    const person = reader()
    choose(person, { project: { bell: false, mail: 'none' }, payment: { bell: false, mail: 'none' } })
    give(person, question)
    give(person, paid)
    expect(countUnread(person)).toBe(1)
    expect(listNotifications(person).rows).toHaveLength(2)
  })

  it('holds for mails with a template of their own, and not for those that are always sent', () => {
    const person = reader()
    choose(person, { contract: { bell: true, mail: 'none' }, payment: { bell: true, mail: 'none' } })
    transact(db, (tx) => {
      for (const template of ['contractToSign', 'certificateReminder', 'approvalReminder', 'passwordChanged'])
        enqueueMail(tx, person.now, { to: person.actor.email, locale: 'en', template, params: {} })
    })
    expect(mailsOf(person).map(({ template }) => template)).toEqual(['approvalReminder', 'passwordChanged'])
  })
})

describe('the page', () => {
  const fields = (chosen: Preferences['categories']) =>
    Object.fromEntries(
      Object.entries(chosen).flatMap(([category, { bell, mail }]) => [
        ...(bell ? [[`${category}.bell`, 'on']] : []),
        [`${category}.mail`, mail],
      ]),
    )

  it('shows and saves what is chosen, without scripts', async () => {
    const person = reader()
    const { cookie } = await signedIn(person)
    expect((await server.ask('/notifications/settings', { cookie })).text).toContain('Always counts at the bell')
    const form = { ...fields({ ...defaultPreferences, chat: { bell: false, mail: 'daily' } }), waiting: 'on' }
    expect((await server.ask('/notifications/settings', { cookie, form })).status).toBe(303)
    const { categories, waiting } = getPreferences(person)
    expect([categories.chat, categories.payment, waiting]).toEqual([
      { bell: false, mail: 'daily' },
      { bell: true, mail: 'now' },
      true,
    ])
    const bad = await server.ask('/notifications/settings', { cookie, form: { ...form, 'offer.mail': 'hourly' } })
    expect(bad.status).toBe(422)
  })
})

describe('stopping mails', () => {
  it('takes a post, of a mail program or of the page, without a session; looking changes nothing', async () => {
    const person = reader()
    const { pathname } = new URL(unsubscribeUrl(person.actor.id, 'payment'))
    const page = await server.ask(pathname)
    expect([page.status, page.text.includes('<form')]).toEqual([200, true])
    expect(page.text).toContain('no more emails about: Payments. The notifications stay on Groundwork.')
    expect(getPreferences(person).categories.payment.mail).toBe('now')
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const click = { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' }
    for (let again = 0; again < 2; again += 1) {
      const answer = await server.ask(pathname, click)
      expect([answer.status, answer.text.includes('Done.')]).toEqual([200, true])
    }
    const { categories } = getPreferences(person)
    expect([categories.payment, categories.offer]).toEqual([{ bell: true, mail: 'none' }, defaultPreferences.offer])
  })

  it('is recorded once, however often somebody clicks, and limited', async () => {
    const person = reader()
    const { pathname } = new URL(unsubscribeUrl(person.actor.id, 'payment'))
    const click = async () => (await server.ask(pathname, { form: { 'List-Unsubscribe': 'One-Click' } })).status
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) statuses.push(await click())
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    const rows = db.select().from(auditLog).where(eq(auditLog.subjectId, person.actor.id)).all()
    expect(rows.filter(({ action }) => action === 'user.stop_mails')).toHaveLength(1)
  })

  it('leaves the mail of the day when it was due', async () => {
    const person = reader()
    choose(person, { offer: { bell: true, mail: 'daily' } }, true)
    const due = person.now - 5_000
    const ofPerson = eq(digests.userId, person.actor.id)
    db.update(digests).set({ nextAt: due }).where(ofPerson).run()
    await server.ask(new URL(unsubscribeUrl(person.actor.id, 'contract')).pathname, { form: { button: '' } })
    expect(db.select().from(digests).where(ofPerson).get()?.nextAt).toBe(due)
    choose(person, { chat: { bell: true, mail: 'daily' } }, false)
    expect(db.select().from(digests).where(ofPerson).get()).toMatchObject({ nextAt: due, waiting: false })
  })

  it('stops the mail of the day', async () => {
    const person = reader()
    choose(person, { offer: { bell: true, mail: 'daily' } }, true)
    const { pathname } = new URL(unsubscribeUrl(person.actor.id, 'digest'))
    expect((await server.ask(pathname, { form: { button: '' } })).status).toBe(200)
    const { categories, waiting } = getPreferences(person)
    expect([categories.offer.mail, categories.payment.mail, waiting]).toEqual(['none', 'now', false])
  })

  it('refuses every other address', async () => {
    const [person, other] = [reader(), reader()]
    const token = unsubscribeUrl(person.actor.id, 'payment').split('/').at(-1) ?? ''
    const [userId = '', kind = '', signature = ''] = token.split('.')
    const forged = [`${other.actor.id}.${kind}.${signature}`, `${userId}.offer.${signature}`, `${userId}.${kind}.`, 'x']
    for (const each of [...forged, `${userId}.everything.${signature}`]) {
      expect(readUnsubscribeToken(each)).toBeNull()
      expect((await server.ask(`/unsubscribe/${each}`, { form: { a: '' } })).status).toBe(404)
    }
    expect(getPreferences(person).categories).toEqual(defaultPreferences)
  })

  it('names the address in the headers of RFC 8058', () => {
    expect(unsubscribeHeaders('https://a.example/x')).toEqual({
      'List-Unsubscribe': '<https://a.example/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })
})

describe('the mail of the day', () => {
  it('is due at 7:00 on the reader’s clocks, also when they change', () => {
    const at = (text: string, zone: string) => new Date(nextDigestAt(Date.parse(text), zone)).toISOString()
    expect(at('2026-06-01T03:59:00Z', 'Europe/Helsinki')).toBe('2026-06-01T04:00:00.000Z')
    expect(at('2026-06-01T04:00:00Z', 'Europe/Helsinki')).toBe('2026-06-02T04:00:00.000Z')
    expect(at('2026-10-24T12:00:00Z', 'Europe/Helsinki')).toBe('2026-10-25T05:00:00.000Z')
    expect(at('2026-06-01T12:00:00Z', 'America/New_York')).toBe('2026-06-02T11:00:00.000Z')
  })
})
