import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/contracts.json' with { type: 'json' }
import { contractStatuses } from '#db/vocabulary/contracts.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import { contractActions, contractMachine, contractRoles } from './contract.ts'

const all = { states: contractStatuses, actions: contractActions, roles: contractRoles }
const content = {
  now: 1000,
  expiresAt: 1001,
  isSender: true,
  hasSigned: false,
  openMilestones: 0,
  reason: 'Bankrupt',
}

describe('every state, role and action', () => {
  testEveryStep(
    contractMachine,
    all,
    `
    draft             client    edit       draft
    draft             provider  edit       draft
    draft             client    send       sent
    draft             provider  send       sent
    draft             system    void       voided
    sent              client    sign       partially_signed
    sent              provider  sign       partially_signed
    sent              client    decline    declined
    sent              provider  decline    declined
    sent              client    void       voided
    sent              provider  void       voided
    sent              system    expire     expired
    partially_signed  client    sign       active
    partially_signed  provider  sign       active
    partially_signed  client    decline    declined
    partially_signed  provider  decline    declined
    partially_signed  client    void       voided
    partially_signed  provider  void       voided
    partially_signed  system    expire     expired
    active            system    complete   completed
    active            client    terminate  terminated
    active            provider  terminate  terminated
    `,
    (role) => (role === 'system' ? { ...content, now: 1001 } : content),
  )
})

test.each([
  ['draft', 'edit', 'provider', { isSender: false }, 'notSender'],
  ['draft', 'send', 'client', { isSender: false }, 'notSender'],
  ['draft', 'send', 'client', { standstillEndsAt: 1001 }, 'standstill'],
  ['partially_signed', 'sign', 'client', { hasSigned: true }, 'alreadySigned'],
  ['sent', 'sign', 'client', { now: 1001 }, 'expired'],
  ['partially_signed', 'sign', 'provider', { now: 1001 }, 'expired'],
  ['partially_signed', 'decline', 'provider', { hasSigned: true }, 'alreadySigned'],
  ['sent', 'void', 'provider', { isSender: false }, 'notSender'],
  ['sent', 'void', 'client', { reason: '  ' }, 'reasonNeeded'],
  ['sent', 'expire', 'system', {}, 'notExpired'],
  ['sent', 'expire', 'system', { expiresAt: null }, 'notExpired'],
  ['active', 'complete', 'system', { openMilestones: 2 }, 'milestonesOpen'],
  ['active', 'complete', 'system', { openMilestones: undefined }, 'milestonesOpen'],
  ['active', 'terminate', 'provider', { reason: null }, 'reasonNeeded'],
] as const)('%s %s by %s is guarded', (state, action, role, facts, why) => {
  expect(contractMachine.next(state, action, role, { ...content, ...facts })).toEqual({
    ok: false,
    reason: `contracts:refused.${why}`,
  })
})

test('a contract without an expiry can be signed at any time', () => {
  expect(contractMachine.next('sent', 'sign', 'client', { ...content, expiresAt: null, now: 9e12 }).ok).toBe(true)
})

test('every refusal has a text', () => {
  const facts = [true, false].flatMap((hasSigned) =>
    [true, false].flatMap((isSender) =>
      [
        { now: 1, expiresAt: 0 },
        { now: 0, expiresAt: 1 },
      ].map((time) => ({ ...time, hasSigned, isSender })),
    ),
  )
  const found = refusalsOf(contractMachine, all, facts)
  const known = Object.keys(texts.refused).map((key) => `contracts:refused.${key}`)
  expect([...found].filter((key) => !known.includes(key))).toEqual([])
  expect(found.size).toBeGreaterThanOrEqual(8)
})
