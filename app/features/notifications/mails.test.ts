import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { textOf } from '#app/ui/text.ts'
import { type Database, transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { answerOf, browserRequest, createVisitor } from '#tests/factories/accounts.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { deliverDue, type OutgoingMail } from './deliver-mails.server.ts'
import { getMail, listMails } from './mail-queries.server.ts'
import { renderMail } from './render-mail.server.ts'
import { loader as listPage } from './routes/dev-mails.tsx'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => {
  env.development = true
})

const link = `${env.origin}/verify-email?token=abc`
const order = { to: 'nina@example.org', locale: 'en', template: 'verifyEmail', params: { name: 'Nina', link } }
const enqueue = (count = 1) =>
  transact(db, (tx) => Array.from({ length: count }, () => enqueueMail(tx, testNow, order)))
const stored = () => db.select().from(mails).get()

describe('rendering', () => {
  it('writes text and HTML with the link', () => {
    const mail = renderMail(order)
    expect(mail.subject).toBe('Please verify your email address')
    expect(mail.text).toContain('Hello Nina,')
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/)
    expect(mail.action).toEqual({ label: 'Verify email', link })
  })

  it('escapes markup in names, and keeps headers on one line', () => {
    const name = '<img src=x onerror=alert(1)> "&\''
    const mail = renderMail({
      ...order,
      template: 'invite',
      params: { ...order.params, name, inviter: 'A\r\nBcc: x@y.z', company: 'C' },
    })
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39;')
    expect(mail.subject).toBe('A Bcc: x@y.z invites you to C')
  })

  it('does not translate or interpolate names that look like keys or parameters', () => {
    const mail = renderMail({ ...order, params: { ...order.params, name: '$t(mail:footer) {{link}}' } })
    expect(mail.paragraphs[0]).toBe('Hello $t(mail:footer) {{link}},')
  })

  it('tells in every language that a link to a new password can also keep the present one', () => {
    for (const locale of locales) {
      const { text } = renderMail({ ...order, locale, template: 'resetPassword' })
      expect(text).toContain(textOf(i18nFor(locale), 'accounts:reset.keep'))
    }
  })

  it('falls back to English for a language without translations', () => {
    expect(renderMail({ ...order, locale: 'ar' }).html).toContain('<html lang="en" dir="ltr">')
  })
})

describe('delivering', () => {
  it('sends due mails once', async () => {
    enqueue(3)
    const sent: OutgoingMail[] = []
    const send = async (mail: OutgoingMail) => void sent.push(mail)
    expect(await deliverDue(db, testNow - 1, send)).toBe(0)
    expect(await deliverDue(db, testNow, send)).toBe(3)
    expect(await deliverDue(db, testNow + 1, send)).toBe(0)
    expect(sent).toHaveLength(3)
    expect(sent[0]).toMatchObject({ to: 'nina@example.org', subject: 'Please verify your email address' })
  })

  it('sends what somebody waits for before everything else that is due', async () => {
    const [flood, owner] = ['flooded@example.org', createPerson(db).actor.email]
    transact(db, (tx) => {
      for (let count = 0; count < 60; count += 1)
        enqueueMail(tx, testNow, { ...order, to: flood, template: 'passwordChanged' })
      enqueueMail(tx, testNow + 1, { ...order, to: owner, template: 'resetPassword' })
    })
    const sent: string[] = []
    expect(await deliverDue(db, testNow + 1, async ({ to }) => void sent.push(to))).toBe(50)
    expect([sent[0], sent.filter((to) => to === flood).length]).toEqual([owner, 49])
  })

  it('sends each mail once, even if two processes deliver at the same time', async () => {
    enqueue(10)
    const send = () => new Promise<void>((done) => setImmediate(done))
    const counts = await Promise.all([deliverDue(db, testNow, send), deliverDue(db, testNow, send)])
    expect(counts[0] + counts[1]).toBe(10)
  })

  it('retries with growing delays, and gives up after eight attempts', async () => {
    enqueue()
    const retryDelays: number[] = []
    const refuse = async () => {
      throw new Error('connection refused')
    }
    let now = testNow
    for (let round = 0; round < 8; round += 1) {
      await deliverDue(db, now, refuse)
      const next = stored()?.nextAttemptAt ?? 0
      retryDelays.push((next - now) / 60_000)
      if (round < 7) now = next
    }
    expect(retryDelays.slice(0, 7)).toEqual([1, 5, 15, 60, 180, 360, 720])
    expect(stored()).toMatchObject({
      attempts: 8,
      sentAt: null,
      lastError: 'connection refused',
      nextAttemptAt: Number.MAX_SAFE_INTEGER,
    })
  })

  it('gives up at once when the server refuses permanently', async () => {
    enqueue()
    await deliverDue(db, testNow, async () => {
      throw Object.assign(new Error('550 no such mailbox'), { responseCode: 550 })
    })
    expect(stored()?.nextAttemptAt).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('keeps sent mails readable in development, and empties them in production', async () => {
    enqueue()
    await deliverDue(db, testNow, async () => {})
    expect(stored()?.params).toEqual(order.params)
    env.development = false
    db.delete(mails).run()
    enqueue()
    await deliverDue(db, testNow, async () => {})
    expect(stored()).toMatchObject({ sentAt: testNow, params: {} })
  })
})

describe('the development page', () => {
  it('lists mails, newest first, in pages, and shows one', () => {
    enqueue(51)
    const visitor = createVisitor(db)
    const first = listMails(visitor)
    expect(first?.mails).toHaveLength(50)
    const second = listMails(visitor, { before: first?.older ?? '' })
    expect(second).toMatchObject({ mails: [{ recipient: order.to, state: 'waiting' }], older: null })
    expect(getMail(visitor, second?.mails[0]?.id ?? '')).toMatchObject({ action: { link } })
    expect(getMail(visitor, 'nothing')).toBeNull()
  })

  it('does not exist in production', async () => {
    enqueue()
    env.development = false
    const id = stored()?.id ?? ''
    expect(getMail(createVisitor(db), id)).toBeNull()
    const page = await answerOf(() => listPage({ request: browserRequest('/dev/mail'), params: {}, context: {} }))
    expect(page.status).toBe(404)
  })
})
