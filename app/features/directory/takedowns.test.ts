import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { listeners } from '#app/listeners.server.ts'
import type { Database } from '#db/client.server.ts'
import { type Dispatcher, startDispatcher } from '#db/event-dispatcher.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { mails, notifications } from '#db/schema/notifications.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findCompany, listCompanies, listSitemapCompanies, listTakedowns } from './queries.server.ts'
import { removeListing, setListing } from './set-listing.server.ts'
import { restoreListing, takeDownListing } from './take-down-listing.server.ts'

let db: Database
let server: TestServer
let dispatcher: Dispatcher
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  dispatcher = startDispatcher(db, listeners)
})
afterAll(async () => {
  dispatcher.stop()
  await server.stop()
})

const input = {
  about: 'We lay roofs.',
  trades: ['roofing' as const],
  agreed: 'on' as const,
  expectedVersion: undefined,
}
let towns = 0
function listed() {
  const company = createPerson(db, { now: Date.now() })
  const place = `Town ${++towns}`
  setListing(company, { ...input, place })
  return { company, companyId: company.company.id, place }
}
const staff = () => createAdmin(db, 'admin')
const reason = 'The business id belongs to another company.'

describe('a page that staff take down', () => {
  it('is nowhere, keeps what it says, and is back when staff show it again', async () => {
    const { company, companyId, place } = listed()
    const shown = async () => {
      const filters = [
        { trade: null, place },
        { trade: 'roofing' as const, place },
      ]
      const lists = filters.map((filter) => listCompanies(company, filter, 1).rows.length)
      const places = (await server.ask('/companies')).text.includes(`value="${place}"`)
      const inSitemap = listSitemapCompanies(company).some((one) => one.companyId === companyId)
      return [...lists, places, inSitemap, (await server.ask(`/companies/${companyId}`)).status]
    }
    expect(await shown()).toEqual([1, 1, true, true, 200])
    takeDownListing(staff(), { companyId, reason })
    expect(await shown()).toEqual([0, 0, false, false, 404])
    restoreListing(staff(), { companyId })
    expect(await shown()).toEqual([1, 1, true, true, 200])
    expect(findCompany(company, companyId)).toMatchObject({ about: input.about, trades: ['roofing'] })
  })

  it('stays down however its company changes it or writes it anew', () => {
    const { company, companyId, place } = listed()
    takeDownListing(staff(), { companyId, reason })
    removeListing(company)
    setListing(company, { ...input, place, about: 'Anew.' })
    expect(findCompany(company, companyId)).toBeNull()
    restoreListing(staff(), { companyId })
    expect(findCompany(company, companyId)).toMatchObject({ about: 'Anew.' })
  })

  it('is told to the owners, by notice and mail with the reason, and the undoing too', () => {
    const { company, companyId } = listed()
    const member = createPerson(db, { now: Date.now(), company: company.company, companyRole: 'member' })
    const told = (of: CompanyContext) =>
      db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, of.actor.id))
        .all()
        .filter(({ textKey }) => textKey.startsWith('listing'))
    takeDownListing(staff(), { companyId, reason })
    dispatcher.deliver()
    expect(told(company)).toMatchObject([
      { textKey: 'listingTakenDown', params: { reason }, actionUrl: '/company-settings/listing' },
    ])
    const ofOwner = and(eq(mails.recipient, company.actor.email), eq(mails.template, 'listingTakenDown'))
    const [mail, ...more] = db.select().from(mails).where(ofOwner).all().map(renderMail)
    expect(more).toEqual([])
    expect(mail?.subject).toContain(company.company.name)
    for (const part of [reason, '/company-settings/listing']) expect(mail?.text).toContain(part)
    restoreListing(staff(), { companyId })
    dispatcher.deliver()
    expect(told(company).map(({ textKey }) => textKey)).toEqual(['listingTakenDown', 'listingRestored'])
    expect(told(member)).toEqual([])
  })

  it('is taken down and shown again once, by staff alone, and both are audited', () => {
    const { company, companyId } = listed()
    const admin = staff()
    for (const verb of [
      () => takeDownListing(company, { companyId, reason }),
      () => restoreListing(company, { companyId }),
    ])
      expect(verb).toThrow('forbidden')
    expect(() => listTakedowns(company)).toThrow('forbidden')
    expect(() => takeDownListing(admin, { companyId: createPerson(db).company.id, reason })).toThrow('notFound')
    expect(() => restoreListing(admin, { companyId })).toThrow('notDown')
    takeDownListing(admin, { companyId, reason })
    expect(() => takeDownListing(admin, { companyId, reason: 'Again' })).toThrow('already')
    expect(listTakedowns(admin)).toContainEqual(expect.objectContaining({ id: companyId, reason }))
    restoreListing(admin, { companyId })
    const rows = db.select().from(auditLog).where(eq(auditLog.subjectId, companyId)).all()
    const byStaff = rows.filter(({ actorId }) => actorId === admin.actor.id).map(({ action }) => action)
    expect(byStaff).toEqual(['company.take_down_listing', 'company.restore_listing'])
  })

  it('goes through the pages of staff, and its company reads the reason', async () => {
    const { company, companyId } = listed()
    const { cookie } = await signedIn(staff())
    const own = (await signedIn(company)).cookie
    const path = `/companies/${companyId}/takedown`
    expect((await server.ask(`/companies/${companyId}`, { cookie })).text).toContain(`href="${path}"`)
    expect((await server.ask(`/companies/${companyId}`)).text).not.toContain(path)
    expect((await server.ask(path, { cookie: own })).headers.location).toBe('/dashboard')
    const bad = await server.ask(path, { cookie, form: { reason: ' ' } })
    expect([bad.status, bad.text.includes('href="#takedown-reason"')]).toEqual([422, true])
    expect((await server.ask(path, { cookie, form: { reason } })).status).toBe(303)
    expect((await server.ask('/companies/takedowns', { cookie })).text).toContain(`href="${path}"`)
    const setting = (await server.ask('/company-settings/listing', { cookie: own })).text
    for (const part of ['has taken the page down', reason, 'href="/support"']) expect(setting).toContain(part)
    expect(setting).not.toContain('View public page')
    // Nor is it said that the page is shown, when the company deletes it and writes it anew.
    const atSetting = async (form?: Record<string, string>) =>
      (await server.ask('/company-settings/listing', { cookie: own, ...(form && { form }) })).headers['set-cookie']
    await atSetting({ intent: 'remove' })
    expect((await server.ask('/company-settings/listing', { cookie: own })).text).toContain('has taken the page down')
    const anew = await atSetting({ about: 'Anew.', place: 'Kemi', trades: 'roofing', agreed: 'on' })
    const flash = String(anew).split(';')[0]
    expect((await server.ask('/company-settings/listing', { cookie: `${own}; ${flash}` })).text).toContain(
      'Nobody sees the page until',
    )
    expect((await server.ask(path, { cookie, form: { intent: 'restore' } })).status).toBe(303)
    expect((await server.ask(`/companies/${companyId}`)).status).toBe(200)
    expect((await server.ask(path, { cookie })).status).toBe(200)
  })
})
