import { describe, expect, it } from 'vitest'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { listWaiting } from '#app/features/site/attention.server.ts'
import { password, sentDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { countWaiting } from './count-waiting.server.ts'

describe('the count of what waits for the reader', () => {
  it('is that of the dashboard, also after what the reader and the other party have done', async () => {
    const db = testDatabase()
    const { client, provider, contractId } = await sentDeal(db)
    const agrees = () => {
      for (const ctx of [client, provider]) expect(countWaiting(ctx)).toBe(listWaiting(ctx).length)
      return [countWaiting(client), countWaiting(provider)]
    }
    expect(agrees()).toEqual([1, 1])
    await signContract(provider, { contractId, typedName: provider.actor.name, password })
    expect(countWaiting(provider)).toBe(listWaiting(provider).length)
    await signContract(client, { contractId, typedName: client.actor.name, password })
    expect(countWaiting(client)).toBe(listWaiting(client).length)
  })

  it('follows within a minute what nobody was told of', async () => {
    const db = testDatabase()
    const { client, contractId } = await sentDeal(db)
    expect(countWaiting(client)).toBe(1)
    db.$client.prepare('UPDATE contracts SET expires_at = 0, status = ? WHERE id = ?').run('expired', contractId)
    expect(countWaiting({ ...client, now: client.now + 59_000 })).toBe(1)
    expect(countWaiting({ ...client, now: client.now + 61_000 })).toBe(0)
  })
})
