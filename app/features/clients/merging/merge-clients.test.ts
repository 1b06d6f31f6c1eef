import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { overCreditLimit } from '#app/features/clients/credit-limit.server.ts'
import { getClient, getMoney, listClients } from '#app/features/clients/queries.server.ts'
import { updateClient } from '#app/features/clients/update-client.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { clientMerges } from '#db/schema/clients.ts'
import { invoiceInput, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { mergeClients } from './merge-clients.server.ts'
import { listDoubles } from './queries.server.ts'

const gross = 62_750
const content = (change = {}) => ({ ...blankClient('FI'), name: 'Hämeen Rakennus Oy', ...change })
const clientOf = (ctx: CompanyContext, invoiceId: string) => getInvoice(ctx, invoiceId)?.clientId ?? ''

describe('merged clients', () => {
  it('are one in sums, limits and later invoices, while issued invoices keep their client and buyer', () => {
    const ctx = createPerson(testDatabase())
    const first = issuedInvoice(ctx, { buyerName: 'Matti Virtanen' })
    const second = issuedInvoice(ctx, { buyerName: 'Matti Virtanen', buyerPostalCode: '90100' })
    const third = issuedInvoice(ctx, { buyerName: 'Matti Virtanen', buyerPostalCode: '90200' })
    const [keptId, otherId, oldestId] = [clientOf(ctx, first), clientOf(ctx, second), clientOf(ctx, third)]
    const document = getInvoice(ctx, second)?.document
    mergeClients(ctx, { keptId: otherId, otherId: oldestId, sides: {} })
    mergeClients(ctx, { keptId, otherId, sides: { address: 'other' } })

    expect(listClients(ctx, { view: 'all', q: '', tag: null, sort: 'name', after: null }).rows).toHaveLength(1)
    expect(getMoney(ctx, keptId).sums[0]).toMatchObject({ invoicedCents: 3 * gross, openCents: 3 * gross })
    const limited = { id: keptId, creditLimits: [{ currency: 'EUR' as const, cents: 3 * gross }] }
    expect(overCreditLimit(ctx.db, limited, { currency: 'EUR', grossCents: 1 })?.unpaidCents).toBe(3 * gross)
    for (const id of [otherId, oldestId]) expect(getClient(ctx, id)?.mergedIntoId).toBe(keptId)
    expect(getClient(ctx, keptId)?.postalCode).toBe('90100')
    expect(clientOf(ctx, second)).toBe(otherId)
    expect(getInvoice(ctx, second)?.document).toEqual(document)
    const drafted = createInvoice(ctx, { ...invoiceInput, buyerName: 'Matti Virtanen', clientId: otherId }).id
    issueInvoice(ctx, { invoiceId: drafted })
    expect(clientOf(ctx, drafted)).toBe(keptId)
    const rows = ctx.db.select().from(clientMerges).where(eq(clientMerges.keptId, keptId)).all()
    expect(rows.map(({ mergedId, alongIds }) => [mergedId, alongIds])).toEqual([[otherId, [oldestId]]])
    expect(verifyAudit(ctx.db).brokenAt).toBeNull()
  })

  it('are of the company, two, unchanged since they were compared, and merged once', () => {
    const ctx = createPerson(testDatabase())
    const stranger = createPerson(ctx.db)
    const keptId = createClient(ctx, { content: content() }).id
    const otherId = createClient(ctx, { content: content({ businessId: '1234567-1' }) }).id
    const sweden = createClient(ctx, { content: content({ name: 'Other', country: 'SE' }) }).id
    const foreign = createClient(stranger, { content: content() }).id
    const merge = (input: object) => mergeClients(ctx, { keptId, otherId, sides: {}, ...input })
    expect(() => merge({ otherId: foreign })).toThrow('not_found')
    expect(() => mergeClients(stranger, { keptId, otherId, sides: {} })).toThrow('not_found')
    expect(() => merge({ otherId: keptId })).toThrow('same')
    expect(() => merge({ keptId: sweden, sides: { businessId: 'other' } })).toThrow('businessIdWrongHere')
    updateClient({ ...ctx, now: ctx.now + 1 }, { clientId: otherId, content: content({ businessId: '1234567-1' }) })
    expect(() => merge({ otherVersion: ctx.now })).toThrow('editConflict')
    const input = { sides: { businessId: 'other' }, submissionId: newId() }
    expect(merge(input)).toEqual(merge(input))
    expect(getClient(ctx, keptId)?.businessId).toBe('1234567-1')
    expect(() => merge({})).toThrow('not_found')
  })
})

describe('the pages', () => {
  let db: Database
  let server: TestServer
  beforeAll(async () => {
    db = testDatabase()
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('propose doubles, compare them, merge what was chosen, and lead from the old address to the kept one', async () => {
    const ctx = createPerson(db, { now: Date.now() })
    const { cookie } = await signedIn(ctx)
    const keptId = createClient(ctx, { content: content({ city: 'Hämeenlinna' }) }).id
    const otherId = createClient(ctx, { content: content({ name: 'Hameen rakennus', email: 'a@b.example' }) }).id
    expect(listDoubles(ctx)).toMatchObject({ count: 1, pairs: [{ kept: { id: keptId }, reasons: ['name'] }] })
    const page = `/clients/${keptId}/merge?with=${otherId}`
    expect((await server.ask('/clients/doubles', { cookie })).text).toContain(page)
    const shown = (await server.ask(page, { cookie })).text
    for (const text of ['Merge Hameen rakennus into Hämeen Rakennus Oy', 'a@b.example', 'undone'])
      expect(shown).toContain(text)
    const choice = await server.ask(`/clients/${keptId}/merge`, { cookie })
    expect(choice.text).toContain('Hameen rakennus')
    const form = { submissionId: newId(), otherId, name: 'other', email: 'other', address: 'kept' }
    const merged = await server.ask(page, { cookie, form })
    expect([merged.status, merged.headers.location]).toEqual([303, `/clients/${keptId}`])
    expect(getClient(ctx, keptId)).toMatchObject({ name: 'Hameen rakennus', email: 'a@b.example', city: 'Hämeenlinna' })
    for (const path of ['', '/edit', '/client.vcf'])
      expect((await server.ask(`/clients/${otherId}${path}`, { cookie })).headers.location).toContain(keptId)
    expect((await server.ask('/clients/doubles', { cookie })).text).toContain('No possible doubles')
    const stranger = (await signedIn(createPerson(db, { now: Date.now() }))).cookie
    expect((await server.ask(page, { cookie: stranger })).status).toBe(404)
  })
})
