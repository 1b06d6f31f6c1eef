import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import routeConfig from '#app/routes.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { buildNavigation, isCurrent, listAbove } from './navigation.ts'
import { loadShell } from './shell.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const request = () => new Request('http://localhost:3000/dashboard')
const entries = async (ctx: UserContext) =>
  buildNavigation((await loadShell(ctx, request())).facts).flatMap(({ items }) => items.map(({ name }) => name))

/** A contract between two companies, without the rows it usually depends on. */
function addContract(client: CompanyContext, provider: CompanyContext, method: string, status = 'sent'): void {
  db.$client.pragma('foreign_keys = OFF')
  db.$client
    .prepare(`INSERT INTO contracts (id, number, project_id, bid_id, client_company_id, provider_company_id, title, terms, status,
                payment_method, currency, net_cents, vat_cents, gross_cents, created_by, created_at, updated_at)
              VALUES (@id, @id, @id, @id, @client, @provider, 'T', 'T', @status, @method, 'EUR', 1, 0, 1, @by, @now, @now)`)
    .run({
      id: newId(),
      client: client.company.id,
      provider: provider.company.id,
      status,
      method,
      by: client.actor.id,
      now: testNow,
    })
  db.$client.pragma('foreign_keys = ON')
}

it('the account menu shows the role of who is not alone or on the staff', async () => {
  const roleOf = async (ctx: UserContext) => (await loadShell(ctx, request())).viewer.role
  const owner = createPerson(db)
  expect(await roleOf(owner)).toBe('owner')
  expect(await roleOf(createPerson(db, { company: owner.company, companyRole: 'member' }))).toBe('member')
  expect(await roleOf(createAdmin(db, 'super_admin'))).toBe('super_admin')
})

it('counts unread conversations at the entry of messages', async () => {
  const [anna, ben] = [createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [anna, ben] })
  const waiting = async () => (await loadShell(anna, request())).waiting.messages
  expect(await waiting()).toBe(0)
  say(ben, id, 'One')
  say(ben, id, 'Two')
  expect(await waiting()).toBe(1)
})

describe('the sidebar', () => {
  it('shows escrow to both parties of an escrow contract, and to nobody else', async () => {
    const [client, provider, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
    addContract(client, provider, 'secure_escrow')
    expect(await entries(client)).toContain('escrow')
    expect(await entries(provider)).toContain('escrow')
    expect(await entries(stranger)).not.toContain('escrow')
  })

  it('does not show escrow for a contract paid by invoice, or a draft that the provider cannot see', async () => {
    const [client, provider, later] = [createPerson(db), createPerson(db), createPerson(db)]
    addContract(client, provider, 'direct_invoice')
    addContract(client, later, 'secure_escrow', 'draft')
    expect(await entries(provider)).not.toContain('escrow')
    expect(await entries(later)).not.toContain('escrow')
    expect(await entries(client)).toContain('escrow')
  })

  it('shows escrow to platform staff, and nothing that needs a company', async () => {
    for (const role of ['admin', 'super_admin'] as const) {
      const shown = await entries(createAdmin(db, role))
      expect(shown).toContain('escrow')
      expect(shown).not.toContain('bids')
      expect(shown).not.toContain('companySettings')
    }
  })

  it('shows the database to super admins alone, with a badge', async () => {
    const shown = buildNavigation((await loadShell(createAdmin(db, 'super_admin'), request())).facts).flatMap(
      ({ items }) => items,
    )
    expect(shown.find(({ name }) => name === 'database')).toMatchObject({ to: '/database', isForAdmins: true })
    for (const ctx of [createPerson(db), createAdmin(db, 'admin')]) expect(await entries(ctx)).not.toContain('database')
  })

  it('shows messages to everybody who is signed in', async () => {
    for (const ctx of [createPerson(db), createAdmin(db)]) expect(await entries(ctx)).toContain('messages')
  })

  it('shows company settings to organizations only', async () => {
    const person = createPerson(db)
    const individual = { ...person, company: { ...person.company, kind: 'individual' as const } }
    expect(await entries(person)).toContain('companySettings')
    expect(await entries(individual)).not.toContain('companySettings')
  })

  it('links only to existing pages', async () => {
    const paths = new Set<string>()
    const walk = (routes: Awaited<typeof routeConfig>) => {
      for (const { path, children } of routes) {
        if (path) paths.add(`/${path}`)
        walk(children ?? [])
      }
    }
    walk(await routeConfig)
    const all = buildNavigation({
      ...{ company: true, organization: true, staff: true, escrow: true },
      refused: { open: [], post: [] },
    }).flatMap(({ items }) => items)
    for (const to of [
      ...all.map((item) => item.to),
      '/status',
      '/profile',
      '/security',
      '/notifications',
      '/support',
      '/logout',
    ]) {
      expect(paths).toContain(to)
    }
  })

  it('marks the current page, and those below it', () => {
    expect(isCurrent('/projects', '/projects/1/edit')).toBe(true)
    expect(isCurrent('/invoicing', '/Invoicing')).toBe(true)
    expect(isCurrent('/projects', '/projects-old')).toBe(false)
  })

  it('leads from a page to the list above it, unless the reader may not open that', () => {
    const facts = { company: true, organization: true, staff: true, escrow: true }
    const above = (path: string, open: string[] = []) =>
      listAbove(buildNavigation({ ...facts, refused: { open, post: [] } }), path)?.to
    expect(above('/contracts/1/sign')).toBe('/contracts')
    expect(above('/milestones/1/dispute')).toBe('/escrow')
    expect(above('/contracts/1', ['contracts'])).toBeUndefined()
    expect(above('/contracts')).toBeUndefined()
    expect(above('/profile')).toBeUndefined()
  })
})
