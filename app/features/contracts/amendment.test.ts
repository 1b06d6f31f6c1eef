import { describe, expect, test } from 'vitest'
import { amendmentStatuses } from '#db/vocabulary/contracts.ts'
import { testEveryStep } from '#tests/machine-table.ts'
import { amendmentActions, amendmentMachine, amendmentRoles } from './amendment.ts'

describe('every state, role and action', () => {
  testEveryStep(
    amendmentMachine,
    { states: amendmentStatuses, actions: amendmentActions, roles: amendmentRoles },
    `
    proposed          proposer   sign      partially_signed
    proposed          addressee  sign      partially_signed
    proposed          addressee  decline   declined
    proposed          proposer   withdraw  withdrawn
    partially_signed  proposer   sign      agreed
    partially_signed  addressee  sign      agreed
    partially_signed  addressee  decline   declined
    partially_signed  proposer   withdraw  withdrawn
    `,
    () => ({ contractIsActive: true, hasSigned: false }),
  )
})

test.each([
  ['partially_signed', 'sign', 'proposer', { contractIsActive: true, hasSigned: true }, 'alreadySigned'],
  ['partially_signed', 'decline', 'addressee', { contractIsActive: true, hasSigned: true }, 'alreadySigned'],
  ['proposed', 'sign', 'addressee', { contractIsActive: false, hasSigned: false }, 'notActive'],
] as const)('%s %s by %s is guarded', (state, action, role, facts, why) => {
  expect(amendmentMachine.next(state, action, role, facts)).toEqual({ ok: false, reason: `contracts:refused.${why}` })
})
