import { expect, it } from 'vitest'
import texts from '#app/i18n/locales/en/escrow.json' with { type: 'json' }
import { retentionStatuses } from '#db/vocabulary/escrow.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import { milestoneRoles } from './milestone.ts'
import { retentionActions, retentionMachine } from './retention.ts'

const all = { states: retentionStatuses, actions: retentionActions, roles: milestoneRoles }
const content = {
  heldCents: 1000,
  milestonesHeldCents: 0,
  adminIsParty: false,
  reason: 'The roof leaks',
  split: { clientCents: 400, providerCents: 600 },
}

testEveryStep(
  retentionMachine,
  all,
  `
  held      client    release  released
  held      client    dispute  disputed
  held      provider  dispute  disputed
  disputed  client    release  released
  disputed  admin     resolve  resolved
  disputed  client    settle   resolved
  disputed  provider  settle   resolved
  `,
  () => content,
)

it('needs a reason for a dispute, and a whole split by an admin who is no party for its end', () => {
  const next = (state: 'held' | 'disputed', action: 'dispute' | 'resolve', facts: Partial<typeof content>) =>
    retentionMachine.next(state, action, action === 'dispute' ? 'provider' : 'admin', { ...content, ...facts })
  expect(next('held', 'dispute', { reason: ' ' })).toMatchObject({ reason: 'escrow:refused.reasonNeeded' })
  expect(next('disputed', 'resolve', { adminIsParty: true })).toMatchObject({ reason: 'escrow:refused.adminIsParty' })
  for (const split of [
    { clientCents: 400, providerCents: 601 },
    { clientCents: -1, providerCents: 1001 },
  ])
    expect(next('disputed', 'resolve', { split })).toMatchObject({ reason: 'escrow:refused.splitNotWhole' })
})

it('is settled after the milestones, whose releases may add to it', () => {
  for (const [action, role] of [
    ['release', 'client'],
    ['dispute', 'provider'],
  ] as const)
    expect(retentionMachine.next('held', action, role, { ...content, milestonesHeldCents: 1 })).toMatchObject({
      reason: 'escrow:refused.milestonesHeld',
    })
})

it('has a text for every refusal', () => {
  const facts = [
    content,
    { ...content, adminIsParty: true },
    { heldCents: 1, milestonesHeldCents: 1, adminIsParty: false },
  ]
  const keys = [...refusalsOf(retentionMachine, all, facts)].map((key) => key.replace('escrow:refused.', ''))
  expect(keys.filter((key) => !(key in texts.refused))).toEqual([])
})
