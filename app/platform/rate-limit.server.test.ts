import { expect, it } from 'vitest'
import { testDatabase } from '#tests/setup/database.ts'
import { AppError } from './errors.ts'
import { addressKey, forgetExpiredPoints, forgivePoints, returnPoint, takePoint } from './rate-limit.server.ts'

const limit = { name: 'test', points: 3, seconds: 60 }
const refused = expect.objectContaining({ code: 'rate_limited' })

it('gives so many points and no more, also to a hundred at once', async () => {
  const sqlite = testDatabase().$client
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => takePoint(sqlite, limit, 'somebody')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(AppError)
  await expect(takePoint(sqlite, limit, 'somebody')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 60,
  })
  await takePoint(sqlite, limit, 'somebody else')
})

it('gives a point back, and forgives all', async () => {
  const sqlite = testDatabase().$client
  for (let round = 0; round < 3; round += 1) await takePoint(sqlite, limit, 'a')
  await returnPoint(sqlite, limit, 'a')
  await takePoint(sqlite, limit, 'a')
  await expect(takePoint(sqlite, limit, 'a')).rejects.toEqual(refused)
  await forgivePoints(sqlite, limit, 'a')
  await takePoint(sqlite, limit, 'a')
})

it('forgets counters that have run out, and no others', async () => {
  const sqlite = testDatabase().$client
  await takePoint(sqlite, limit, 'short')
  await takePoint(sqlite, { ...limit, name: 'long', seconds: 3600 }, 'long')
  expect(forgetExpiredPoints(sqlite, Date.now() + 61_000)).toBe(1)
  expect(sqlite.prepare('SELECT key FROM rate_limits').pluck().all()).toEqual(['long:long'])
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [null, 'unknown'],
])('counts %s as %s', (address, key) => expect(addressKey(address)).toBe(key))
