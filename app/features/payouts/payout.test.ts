import { describe, expect, it } from 'vitest'
import { payoutRunStatuses, payoutStatuses } from '#db/vocabulary/escrow.ts'
import { testEveryStep } from '#tests/machine-table.ts'
import { payoutMachine, payoutObstacle, payoutRunMachine } from './payout.ts'

describe('a run', () => {
  const all = {
    states: payoutRunStatuses,
    actions: ['approve', 'discard'],
    roles: ['preparer', 'other', 'party'],
  } as const
  const table = `
    prepared other    approve approved
    prepared other    discard discarded
    prepared preparer discard discarded`
  testEveryStep(payoutRunMachine, all, table, () => ({}))
})

describe('a payment', () => {
  const all = { states: payoutStatuses, actions: ['book', 'return'], roles: ['admin', 'party'] } as const
  const table = `
    ordered admin book   booked
    ordered admin return returned
    booked  admin return returned`
  testEveryStep(payoutMachine, all, table, () => ({}))
})

it('pays out in euros, to an account that does not wait, what no run has', () => {
  const fine = { currency: 'EUR', iban: 'FI2112345600000785', waits: false, inRun: false, isReversing: false }
  expect(payoutObstacle(fine)).toBeNull()
  expect(payoutObstacle({ ...fine, currency: 'SEK' })).toBe('notEuro')
  expect(payoutObstacle({ ...fine, iban: null })).toBe('noAccount')
  expect(payoutObstacle({ ...fine, waits: true })).toBe('accountWaits')
  expect(payoutObstacle({ ...fine, inRun: true })).toBe('inRun')
  expect(payoutObstacle({ ...fine, isReversing: true })).toBe('isReversing')
})
