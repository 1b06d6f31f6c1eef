import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { endOtherSessions } from '#app/features/accounts/sessions/end-other-sessions.server.ts'
import { deleteExpiredSessions } from '#app/features/accounts/sessions/session.server.ts'
import { deleteOldUnsentForms } from '#app/features/accounts/sessions/unsent-form.server.ts'
import { lastLedgerCheck } from '#app/features/escrow/record-ledger-check.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { sessions, unsentForms, users } from '#db/schema/accounts.ts'
import { conversations, messages } from '#db/schema/chat.ts'
import { projects } from '#db/schema/projects.ts'
import { givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let server: TestServer
let db: Database
let person: CompanyContext
beforeAll(async () => {
  testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db, { now: Date.now() })
  await givePassword(person)
})

const ended = { expiresIn: -60_000 }
const form = {
  title: 'Roof <b>of</b> the "school"',
  description: 'All of it.',
  category: 'roofing',
  location: 'Turku',
  budget: '',
  bidDeadline: new Date(Date.now() + 10 * day).toISOString().slice(0, 16),
  startDate: '',
  endDate: '',
  vatTreatment: 'standard',
}
type Answer = Awaited<ReturnType<TestServer['ask']>>
const cookiesOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []).map((each) => each.split(';')[0])

/** Posts without a valid session and logs in with the resulting cookies; returns all cookies and both responses. */
async function postAndLogIn(
  path: string,
  cookie: string,
  fields: Record<string, string>,
  page = path,
  as: UserContext = person,
) {
  const headers = { Referer: `${ownOrigin}${page}` }
  const posted = await server.ask(path, { cookie, headers, form: fields })
  const asked = cookiesOf(posted).join('; ')
  const credentials = { email: as.actor.email, password: testPassword }
  const loggedIn = await server.ask('/login', { cookie: asked, form: credentials })
  return { posted, loggedIn, cookie: [asked, ...cookiesOf(loggedIn)].join('; ') }
}

/** The action and hidden fields of the form in a page. */
function hiddenForm(text: string) {
  const plain = (value = '') =>
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const action = plain(/<form[^>]*action="([^"]+)"/.exec(text.slice(text.indexOf('<main')))?.[1])
  const hidden = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return { action, fields: Object.fromEntries([...hidden].map(([, name = '', value]) => [plain(name), plain(value)])) }
}

describe('a form submitted after its session ended', () => {
  it('is shown again, filled in, after the login, and nothing has been submitted', async () => {
    const { cookie } = await signedIn(person, ended)
    const { posted, loggedIn, ...then } = await postAndLogIn('/projects/new', cookie, form)
    expect([posted.status, posted.headers.location]).toEqual([302, '/login?ended=true'])
    expect((await server.ask('/login?ended=true', { cookie })).text).toContain('Your session has ended.')
    expect([loggedIn.status, loggedIn.headers.location]).toEqual([303, '/continue'])
    const page = await server.ask('/continue', then)
    expect(page.text).toContain('nothing has been sent')
    // It is recognised by what was typed, without the values of its options ("roofing", "standard").
    const typed = /<blockquote[^>]*>([\s\S]*?)<\/blockquote>/.exec(page.text)?.[1]
    expect(typed).toBe('Roof &lt;b&gt;of&lt;/b&gt; the &quot;school&quot; · All of it. · Turku')
    const { action, fields } = hiddenForm(page.text)
    expect(action).toBe('/projects/new')
    expect(fields).toMatchObject(form)
    const restored = await server.ask(action, { ...then, form: fields })
    expect(restored.status).toBe(200)
    expect(restored.text).toMatch(
      /<input(?=[^>]*name="title")(?=[^>]*value="Roof &lt;b&gt;of&lt;\/b&gt; the &quot;school&quot;")/,
    )
    expect(restored.text).toMatch(/<option(?=[^>]*value="roofing")(?=[^>]*selected)/)
    expect(db.select().from(projects).all()).toEqual([])
    // A reload shows it again.
    expect(hiddenForm((await server.ask('/continue', then)).text).fields).toMatchObject(form)
  })

  it('comes back without a referrer, and beside the form of another tab', async () => {
    const { cookie } = await signedIn(person, ended)
    const first = await server.ask('/projects/new', { cookie, form })
    const headers = { Referer: `${ownOrigin}/profile` }
    const profile = { name: 'Nina Nova', jobTitle: 'Engineer' }
    const both = [cookie, ...cookiesOf(first)].join('; ')
    const second = await server.ask('/profile', { cookie: both, headers, form: profile })
    // What is not a form of a page, and what nobody typed into, takes the place of neither.
    const toggled = await server.ask('/sidebar', { cookie: both, headers, form: { collapsed: 'true' } })
    expect(toggled.headers.location).toBe('/login?unsent=true')
    const credentials = { email: person.actor.email, password: testPassword }
    const asked = cookiesOf(second).join('; ')
    const loggedIn = await server.ask('/login', { cookie: asked, form: credentials })
    expect(loggedIn.headers.location).toBe('/continue')
    const { text } = await server.ask('/continue', { cookie: [asked, ...cookiesOf(loggedIn)].join('; ') })
    expect(text).toMatch(
      /action="\/profile"[\s\S]*Nina Nova · Engineer[\s\S]*action="\/projects\/new"[\s\S]*All of it\./,
    )
    const headings = [...text.matchAll(/<h2[^>]*>(Form[^<]*)<\/h2>/g)].map(([, heading]) => heading)
    expect(headings).toEqual(['Form 1 of 2 is still here', 'Form 2 of 2 is still here'])
  })

  it('is saved for ten tabs at most', async () => {
    const { cookie } = await signedIn(person, ended)
    for (let tab = 1; tab <= 12; tab += 1) {
      const { headers } = await server.ask(`/projects/new?tab=${tab}`, { cookie, form })
      expect(headers.location).toBe(tab <= 10 ? '/login?ended=true' : '/login?unsent=true')
    }
    expect(db.select().from(unsentForms).all()).toHaveLength(10)
  })

  it.each([
    ['/profile', { name: 'Nina Nova', jobTitle: 'Engineer' }, 'jobTitle', 'Engineer'],
    ['/messages/groups/new', { step: '2', template: 'team', name: 'Roof crew' }, 'name', 'Roof crew'],
  ])('is shown again on %s, whose action reads the form itself', async (path, typed, name, value) => {
    const { cookie } = await signedIn(person, ended)
    const then = await postAndLogIn(path, cookie, typed)
    const { action, fields } = hiddenForm((await server.ask('/continue', then)).text)
    expect(action).toBe(path)
    const restored = await server.ask(action, { ...then, form: fields })
    expect(restored.status).toBe(200)
    expect(restored.text).toMatch(new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*value="${value}")`))
    expect(db.select().from(users).where(eq(users.id, person.actor.id)).get()).toMatchObject({ jobTitle: null })
    expect(db.select().from(conversations).all()).toEqual([])
  })

  it('is shown on the page of an admin who records a transfer', async () => {
    const admin = createAdmin(db, 'admin', Date.now())
    await givePassword(admin)
    const { cookie } = await signedIn(admin, ended)
    const typed = { intent: 'record', payerName: 'Nova Oy', archiveId: '2026112212', amount: '12,50' }
    const path = '/escrow/transfers'
    const then = await postAndLogIn(path, cookie, typed, path, admin)
    const { action, fields } = hiddenForm((await server.ask('/continue', then)).text)
    const restored = await server.ask(action, { ...then, form: fields })
    expect(restored.status).toBe(200)
    expect(restored.text).toMatch(/<input(?=[^>]*name="payerName")(?=[^>]*value="Nova Oy")/)
    const check = await postAndLogIn(path, (await signedIn(admin, ended)).cookie, { intent: 'check' }, path, admin)
    expect(check.posted.headers.location).toBe('/login?unsent=true')
    expect(lastLedgerCheck(db)).toBeNull()
  })

  it('reports when passwords have to be typed again, wholly or in part', async () => {
    const passwords = { currentPassword: 'the old secret', password: 'new secret', confirmPassword: 'new secret' }
    const typed = { username: person.actor.email, ...passwords }
    const changing = await postAndLogIn('/security', (await signedIn(person, ended)).cookie, typed)
    expect(changing.posted.headers.location).toBe('/login?unsent=true')
    expect(changing.loggedIn.headers.location).toBe('/security')
    const sign = { typedName: 'Nina Nova', password: 'secret' }
    const signing = await postAndLogIn('/contracts/any/sign', (await signedIn(person, ended)).cookie, sign)
    const question = await server.ask('/continue', signing)
    expect(question.text).toContain('Passwords aren’t kept.')
    expect(hiddenForm(question.text).fields).toMatchObject({ typedName: 'Nina Nova' })
  })

  it('still carries the version that it was opened with', async () => {
    const updatedAt = Date.now()
    const { id } = createDraft({ ...person, now: updatedAt }, { bidDeadline: updatedAt + day })
    const path = `/projects/${id}/edit`
    const typed = { ...form, expectedVersion: String(updatedAt - 1000) }
    const then = await postAndLogIn(path, (await signedIn(person, ended)).cookie, typed)
    const { action, fields } = hiddenForm((await server.ask('/continue', then)).text)
    const restored = await server.ask(action, { ...then, form: fields })
    expect(restored.text).toMatch(new RegExp(`name="expectedVersion" value="${updatedAt - 1000}"`))
  })

  it('is never shown to another user, and is deleted when they log in', async () => {
    const other = createPerson(db, { now: Date.now() })
    await givePassword(other)
    const { cookie } = await signedIn(person, ended)
    const theirs = await postAndLogIn('/projects/new', cookie, form, '/projects/new', other)
    const answer = await server.ask('/continue', theirs)
    expect([answer.status, answer.headers.location]).toEqual([302, '/dashboard'])
    expect(db.select().from(unsentForms).all()).toEqual([])
  })

  it('is saved encrypted, without passwords, once per page and for half an hour', async () => {
    const { cookie, hash } = await signedIn(person, ended)
    for (const newPassword of ['a secret one', 'another secret']) {
      await server.ask('/security', {
        cookie,
        form: { currentPassword: 'the old secret', password: newPassword, x: 'y' },
      })
    }
    const [row, ...more] = db.select().from(unsentForms).all()
    expect([row?.sessionHash, row?.userId, more]).toEqual([hash, person.actor.id, []])
    expect(Buffer.from(row?.content ?? '', 'base64').toString()).not.toContain('security')
    expect(deleteOldUnsentForms(db, Date.now() + 29 * 60_000)).toBe(0)
    expect(deleteOldUnsentForms(db, Date.now() + 31 * 60_000)).toBe(1)
    const { cookie: again } = await signedIn(person, ended)
    const typed = { currentPassword: 'the old secret', password: 'new secret', confirmPassword: 'new secret', x: 'y' }
    const then = await postAndLogIn('/security', again, typed)
    const page = await server.ask('/continue', then)
    expect(page.text).not.toContain('secret"')
    expect(hiddenForm(page.text).fields).toMatchObject({ x: 'y' })
  })

  it('is not saved for unknown sessions, nor for those long expired or ended on purpose, and the login page says so', async () => {
    const { cookie, hash } = await signedIn(person, ended)
    db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.idHash, hash)).run()
    deleteExpiredSessions(Date.now())
    const { cookie: endedElsewhere } = await signedIn(person)
    endOtherSessions(person, {})
    for (const [each, to] of [
      [cookie, '/login?unsent=true'],
      [endedElsewhere, '/login?unsent=true'],
      [`${cookie}x`, '/login?unsent=true'],
      ['', '/login?unsent=true'],
    ] as const) {
      const posted = await server.ask('/projects/new', { cookie: each, form })
      expect([posted.status, posted.headers.location]).toEqual([302, to])
    }
    expect((await server.ask('/login?unsent=true')).text).toContain('so nothing was saved or changed')
    expect(db.select().from(unsentForms).all()).toEqual([])
  })

  it('is out of reach of a suspended user', async () => {
    const { cookie } = await signedIn(person, ended)
    db.$client.exec("UPDATE users SET status = 'disabled'")
    const { loggedIn } = await postAndLogIn('/projects/new', cookie, form)
    expect(loggedIn.status).toBe(422)
  })

  it.each([
    ['a button', 'publish', ''],
    ['a question before something irreversible', 'delete', '/delete'],
  ])('leads back to the page of %s, after the login said that nothing was changed', async (_, verb, page) => {
    const { id } = createDraft({ ...person, now: Date.now() }, { bidDeadline: Date.now() + day })
    const { cookie } = await signedIn(person, ended)
    const submission = { submissionId: newId() }
    const then = await postAndLogIn(`/projects/${id}/${verb}`, cookie, submission, `/projects/${id}${page}`)
    expect(then.posted.headers.location).toBe('/login?unsent=true')
    expect(then.loggedIn.headers.location).toBe(`/projects/${id}${page}`)
    expect(db.select().from(projects).get()?.status).toBe('draft')
  })

  it('brings a message back as a draft of its conversation', async () => {
    const conversationId = createConversation(db, { members: [person] }).id
    const { cookie } = await signedIn(person, ended)
    const then = await postAndLogIn(`/messages/${conversationId}`, cookie, { text: 'Half a thought' })
    const answer = await server.ask('/continue', then)
    expect(answer.headers.location).toBe(`/messages/${conversationId}`)
    expect(db.select().from(messages).where(eq(messages.text, 'Half a thought')).all()).toEqual([])
    const page = await server.ask(`/messages/${conversationId}`, {
      cookie: [then.cookie, ...cookiesOf(answer)].join('; '),
    })
    expect(page.text).toMatch(/<textarea[^>]*name="text"[^>]*>\s*Half a thought/)
  })

  it('says that files have to be chosen again', async () => {
    const { cookie } = await signedIn(person, ended)
    const boundary = 'xxxx'
    const part = (name: string, rest: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n`
    const body = `${part('note', '\r\n\r\nAll done')}${part('files', '; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nsecret')}--${boundary}--\r\n`
    const path = '/milestones/any/submit'
    const headers = {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      Origin: ownOrigin,
      Referer: `${ownOrigin}${path}`,
    }
    const posted = await server.ask(path, { cookie, headers, body })
    expect(posted.headers.location).toBe('/login?ended=true')
    const asked = cookiesOf(posted).join('; ')
    const credentials = { email: person.actor.email, password: testPassword }
    const loggedIn = await server.ask('/login', { cookie: asked, form: credentials })
    const page = await server.ask('/continue', { cookie: [asked, ...cookiesOf(loggedIn)].join('; ') })
    expect(page.text).toContain('Please choose them again')
    expect(hiddenForm(page.text).fields).toMatchObject({ note: 'All done' })
    expect(page.text).not.toContain('a.txt')
  })
})
