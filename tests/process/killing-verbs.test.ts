import { expect, it } from 'vitest'
import { killedVerbs, killVerbs } from '#tests/setup/kill-verbs.ts'

it('keeps every award, signature, payment and invoice that was acknowledged, and none by half, when it is killed', async () => {
  const { returned, problems } = await killVerbs(2)
  expect(problems).toEqual([])
  for (const verb of killedVerbs) expect([verb, (returned.get(verb) ?? 0) >= 2]).toEqual([verb, true])
}, 120_000)
