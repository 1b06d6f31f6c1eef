import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/escrow.json' with { type: 'json' }
import { milestoneStatuses } from '#db/vocabulary/escrow.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  autoApprovalAt,
  dueReminders,
  heldMilestoneStatuses,
  milestoneActions,
  milestoneMachine,
  milestoneRoles,
  splitRelease,
} from './milestone.ts'

const all = { states: milestoneStatuses, actions: milestoneActions, roles: milestoneRoles }
const day = 86_400_000
const content = {
  now: 14 * day,
  contractIsActive: true,
  moneyConfirmed: true,
  deliverables: 1,
  submittedAt: 0,
  autoReleaseAt: 14 * day,
  heldCents: 1000,
  adminIsParty: false,
  reason: 'The roof leaks',
  split: { clientCents: 400, providerCents: 600 },
}

describe('every state, role and action', () => {
  testEveryStep(
    milestoneMachine,
    all,
    `
    planned            client    fund             funded
    planned            system    fund             funded
    funded             provider  submit           submitted
    funded             client    request_refund   refund_requested
    funded             client    dispute          disputed
    funded             provider  dispute          disputed
    submitted          client    approve          approved
    submitted          system    approve          approved
    submitted          client    request_changes  changes_requested
    submitted          client    dispute          disputed
    submitted          provider  dispute          disputed
    changes_requested  provider  submit           submitted
    changes_requested  client    dispute          disputed
    changes_requested  provider  dispute          disputed
    approved           client    release          released
    approved           system    release          released
    approved           client    dispute          disputed
    approved           provider  dispute          disputed
    refund_requested   provider  consent_refund   refunded
    refund_requested   provider  refuse_refund    funded
    refund_requested   client    cancel_refund    funded
    refund_requested   client    dispute          disputed
    refund_requested   provider  dispute          disputed
    disputed           admin     resolve          resolved
    disputed           client    settle           resolved
    disputed           provider  settle           resolved
    `,
    () => content,
  )
})

test.each([
  ['planned', 'fund', 'client', { moneyConfirmed: false }, 'moneyNotConfirmed'],
  ['planned', 'fund', 'system', { contractIsActive: false }, 'contractNotActive'],
  ['funded', 'submit', 'provider', { deliverables: 0 }, 'deliverableMissing'],
  ['submitted', 'approve', 'system', { now: 14 * day - 1 }, 'autoApprovalNotDue'],
  ['submitted', 'approve', 'system', { submittedAt: null }, 'autoApprovalNotDue'],
  ['submitted', 'approve', 'system', { contractIsActive: false }, 'contractNotActive'],
  ['approved', 'release', 'system', { autoReleaseAt: 14 * day + 1 }, 'autoReleaseNotDue'],
  ['approved', 'release', 'system', { autoReleaseAt: null }, 'autoReleaseNotDue'],
  ['approved', 'release', 'system', { contractIsActive: false }, 'contractNotActive'],
  ['funded', 'submit', 'provider', { contractIsActive: false }, 'contractNotActive'],
  ['submitted', 'request_changes', 'client', { contractIsActive: false }, 'contractNotActive'],
  ['submitted', 'request_changes', 'client', { reason: '' }, 'reasonNeeded'],
  ['approved', 'dispute', 'provider', { reason: undefined }, 'reasonNeeded'],
  ['disputed', 'resolve', 'admin', { adminIsParty: true }, 'adminIsParty'],
  ['disputed', 'resolve', 'admin', { split: undefined }, 'splitNotWhole'],
  ['disputed', 'resolve', 'admin', { split: { clientCents: 400, providerCents: 599 } }, 'splitNotWhole'],
  ['disputed', 'resolve', 'admin', { split: { clientCents: 1001, providerCents: -1 } }, 'splitNotWhole'],
  ['disputed', 'resolve', 'admin', { split: { clientCents: 0.5, providerCents: 999.5 } }, 'splitNotWhole'],
] as const)('%s %s by %s is guarded', (state, action, role, facts, why) => {
  expect(milestoneMachine.next(state, action, role, { ...content, ...facts })).toEqual({
    ok: false,
    reason: `escrow:refused.${why}`,
  })
})

test('a dispute may be resolved entirely for one side', () => {
  for (const clientCents of [0, 1000]) {
    const split = { clientCents, providerCents: 1000 - clientCents }
    expect(milestoneMachine.next('disputed', 'resolve', 'admin', { ...content, split }).ok).toBe(true)
  }
})

test('a client may approve before the 14 days are over', () => {
  expect(milestoneMachine.next('submitted', 'approve', 'client', { ...content, now: 0 }).ok).toBe(true)
})

test('the admin sees the resolve button before a split is typed', () => {
  expect(milestoneMachine.allowed('disputed', 'admin', { ...content, split: undefined })).toEqual(['resolve'])
  expect(milestoneMachine.allowed('disputed', 'admin', { ...content, adminIsParty: true })).toEqual([])
})

test('only states with held money can be disputed', () => {
  const disputable = milestoneStatuses.filter(
    (status) => milestoneMachine.next(status, 'dispute', 'client', content).ok,
  )
  expect(disputable.sort()).toEqual([...heldMilestoneStatuses].sort())
})

test('every refusal has a text', () => {
  const bare = { ...content, reason: '', split: undefined, deliverables: 0, now: 0 }
  const found = refusalsOf(milestoneMachine, all, [
    bare,
    { ...bare, adminIsParty: true, moneyConfirmed: false },
    { ...bare, contractIsActive: false },
  ])
  const known = Object.keys(texts.refused).map((key) => `escrow:refused.${key}`)
  expect([...found].filter((key) => !known.includes(key))).toEqual([])
  expect(found.size).toBe(10)
})

test('reminders on days 7 and 12, once each, and approval on day 14', () => {
  expect(autoApprovalAt(5)).toBe(5 + 14 * day)
  expect(dueReminders(0, 7 * day - 1)).toEqual([])
  expect(dueReminders(0, 7 * day)).toEqual([7])
  expect(dueReminders(0, 7 * day, [7])).toEqual([])
  expect(dueReminders(0, 12 * day)).toEqual([7, 12])
  expect(dueReminders(0, 13 * day, [7])).toEqual([12])
  expect(dueReminders(0, 14 * day)).toEqual([])
})

test('the parts of a release: the retention first, then the fee, and the rest for the provider', () => {
  expect(splitRelease(100_000, { retentionBp: 1000, feeCents: 2250 })).toEqual({
    retentionCents: 10_000,
    feeCents: 2250,
    providerCents: 87_750,
  })
})
