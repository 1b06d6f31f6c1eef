import { beforeEach, describe, expect, it } from 'vitest'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import texts from '#app/i18n/locales/en/site.json'
import type { Database } from '#db/client.server.ts'
import { bidInput, released, signedDeal } from '#tests/factories/deal.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { activityActions } from './activity.ts'
import { loadDashboard } from './dashboard.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

describe('the dashboard', () => {
  it('shows a new company how to begin, and nothing of others', () => {
    const owner = createPerson(db)
    const stranger = createPerson(db)
    createOpenProject(owner, { bidDeadline: testNow + day })
    expect(loadDashboard(stranger)).toEqual({
      activeProjects: 0,
      openProjects: 0,
      revenue: [],
      offers: { sent: 0, received: 0 },
      deadlines: [],
      activity: [],
      isFirstRun: true,
    })
  })

  it('counts projects under way, without drafts, and lists when their bidding ends', () => {
    const owner = createPerson(db)
    createDraft(owner)
    createOpenProject(owner, { title: 'Later', bidDeadline: testNow + 5 * day })
    createOpenProject(owner, { title: 'Sooner', bidDeadline: testNow + 2 * day })
    const { activeProjects, openProjects, deadlines, activity, isFirstRun } = loadDashboard(owner)
    expect([activeProjects, openProjects, isFirstRun]).toEqual([2, 2, false])
    expect(deadlines.map(({ title, kind }) => [title, kind])).toEqual([
      ['Sooner', 'bidDeadline'],
      ['Later', 'bidDeadline'],
    ])
    expect(activity[0]).toMatchObject({ action: 'project.publish', title: 'Sooner', name: owner.actor.name })
  })

  it('does not count a sealed bid for the owner, by any figure', () => {
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + 3 * day })
    const before = loadDashboard(owner)
    createBid(bidder, { ...bidInput, projectId, submit: true })
    expect(loadDashboard(owner)).toEqual(before)
    expect(loadDashboard(bidder).offers).toEqual({ sent: 1, received: 0 })
  })

  it('reminds a bidder of a draft that can still be submitted', () => {
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const { id: projectId } = createOpenProject(owner, { bidDeadline: testNow + 3 * day })
    createBid(bidder, { ...bidInput, projectId, submit: false })
    expect(loadDashboard(bidder).deadlines).toMatchObject([{ kind: 'ownBid' }])
    expect(loadDashboard({ ...bidder, now: testNow + 4 * day }).deadlines).toEqual([])
  })

  it('tells both parties of a deal, each its own side', async () => {
    const deal = await signedDeal(db)
    await released(deal, String(deal.milestoneIds[0]))
    const client = loadDashboard(deal.client)
    const provider = loadDashboard(deal.provider)
    expect([client.activeProjects, provider.activeProjects]).toEqual([1, 1])
    expect(client.activity.map(({ action }) => action)).toContain('milestone.release')
    expect(provider.activity.map(({ action }) => action)).toContain('contract.sign')
    expect(provider.activity.every(({ name }) => name === deal.provider.actor.name)).toBe(true)
  })

  it('lists at most ten of everything', () => {
    const owner = createPerson(db)
    for (let n = 1; n <= 12; n += 1) createOpenProject(owner, { bidDeadline: testNow + n * day })
    const { deadlines, activity } = loadDashboard(owner)
    expect([deadlines.length, activity.length]).toEqual([10, 10])
  })

  it('has words for all it tells', () => {
    const known = texts.activity as Record<string, Record<string, string>>
    for (const action of activityActions) {
      const [noun = '', verb = ''] = action.split('.')
      expect(known[noun]?.[verb], action).toBeTruthy()
    }
  })
})
