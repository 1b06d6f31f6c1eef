import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { reachableAt } from '#app/features/conversations/people-queries.server.ts'
import { setPublicPage } from '#app/features/tender-pages/set-public-page.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { companyListings, companyTrades } from '#db/schema/public-site.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { registerUrl } from './business-register.ts'
import type { ListingInput } from './listing-schema.server.ts'
import { findCompany, getOwnListing, listCompanies } from './queries.server.ts'
import { removeListing, setListing } from './set-listing.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const person = (options = {}) => createPerson(db, { now: Date.now(), ...options })
const listing = (change: Partial<ListingInput> = {}): ListingInput => ({
  ...{ about: 'We lay roofs.', trades: ['roofing'], place: 'Vaasa', agreed: 'on', expectedVersion: undefined },
  ...change,
})
function listed(change: Partial<ListingInput> = {}): CompanyContext {
  const company = person()
  setListing(company, listing(change))
  return company
}
const pageOf = (of: CompanyContext) => server.ask(`/companies/${of.company.id}`)

describe('the directory', () => {
  it('has only companies that chose to be in it, by kind of work and place', async () => {
    const hidden = person()
    const [roofer, painter] = [listed({ place: 'Kemi' }), listed({ place: 'Kemi', trades: ['painting', 'kitchen'] })]
    const namesOf = async (query: string) => {
      const { text } = await server.ask(`/companies${query}`)
      return [hidden, roofer, painter].map(({ company }) => text.includes(`href="/companies/${company.id}"`))
    }
    expect(await namesOf('')).toEqual([false, true, true])
    expect(await namesOf('?trade=roofing&place=Kemi')).toEqual([false, true, false])
    expect(await namesOf('?trade=kitchen')).toEqual([false, false, true])
    expect(await namesOf('?place=Nowhere')).toEqual([false, false, false])
    expect(await namesOf('?trade=none&page=x')).toEqual([false, true, true])
    expect((await pageOf(hidden)).status).toBe(404)
    const [sitemap, robots] = [await server.ask('/sitemap.xml'), await server.ask('/robots.txt')]
    for (const path of ['/companies', '/contact-sales', `/companies/${roofer.company.id}`])
      expect(sitemap.text).toContain(`<loc>${env.origin}${path}</loc>`)
    expect(sitemap.text).not.toContain(hidden.company.id)
    expect(robots.text).not.toContain('Disallow: /companies')
  })

  it('says of a filter that finds nothing what to do next, as the list of tenders does', async () => {
    for (const [list, all] of [
      ['/companies', 'Show all companies'],
      ['/tenders', 'Show all open tenders'],
    ] as const) {
      const { text } = await server.ask(`${list}?place=Nowhere`)
      expect(text).toMatch(new RegExp(`<a[^>]*href="${list}"[^>]*>${all}</a>`))
      expect(text).not.toContain('<table')
      expect((await server.ask(list)).text).not.toContain(all)
    }
  })

  it('has pages of fifty, by name', () => {
    const place = 'Page town'
    for (let number = 0; number < 52; number += 1) listed({ place })
    const [first, second] = [1, 2].map((page) => listCompanies({ db }, { trade: null, place }, page))
    expect([first?.rows.length, first?.hasMore, second?.rows.length, second?.hasMore]).toEqual([50, true, 2, false])
    const byTrade = listCompanies({ db }, { trade: 'roofing', place }, 2)
    expect(byTrade.rows.map(({ id }) => id)).toEqual(second?.rows.map(({ id }) => id))
  })

  it('shows what the company says, without scripts and without an address, and for machines', async () => {
    const company = listed({ about: 'Roofs <b>and</b> walls.', trades: ['roofing', 'other'], place: 'Oulu' })
    const bidDeadline = Date.now() + 5 * day
    const { id: projectId } = createOpenProject(company, { title: 'A hall to roof', bidDeadline })
    createOpenProject(company, { title: 'For members only', bidDeadline })
    setPublicPage(company, { projectId, isPublic: true })
    const { text, status } = await pageOf(company)
    expect(status).toBe(200)
    for (const shown of ['Roofs &lt;b&gt;and&lt;/b&gt; walls.', 'Oulu', 'Roofing and Other', 'A hall to roof'])
      expect(text).toContain(shown)
    for (const hidden of ['For members only', company.actor.email, company.actor.name, 'Testikatu', '00100', 'FI79'])
      expect(text).not.toContain(hidden)
    const scripts = text.match(/<script[^>]*>/g) ?? []
    expect(scripts).toEqual([expect.stringContaining('application/ld+json')])
    const json = JSON.parse(/ld\+json"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '')
    const address = { '@type': 'PostalAddress', addressLocality: 'Oulu', addressCountry: 'FI' }
    expect(json).toMatchObject({ '@type': 'Organization', name: company.company.name, address })
    expect(text).toContain('https://tietopalvelu.ytj.fi/yritys/')
  })

  it('leads to an invitation, through the login', async () => {
    const [provider, client] = [listed(), person()]
    const path = `/companies/${provider.company.id}/invite`
    expect((await pageOf(provider)).text).toContain(`href="${path}"`)
    const guest = await server.ask(path)
    expect([guest.status, guest.headers.location]).toEqual([302, '/login'])
    const { cookie } = await signedIn(client)
    expect((await server.ask(path, { cookie })).text).toContain('You have no open project')
    const { id } = createOpenProject(client, { title: 'The mill', bidDeadline: Date.now() + 5 * day })
    const query = `q=${encodeURIComponent(provider.company.name)}`
    expect((await server.ask(path, { cookie })).text).toContain(`href="/projects/${id}/invitations?${query}"`)
    const form = await server.ask(`/projects/${id}/invitations?${query}`, { cookie })
    expect(form.text).toContain(`value="${provider.company.id}"`)
    expect((await server.ask(`/companies/${client.company.id}/invite`, { cookie })).status).toBe(404)
    const own = (await signedIn(provider)).cookie
    expect((await server.ask(path, { cookie: own })).status).toBe(404)
  })
})

describe('a message to a listed company', () => {
  const message = (of: CompanyContext) => `/companies/${of.company.id}/message`

  it('is offered to guests through the login, and to others where somebody can be written to', async () => {
    const [provider, stranger, client] = [listed(), person(), person()]
    const path = message(provider)
    createConversation(db, { members: [provider, client] })
    expect((await pageOf(provider)).text).toContain(`href="${path}"`)
    const guest = await server.ask(path)
    expect([guest.status, guest.headers.location]).toEqual([302, '/login'])
    expect(String(guest.headers['set-cookie'])).toContain('return-to')
    const shown = async (reader: CompanyContext, at: string) =>
      (await server.ask(at, { cookie: (await signedIn(reader)).cookie })).text
    const page = `/companies/${provider.company.id}`
    expect(await shown(stranger, page)).not.toContain(`href="${path}"`)
    expect(await shown(client, page)).toContain(`href="${path}"`)
    expect(await shown(client, path)).toContain(`value="${provider.actor.id}"`)
    const refused = await shown(stranger, path)
    expect(refused).not.toContain(provider.actor.id)
    expect(refused).toContain('You can’t write to this company yet')
    expect(refused).toContain(`href="/companies/${provider.company.id}/invite"`)
  })

  it('goes only to people of that company, and to none of one’s own or of one that is not listed', async () => {
    const [provider, client, elsewhere] = [listed(), person(), person()]
    createConversation(db, { members: [provider, client] })
    createConversation(db, { members: [elsewhere, client] })
    expect(reachableAt(client, provider.company.id).map(({ id }) => id)).toEqual([provider.actor.id])
    expect(reachableAt(person(), provider.company.id)).toEqual([])
    const { cookie } = await signedIn(client)
    expect((await server.ask(message(elsewhere), { cookie })).status).toBe(404)
    const own = (await signedIn(provider)).cookie
    expect((await server.ask(message(provider), { cookie: own })).status).toBe(404)
  })
})

describe('a listing', () => {
  it('is written in the company’s settings with a consent, all errors at once', async () => {
    const company = person()
    const { cookie } = await signedIn(company)
    const page = await server.ask('/company-settings/listing', { cookie })
    expect(page.text).toContain('search engines included')
    const bad = await server.ask('/company-settings/listing', { cookie, form: { about: '', place: '', trades: 'x' } })
    expect(bad.status).toBe(422)
    for (const field of ['about', 'trades', 'place', 'agreed']) expect(bad.text).toContain(`href="#listing-${field}`)
    expect(getOwnListing(company)).toBeNull()
    const form = { about: 'Kitchens.', place: 'Espoo', trades: 'kitchen', agreed: 'on' }
    expect((await server.ask('/company-settings/listing', { cookie, form })).status).toBe(303)
    expect(getOwnListing(company)).toMatchObject({ about: 'Kitchens.', place: 'Espoo', trades: ['kitchen'] })
    const gone = await server.ask('/company-settings/listing', { cookie, form: { intent: 'remove' } })
    expect([gone.status, getOwnListing(company), (await pageOf(company)).status]).toEqual([303, null, 404])
  })

  it('is changed by managers of the company alone, and not over a newer one', () => {
    const company = listed()
    const member = person({ company: company.company, companyRole: 'member' })
    for (const verb of [() => setListing(member, listing()), () => removeListing(member)])
      expect(verb).toThrow('forbidden')
    const version = getOwnListing(company)?.updatedAt
    const later = { ...company, now: company.now + 1 }
    setListing(later, listing({ about: 'Newer.', trades: ['painting'], expectedVersion: version }))
    expect(() => setListing(later, listing({ expectedVersion: version }))).toThrow('editConflict')
    expect(findCompany(company, company.company.id)).toMatchObject({ about: 'Newer.', trades: ['painting'] })
  })

  it('is deleted whole when it is taken down, and can be taken down twice', async () => {
    const company = listed({ trades: ['roofing', 'other'] })
    const before = [await db.$count(companyListings), await db.$count(companyTrades)]
    for (let again = 0; again < 2; again += 1) removeListing(company)
    const after = [await db.$count(companyListings), await db.$count(companyTrades)]
    expect(after).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) - 2])
  })
})

it.each([
  ['0112038-9', 'FI', 'https://tietopalvelu.ytj.fi/yritys/0112038-9'],
  ['0112038-9', 'AX', 'https://tietopalvelu.ytj.fi/yritys/0112038-9'],
  ['0112038-9', 'SE', null],
  ['javascript:1', 'FI', null],
] as const)('%s of %s is looked up at %s', (businessId, country, url) => {
  expect(registerUrl(businessId, country)).toBe(url)
})
