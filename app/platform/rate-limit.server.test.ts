import { expect, it } from 'vitest'
import { testDatabase } from '#tests/setup/database.ts'
import { AppError } from './errors.ts'
import { consumePoint, deleteExpiredPoints, resetPoints, returnPoint } from './rate-limit.server.ts'

const limit = { name: 'test', points: 3, seconds: 60 }
const refused = expect.objectContaining({ code: 'rate_limited' })

it('grants exactly its points, even to a hundred requests at once', async () => {
  const sqlite = testDatabase().$client
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => consumePoint(sqlite, limit, 'somebody')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AppError)
  await expect(consumePoint(sqlite, limit, 'somebody')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 60,
  })
  await consumePoint(sqlite, limit, 'somebody else')
})

it('gives a point back, and forgives all', async () => {
  const sqlite = testDatabase().$client
  for (let round = 0; round < 3; round += 1) await consumePoint(sqlite, limit, 'a')
  await returnPoint(sqlite, limit, 'a')
  await consumePoint(sqlite, limit, 'a')
  await expect(consumePoint(sqlite, limit, 'a')).rejects.toEqual(refused)
  await resetPoints(sqlite, limit, 'a')
  await consumePoint(sqlite, limit, 'a')
})

it('deletes expired counters and no others', async () => {
  const sqlite = testDatabase().$client
  await consumePoint(sqlite, limit, 'short')
  await consumePoint(sqlite, { ...limit, name: 'long', seconds: 3600 }, 'long')
  expect(deleteExpiredPoints(sqlite, Date.now() + 61_000)).toBe(1)
  expect(sqlite.prepare('SELECT key FROM rate_limits').pluck().all()).toEqual(['long:long'])
})
