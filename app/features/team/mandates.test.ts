import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { listeners } from '#app/listeners.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { companyMandates, companyMembers } from '#db/schema/accounts.ts'
import { awards } from '#db/schema/bids.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { notifications } from '#db/schema/notifications.ts'
import type { Power } from '#db/vocabulary/accounts.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { bidInput, password, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { changeBankAccount } from './change-bank-account.server.ts'
import { changeMemberRole } from './change-member-role.server.ts'
import { bankStake, getMandates } from './mandates.server.ts'
import { setMandates } from './set-mandates.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
const colleagueOf = (ctx: CompanyContext, companyRole: 'owner' | 'manager' | 'member' = 'member') =>
  withPassword(createPerson(db, { company: ctx.company, companyRole }))
const refused = (key: 'none' | 'aboveLimit' | 'otherCurrency') => ({
  code: 'forbidden',
  text: expect.objectContaining({ key: `team:mandate.refused.${key}` }),
})
const of = (ctx: CompanyContext) => getMandates(db, ctx.company.id, ctx.actor.id)
const all = (value: number | null) => ({ sign: value, award: value, release: value, bank: value, payables: value })

describe('signing', () => {
  /** A contract of 12 550.00 with VAT. */
  const sent = async () => {
    const { client, projectId } = await awarded(db)
    const { contractId } = draftContract(client, contractInput(projectId))
    sendContract(client, { contractId })
    return { client, contractId }
  }

  it('by a member invited a minute ago is refused, and by a member up to the limit', async () => {
    const { client, contractId } = await sent()
    const member = await colleagueOf(client)
    const input = { contractId, typedName: member.actor.name, password }
    await expect(signContract(member, input)).rejects.toMatchObject(refused('none'))
    giveMandates(member, 1_254_999, ['sign'])
    await expect(signContract(member, input)).rejects.toMatchObject({
      ...refused('aboveLimit'),
      text: { params: { amountCents: 1_254_999, currency: 'EUR' } },
    })
    expect(db.select().from(contractSignatures).all()).toEqual([])
    giveMandates(member, 1_255_000, ['sign'])
    expect(await signContract(member, input)).toEqual({ status: 'partially_signed' })
  })

  it('in another currency needs a mandate without a limit', async () => {
    const { client, contractId } = await sent()
    db.$client.exec('DROP TRIGGER contracts_frozen')
    db.$client.exec("UPDATE contracts SET currency = 'USD'")
    const manager = await colleagueOf(client, 'manager')
    const input = { contractId, typedName: manager.actor.name, password }
    giveMandates(manager, 900_000_000)
    await expect(signContract(manager, input)).rejects.toMatchObject(refused('otherCurrency'))
    giveMandates(manager, null)
    expect(await signContract(manager, input)).toEqual({ status: 'partially_signed' })
  })

  it('is decided by the mandate of now, not of the session', async () => {
    const { client, contractId } = await sent()
    const owner = await colleagueOf(client, 'owner')
    changeMemberRole(client, { userId: owner.actor.id, companyRole: 'member' })
    const input = { contractId, typedName: owner.actor.name, password }
    await expect(signContract(owner, input)).rejects.toMatchObject(refused('none'))
  })
})

it('awarding needs a mandate for the sum of the bid', async () => {
  const [client, provider] = [createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  const member = await colleagueOf(client)
  const award = (limitCents: number) => {
    giveMandates(member, limitCents, ['award'])
    return () => awardBid(member, { bidId })
  }
  const { grossCents } = db.$client.prepare('SELECT gross_cents AS grossCents FROM bids').get() as {
    grossCents: number
  }
  expect(award(0)).toThrow(expect.objectContaining(refused('none')))
  expect(award(grossCents - 1)).toThrow(expect.objectContaining(refused('aboveLimit')))
  expect(db.select().from(awards).all()).toEqual([])
  award(grossCents)()
  expect(db.select().from(awards).all()).toHaveLength(1)
})

it('changing the bank account needs a mandate for what it is there to receive', async () => {
  const { client, provider, projectId } = await awarded(db)
  const { contractId } = draftContract(client, contractInput(projectId))
  sendContract(client, { contractId })
  for (const party of [client, provider])
    await signContract(party, { contractId, typedName: party.actor.name, password })
  expect(bankStake(db, provider.company.id)).toEqual({ amountCents: 1_255_000, currency: 'EUR' })
  expect(bankStake(db, client.company.id)).toEqual({ amountCents: 0, currency: 'EUR' })
  const manager = await colleagueOf(provider, 'manager')
  const account = { iban: 'FI2112345600000785', bic: null, password }
  await expect(changeBankAccount(manager, account)).rejects.toMatchObject(refused('none'))
  giveMandates(manager, 1_254_999, ['bank'])
  await expect(changeBankAccount(manager, account)).rejects.toMatchObject(refused('aboveLimit'))
  giveMandates(manager, 1_255_000, ['bank'])
  await changeBankAccount(manager, account)
})

describe('mandates', () => {
  it('are set by an owner with the password, and told to the person and the owners', async () => {
    const dispatcher = startDispatcher(db, listeners)
    const owner = await withPassword(createPerson(db))
    const member = await colleagueOf(owner)
    const manager = await colleagueOf(owner, 'manager')
    expect([of(owner), of(member), of(manager)]).toEqual([all(null), all(0), all(0)])
    const mandates = { ...all(0), sign: 5_000_000, award: null }
    const input = { userId: member.actor.id, mandates, password }
    await expect(setMandates(owner, { ...input, password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
    for (const other of [member, manager])
      await expect(setMandates(other, input)).rejects.toMatchObject({ text: { key: 'errors:ownersOnly' } })
    const stranger = await withPassword(createPerson(db))
    await expect(setMandates(stranger, input)).rejects.toMatchObject({ code: 'not_found' })
    await setMandates(owner, input)
    expect(of(member)).toEqual(mandates)
    dispatcher.deliver()
    dispatcher.stop()
    const told = db
      .select()
      .from(notifications)
      .all()
      .map(({ userId, textKey }) => [userId, textKey])
    expect(told.sort()).toEqual(
      [
        [owner.actor.id, 'mandatesSet'],
        [member.actor.id, 'mandatesSet'],
      ].sort(),
    )
  })

  it('of an owner are set by another owner, or by the only one', async () => {
    const owner = await withPassword(createPerson(db))
    const own = { userId: owner.actor.id, mandates: all(1000), password }
    await setMandates(owner, own)
    expect(of(owner)).toEqual(all(1000))
    const second = await colleagueOf(owner, 'owner')
    await expect(setMandates(owner, { ...own, mandates: all(null) })).rejects.toMatchObject({
      text: { key: 'team:mandate.own' },
    })
    await setMandates(second, { ...own, mandates: all(null) })
    expect(of(owner)).toEqual(all(null))
  })

  it('end with the role and with the membership', async () => {
    const owner = await withPassword(createPerson(db))
    const member = await colleagueOf(owner)
    const powers: Power[] = ['sign', 'bank']
    giveMandates(member, null, powers)
    changeMemberRole(owner, { userId: member.actor.id, companyRole: 'manager' })
    expect(of(member)).toEqual(all(0))
    giveMandates(member, null, powers)
    db.delete(companyMembers).where(eq(companyMembers.userId, member.actor.id)).run()
    expect(db.select().from(companyMandates).all()).toEqual([])
    expect(of(member)).toBeNull()
  })
})
