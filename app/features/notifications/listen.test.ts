import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DomainEvents, EventName } from '#app/events.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { leaveCompany } from '#app/features/team/leave-company.server.ts'
import { removeMember } from '#app/features/team/remove-member.server.ts'
import texts from '#app/i18n/locales/en/notifications.json'
import type { Database } from '#db/client.server.ts'
import { type Dispatcher, startDispatcher } from '#db/event-dispatcher.server.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { notificationListener } from './listen.server.ts'
import { listNotifications } from './queries.server.ts'

let db: Database
let client: CompanyContext
let provider: CompanyContext
let dispatcher: Dispatcher

beforeEach(() => {
  db = testDatabase()
  client = createPerson(db)
  provider = createPerson(db)
  dispatcher = startDispatcher(db, [notificationListener])
})
afterEach(() => dispatcher.stop())

function emit<N extends EventName>(name: N, payload: DomainEvents[N]): void {
  record(db, name, payload)
  dispatcher.deliver()
}
const keys = (ctx: CompanyContext) => listNotifications(ctx).rows.map(({ textKey }) => textKey)

describe('events notify', () => {
  it('admins of a ledger that does not prove, and nobody else', () => {
    const admin = createAdmin(db)
    emit('ledger.unsound', { findings: [{ what: 'balance', which: 'a' }] })
    expect([keys(client), keys(provider)]).toEqual([[], []])
    expect(listNotifications({ ...client, ...admin }).rows.map(({ textKey }) => textKey)).toEqual(['ledgerUnsound'])
  })

  it('everybody in the companies concerned', () => {
    const colleague = createPerson(db, { company: provider.company })
    emit('bid.awarded', {
      bidId: 'b',
      projectId: 'p',
      companyId: provider.company.id,
      ownerCompanyId: client.company.id,
      title: 'Roof',
    })
    expect([keys(provider), keys(colleague), keys(client)]).toEqual([['bidAwarded'], ['bidAwarded'], []])
  })

  it('the owners of a company that somebody left', () => {
    const [owner, member] = ['owner', 'member'].map((role) =>
      createPerson(db, { company: client.company, companyRole: role as 'owner' | 'member' }),
    )
    if (!owner || !member) throw new Error('nobody')
    const { name } = leaveCompany(member) && member.actor
    dispatcher.deliver()
    expect([keys(client), keys(owner), keys(member), keys(provider)]).toEqual([['memberLeft'], ['memberLeft'], [], []])
    expect(listNotifications(owner).rows[0]?.params).toEqual({ name, company: member.company.name })
  })

  it('the owners of a company from which somebody was removed, but not the one who did it', () => {
    const [other, manager, member] = (['owner', 'manager', 'member'] as const).map((companyRole) =>
      createPerson(db, { company: client.company, companyRole }),
    )
    if (!other || !manager || !member) throw new Error('nobody')
    const { name } = removeMember(manager, { userId: member.actor.id })
    dispatcher.deliver()
    const seen = [client, other, manager, member].map(keys)
    expect(seen).toEqual([['memberRemoved'], ['memberRemoved'], [], []])
    const params = { name, company: manager.company.name, actor: manager.actor.name }
    expect(listNotifications(other).rows[0]?.params).toEqual(params)
    removeMember(other, { userId: manager.actor.id })
    dispatcher.deliver()
    expect([keys(client).length, keys(other).length]).toEqual([2, 1])
  })

  it('nobody whose account is disabled', () => {
    db.$client.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").run(provider.actor.id)
    emit('bid.rejected', {
      bidId: 'b',
      projectId: 'p',
      companyId: provider.company.id,
      ownerCompanyId: client.company.id,
      title: 'Roof',
    })
    expect(keys(provider)).toEqual([])
  })

  it('the other party of a contract, not the actor', () => {
    emit('contract.sent', {
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
    expect([keys(client), keys(provider)]).toEqual([[], ['contractSent']])
    expect(listNotifications(provider).rows[0]).toMatchObject({
      actionUrl: '/contracts/c',
      params: { amountCents: 100 },
    })
  })

  it('only the bidder about a sealed bid', () => {
    emit('bid.submitted', { bidId: 'b', projectId: 'p', companyId: provider.company.id, title: 'Roof', revision: 1 })
    expect([keys(client), keys(provider)]).toEqual([[], ['bidSubmitted']])
  })

  it('with texts that exist', () => {
    emit('bids.opened', {
      projectId: 'p',
      companyId: client.company.id,
      title: 'Roof',
      bidderCompanyIds: [provider.company.id],
    })
    const known = Object.keys(texts.texts)
    for (const key of [...keys(client), ...keys(provider)]) expect(known).toContain(key)
    expect([keys(client), keys(provider)]).toEqual([['bidsOpenedOwner'], ['bidsOpenedBidder']])
  })
})
