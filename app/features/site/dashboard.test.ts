import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { removeListing, setListing } from '#app/features/directory/set-listing.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import texts from '#app/i18n/locales/en/site.json'
import type { Database } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { projects } from '#db/schema/projects.ts'
import { bidInput, draftedDeal, released, sendAndSign, signedDeal, submitted } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { listActivity, ownActivity } from './activity.server.ts'
import { shownActions } from './activity.ts'
import { counterpartyActivity } from './counterparty-activity.server.ts'
import { loadDashboard } from './dashboard.server.ts'
import { putGuideAway } from './put-guide-away.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

describe('the dashboard', () => {
  it('shows a new company its first steps, and nothing of others', () => {
    const owner = createPerson(db)
    const stranger = createPerson(db)
    createOpenProject(owner, { bidDeadline: testNow + day })
    expect(loadDashboard(stranger)).toEqual({
      figures: { client: [], provider: [] },
      ageing: [],
      alerts: [],
      waiting: [],
      deadlines: [],
      activity: [],
      guide: [
        { step: 'post', isDone: false },
        { step: 'bid', isDone: false },
        { step: 'company', isDone: true },
        { step: 'team', isDone: false },
        { step: 'listing', isDone: false },
      ],
      guideIsAway: false,
    })
  })

  it('keeps the first steps until the first project or bid is out and the company has its details', () => {
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const setIban = (iban: string | null) =>
      db.update(companies).set({ iban }).where(eq(companies.id, owner.company.id)).run()
    const steps = (ctx: CompanyContext) => loadDashboard(ctx).guide?.map(({ step, isDone }) => `${step} ${isDone}`)
    const found = (ctx: CompanyContext, of: string) => loadDashboard(ctx).guide?.find(({ step }) => step === of)
    setIban(null)
    expect(found(owner, 'post')).toEqual({ step: 'post', isDone: false })
    const { id: draftId } = createDraft(owner)
    expect(found(owner, 'post')).toEqual({ step: 'post', isDone: false, draftId })
    expect(found(owner, 'company')).toEqual({ step: 'company', isDone: false, missing: ['bank'] })
    const bare = { businessId: null, vatNumber: null, city: null }
    db.update(companies).set(bare).where(eq(companies.id, owner.company.id)).run()
    expect(found(owner, 'company')?.missing).toEqual(['number', 'address', 'bank'])
    db.update(companies)
      .set({ vatNumber: 'FI20774740', city: 'Helsinki' })
      .where(eq(companies.id, owner.company.id))
      .run()
    expect(steps(owner)).toEqual(['post false', 'bid false', 'company false', 'team false', 'listing false'])
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + day })
    expect(steps(owner)).toEqual(['post true', 'company false', 'team false', 'listing false'])
    setIban('FI7944052020036082')
    expect(loadDashboard(owner).guide).toBeNull()
    createBid(bidder, { ...bidInput, projectId, submit: false })
    expect(steps(bidder)).toEqual(['post false', 'bid false', 'company true', 'team false', 'listing false'])
    createBid(bidder, {
      ...bidInput,
      projectId: createOpenProject(owner, { bidDeadline: testNow + day }).id,
      submit: true,
    })
    expect(loadDashboard(bidder).guide).toBeNull()
  })

  it('offers a new company the public directory until it is there, which no first step waits for', () => {
    const owner = createPerson(db)
    const manager = createPerson(db, { company: owner.company, companyRole: 'manager' })
    const member = createPerson(db, { company: owner.company, companyRole: 'member' })
    const listing = (ctx: CompanyContext) => loadDashboard(ctx).guide?.find(({ step }) => step === 'listing')?.isDone
    expect([owner, manager, member].map(listing)).toEqual([false, false, undefined])
    const said = { about: 'We lay roofs.', trades: ['roofing' as const], place: 'Vaasa', agreed: 'on' as const }
    setListing(owner, { ...said, expectedVersion: undefined })
    expect([owner, manager, member].map(listing)).toEqual([true, true, undefined])
    removeListing(owner)
    expect(listing(owner)).toBe(false)
    createOpenProject(owner, { bidDeadline: testNow + day })
    expect(loadDashboard(owner).guide).toBeNull()
  })

  it('hides the first steps from whoever has put them away, until they are shown again', () => {
    const owner = createPerson(db)
    const colleague = createPerson(db, { company: owner.company })
    const shown = (ctx: CompanyContext) => {
      const { guide, guideIsAway } = loadDashboard(ctx)
      return [guide !== null, guideIsAway]
    }
    putGuideAway(owner, { away: true })
    expect([shown(owner), shown(colleague)]).toEqual([
      [false, true],
      [true, false],
    ])
    putGuideAway(owner, { away: false })
    expect(shown(owner)).toEqual([true, false])
  })

  it('counts active projects, without drafts, and lists their bid deadlines', () => {
    const owner = createPerson(db)
    createDraft(owner)
    createOpenProject(owner, { title: 'Later', bidDeadline: testNow + 5 * day })
    createOpenProject(owner, { title: 'Sooner', bidDeadline: testNow + 2 * day })
    const { figures, deadlines, activity, guide } = loadDashboard(owner)
    expect(guide).toBeNull()
    expect(figures.client[0]).toEqual({ name: 'activeProjects', value: 2, count: 2, to: '/projects?status=running' })
    expect(deadlines.map(({ title, kind }) => [title, kind])).toEqual([
      ['Sooner', 'bidDeadline'],
      ['Later', 'bidDeadline'],
    ])
    expect(activity[0]).toMatchObject({ action: 'project.publish', title: 'Sooner', name: owner.actor.name })
  })

  it('does not count a sealed bid for the owner, in any figure', () => {
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + 3 * day })
    const before = loadDashboard(owner)
    createBid(bidder, { ...bidInput, projectId, submit: true })
    expect(loadDashboard(owner)).toEqual(before)
    expect(loadDashboard(bidder).figures).toMatchObject({
      client: [],
      provider: [{ name: 'pendingOffers', value: 1 }, {}, {}, {}, {}, {}],
    })
  })

  it('reminds a bidder of a draft that can still be submitted', () => {
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + 3 * day })
    createBid(bidder, { ...bidInput, projectId, submit: false })
    expect(loadDashboard(bidder).waiting).toMatchObject([{ kind: 'draftBid', at: testNow + 3 * day }])
    expect(loadDashboard({ ...bidder, now: testNow + 4 * day }).waiting).toEqual([])
  })

  it('shows a bidder when a submitted bid is opened, and the project of a milestone', async () => {
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + 3 * day })
    createBid(bidder, { ...bidInput, projectId, submit: true })
    expect(loadDashboard(bidder).deadlines).toMatchObject([{ kind: 'submittedBid', at: testNow + 3 * day }])
    const deal = await draftedDeal(db)
    const dueDate = new Date(testNow + day).toISOString().slice(0, 10)
    db.update(milestones)
      .set({ dueDate })
      .where(eq(milestones.id, deal.milestoneIds[0] ?? ''))
      .run()
    await sendAndSign(deal)
    const project = db
      .select({ title: projects.title })
      .from(projects)
      .where(eq(projects.id, deal.projectId))
      .get()?.title
    expect(loadDashboard(deal.client).deadlines).toMatchObject([{ kind: 'milestone', title: 'Demolition', project }])
  })

  it('keeps a day until it is over where the reader is', () => {
    const owner = createPerson(db)
    issuedInvoice(owner, { paymentTermDays: 0 })
    const at = (now: number, timeZone: string) =>
      loadDashboard({ ...owner, now, actor: { ...owner.actor, timeZone } }).deadlines.length
    const midnight = Date.UTC(2026, 5, 1, 21)
    expect([at(midnight - 1, 'Europe/Helsinki'), at(midnight, 'Europe/Helsinki')]).toEqual([1, 0])
    expect(at(midnight + 6 * 3_600_000, 'America/New_York')).toBe(1)
  })

  it('shows both parties of a deal what either of them did', async () => {
    const deal = await signedDeal(db)
    await released(deal, String(deal.milestoneIds[0]))
    const client = loadDashboard(deal.client)
    const provider = loadDashboard(deal.provider)
    expect(client.figures.client[0]).toMatchObject({ name: 'activeProjects', value: 1 })
    expect(client.figures.provider).toEqual([])
    expect(provider.figures.provider.map(({ name }) => name)).toEqual([
      'pendingOffers',
      'won',
      'toDeliver',
      'held',
      'released',
      'invoiced',
      'overdue',
      'totalRevenue',
    ])
    const told = ({ activity }: typeof client, by: string) =>
      activity.filter(({ name }) => name === by).map(({ action }) => action)
    expect(told(client, deal.client.actor.name)).toContain('milestone.release')
    expect(told(client, deal.provider.company.name)).toContain('milestone.submit')
    expect(told(provider, deal.provider.actor.name)).toContain('milestone.submit')
    expect(told(provider, deal.client.company.name)).toContain('milestone.release')
    expect(told(provider, deal.client.actor.name)).toEqual([])
    expect(loadDashboard(createPerson(db)).activity).toEqual([])
  })

  it('shows both parties what the platform did and what followed by itself, and nobody else', async () => {
    const deal = await signedDeal(db)
    const { client, provider, admin } = deal
    const [first = '', second = ''] = deal.milestoneIds
    await released(deal, first)
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    const { id: invoiceId } = createInvoice(provider, { ...invoiceInput, lines, milestoneId: first })
    issueInvoice(provider, { invoiceId })
    submitted(deal, second)
    disputeMilestone(client, { milestoneId: second, reason: 'Not level' })
    const split = { clientCents: 200_000, providerCents: 427_500 }
    await resolveDispute(admin, { milestoneId: second, split, reason: 'Half' })
    await releaseRetention(client, { contractId: deal.contractId })
    creditInvoice(provider, { invoiceId, amountCents: null, reason: 'Wrong', lineText: 'Credit', unit: 'pcs' })
    for (const party of [client, provider]) {
      const rows = listActivity(party, 100)
      const names = (action: string) => rows.filter((row) => row.action === action).map(({ name }) => name)
      expect(names('milestone.fund')).toEqual([null, null])
      expect(names('milestone.resolve')).toEqual([null])
      expect(names('contract.complete')).toHaveLength(1)
      expect(names('contract.release_retention')).toHaveLength(1)
      expect(names('invoice.pay_from_escrow').length).toBeGreaterThan(0)
      expect(names('invoice.pay')).toEqual([])
      expect(names('invoice.issue')).toHaveLength(1)
      expect(names('invoice.issue_credit_note')).toHaveLength(1)
    }
    expect(listActivity(createPerson(db), 100)).toEqual([])
    const ofStaff = { ...admin, company: createPerson(db).company } as CompanyContext
    expect(listActivity(ofStaff, 100)).toEqual([])
    const history = getInvoice(provider, invoiceId)?.history ?? []
    expect(history.filter(({ action }) => action.startsWith('invoice.pay'))).toMatchObject([
      { action: 'invoice.pay_from_escrow', by: null, amountCents: 596_125 },
    ])
  })

  it('sorts activity by the time of the event, not of its audit row', () => {
    const owner = createPerson(db)
    for (const [title, hours] of [
      ['Second', 2],
      ['First', 3],
      ['Third', 1],
    ] as const) {
      createDraft({ ...owner, now: testNow - hours * 3_600_000 }, { title })
    }
    expect(loadDashboard(owner).activity.map(({ title }) => title)).toEqual(['Third', 'Second', 'First'])
  })

  it('shows the owner bids once they are opened, but none that was withdrawn before', () => {
    const [owner, bidder, shy] = [createPerson(db), createPerson(db), createPerson(db)]
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + 3 * day })
    const before = loadDashboard(owner).activity
    createBid(bidder, { ...bidInput, projectId, submit: true })
    const { id: withdrawn } = createBid(shy, { ...bidInput, projectId, submit: true })
    withdrawBid(shy, { bidId: withdrawn })
    expect(loadDashboard(owner).activity).toEqual(before)
    expect(loadDashboard(bidder).activity.map(({ name }) => name)).toEqual([bidder.actor.name])
    closeBidding({ ...owner, now: testNow + 1 }, { projectId })
    const submitted = loadDashboard(owner).activity.filter(({ action }) => action.startsWith('bid.'))
    expect(submitted).toMatchObject([{ action: 'bid.submit', name: bidder.company.name }])
    expect(loadDashboard(bidder).activity[0]).toMatchObject({
      action: 'project.close_bidding',
      name: owner.company.name,
    })
  })

  it('reads the audit trail by its indexes, in order of time', () => {
    const plan = (sql: string) =>
      db.$client
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all({ company: '', actions: '[]', newest: 1, limit: 1 })
        .map(({ detail }) => detail)
    const own = plan(ownActivity.text).join('; ')
    expect(own).toContain('USING INDEX audit_log_company (company_id=?)')
    expect(own).not.toContain('B-TREE FOR ORDER BY')
    const others = plan(counterpartyActivity.text)
    expect(others.join('; ')).toContain('USING INDEX audit_log_subject (subject_type=? AND subject_id=?)')
    expect(others.filter((detail) => /^SCAN (contracts|bids|projects|invoices|a|b|p|m|c)\b/.test(detail))).toEqual([])
  })

  it('lists at most ten of everything', () => {
    const owner = createPerson(db)
    for (let n = 1; n <= 12; n += 1) createOpenProject(owner, { bidDeadline: testNow + n * day })
    const { deadlines, activity, alerts } = loadDashboard(owner)
    // Of projects alone, activity has three.
    expect([deadlines.length, activity.length]).toEqual([10, 3])
    expect(alerts).toEqual([{ kind: 'deadlines', count: 3, to: '#deadlines' }])
  })

  it('has a text for everything it shows', () => {
    const known = texts.activity as Record<string, Record<string, string>>
    for (const action of shownActions) {
      const [noun = '', verb = ''] = action.split('.')
      expect(known[noun]?.[verb], action).toBeTruthy()
    }
  })
})
