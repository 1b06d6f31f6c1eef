import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { unsubscribeUrl } from '#app/features/notifications/preferences/unsubscribe-token.server.ts'
import { type MailContent, renderMail } from '#app/features/notifications/render-mail.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import type { ProjectInput } from '#app/features/projects/schemas.server.ts'
import type { Database } from '#db/client.server.ts'
import { type Dispatcher, startDispatcher } from '#db/event-dispatcher.server.ts'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { savedSearches, searchFinds } from '#db/schema/public-site.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { changeSearch, maxSearches, removeSearch, saveSearch } from './save-search.server.ts'
import { listSearches, savedSearchListener } from './saved-searches.server.ts'
import type { SearchInput } from './search-schema.server.ts'
import { findDueAt } from './search-time.ts'
import { setPublicPage } from './set-public-page.server.ts'
import { tellFinds } from './tell-finds.server.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let dispatcher: Dispatcher
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  dispatcher = startDispatcher(db, [savedSearchListener])
})
afterAll(async () => {
  dispatcher.stop()
  await server.stop()
})

let places = 0
/** A place of a test's own, so that only its searches find what is there. */
const newPlace = () => `Place ${++places}`
const person = (options = {}) => createPerson(db, { now: Date.now(), ...options })
const search = (change: Partial<SearchInput>): SearchInput => ({
  ...{ name: 'Mine', category: undefined, place: undefined, rhythm: 'at_once', ...change },
})
function open(change: Partial<ProjectInput>, by = owner): string {
  const projectId = createOpenProject(by, { bidDeadline: Date.now() + 9 * day, ...change }).id
  setPublicPage(by, { projectId, isPublic: true })
  dispatcher.deliver()
  return projectId
}
const seen = new Set<string>()
/** The mails about saved searches to a reader that are new by then. They are read from the outbox, because the server's own job sends them too. */
async function mailsTo(reader: CompanyContext, after = 0): Promise<MailContent[]> {
  await tellFinds({ ...reader, actor: null, company: null, now: Date.now() + after })
  const ofReader = and(eq(mails.recipient, reader.actor.email), eq(mails.template, 'savedSearch'))
  const fresh = db
    .select()
    .from(mails)
    .where(ofReader)
    .all()
    .filter(({ id }) => !seen.has(id))
  return fresh.map((mail) => {
    seen.add(mail.id)
    return renderMail(mail)
  })
}

describe('a saved search', () => {
  it('mails what appears in its category and place, once', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ name: 'Roofs here', category: 'roofing', place }))
    const wanted = open({ title: 'Roof of the mill', category: 'roofing', location: place })
    open({ title: 'A kitchen', category: 'kitchen', location: place })
    open({ title: 'Roof elsewhere', category: 'roofing', location: newPlace() })
    const [mail, ...more] = await mailsTo(reader)
    expect([mail?.subject, more]).toEqual(['New tenders: Roofs here', []])
    expect(mail?.text).toContain(`Roofing: Roof of the mill, ${place}`)
    expect(mail?.text).toContain(`/tenders/${wanted}`)
    for (const other of ['A kitchen', 'Roof elsewhere']) expect(mail?.text).not.toContain(other)
    for (const isPublic of [false, true]) setPublicPage(owner, { projectId: wanted, isPublic })
    dispatcher.deliver()
    expect(await mailsTo(reader, day)).toEqual([])
  })

  it('compares places without regard to capitals and blanks, is saved once, and leads to what it finds', async () => {
    const [reader, place] = [person(), 'Pohjois-Äänekoski 7']
    saveSearch(reader, search({ place: ' pohjois-äänekoski  7' }))
    open({ title: 'Roof of the mill', location: place })
    const [mail] = await mailsTo(reader)
    expect(mail?.text).toContain(`Roof of the mill, ${place}`)
    saveSearch(reader, search({ place: 'POHJOIS-ÄÄNEKOSKI 7' }))
    expect(listSearches(reader)).toMatchObject([{ placeKey: 'pohjois-äänekoski 7' }])
    const listed = await server.ask('/tenders?place=pohjois-%C3%A4%C3%A4nekoski+7')
    expect(listed.text).toContain('Roof of the mill')
  })

  it('finds a project that is published with a public page, and none that only members can read', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ place }))
    const change = { location: place, bidDeadline: Date.now() + 9 * day }
    createOpenProject(owner, { ...change, title: 'For members' })
    createOpenProject(owner, { ...change, title: 'By invitation', invitedOnly: true })
    const { id: projectId } = createDraft(owner, { ...change, title: 'For everyone' })
    setPublicPage(owner, { projectId, isPublic: true })
    dispatcher.deliver()
    expect(await mailsTo(reader)).toEqual([])
    publishProject(owner, { projectId })
    dispatcher.deliver()
    const [mail] = await mailsTo(reader)
    expect(mail?.text).toContain('For everyone')
    expect(mail?.text).not.toMatch(/For members|By invitation/)
  })

  it('tells a person with several that find it once, by the one that tells first', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ name: 'Weekly', place, rhythm: 'weekly' }))
    saveSearch(reader, search({ name: 'Now', place, category: 'kitchen' }))
    open({ location: place })
    expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual(['New tenders: Now'])
    expect(await mailsTo(reader, 8 * day)).toEqual([])
  })

  it('gathers for an hour what it finds after a mail, so that many projects are not as many mails', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ place }))
    open({ location: place, title: 'The first' })
    expect(await mailsTo(reader)).toHaveLength(1)
    for (const title of ['The second', 'The third']) open({ location: place, title })
    expect(await mailsTo(reader, 50 * 60_000)).toEqual([])
    const [mail, ...more] = await mailsTo(reader, 61 * 60_000)
    expect(more).toEqual([])
    for (const title of ['The second', 'The third']) expect(mail?.text).toContain(title)
  })

  it('gathers what it finds until it is due', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ place, rhythm: 'daily' }))
    for (const title of ['One', 'Two']) open({ title, location: place })
    const finds = db.select().from(searchFinds).where(eq(searchFinds.userId, reader.actor.id)).all()
    const wait = (finds[0]?.dueAt ?? 0) - Date.now()
    expect(await mailsTo(reader, wait - 1000)).toEqual([])
    const due = await mailsTo(reader, wait + 1000)
    expect(due).toHaveLength(1)
    expect(due[0]?.text).toMatch(/One[\s\S]*Two/)
  })

  it('leaves out what can no longer be read or bid on', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ place }))
    const hidden = open({ location: place, title: 'Hidden' })
    setPublicPage(owner, { projectId: hidden, isPublic: false })
    closeBidding(owner, { projectId: open({ location: place, title: 'Closed' }) })
    expect(await mailsTo(reader)).toEqual([])
    setPublicPage(owner, { projectId: hidden, isPublic: true })
    dispatcher.deliver()
    expect((await mailsTo(reader))[0]?.text).toContain('Hidden')
  })

  it('says nothing of projects of the reader’s own company, nor to an address that nobody has verified or a person who left', async () => {
    const place = newPlace()
    const [colleague, unverified, disabled] = [
      person({ company: owner.company }),
      person({ emailVerified: false }),
      person(),
    ]
    for (const reader of [colleague, unverified, disabled]) saveSearch(reader, search({ place }))
    open({ location: place })
    db.update(users).set({ status: 'disabled' }).where(eq(users.id, disabled.actor.id)).run()
    for (const reader of [colleague, unverified, disabled]) expect(await mailsTo(reader)).toEqual([])
  })

  it('keeps what somebody has called a project from looking like a link', async () => {
    const [reader, place] = [person(), newPlace()]
    saveSearch(reader, search({ place }))
    open({ location: place, title: 'Win at https://evil.example now' })
    expect((await mailsTo(reader))[0]?.text).not.toContain('evil.example')
  })
})

describe('the mail', () => {
  it('ends its search by one click, and no other', async () => {
    const [reader, place] = [person(), newPlace()]
    const { id } = saveSearch(reader, search({ place }))
    const other = saveSearch(reader, search({ name: 'Other', category: 'roofing' }))
    open({ location: place })
    const [mail] = await mailsTo(reader)
    expect(mail?.text).toContain('/projects/searches')
    const { pathname } = new URL(mail?.choice?.stopUrl ?? '')
    const page = await server.ask(pathname)
    expect(page.text).toContain('Remove this saved search?')
    expect(listSearches(reader)).toHaveLength(2)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const click = { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' }
    for (let again = 0; again < 2; again += 1) expect((await server.ask(pathname, click)).status).toBe(200)
    expect(listSearches(reader).map((one) => one.id)).toEqual([other.id])
    const forged = pathname.replace(`search-${id}`, `search-${other.id}`)
    expect((await server.ask(forged, click)).status).toBe(404)
    expect(listSearches(reader)).toHaveLength(1)
  })
})

it('asks behind the link of its mail before it removes a search, confirms after, and leads to the searches', async () => {
  const reader = person()
  const { id } = saveSearch(reader, search({ place: newPlace() }))
  const path = new URL(unsubscribeUrl(reader.actor.id, `search-${id}`)).pathname
  const before = (await server.ask(path)).text
  expect(before).toContain('Remove this saved search?')
  expect(before).toContain('href="/projects/searches"')
  expect(before).not.toContain('has been removed')
  const after = (await server.ask(path, { form: { stop: 'yes' } })).text
  expect(after).toContain('The saved search has been removed')
  expect(after).toContain('href="/projects/searches"')
  expect(after).not.toContain('Remove this saved search?')
  expect(listSearches(reader)).toEqual([])
})

describe('a person', () => {
  it('saves a filter once, and changes its name and rhythm by saving it again', () => {
    const reader = person()
    saveSearch(reader, search({ place: 'Espoo' }))
    saveSearch(reader, search({ place: 'Espoo', name: 'Again', rhythm: 'weekly' }))
    expect(listSearches(reader)).toMatchObject([{ name: 'Again', rhythm: 'weekly', place: 'Espoo', category: '' }])
  })

  it('saves as many as there may be', () => {
    const reader = person()
    for (let number = 0; number < maxSearches; number += 1) saveSearch(reader, search({ place: `Town ${number}` }))
    expect(() => saveSearch(reader, search({ place: 'One more' }))).toThrow('tooMany')
    saveSearch(reader, search({ place: 'Town 3', name: 'Renamed' }))
  })

  it('removes only their own', () => {
    const [reader, stranger] = [person(), person()]
    const { id: searchId } = saveSearch(reader, search({ place: 'Espoo' }))
    expect(() => removeSearch(stranger, { searchId })).toThrow('notFound')
    removeSearch(reader, { searchId })
    expect(listSearches(reader)).toEqual([])
  })

  it('changes name, filter and rhythm, within the same limits, and only of their own', async () => {
    const [reader, place] = [person(), newPlace()]
    const elsewhere = newPlace()
    const { id: searchId } = saveSearch(reader, search({ place: newPlace() }))
    saveSearch(reader, search({ name: 'Elsewhere', place: elsewhere }))
    const input = search({ name: 'Kitchens', category: 'kitchen', place, rhythm: 'weekly' })
    expect(() => changeSearch(person(), { ...input, searchId })).toThrow('notFound')
    const taken = search({ place: elsewhere.toUpperCase() })
    expect(() => changeSearch(reader, { ...taken, searchId })).toThrow('refused.same')
    changeSearch(reader, { ...input, searchId })
    expect(listSearches(reader).find(({ id }) => id === searchId)).toMatchObject({ ...input, id: searchId })
    // It finds what it says now, and its own filter is no other's.
    changeSearch(reader, { ...input, rhythm: 'at_once', searchId })
    open({ title: 'Kitchen of the mill', category: 'kitchen', location: place })
    expect((await mailsTo(reader)).map(({ subject }) => subject)).toEqual(['New tenders: Kitchens'])
  })

  it('changes a search by its form, which keeps what was typed', async () => {
    const [reader, place] = [person(), newPlace()]
    const { id } = saveSearch(reader, search({ name: 'Roofs', category: 'roofing', place, rhythm: 'weekly' }))
    const { cookie } = await signedIn(reader)
    const path = `/projects/searches?edit=${id}`
    expect((await server.ask('/projects/searches', { cookie })).text).toContain(`href="${path}"`)
    const { text } = await server.ask(path, { cookie })
    for (const shown of ['Change the search', 'value="Roofs"', `value="${place}"`, `action="${path}"`])
      expect(text).toContain(shown)
    expect(text).toMatch(/<option value="roofing" selected/)
    expect(text).toMatch(/<input(?=[^>]*checked)[^>]*value="weekly"/)
    const bad = await server.ask(path, { cookie, form: { name: '', category: 'kitchen', place, rhythm: 'daily' } })
    expect(bad.status).toBe(422)
    expect(bad.text).toMatch(/<option value="kitchen" selected/)
    const form = { name: 'Kitchens', category: 'kitchen', place, rhythm: 'daily' }
    const saved = await server.ask(path, { cookie, form })
    expect([saved.status, saved.headers.location]).toEqual([303, '/projects/searches'])
    expect(listSearches(reader)).toMatchObject([{ id, name: 'Kitchens', category: 'kitchen', rhythm: 'daily' }])
    const stranger = (await signedIn(person())).cookie
    expect((await server.ask(path, { cookie: stranger })).status).toBe(404)
  })

  it('comes from the public list, through the login, to the form with its filter', async () => {
    const query = 'category=kitchen&place=Espoo'
    const list = await server.ask(`/tenders?${query}`)
    expect(list.text).toContain('href="/projects/searches?category=kitchen&amp;place=Espoo"')
    const guest = await server.ask(`/projects/searches?${query}`)
    expect([guest.status, guest.headers.location]).toEqual([302, '/login'])
    expect(String(guest.headers['set-cookie'])).toContain('return-to')
    const reader = person()
    const { cookie } = await signedIn(reader)
    const { text } = await server.ask(`/projects/searches?${query}`, { cookie })
    expect(text).toContain('value="Kitchen, Espoo"')
    const bad = await server.ask('/projects/searches', {
      cookie,
      form: { name: '', category: 'cellar', rhythm: 'hourly' },
    })
    expect(bad.status).toBe(422)
    for (const field of ['name', 'category', 'rhythm']) expect(bad.text).toContain(`href="#search-${field}"`)
    const form = { name: 'Kitchens', category: 'kitchen', place: 'Espoo', rhythm: 'weekly' }
    const saved = await server.ask('/projects/searches', { cookie, form })
    expect([saved.status, saved.headers.location]).toEqual([303, '/projects/searches'])
    const id = db.select().from(savedSearches).where(eq(savedSearches.userId, reader.actor.id)).get()?.id
    const page = await server.ask('/projects/searches', { cookie })
    expect(page.text).toContain('href="/tenders?category=kitchen&amp;place=Espoo"')
    await server.ask(`/projects/searches/${id}/remove`, { cookie, form: { remove: 'yes' } })
    expect(listSearches(reader)).toEqual([])
  })
})

it('says of a search when nothing is open in its place, and of no other', async () => {
  const [reader, place] = [person(), newPlace()]
  const { cookie } = await signedIn(reader)
  const said = async () =>
    (await server.ask('/projects/searches', { cookie })).text.split('No open tender in this place').length - 1
  saveSearch(reader, search({ category: 'roofing' }))
  expect(await said()).toBe(0)
  saveSearch(reader, search({ place: place.toUpperCase() }))
  expect(await said()).toBe(1)
  const projectId = open({ location: place })
  expect(await said()).toBe(0)
  setPublicPage(owner, { projectId, isPublic: false })
  expect(await said()).toBe(1)
})

it.each([
  ['at_once', '2026-11-27T10:00:00Z', '2026-11-27T10:00:00Z'],
  ['daily', '2026-11-27T04:00:00Z', '2026-11-27T05:00:00Z'],
  ['daily', '2026-11-27T10:00:00Z', '2026-11-28T05:00:00Z'],
  ['weekly', '2026-11-27T10:00:00Z', '2026-11-30T05:00:00Z'],
  ['weekly', '2026-11-30T04:59:00Z', '2026-11-30T05:00:00Z'],
  ['weekly', '2026-11-30T05:00:00Z', '2026-12-07T05:00:00Z'],
  // Summer time ends on 25 October 2026.
  ['weekly', '2026-10-24T10:00:00Z', '2026-10-26T05:00:00Z'],
] as const)('%s, what is found at %s is mailed at %s in Helsinki', (rhythm, now, at) => {
  expect(new Date(findDueAt(rhythm, Date.parse(now), 'Europe/Helsinki')).toISOString()).toBe(`${at.slice(0, -1)}.000Z`)
})
