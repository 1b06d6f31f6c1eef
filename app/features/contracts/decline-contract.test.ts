import { describe, expect, it } from 'vitest'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { awards, bids } from '#db/schema/bids.ts'
import { contractEvents, contracts } from '#db/schema/contracts.ts'
import { projects } from '#db/schema/projects.ts'
import { password, sentDeal } from '#tests/factories/deal.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { declineContract } from './decline-contract.server.ts'
import { expireContracts } from './expire-contracts.server.ts'
import { signContract } from './sign-contract.server.ts'
import { voidContract } from './void-contract.server.ts'

async function sent() {
  const db = testDatabase()
  const deal = await sentDeal(db)
  const status = () => db.select().from(contracts).get()?.status
  const failed = () => ({
    contract: status(),
    project: db.select().from(projects).get()?.status,
    bid: db.select().from(bids).get()?.status,
    revoked: db.select().from(awards).get()?.revokedAt !== null,
  })
  return {
    db,
    ...deal,
    status,
    failed,
    sign: { contractId: deal.contractId, typedName: 'X', nameReason: 'A mark', password },
  }
}

describe('declineContract', () => {
  it('ends the signing: the project is evaluated again, with actor and reason', async () => {
    const { db, provider, contractId, failed } = await sent()
    declineContract(provider, { contractId, reason: 'No capacity' })
    expect(failed()).toEqual({ contract: 'declined', project: 'evaluating', bid: 'opened', revoked: true })
    expect(db.select().from(contractEvents).all().at(-1)).toMatchObject({
      action: 'decline',
      reason: 'No capacity',
      actorId: provider.actor.id,
    })
    expect(() => declineContract(provider, { contractId })).toThrow(expect.objectContaining({ code: 'conflict' }))
  })

  it('is for a party that has not signed', async () => {
    const { provider, contractId, sign, status } = await sent()
    await signContract(provider, sign)
    expect(() => declineContract(provider, { contractId })).toThrow(expect.objectContaining({ code: 'conflict' }))
    expect(status()).toBe('partially_signed')
  })
})

describe('voidContract', () => {
  it('is for the sender, with a reason', async () => {
    const { client, provider, contractId, failed } = await sent()
    expect(() => voidContract(provider, { contractId, reason: 'x' })).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
    expect(() => voidContract(client, { contractId, reason: ' ' })).toThrow(
      expect.objectContaining({ code: 'invalid', field: 'reason' }),
    )
    voidContract(client, { contractId, reason: 'Wrong price' })
    expect(failed()).toEqual({ contract: 'voided', project: 'evaluating', bid: 'opened', revoked: true })
  })
})

describe('expireContracts', () => {
  it('expires contracts that both parties did not sign in time, once', async () => {
    const { db, client, sign, failed, status } = await sent()
    await signContract(client, sign)
    expect(expireContracts(systemContext(db, client.now + 30 * day - 1))).toBe(0)
    expect(status()).toBe('partially_signed')
    const late = systemContext(db, client.now + 30 * day)
    expect(expireContracts(late)).toBe(1)
    expect(expireContracts(late)).toBe(0)
    expect(failed()).toEqual({ contract: 'expired', project: 'evaluating', bid: 'opened', revoked: true })
  })
})
