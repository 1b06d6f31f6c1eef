// What an attacker tried with invitations, mails and links, as a browser or a mail scanner sends it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { env } from '#app/platform/env.server.ts'
import { rateLimits, takePoint } from '#app/platform/rate-limit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, companyMembers, sessions, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createParties, released, signedDeal } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  db = testDatabase()
})

const victim = 'victim@example.org'
const userOf = (email: string) => db.select().from(users).where(eq(users.email, email)).get()
const companyOf = (userId: string) =>
  db.select().from(companyMembers).where(eq(companyMembers.userId, userId)).get()?.companyId
const mailsTo = (recipient: string) => db.select().from(mails).where(eq(mails.recipient, recipient)).all()
const linkIn = (mail: typeof mails.$inferSelect | undefined) => {
  const { pathname, search } = new URL(String(mail?.params.link))
  return pathname + search
}
const cookiesOf = (headers: { 'set-cookie'?: string[] }) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')

async function invite(owner: CompanyContext, email = victim, name = 'Victoria Victim') {
  const form = { submissionId: newId(), name, email, companyRole: 'member' }
  return server.ask('/team/invite', { ...(await signedIn(owner)), form })
}
const signUp = (email = victim) =>
  server.ask('/signup', {
    form: {
      accountType: 'individual',
      name: 'Victoria Victim',
      email,
      password: testPassword,
      confirmPassword: testPassword,
    },
  })

describe('an invitation that nobody accepted', () => {
  it('does not keep its address from signing up, resetting, or being invited by others', async () => {
    const squatter = createPerson(db, { now: Date.now() })
    expect((await invite(squatter)).status).toBe(303)
    const honest = createPerson(db, { now: Date.now() })
    expect((await invite(honest)).status).toBe(303)
    const answer = await signUp()
    expect([answer.status, answer.headers.location]).toEqual([303, '/dashboard'])
    await server.ask('/forgot-password', { form: { email: victim } })
    expect(mailedToken(db, 'resetPassword')).not.toBe('')
  })

  it('is accepted by whoever signed up meanwhile, once they are logged in', async () => {
    const owner = createPerson(db, { now: Date.now() })
    await invite(owner)
    const link = linkIn(mailsTo(victim).at(-1))
    await signUp()
    const guest = await server.ask(link)
    expect(guest.text).toContain('already has an account')
    const stranger = await server.ask(link, await signedIn(createPerson(db, { now: Date.now() })))
    expect(stranger.text).not.toContain('value="join"')
    const me = userOf(victim)
    if (!me) throw new Error('no account')
    const { cookie } = await signedIn({ db, actor: me })
    expect((await server.ask(link, { cookie })).text).toContain('value="join"')
    const token = new URL(link, server.url).searchParams.get('token') ?? ''
    const joined = await server.ask('/set-password', { cookie, form: { intent: 'join', token } })
    expect([joined.status, joined.headers.location]).toEqual([303, '/dashboard'])
    expect(companyOf(me.id)).toBe(owner.company.id)
    expect(userOf(victim)).toMatchObject({ role: 'enterprise', emailVerifiedAt: expect.any(Number) })
    expect((await server.ask(link, { cookie: cookiesOf(joined.headers) })).status).toBe(410)
  })

  it('takes nobody who belongs to a company, or whose own workspace is in use', async () => {
    const owner = createPerson(db, { now: Date.now() })
    const elsewhere = createPerson(db, { now: Date.now() })
    const alone = createPerson(db, { now: Date.now() })
    db.update(companies).set({ kind: 'individual' }).where(eq(companies.id, alone.company.id)).run()
    issuedInvoice(alone)
    for (const person of [elsewhere, alone]) {
      await invite(owner, person.actor.email)
      const link = linkIn(mailsTo(person.actor.email).at(-1))
      const { cookie } = await signedIn(person)
      expect((await server.ask(link, { cookie })).text).not.toContain('value="join"')
      const token = new URL(link, server.url).searchParams.get('token') ?? ''
      await server.ask('/set-password', { cookie, form: { intent: 'join', token } })
      expect(companyOf(person.actor.id)).toBe(person.company.id)
    }
  })
})

describe('leaving a company', () => {
  it('ends every session but this one, and leaves the person with a company of their own', async () => {
    const owner = createPerson(db, { now: Date.now() })
    const member = createPerson(db, { now: Date.now(), company: owner.company, companyRole: 'member' })
    const [here, there] = [await signedIn(member), await signedIn(member)]
    expect((await server.ask('/profile', here)).text).toContain('href="/team/leave"')
    const left = await server.ask('/team/leave', { ...here, form: { submit: '' } })
    expect([left.status, left.headers.location]).toEqual([303, '/dashboard'])
    const own = companyOf(member.actor.id) ?? ''
    expect(own).not.toBe(owner.company.id)
    expect(db.select().from(companies).where(eq(companies.id, own)).get()).toMatchObject({ kind: 'individual' })
    expect((await server.ask('/dashboard', there)).headers.location).toBe('/login')
    const page = await server.ask('/dashboard', { cookie: cookiesOf(left.headers) })
    expect([page.status, page.text.includes(`You no longer belong to ${owner.company.name}`)]).toEqual([200, true])
  })

  it('is refused to the last owner, who reads why', async () => {
    const owner = createPerson(db, { now: Date.now() })
    const session = await signedIn(owner)
    const page = await server.ask('/team/leave', session)
    expect(page.text).toContain('A company needs an owner')
    expect(page.text).not.toContain('<form method="post" action="/team/leave"')
    await server.ask('/team/leave', { ...session, form: { submit: '' } })
    expect(companyOf(owner.actor.id)).toBe(owner.company.id)
  })
})

describe('a mail to somebody outside', () => {
  async function sender(name: string) {
    const ctx = createPerson(db, { now: Date.now() })
    db.update(companies).set({ name }).where(eq(companies.id, ctx.company.id)).run()
    return { ...ctx, company: { ...ctx.company, name } }
  }
  async function sendInvoices(ctx: CompanyContext, count: number, email: (index: number) => string) {
    const { cookie } = await signedIn(ctx)
    const answers = []
    for (let index = 0; index < count; index += 1) {
      const path = `/invoicing/${issuedInvoice(ctx)}/send`
      answers.push(await server.ask(path, { cookie, form: { submissionId: newId(), email: email(index) } }))
    }
    return answers
  }

  it('is sent ten times a day by one company to one mailbox, however it is written; a refused one is not lost', async () => {
    const ctx = await sender('Relay Oy')
    const answers = await sendInvoices(ctx, 12, (index) => `victim+${index}@example.org`)
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(303), 429, 429])
    expect(answers[11]?.text).toContain('nothing is lost')
    expect(answers[11]?.text).toContain('value="victim+11@example.org"')
    expect(db.select().from(mails).all()).toHaveLength(10)
    const sent = db.$client.prepare('SELECT count(*) FROM invoices WHERE sent_at IS NOT NULL').pluck().get()
    expect(sent).toBe(10)
  })

  it('is counted by the mailbox also where Gmail ignores dots', async () => {
    const ctx = await sender('Relay Oy')
    const answers = await sendInvoices(
      ctx,
      11,
      (index) =>
        `${'victim'.slice(0, (index % 5) + 1)}.${'victim'.slice((index % 5) + 1)}@${index < 5 ? 'gmail' : 'googlemail'}.com`,
    )
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(303), 429])
  })

  it('is counted for a stranger’s mailbox over all companies, without silencing one, and for the company over all mailboxes', async () => {
    const insert = (companyId: string, mailbox: string, count: number) => {
      const row = { recipient: mailbox, locale: 'en', template: 'invoiceSent', params: {}, nextAttemptAt: 0 }
      for (let index = 0; index < count; index += 1)
        db.insert(mails)
          .values({ ...row, id: newId(), companyId, mailbox, createdAt: Date.now() })
          .run()
    }
    const [one, two, three] = [await sender('One'), await sender('Two'), await sender('Three')]
    insert(one.company.id, victim, 10)
    insert(two.company.id, victim, 10)
    // Two companies protect nobody from the third one, and silence nobody: it has its first mail of the day.
    expect((await sendInvoices(three, 2, () => victim)).map(({ status }) => status)).toEqual([303, 429])
    const known = createPerson(db, { now: Date.now() }).actor.email
    insert(one.company.id, known, 10)
    insert(two.company.id, known, 10)
    expect((await sendInvoices(three, 2, () => known)).map(({ status }) => status)).toEqual([303, 303])
    for (let index = 0; index < 10; index += 1) insert(one.company.id, `other${index}@example.org`, 9)
    expect((await invite(one, 'new@example.org')).status).toBe(429)
    expect((await invite(three, 'new@example.org')).status).toBe(303)
  })

  it('ends at a hundred from all companies to one mailbox, but for the invoices of contracts', async () => {
    const known = createPerson(db, { now: Date.now() }).actor.email
    const one = await sender('One')
    const spend = (mailbox: string, count: number) => {
      const row = { recipient: mailbox, locale: 'en', template: 'invoiceSent', params: {}, nextAttemptAt: 0 }
      for (let index = 0; index < count; index += 1)
        db.insert(mails)
          .values({ ...row, id: newId(), companyId: one.company.id, mailbox, createdAt: Date.now() })
          .run()
    }
    for (const mailbox of [known, victim]) {
      const two = await sender('Two')
      spend(mailbox, 99)
      expect((await sendInvoices(two, 2, () => mailbox)).map(({ status }) => status)).toEqual([303, 429])
      expect((await invite(await sender('Three'), mailbox)).status).toBe(429)
    }
    const deal = await signedDeal(db, await createParties(db, Date.now()))
    const [milestoneId = ''] = deal.milestoneIds
    await released(deal, milestoneId)
    const ofMilestone = { milestoneId, lines: [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }] }
    const { cookie } = await signedIn(deal.provider)
    const path = `/invoicing/${issuedInvoice(deal.provider, ofMilestone)}/send`
    expect((await server.ask(path, { cookie, form: { submissionId: newId(), email: known } })).status).toBe(303)
  })

  it('contains nothing that its sender wrote, when the address is a stranger’s', async () => {
    const ctx = await sender('You have won at evil.com')
    db.update(users).set({ name: 'Call 0600 123' }).where(eq(users.id, ctx.actor.id)).run()
    await invite(ctx, victim, 'Claim your prize')
    await sendInvoices(ctx, 1, () => victim)
    const [invitation, invoice] = mailsTo(victim)
    for (const mail of [invitation, invoice]) {
      if (!mail) throw new Error('no mail')
      const { subject, text, html } = renderMail(mail)
      expect(subject + text + html).not.toMatch(/won|evil|0600|prize/i)
    }
    await server.ask('/signup', {
      form: {
        accountType: 'individual',
        name: 'Claim your prize',
        email: 'other@example.org',
        password: testPassword,
        confirmPassword: testPassword,
      },
    })
    const [verification] = mailsTo('other@example.org')
    if (!verification) throw new Error('no mail')
    expect(JSON.stringify(renderMail(verification))).not.toMatch(/prize/i)
  })

  it('names its sender to people with a verified account, without links', async () => {
    const ctx = await sender('Prizes at evil.com')
    const known = createPerson(db, { now: Date.now() })
    await invite(ctx, known.actor.email)
    const [mail] = mailsTo(known.actor.email)
    if (!mail) throw new Error('no mail')
    const { subject, text } = renderMail(mail)
    expect(subject).toContain('Prizes at evil com')
    expect(text).not.toContain('evil.com')
  })
})

describe('a link in a mail', () => {
  it('changes nothing when a scanner opens it', async () => {
    await invite(createPerson(db, { now: Date.now() }), 'invited@example.org')
    await signUp()
    await server.ask('/forgot-password', { form: { email: victim } })
    const links = db.select().from(mails).all().map(linkIn)
    expect(links.map((link) => link.split('?')[0]).toSorted()).toEqual([
      '/reset-password',
      '/set-password',
      '/verify-email',
    ])
    const tables = ['users', 'companies', 'company_members', 'account_tokens', 'sessions', 'audit_log', 'rate_limits']
    const stored = () => tables.map((table) => db.$client.prepare(`SELECT * FROM ${table}`).all())
    const before = stored()
    for (const link of links) expect((await server.ask(link)).status).toBe(200)
    expect(stored()).toEqual(before)
    expect(userOf(victim)?.emailVerifiedAt).toBeNull()
  })

  it('verifies by a button in the session that asked, and by the password in any other', async () => {
    const signedUp = await signUp()
    const link = linkIn(mailsTo(victim)[0])
    const token = new URL(link, server.url).searchParams.get('token') ?? ''
    const elsewhere = await server.ask(link)
    expect(elsewhere.text).toContain('name="password"')
    const refused = await server.ask(link, { form: { token, password: 'not my password' } })
    expect([refused.status, userOf(victim)?.emailVerifiedAt]).toEqual([422, null])
    const cookie = cookiesOf(signedUp.headers)
    expect((await server.ask(link, { cookie })).text).not.toContain('name="password"')
    const done = await server.ask(link, { cookie, form: { token } })
    expect([done.status, done.headers.location]).toEqual([303, '/verify-email?done=true'])
    expect(userOf(victim)?.emailVerifiedAt).toEqual(expect.any(Number))
  })
})

describe('projects and addenda', () => {
  const spend = async (limit: typeof rateLimits.project, ctx: CompanyContext) => {
    for (let count = 0; count < limit.points; count += 1) await takePoint(db.$client, limit, ctx.company.id)
  }
  const fields = () => ({
    submissionId: newId(),
    title: 'One project too many',
    description: 'Described.',
    category: 'kitchen',
    location: 'Espoo',
    budget: '25000',
    bidDeadline: new Date(Date.now() + 12 * day).toISOString().slice(0, 16),
    vatTreatment: 'standard',
    summary: 'One addendum too many',
  })

  it('are limited per company and hour; a refused form keeps what was typed', async () => {
    const owner = createPerson(db, { now: Date.now() })
    const { cookie } = await signedIn(owner)
    const project = createOpenProject(owner, { bidDeadline: Date.now() + 10 * day }).id
    expect((await server.ask('/projects/new', { cookie, form: fields() })).status).toBe(303)
    await spend(rateLimits.project, owner)
    await spend(rateLimits.addendum, owner)
    for (const path of ['/projects/new', `/projects/${project}/edit`]) {
      const refused = await server.ask(path, { cookie, form: fields() })
      expect([path, refused.status]).toEqual([path, 429])
      expect(refused.text).toContain('value="One project too many"')
    }
    expect(db.$client.prepare('SELECT count(*) FROM project_addenda').pluck().get()).toBe(0)
  })
})

describe('an invoice', () => {
  it('is issued and shared after the address was verified, and its page says so', async () => {
    const ctx = createPerson(db, { now: Date.now() })
    const [draft, issued] = [draftInvoice(ctx), issuedInvoice(ctx)]
    db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ctx.actor.id)).run()
    env.requireVerifiedEmail = true
    onTestFinished(() => {
      env.requireVerifiedEmail = false
    })
    const { cookie } = await signedIn(ctx)
    await server.ask(`/invoicing/${draft}/issue`, { cookie, form: { submissionId: newId() } })
    await server.ask(`/invoicing/${issued}/share`, { cookie, form: { days: '0' } })
    const stored = db.$client.prepare('SELECT count(number) AS issued, count(share_id) AS shared FROM invoices').get()
    expect(stored).toEqual({ issued: 1, shared: 0 })
    expect((await server.ask(`/invoicing/${draft}`, { cookie })).text).toContain(
      'Please verify your email address first',
    )
  })
})

describe('a guest', () => {
  it('chooses a theme and a language without a session, and is told so once', async () => {
    for (let count = 0; count < 20; count += 1) {
      await server.ask('/theme', { form: { theme: 'sweden', returnTo: '/' } })
      await server.ask('/language', { form: { language: 'fi', returnTo: '/' } })
      await server.ask('/theme', { form: { theme: 'none', returnTo: '/' } })
    }
    expect(db.select().from(sessions).all()).toEqual([])
    const { headers } = await server.ask('/theme', { form: { theme: 'sweden', returnTo: '/' } })
    const shown = await server.ask('/', { cookie: cookiesOf(headers) })
    expect(shown.text).toContain('Sweden activated')
    expect(shown.headers['set-cookie']?.filter((cookie) => /^flash=.*Max-Age=0/.test(cookie))).toHaveLength(1)
  })

  it('is shown no message that we did not sign', async () => {
    const flash = { tone: 'success', text: { key: 'ui:working' } }
    const forged = Buffer.from(JSON.stringify(flash)).toString('base64')
    const shown = await server.ask('/', { cookie: `flash=${encodeURIComponent(forged)}` })
    expect(shown.text).not.toContain('Working')
  })
})
