import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import texts from '#app/i18n/locales/en/notifications.json'
import { publish } from '#app/platform/events.server.ts'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startNotifications } from './listen.server.ts'
import { listNotifications } from './queries.server.ts'

let db: Database
let client: CompanyContext
let provider: CompanyContext
let stop: () => void

beforeEach(() => {
  db = testDatabase()
  client = createPerson(db)
  provider = createPerson(db)
  stop = startNotifications()
})
afterEach(() => stop())

/** Events are told after the current turn, and listeners run as promises. */
const told = () => new Promise((resolve) => setTimeout(resolve, 5))
const keys = (ctx: CompanyContext) => listNotifications(ctx).rows.map(({ textKey }) => textKey)

describe('what happened is told', () => {
  it('to everybody of the company that it concerns', async () => {
    const colleague = createPerson(db, { company: provider.company })
    publish('bid.awarded', {
      bidId: 'b',
      projectId: 'p',
      companyId: provider.company.id,
      ownerCompanyId: client.company.id,
      title: 'Roof',
    })
    await told()
    expect([keys(provider), keys(colleague), keys(client)]).toEqual([['bidAwarded'], ['bidAwarded'], []])
  })

  it('not to people whose account is disabled', async () => {
    db.$client.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").run(provider.actor.id)
    publish('bid.rejected', {
      bidId: 'b',
      projectId: 'p',
      companyId: provider.company.id,
      ownerCompanyId: client.company.id,
      title: 'Roof',
    })
    await told()
    expect(keys(provider)).toEqual([])
  })

  it('to the other party of a contract, not to whoever did it', async () => {
    publish('contract.sent', {
      contractId: 'c',
      projectId: 'p',
      number: 'C-1',
      title: 'Roof',
      clientCompanyId: client.company.id,
      providerCompanyId: provider.company.id,
      grossCents: 100,
      currency: 'EUR',
      actorId: client.actor.id,
      actorCompanyId: client.company.id,
    })
    await told()
    expect([keys(client), keys(provider)]).toEqual([[], ['contractSent']])
    expect(listNotifications(provider).rows[0]).toMatchObject({
      actionUrl: '/contracts/c',
      params: { amountCents: 100 },
    })
  })

  it('of a sealed bid to its bidder alone', async () => {
    publish('bid.submitted', { bidId: 'b', projectId: 'p', companyId: provider.company.id, title: 'Roof', revision: 1 })
    await told()
    expect([keys(client), keys(provider)]).toEqual([[], ['bidSubmitted']])
  })

  it('in words that exist', async () => {
    publish('bids.opened', {
      projectId: 'p',
      companyId: client.company.id,
      title: 'Roof',
      bidderCompanyIds: [provider.company.id],
    })
    await told()
    const known = Object.keys(texts.texts)
    for (const key of [...keys(client), ...keys(provider)]) expect(known).toContain(key)
    expect([keys(client), keys(provider)]).toEqual([['bidsOpenedOwner'], ['bidsOpenedBidder']])
  })
})
