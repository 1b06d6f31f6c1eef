import { describe, expect, test } from 'vitest'
import texts from '#app/i18n/locales/en/invitations.json' with { type: 'json' }
import { invitationStatuses } from '#db/vocabulary/invitations.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import { invitationActions, invitationMachine, invitationRoles } from './invitation.ts'

const all = { states: invitationStatuses, actions: invitationActions, roles: invitationRoles }
const open = { takesBids: true, hasBid: false, reason: 'No time' }

describe('every state, role and action', () => {
  testEveryStep(
    invitationMachine,
    all,
    `
    sent  owner    withdraw  withdrawn
    sent  invited  decline   declined
    `,
    () => open,
  )
})

test.each([
  ['decline', 'invited', { ...open, takesBids: false }, 'notOpen'],
  ['decline', 'invited', { ...open, hasBid: true }, 'hasBid'],
  ['decline', 'invited', { ...open, reason: ' ' }, 'reasonNeeded'],
  ['withdraw', 'owner', { ...open, takesBids: false }, 'notOpen'],
] as const)('%s by %s is guarded', (action, role, facts, why) => {
  expect(invitationMachine.next('sent', action, role, facts)).toEqual({
    ok: false,
    reason: `invitations:refused.${why}`,
  })
})

test('a bid changes nothing for the client', () => {
  const step = (hasBid: boolean) => invitationMachine.next('sent', 'withdraw', 'owner', { ...open, hasBid })
  expect(step(true)).toEqual(step(false))
})

test('every refusal has a text', () => {
  const found = refusalsOf(invitationMachine, all, [
    { takesBids: false },
    { takesBids: true, hasBid: true },
    { takesBids: true },
  ])
  const known = Object.keys(texts.refused).map((key) => `invitations:refused.${key}`)
  expect([...found].filter((key) => !known.includes(key))).toEqual([])
})
