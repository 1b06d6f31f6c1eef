import { beforeEach, describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { bidInput, sentDeal } from '#tests/factories/deal.ts'
import { invoiceInput, issuedInvoice } from '#tests/factories/invoice.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { matching, readSearch, type SearchKind } from './search.ts'
import { searchEverything } from './search-everything.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const asked = { t: (key: string) => key, pages: [{ to: '/support', name: 'Help and support' }] }
const found = (ctx: UserContext, q: string, kind: SearchKind | null = null) =>
  Object.fromEntries(
    searchEverything(ctx, { q, kind }, asked).map((one) => [one.kind, one.hits.map(({ title }) => title)]),
  )

describe('the search over everything', () => {
  it('finds what the caller may read, by kind, and nothing of others', async () => {
    const { client, provider } = await sentDeal(db)
    createDraft(client, { title: 'Bathroom of the school' })
    const stranger = createPerson(db)
    expect(found(client, 'school')).toMatchObject({
      projects: expect.arrayContaining(['Bathroom of the school']),
      contracts: ['Kitchen of the school'],
    })
    expect(found(provider, 'school').contracts).toEqual(['Kitchen of the school'])
    expect(found(provider, 'school').projects).toBeUndefined()
    expect(found(stranger, 'school')).toEqual({})
    expect(found(createAdmin(db, 'super_admin'), 'school')).toEqual({})
  })

  it('finds an open project once: of the company itself, or of the marketplace', () => {
    const client = createPerson(db)
    createOpenProject(client, { title: 'A barn', bidDeadline: testNow + 5 * day })
    expect(found(client, 'barn')).toEqual({ projects: ['A barn'] })
    expect(found(createPerson(db), 'barn')).toEqual({ openProjects: ['A barn'] })
  })

  it('leaves bids sealed until they are opened, and drafts of contracts with their client', async () => {
    const client = createPerson(db)
    const bidder = createPerson(db)
    const { id: projectId } = createOpenProject(client, { title: 'A barn', bidDeadline: testNow + 5 * day })
    createBid(bidder, { ...bidInput, projectId, submit: true })
    expect(found(bidder, 'barn').bids).toEqual(['A barn'])
    expect(found(client, 'barn').bids).toBeUndefined()
    expect(found(client, bidder.company.name)).toEqual({})
    closeBidding(client, { projectId })
    expect(found(client, bidder.company.name).bids).toEqual(['A barn'])
  })

  it('does not find what belongs to a module that is closed to the caller', () => {
    const owner = createPerson(db)
    issuedInvoice(owner, { buyerName: 'Kiviaho Oy' })
    expect(found(owner, 'kiviaho').invoices).toHaveLength(1)
    const member = createPerson(db, { company: owner.company, companyRole: 'member' })
    expect(found(member, 'kiviaho').invoices).toHaveLength(1)
    const closed = { ...member, actor: { ...member.actor, modules: { invoicing: 'none' as const } } }
    expect(found(closed, 'kiviaho')).toEqual({})
  })

  it('finds conversations, messages, colleagues and pages', () => {
    const owner = createPerson(db)
    const colleague = createPerson(db, { company: owner.company, companyRole: 'member' })
    const { id } = createConversation(db, { name: 'Roof crew', members: [owner, colleague] })
    say(colleague, id, 'The scaffolding is up')
    expect(found(owner, 'roof').conversations).toEqual(['Roof crew'])
    expect(found(owner, 'scaffolding').messages).toEqual(['The scaffolding is up'])
    expect(found(owner, colleague.actor.email).team).toEqual([colleague.actor.name])
    expect(found(owner, 'support').pages).toEqual(['Help and support'])
    expect(found(createPerson(db), 'scaffolding')).toEqual({})
  })

  it('shows five of a kind with the way to more, and up to fifty of one kind alone', () => {
    const owner = createPerson(db)
    for (let count = 0; count < 7; count += 1) issuedInvoice(owner, { ...invoiceInput, buyerName: 'Harju Oy' })
    const [all] = searchEverything(owner, { q: 'harju', kind: null }, asked).filter(({ kind }) => kind === 'invoices')
    expect([all?.hits.length, all?.more]).toEqual([5, '/search?q=harju&kind=invoices'])
    const [alone] = searchEverything(owner, { q: 'harju', kind: 'invoices' }, asked)
    expect([alone?.hits.length, alone?.more]).toEqual([7, null])
  })

  it('needs two letters, and ignores an unknown kind', () => {
    const owner = createPerson(db)
    createDraft(owner, { title: 'A' })
    expect(found(owner, 'A')).toEqual({})
    expect(readSearch(new URLSearchParams({ q: '  two   words ', kind: 'secrets' }))).toEqual({
      q: 'two words',
      kind: null,
    })
  })

  it('puts whole matches first, and ignores case and accents', () => {
    const rows = ['21001', 'Hämeenlinna 1001', '1001', '10010']
    expect(matching(rows, '1001', (row) => [row])).toEqual(['1001', '10010', 'Hämeenlinna 1001', '21001'])
    expect(matching(rows, 'hameen', (row) => [row])).toEqual(['Hämeenlinna 1001'])
  })
})
