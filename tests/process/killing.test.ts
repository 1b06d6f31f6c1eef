import { expect, it } from 'vitest'
import { killRounds } from '#tests/setup/kill-rounds.ts'

it('loses no acknowledged write, however often it is killed', async () => {
  const { rounds, acknowledged, problems } = await killRounds(3)
  expect(problems).toEqual([])
  expect(rounds).toBe(3)
  expect(acknowledged).toBeGreaterThanOrEqual(3 * 20)
}, 120_000)
